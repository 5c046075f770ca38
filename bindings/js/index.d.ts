// Kazoe: mahjong hands scored by rules that are data.

/** A hand as one line ("123406m34p55789s +2p riichi"), or as an object with the same keys as JSON. */
export type Hand = string | HandRecord;
export interface HandRecord {
    id?: string | number;
    hand: string | (string | number)[];
    win?: string;
    melds?: string[];
    by?: 'ron' | 'tsumo' | 'discard' | 'self_draw';
    flags?: string[];
    [key: string]: unknown;
}
/** What a hand won, without its tiles: total and fu, or a limit, or what the discarder pays. */
export interface StatedWin {
    seat: Seat;
    total?: number;
    fu?: number;
    limit?: string;
    multiplier?: number;
    points?: number;
    chips?: number;
    flags?: string[];
    pao?: Record<string, Seat>;
    hand?: undefined;
}
/** The end of a deal, as `kazoe settle` takes it. */
export interface Deal {
    winners?: (HandRecord | StatedWin)[];
    /** Who did not win: hands, or where losers settle what these are worth. */
    others?: (HandRecord | { seat: Seat; points: number; hand?: undefined })[];
    draw?: string;
    kongs?: { seat: Seat; kind: 'concealed' | 'claimed' | 'added'; from?: Seat }[];
    [key: string]: unknown;
}
export type Seat = 'E' | 'S' | 'W' | 'N';

export interface Yaku {
    id: string;
    value: number | string;
    count: number;
    [key: string]: unknown;
}
/** What a hand is worth. Points and payments are whole numbers in the units of the ruleset. */
export interface Result {
    ruleset: string;
    version: string;
    digest: string;
    /** Whether the rules let the hand win; if not, reason says why. */
    win: boolean;
    reason?: string;
    yaku: Yaku[];
    unit: string;
    total: number;
    qualifying: number;
    fu: number | null;
    limit: string | null;
    multiplier: number;
    points: number;
    /** The change of each seat's points; on a discard by nobody named, of the winner, the discarder
     *  and each of the others. */
    payments: Record<string, number>;
    [key: string]: unknown;
}
/** The same of a value without tiles: what was not stated is null. */
export interface StatedResult {
    ruleset: string;
    version: string;
    digest: string;
    win: boolean;
    reason?: string;
    message?: string;
    stated: true;
    /** No hand is worth this. */
    unusual?: true;
    yaku: [];
    unit: string;
    total: number | null;
    qualifying: number | null;
    fu: number | null;
    limit: string | null;
    multiplier: number | null;
    points: number;
    payments: Record<string, number>;
    chips?: number;
    chip_payments?: Record<string, number>;
}
/** A sentence in codes, for a program that words it: rules/languages has the texts of some languages.
 *  Arguments are texts, numbers, names ({yaku: 'ID'}) and sentences. */
export interface Sentence {
    code: string;
    arguments?: (string | number | Sentence | Record<string, string | number>)[];
}
/** A result with the reading, the fu items, what was covered, and the readings that lost. */
export type Explanation = Result & {
    reading: Record<string, unknown>;
    /** From the total to the payments, in English and in codes. */
    arithmetic?: string[];
    arithmetic_code?: Sentence[];
    /** Why it does not win. */
    message_code?: Sentence;
    [key: string]: unknown;
};
export interface Comparison {
    results: (Result | { error: Diagnostic })[];
    same: boolean;
    differs: string[];
    /** If they are asked for: which rules account for what differs from the first, by index of the result. */
    reasons?: { result: number; message: string; message_code: Sentence }[];
    [key: string]: unknown;
}
/** A deal of a game. Arrays have a number for each player; players are numbered from 1. */
export interface GameDeal {
    id?: string | number;
    ruleset: string;
    version: string;
    digest: string;
    game: number;
    round: string;
    counts: boolean;
    after_refused?: true;
    draw?: string;
    winners?: number[];
    chombo?: number[];
    payments?: number[];
    scores: number[];
    deposits: number;
}
export interface RefusedLine {
    id?: string | number;
    line: number;
    error: { code: string; message: string; key?: string; at?: number };
}
/** The end of a game; `next` is the deal that would follow if it is not over. */
export interface GameEnd {
    ruleset: string;
    version: string;
    digest: string;
    game: number;
    deals: number;
    over: boolean;
    why?: string;
    next?: string;
    players?: string[];
    refused?: number;
    places?: { place: number; player: number; name?: string; score: number; points: number }[];
}
export interface Evening {
    evening: { name: string; games: number; points: number }[];
    refused?: number;
}
export interface Settlement {
    payments: Record<Seat, number>;
    /** Of the winners, in order of turn from the discarder. */
    results: (Result | StatedResult)[];
    [key: string]: unknown;
}

export interface Diagnostic {
    /** "tile_count", "too_many_of_a_tile", ... of a hand; "bad_rules" of a rule file. */
    code: string;
    message: string;
    severity: 'error' | 'warning';
    /** Of a rule file. */
    file?: string;
    line?: number;
    /** In characters from 1: within the line, or within the value of key. */
    column?: number;
    key?: string;
    /** The line of the file, or the part of it around the column, and the column within it. */
    shown?: string;
    shownColumn?: number;
}
/** What is wrong with a hand, a deal or a rule file, and where. */
export class KazoeError extends Error implements Diagnostic {
    code: string;
    severity: 'error' | 'warning';
    file?: string;
    line?: number;
    column?: number;
    key?: string;
    shown?: string;
    shownColumn?: number;
    /** Of a ruleset that was not loaded: all errors and warnings. */
    diagnostics?: Diagnostic[];
}

/** A rule file in memory. */
export interface RuleText {
    name?: string;
    text: string;
}
export interface Loading {
    /** House rules laid over the ruleset, in any order; at most 16. */
    overlays?: (string | RuleText)[];
    /** Options of the ruleset: true is yes, false is no. */
    options?: Record<string, string | number | boolean>;
    /** More files that rules may extend, by name ("club/base.yaml"). They come before those of the
     *  package. */
    files?: Record<string, string>;
}

/** What scoreColumns fills: element i is of hand i. */
export interface Columns {
    length: number;
    /** A number in errorCodes; 0: no error. A hand with an error has 0 in the other columns, and -1
     *  for fu and limit. */
    error: Uint8Array;
    win: Uint8Array;
    points: Float64Array;
    total: Int32Array;
    qualifying: Int32Array;
    /** -1: none. */
    fu: Int32Array;
    /** A number in limitIds; -1: none. */
    limit: Int16Array;
    /** Payments; NaN where a result does not say one. */
    E: Float64Array;
    S: Float64Array;
    W: Float64Array;
    N: Float64Array;
    discarder: Float64Array;
    others: Float64Array;
    /** The yaku of hand i, as numbers in yakuIds, are elements yakuOffsets[i] up to
     *  yakuOffsets[i + 1] of yaku, and yakuTimes says how often each counts. */
    yakuOffsets: Int32Array;
    yaku: Int16Array;
    yakuTimes: Int32Array;
    yakuIds: string[];
    limitIds: string[];
    errorCodes: (string | null)[];
}

/** Which tiles a hand waits for. */
export interface Waits {
    shanten: number;
    furiten?: boolean;
    /** A verdict is null where a circumstance excludes that way of winning. */
    waits: { tile: string; left: number; discard: Verdict | null; self_draw: Verdict | null; [key: string]: unknown }[];
    /** Of a hand that is not ready. */
    accepts?: { tile: string; left: number }[];
    [key: string]: unknown;
}
export type Verdict = Partial<Result>;
/** What a full hand keeps without each of its tiles. */
export interface Discards {
    shanten: number;
    discards: {
        tile: string;
        shanten: number;
        accepted: number;
        accepts: { tile: string; left: number }[];
        /** Of a hand that is ready: by self-draw, in points. */
        value?: { best: number; mean: number };
        /** With turns: the expected points, and the chance to win. */
        expected?: number;
        win?: number;
        [key: string]: unknown;
    }[];
    [key: string]: unknown;
}

/** Texts by language; "en" is nearly always there. */
export type Names = Record<string, string>;
export interface RulesetDescription {
    /** With options and overlays. */
    ruleset: string;
    version: string;
    digest: string;
    title: Names;
    unit: string;
    /** Tiles of a complete hand, a kong counting as three. */
    hand_size: number;
    tiles: { tile: string; copies: number }[];
    /** Flowers, seasons and animals that hands may have. */
    faces: { tile: string; copies: number }[];
    /** Those that count: "0m". */
    red_fives: string[];
    dora: boolean;
    ura: boolean;
    flowers: boolean;
    aside: boolean;
    seats: Seat[];
    claims: ('chow' | 'pung' | 'kong')[];
    /** Whether counters (honba) are paid. */
    counters: boolean;
    /** Points of a riichi bet; 0: none. */
    bet: number;
    /** Whether a win on a discard must say whose it was. */
    asks_from: boolean;
    fu: boolean;
    chips: boolean;
    /** names: of the yaku that is scored for it, if there is one. */
    circumstances: { id: string; names: Names; implies: string[] }[];
    yaku: { id: string; names: Names; closed: number | string | null; open: number | string | null;
            bonus: boolean; in_use: boolean }[];
    limits: { id: string; names: Names; worth: number; in_use: boolean }[];
    /** An option without values takes any whole number. default: without the caller's setting. */
    options: { id: string; says: Names; note: Names; value: string; default: string; values: string[] }[];
}

/** Rules that are loaded. They never change. */
export class Ruleset {
    private constructor();
    readonly id: string;
    /** The id with the options and overlays. */
    readonly label: string;
    /** Of the rules; "" if they do not say it. */
    readonly version: string;
    /** 16 hexadecimal digits: equal rules have equal ones. */
    readonly digest: string;
    readonly warnings: readonly Diagnostic[];
    /** In a language ("en", "ja", "zh-hans"); if there is none, in English. */
    title(language?: string): string;

    /** What a program needs to show the rules and to enter hands: tiles, seats, circumstances, yaku,
     *  options, with names by language. */
    describe(): RulesetDescription;

    /** What a hand is worth.
     *  @throws KazoeError if there is no such hand, or the rules forbid it. */
    score(hand: Hand): Result;
    /** The same as a text of JSON. */
    json(hand: Hand): string;
    /** The same, with how it came about. */
    explain(hand: Hand): Explanation;
    /** The same as lines of text for a player. */
    text(hand: Hand): string;
    /** Many hands in order; a hand that is refused has its error. */
    scoreMany(hands: Iterable<Hand>): (Result | { error: KazoeError })[];
    /** The tiles that complete a hand which lacks one, with what each is worth on a discard and by
     *  self-draw; if it is not ready, those that bring it closer. */
    waits(hand: Hand): Waits;
    /** The tiles that may go from a full hand, the best first, and what the hand is without each. turns:
     *  look ahead so many draws, 1 to 20; each takes many times as long and as much memory as the one
     *  before.
     *  @throws KazoeError with the code "limit" if that is too much. */
    discards(hand: Hand, options?: { turns?: number }): Discards;
    /** The hand in a notation ("kazoe", "mjai", "unicode", ...). unfinished: as for waits and discards, the
     *  last tile does not win. */
    convert(hand: Hand, notation?: string, options?: { unfinished?: boolean }): string;
    /** Many hands as columns, some ten times as fast. */
    scoreColumns(hands: Iterable<Hand>): Columns;
    /** The names of the yaku in a language, by id. */
    yakuNames(language?: string): Map<string, string>;
    /** Why a yaku does not count in a hand, or that it does.
     *  @throws KazoeError also if the ruleset has no yaku of this id. */
    whyNot(hand: Hand, yaku: string): Record<string, unknown>;
    /** A hand that wins, as a line. yaku: the id of one that counts in it. seed: a whole number from 0; the same
     *  one makes the same hand.
     *  @throws KazoeError with the code "not_found" if there is no such hand. */
    randomHand(options?: { yaku?: string; seed?: number }): string;
    /** Who pays what for a total and fu, or for a limit, without tiles.
     *  situation: way of winning, seats, counters, as in a hand: "tsumo seat=E honba=2". */
    value(value: { total?: number; fu?: number; limit?: string; multiplier?: number; points?: number; chips?: number; situation?: string }): StatedResult;
    /** What each fu and total is paid: one object for each cell of each table. */
    table(language?: string): Record<string, unknown>[];
    tableText(language?: string): string;
    /** As an HTML page. */
    tablePage(language?: string): string;
    /** Who pays whom at the end of a deal: a line ("S ron W 3 fan 40 fu") or a record. */
    settle(deal: string | Deal): Settlement;
    /**
     * The games of an evening: lines, or an array of lines and records, each of which is a deal, names players
     * ("players Anna Ben Chloe Dan"), is blank or begins with #. One object for each deal and refused line, one for
     * each game with its places, and the last with the points of each name, as `kazoe game --json` writes them.
     * Throws if the ruleset has no section game.
     */
    game(lines: string | (string | Deal)[]): (GameDeal | RefusedLine | GameEnd | Evening)[];
    /** The same as rows of text. */
    gameText(lines: string | (string | Deal)[]): string;
    /** The same as an HTML page to print. */
    gamePage(lines: string | (string | Deal)[]): string;

    /** Give back the memory at once. Otherwise it is given back when the object is collected. */
    free(): void;
}

/** Start the engine. load() and check() do so by themselves; call this first if kazoe.wasm is not
 *  next to the module: with its address, its bytes or the compiled module. onGrowth is called with the
 *  size of the engine's memory whenever it has grown; it may throw, after which the engine must not be
 *  called any more. */
export function start(source?: URL | string | BufferSource | WebAssembly.Module,
                      options?: { onGrowth?: (bytes: number) => void }): Promise<void>;

/** The names of the rulesets in the package. */
export function list(): string[];

/** Load a ruleset of the package by its name, or a text.
 *  @throws KazoeError with all diagnostics if the rules are wrong. */
export function load(from: string | RuleText, options?: Loading): Promise<Ruleset>;

/** All errors and warnings of a rule file (a ruleset or an overlay); with notes also remarks on rules
 *  that are not wrong. */
export function check(from: string | RuleText, options?: Loading & { notes?: boolean }): Promise<Diagnostic[]>;

/** A hand, or each of many, under 1 to 16 rulesets; the others are compared with the first. reasons:
 *  also find the rules that account for a difference. */
export function compare(rulesets: Iterable<Ruleset>, hand: Hand, options?: { reasons?: boolean }): Comparison;
export function compare(rulesets: Iterable<Ruleset>, hands: Hand[], options?: { reasons?: boolean }): Comparison[];

/** A hand under several rulesets as a table of text, with the rules that account for the differences. */
export function compareText(rulesets: Iterable<Ruleset>, hand: Hand): string;

/** What two rulesets say differently, by meaning; witnesses: with a hand that shows each, which may
 *  take some seconds, or only the difference of this index. complete: false if they are too large and too different for all differences. */
export function diff(first: Ruleset, second: Ruleset, options?: { witnesses?: boolean | number }):
    { complete: boolean; differences: Record<string, unknown>[] };

/** The tiles as symbols of SVG, with ids such as "t1m", "t0p" (a red five), "t3f" and "back", to put into a
 *  page once. Needs start() or load() before. */
export function tileSymbols(): string;

/** The version of the engine. */
export function version(): string;
