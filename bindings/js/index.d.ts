// Kazoe: mahjong hands scored by rules that are data.

export type Seat = 'E' | 'S' | 'W' | 'N';

/** A hand as one line ("123406m34p55789s +2p riichi"), or as an object with the same keys as JSON. */
export type Hand = string | HandRecord;
/** The notation of a record's tiles; README.md has a table of them. */
export type Notation = 'kazoe' | 'majiang' | 'gb' | 'mjai' | 'tiles-136' | 'tiles-34' | 'counts-34' | 'unicode' | 'chinese'
    | 'botzone' | 'cbd';
/** A tile; a number in a notation of numbers. */
export type Tile = string | number;
/** Tiles in one text, or one by one. */
export type Tiles = string | readonly Tile[];
/** A missing or null key is the same as a line without it. */
export interface HandRecord {
    /** Returned in the result. */
    id?: string | number | null;
    /** In counts-34, the number of tiles of each kind. */
    hand: Tiles;
    win?: Tile | null;
    /** "[345p]", "(5555p)"; a claimed one may be an array in mjai and in notations of numbers. */
    melds?: readonly Tiles[] | null;
    by?: 'ron' | 'tsumo' | 'discard' | 'self_draw' | null;
    round?: Seat | null;
    seat?: Seat | null;
    from?: Seat | null;
    /** Indicators. */
    dora?: readonly Tile[] | null;
    ura?: readonly Tile[] | null;
    /** Circumstances: "riichi". */
    flags?: readonly string[] | null;
    /** The number of flowers, or the flowers: "1f3g". */
    flowers?: number | string | null;
    aside?: Tiles | null;
    /** The tile turned up that determines the wild tiles. */
    wild?: Tile | null;
    /** Tiles turned up after the win. */
    birds?: Tiles | null;
    /** Flowers and jokers that the player discarded: "1f1j". */
    thrown?: Tiles | null;
    /** Factors of payments between the dealer and each seat. */
    stakes?: Partial<Record<"E" | "S" | "W" | "N", number>> | null;
    /** Tiles elsewhere, for waits and discards. */
    seen?: Tiles | null;
    /** The player's own discards. */
    discards?: Tiles | null;
    honba?: number | null;
    deposits?: number | null;
    /** The seats that are liable, by yaku. */
    pao?: Readonly<Record<string, Seat>> | null;
    /** Seats that have left: "EW". */
    out?: string | readonly Seat[] | null;
    /** The notation of all tiles of this record; by default one that its hand is certainly in, or kazoe. */
    notation?: Notation | null;
    /** A remark, which is ignored. */
    [remark: `_${string}`]: unknown;
}
/** A winner of a deal: a hand, or its value. */
export type Winner = (HandRecord | StatedWin) & { seat: Seat };
export interface StatedWin {
    hand?: undefined;
    total?: number | null;
    fu?: number | null;
    limit?: string | null;
    multiplier?: number | null;
    factor?: number | null;
    /** The discarder's payment before counters and bets. */
    points?: number | null;
    chips?: number | null;
    flags?: readonly string[] | null;
    pao?: Readonly<Record<string, Seat>> | null;
    [remark: `_${string}`]: unknown;
}
/** A player who did not win: a hand, or its worth. */
export type Loser = (HandRecord | { hand?: undefined; points: number }) & { seat: Seat };
export interface Kong {
    seat: Seat;
    kind: 'concealed' | 'claimed' | 'added';
    /** The kong's tile, if the rules pay by tile. */
    tile?: Tile | null;
    from?: Seat | null;
}
/** The end of a deal, as `kazoe settle` takes it. */
export interface Deal {
    id?: string | number | null;
    round?: Seat | null;
    honba?: number | null;
    /** Bets left from earlier deals, and the seats that bet in this one. */
    deposits?: number | null;
    riichi?: readonly Seat[] | null;
    dora?: readonly Tile[] | null;
    ura?: readonly Tile[] | null;
    out?: string | readonly Seat[] | null;
    /** The discarder; without it, the one winner drew the tile. */
    from?: Seat | null;
    winners?: readonly Winner[] | null;
    others?: readonly Loser[] | null;
    /** "exhaustive", or a word that the rules declare. */
    draw?: string | null;
    tenpai?: readonly Seat[] | null;
    nagashi?: readonly Seat[] | null;
    chombo?: readonly Seat[] | null;
    kongs?: readonly Kong[] | null;
    /** The seat whose payments and receipts for wins are doubled. */
    wareme?: Seat | null;
    notation?: Notation | null;
    [remark: `_${string}`]: unknown;
}

/** The ruleset of an answer. */
export interface OfRuleset {
    /** The id of the hand, if it has one. */
    id?: string | number;
    /** The spec: the id with options and overlays. */
    ruleset: string;
    version: string;
    digest: string;
}
export interface Yaku {
    id: string;
    value: number | string;
    /** The rules' remark for players on a hand in which it counts. */
    remark?: string;
    count: number;
    /** The limit, if the yaku is worth one. */
    limit?: string;
    multiplier?: number;
    /** The factor by which it multiplies the value. */
    factor?: number;
    /** It does not count toward the minimum. */
    bonus?: true;
}
/** By seat; if the discarder is not named, of the winner, the discarder and each of the others. */
export type Payments = Partial<Record<Seat | 'discarder' | 'others', number>>;
export type Reason = 'incomplete' | 'no_yaku' | 'below_minimum' | 'furiten' | 'head_bump';

/** The payments for a hand that wins, in whole numbers in the units of the ruleset. */
export interface Payment {
    win: true;
    reason?: undefined;
    message?: undefined;
    points: number;
    /** The change of each seat's points. */
    payments: Payments;
    /** Under rules with chips. */
    chips?: number;
    chip_payments?: Payments;
}
/** Why a hand does not win. */
export interface NoPayment {
    win: false;
    reason: Reason;
    /** The reason as a sentence. */
    message: string;
    points?: undefined;
    payments?: undefined;
    chips?: undefined;
    chip_payments?: undefined;
}
/** The yaku and sums of a complete hand. */
export interface Counted<Y = Yaku> {
    yaku: Y[];
    unit: string;
    total: number;
    /** The part of the total that counts toward the minimum. */
    qualifying: number;
    fu: number | null;
    /** The factor by which the yaku multiply the value, under rules with factors. */
    factor?: number;
    /** Wild tiles that stand in for others. */
    stand_ins?: { tile: string; as: string }[];
    /** The yaku may not be the best, because there were too many choices. */
    choices_cut?: true;
}
export interface Won<Y = Yaku> extends Counted<Y>, Payment {
    limit: string | null;
    multiplier: number;
}
/** A complete hand that the rules do not let win. */
export interface Unpaid<Y = Yaku> extends Counted<Y>, NoPayment {
    reason: Exclude<Reason, 'incomplete'>;
    limit?: undefined;
    multiplier?: undefined;
}
export interface Incomplete extends NoPayment {
    reason: 'incomplete';
    yaku?: undefined;
    unit?: undefined;
    total?: undefined;
    qualifying?: undefined;
    fu?: undefined;
    limit?: undefined;
    multiplier?: undefined;
    factor?: undefined;
    stand_ins?: undefined;
    choices_cut?: undefined;
}
/** The outcome of a hand. win and reason tell which of the three types it is, and so its keys. */
export type Outcome<Y = Yaku> = Won<Y> | Unpaid<Y> | Incomplete;
/** The result of a hand. */
export type Result = OfRuleset & Outcome;
/** The values stated without tiles; null for those not stated. */
export interface Stated {
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
    factor?: number;
}
export type StatedOutcome = Stated & (Payment | NoPayment);
/** The result of a total and fu, or of a limit; below the minimum it does not win. */
export type Value = OfRuleset & StatedOutcome;
/** An error in the place of a result. */
export interface Refused {
    id?: string | number;
    error: {
        code: string;
        message: string;
        /** The key of the record, and the character from 1 within its value or the line. */
        key?: string;
        at?: number;
    };
}

/** A sentence in codes, for a program that words it: rules/languages in Kazoe's source has the texts of some
 *  languages. Arguments are texts, numbers, names ({yaku: 'ID'}) and sentences. */
export interface Sentence {
    code: string;
    arguments?: (string | number | Sentence | Record<string, string | number>)[];
}
/** An arrangement of the tiles of a hand. */
export interface Reading {
    /** null for a hand that is not complete. */
    shape: string | null;
    /** The tiles of a shape without sets and pairs. */
    tiles?: string;
    /** Tiles that together are one part of the hand. */
    body?: string;
    sets?: string[];
    pair?: string;
    pairs?: string[];
    wait: 'none' | 'two_sided' | 'edge' | 'closed' | 'pair' | 'pung' | 'body' | 'single';
}
export interface FuItem {
    id: string;
    tiles?: string;
    fu: number;
}
/** The members that explain a verdict. */
export interface Explaining {
    reading?: Reading;
    fu_items?: FuItem[];
    /** Yaku that another yaku covers, with the reason. */
    covered?: { id: string; by: string; why: 'implied' | 'impossible' | 'convention' | 'not_looked_for'; tiles?: string[]; count?: number }[];
    /** Under rules that combine sets: the sets that could not be combined with the rest. */
    left_out?: { id: string; tiles: string[]; by: string[]; why: 'account_once' | 'non_identical' }[];
    /** Other choices of yaku with the same worth. */
    equal?: { yaku: { id: string; count: number }[] }[];
    /** From the total to the payments, in English and in codes. */
    arithmetic?: string[];
    arithmetic_code?: Sentence[];
    chip_items?: { yaku?: string; limit?: string; chips: number }[];
    liable?: { yaku: string; seat: Seat }[];
    /** The readings that lost, and why. */
    others?: { reading: Reading; yaku: { id: string; count: number }[]; total: number; fu: number | null; points: number; why: string; code: string }[];
    /** Why it does not win. */
    message_code?: Sentence;
}
/** A yaku with its tiles: one list for each time it counts. */
export type ShownYaku = Yaku & { tiles: string[][] };
/** A result with the reading, the fu items, the covered yaku, and the readings that lost. */
export type Explanation = OfRuleset & Outcome<ShownYaku> & Explaining;
/** A result, or an error in its place. */
export type Compared = Partial<Result> & Partial<Refused>;
export interface Comparison {
    id?: string | number;
    results: Compared[];
    same: boolean;
    differs: ('error' | 'win' | 'reason' | 'yaku' | 'unit' | 'total' | 'fu' | 'limit' | 'multiplier' | 'points' | 'payments' | 'chips')[];
    /** On request: the rules that account for differences from the first, by index of the result. */
    reasons?: { result: number; message: string; message_code: Sentence }[];
}

/** A deal of a game. Arrays have a number for each player; players are numbered from 1. */
export interface GameDeal extends OfRuleset {
    game: number;
    round: string;
    counts: boolean;
    after_refused?: true;
    draw?: string;
    winners?: number[];
    /** The players who declared riichi and were not ready. */
    riichi_not_ready?: number[];
    chombo?: number[];
    payments?: number[];
    scores: number[];
    deposits: number;
}
export interface RefusedLine extends Refused {
    line: number;
    game: number;
}
/** The end of a game; `next` is the deal that would follow if it is not over. */
export interface GameEnd extends OfRuleset {
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

/** The result of a winner of a deal, for a hand or for a value stated without tiles. */
export type WinnerResult<Y = Yaku> = OfRuleset & { seat: Seat } & ((Outcome<Y> & { stated?: undefined }) | StatedOutcome);
export interface LoserResult<Y = Yaku> {
    seat: Seat;
    yaku: Y[];
    total: number | null;
    fu: number | null;
    limit: string | null;
    multiplier: number | null;
    points: number;
    stated?: true;
    choices_cut?: true;
}
export type SettledItem = { seat: Seat; payments: Payments } & (
    | { for: 'kong'; kind: Kong['kind']; tile?: string; from?: Seat; given_back?: true; passed_to?: Seat[] }
    | { for: 'best_hand'; win: string }
    | { for: 'fine' });
/** A payment and its reason; bets are paid to the table and by it. */
export type Transfer = { from: Seat | 'table'; to: Seat | 'table' } & (
    | { points: number; for: 'hand' | 'counters' | 'bets' | 'difference' | 'ready' | 'nagashi' | 'kong' | 'best_hand' | 'fine' }
    | { points: number; for: 'liability'; yaku: string }
    | { chips: number; for: 'chips' });
export interface Settlement extends OfRuleset {
    /** The kind of draw. */
    draw?: string;
    /** The seats that committed a foul, no matter what ended the deal. */
    chombo?: Seat[];
    /** At a draw: the seats that declared riichi and were not ready. */
    riichi_not_ready?: Seat[];
    results: WinnerResult[];
    /** If the rules let losers settle. */
    losers?: LoserResult[];
    /** Other payments than those for wins. */
    items?: SettledItem[];
    /** Seats that the rules could fine if their hands were given. */
    fine_unknown?: Seat[];
    /** The change of every seat over the deal. */
    payments: Payments;
    chip_payments?: Payments;
    deposits_left: number;
}
/** A settlement with the explanation of each result, and who pays whom. */
export interface DealExplanation extends Omit<Settlement, 'results' | 'losers'> {
    results: (WinnerResult<ShownYaku> & Explaining)[];
    losers?: (LoserResult<ShownYaku> & Explaining)[];
    /** The transfers between losers for the difference of their hands. */
    among_losers?: { from: Seat; to: Seat; points: number }[];
    transfers: Transfer[];
}

export interface Diagnostic {
    /** "tile_count", "too_many_of_a_tile", ... of a hand; "bad_rules" of a rule file. */
    code: string;
    message: string;
    severity: 'error' | 'warning';
    /** The rule file. */
    file?: string;
    line?: number;
    /** In characters from 1: within the line, or within the value of key. */
    column?: number;
    key?: string;
    /** The line of the file or of the hand, or the part of it around the column, and the column within it.
     *  Characters that would be invisible, or control a terminal, are question marks. */
    shown?: string;
    shownColumn?: number;
}
/** An error in a hand, a deal or a rule file, with its place. */
export class KazoeError extends Error implements Diagnostic {
    code: string;
    severity: 'error' | 'warning';
    file?: string;
    line?: number;
    column?: number;
    key?: string;
    shown?: string;
    shownColumn?: number;
    /** If a ruleset was not loaded: all errors and warnings. */
    diagnostics?: Diagnostic[];
    /** The same as a plain object, which JSON.stringify writes. */
    toJSON(): Diagnostic & { diagnostics?: Diagnostic[] };
}

/** A rule file in memory. */
export interface RuleText {
    name?: string;
    text: string;
}
export interface Loading {
    /** House rules laid over the ruleset, in any order; at most 16: texts, or names of overlays(). */
    overlays?: (string | RuleText)[];
    /** Options of the ruleset: true is yes, false is no. */
    options?: Record<string, string | number | boolean>;
    /** More files that rules may extend, by name: {"club/base.yaml": "kazoe: 1 ..."} for "extends: club/base",
     *  which is written without .yaml. They come before those of the package. */
    files?: Record<string, string>;
}

/** The columns that scoreColumns fills; element i belongs to hand i. */
export interface Columns {
    length: number;
    /** A number in errorCodes; 0: no error. A hand with an error has 0 in the other columns, and -1 for fu and
     *  limit. */
    error: Uint8Array;
    win: Uint8Array;
    points: Float64Array;
    total: Int32Array;
    qualifying: Int32Array;
    /** -1: none. */
    fu: Int32Array;
    /** A number in limitIds; -1: none. */
    limit: Int16Array;
    /** Payments; NaN if a result has none. */
    E: Float64Array;
    S: Float64Array;
    W: Float64Array;
    N: Float64Array;
    discarder: Float64Array;
    others: Float64Array;
    /** The yaku of hand i, as numbers in yakuIds, are elements yakuOffsets[i] up to yakuOffsets[i + 1] of yaku, and
     *  yakuTimes is how often each counts. */
    yakuOffsets: Int32Array;
    yaku: Int16Array;
    yakuTimes: Int32Array;
    yakuIds: string[];
    limitIds: string[];
    errorCodes: (string | null)[];
}

/** The worth of a hand with a tile, or the error for which the rules refuse it. */
export type Verdict = Partial<Outcome> & { error?: Refused['error'] };
export interface Wait {
    tile: string;
    /** Copies that the player does not see. */
    left: number;
    /** null if a circumstance excludes that way of winning. */
    discard: Verdict | null;
    self_draw: Verdict | null;
    /** The red ones among them. */
    red?: { left: number; discard: Verdict | null; self_draw: Verdict | null };
}
export interface Accepted {
    tile: string;
    left: number;
}
/** The tiles that a hand waits for. */
export interface Waits extends OfRuleset {
    /** null: nothing can complete it. */
    shanten: number | null;
    /** If the discards are given. */
    furiten?: boolean;
    /** Any tile completes it, because a wild tile does. */
    any?: true;
    waits: Wait[];
    /** If the hand is not ready. */
    accepts?: Accepted[];
}
/** The discards of a full hand, and what each leaves. */
export interface Discards extends OfRuleset {
    shanten: number | null;
    /** The number of draws that it looked ahead. */
    turns?: number;
    /** More turns were requested, but memory ended the search. */
    cut?: boolean;
    discards: {
        tile: string;
        shanten: number | null;
        accepted: number;
        accepts: Accepted[];
        /** If the hand is ready: the points by self-draw. */
        value?: { best: number; mean: number };
        /** With turns: the expected points, and the chance to win. */
        expected?: number;
        win?: number;
        turns?: { turn: number; expected: number; win: number }[];
    }[];
}
/** A value of a rule file. */
export type RuleValue = string | number | boolean | null | RuleValue[] | { [key: string]: RuleValue };
/** A requirement of a yaku: the condition of the rule file, in words and in codes. */
export interface Clause {
    asks: string;
    asks_code: Sentence;
    code?: string;
    argument?: RuleValue;
    denied?: boolean;
    /** null if it is unknown for this hand. */
    holds: boolean | null;
    has?: string;
    has_code?: Sentence;
    all_of?: Clause[];
    any_of?: Clause[];
}
export interface WhyNot extends OfRuleset {
    yaku: string;
    counts: boolean;
    status: 'counts' | 'fails' | 'not_in_use' | 'set_aside' | 'loses' | 'incomplete';
    message: string;
    message_code: Sentence;
    reading: Reading | null;
    conditions: Clause[];
    /** The requirement of every hand that wins. */
    minimum?: Clause;
    covered_by?: string;
    /** The number of exchanges of one tile that would let the yaku count, and the one that pays most. Words and the
     *  way of winning stay the same; conditions list those that are missing. */
    changes: number;
    change: { says: string; hand: string; points: number } | null;
}
/** A difference of two rulesets. */
export interface Difference {
    /** Its place in rule files: "yaku.pinfu". */
    address: string;
    rulesets: [string, string];
    /** The index of the only ruleset that has it, or null. */
    only: number | null;
    /** The option that makes the difference. */
    option: { id: string; values: [string | null, string | null] } | null;
    places: { address: string; said: [Said | null, Said | null] }[];
    cut?: true;
    /** With witnesses: the kind of difference that the hand shows, and the number of hands tried. */
    shown?: 'none' | 'never' | 'deal' | 'refused' | 'counts' | 'pays';
    tried?: number;
    witness?: { hand: string; as_is: boolean; results: [Compared, Compared] };
}
/** A text of a rule file, with its place. */
export interface Said {
    says: string;
    file?: string;
    line?: number;
}
/** A cell of a table: who wins and how, and the payments. */
export interface Paid {
    winner: 'any' | 'dealer' | 'other';
    by: 'discard' | 'self_draw';
    /** If the dealer discarded. */
    discarder?: 'dealer';
    /** The circumstances in which the rules pay this. */
    when?: string;
    /** null: more than points can be. */
    points: number | null;
    pays: Partial<Record<'discarder' | 'dealer' | 'others', number>> | null;
    error?: string;
}
export type TableCell = Omit<OfRuleset, 'id'> & (
    | { table: 'hand'; unit: string; total: number; fu: number | null; limit: string | null } & Paid
    | { table: 'limit'; limit: string; multiplier: number; worth: number; from_total: number | null; from_value: number | null } & Paid
    | { table: 'counter'; discard: { discarder: number; others: number }; self_draw: { each: number }; to_or_from_dealer?: number }
    | { table: 'bet'; points: number }
    | { table: 'minimum'; unit: string; total: number });

/** Texts by language; "en" is nearly always there. */
export type Names = Record<string, string>;
export interface RulesetDescription {
    /** The spec: the id with options and overlays. */
    ruleset: string;
    version: string;
    digest: string;
    title: Names;
    /** The family of games under which lists of rulesets show it. */
    family?: Names;
    unit: string;
    /** Tiles of a complete hand, a kong counting as three. */
    hand_size: number;
    tiles: { tile: string; copies: number }[];
    /** Flowers, seasons and animals that hands may have. */
    faces: { tile: string; copies: number }[];
    /** The red fives that count: "0m". */
    red_fives: string[];
    /** How many there are of each of them; 1 if the rules do not say it. */
    red_copies: number[];
    dora: boolean;
    ura: boolean;
    flowers: boolean;
    aside: boolean;
    /** Whether discarded flowers and jokers matter. */
    thrown: boolean;
    /** Whether a hand that waits for one of its own discards wins on no discard (furiten). */
    discards: boolean;
    /** Whether the hand has to name the tile that was turned up. */
    wild: boolean;
    /** Whether tiles turned up after a win affect payments. */
    birds: boolean;
    seats: Seat[];
    /** Whether each tile of a kong counts for hand_size; otherwise a kong counts as three. */
    whole_kongs: boolean;
    claims: ('chow' | 'pung' | 'kong' | 'quint' | 'sextet')[];
    /** Whether counters (honba) are paid. */
    counters: boolean;
    /** Points of a riichi bet; 0: none. */
    bet: number;
    /** Whether a win on a discard must name the discarder. */
    asks_from: boolean;
    fu: boolean;
    chips: boolean;
    /** Whether the rules have a section game, as game() needs, and the score at its start. */
    game: boolean;
    start: number;
    /** The points that a foul costs at the end of a game. */
    chombo: number;
    /** Whether players who did not win settle too. */
    losers_settle: boolean;
    /** The words for draws other than the exhaustive one; for that one, whether it pays those who are ready, and
     *  nagashi. */
    draws: string[];
    ready: boolean;
    nagashi: boolean;
    /** names: those of the yaku that is scored for it, if there is one. */
    circumstances: { id: string; names: Names; implies: string[] }[];
    yaku: { id: string; names: Names; closed: number | string | null; open: number | string | null;
            factor?: number; bonus: boolean; in_use: boolean }[];
    limits: { id: string; names: Names; worth: number; in_use: boolean }[];
    fu_items: { id: string; names: Names }[];
    /** An option without values takes a whole number from 0 to 999999, or less if the rule that it sets does.
     *  default: its value without the caller's setting. */
    options: { id: string; says: Names; note: Names; value: string; default: string; values: string[];
               value_names: Record<string, Names> }[];
}

/** A loaded ruleset. It never changes. */
export class Ruleset {
    private constructor();
    readonly id: string;
    /** The spec: the id with options and overlays. */
    readonly label: string;
    /** The version of the rules, or "". */
    readonly version: string;
    /** 16 hexadecimal digits; equal rules have equal digests. */
    readonly digest: string;
    readonly warnings: readonly Diagnostic[];
    /** Return the title in a language ("en", "ja", "zh-hans"), else in English. */
    title(language?: string): string;

    /** Return the data that a program needs to show the rules and to enter hands: tiles, seats, circumstances,
     *  yaku, options, with names by language. */
    describe(): RulesetDescription;

    /** Score a hand.
     *  @throws KazoeError if the text is not a hand, or the rules forbid it. */
    score(hand: Hand): Result;
    /** Return the result of a hand as a text of JSON. */
    json(hand: Hand): string;
    /** Return the result of a hand with its explanation. */
    explain(hand: Hand): Explanation;
    /** Return the result of a hand as lines of text for a player. language: "en", "ja", "zh-hans" or "zh-hant"; in
     *  others, of which rules have names, sentences are English. explain: add the explanation. */
    text(hand: Hand, language?: string, options?: { explain?: boolean }): string;
    /** Score many hands, in order. A hand that is refused or cannot be read has an error. */
    scoreMany(hands: Iterable<Hand>): ((Result & { error?: undefined }) | { error: KazoeError })[];
    /** Return the tiles that complete a hand that lacks one, with the worth of each on a discard and by self-draw;
     *  if it is not ready, those that bring it closer. */
    waits(hand: Hand): Waits;
    /** Return the discards of a full hand, the best first, and what each leaves. turns: the number of draws to look
     *  ahead, 1 to 18; the other options need it. width: how far to follow changes that bring the hand no closer, 0
     *  to 3; 1 (the default) is nearly exact, and each step takes 10 to 40 times as long. ura: value a win at its
     *  mean over unseen ura indicators. memory: bytes for hands, by default 256 MiB; if they do not fit, fewer
     *  turns are known.
     *  @throws RangeError that names a number out of range.
     *  @throws KazoeError with the code "limit" if not even one turn fits, and "contradiction" for turns under rules
     *  with wild tiles or with flowers among the tiles. */
    discards(hand: Hand, options?: { turns?: number; width?: number; ura?: boolean; memory?: number }): Discards;
    /** Return how many tiles of a hand that lacks one, or of a full one, to exchange until it is ready: 0 if it is,
     *  -1 if it is complete, null if nothing can complete it. */
    shanten(hand: Hand): number | null;
    /** Return the hand in a notation. unfinished: the last tile does not win, as for waits and discards. */
    convert(hand: Hand, notation?: Notation, options?: { unfinished?: boolean }): string;
    /** Score many hands into columns: typed arrays, which take less memory than objects. A hand that is refused or
     *  cannot be read has its code in the column error.
     *  @throws TypeError with the number of an element that is neither a text nor an object. */
    scoreColumns(hands: Iterable<Hand>): Columns;
    /** Return the names of the yaku in a language, by id. */
    yakuNames(language?: string): Map<string, string>;
    /** Return why a yaku, by its id or a name, does not count in a hand with its winning tile, or that it does.
     *  Unfinished hands are not supported.
     *  @throws KazoeError also if the ruleset has no such yaku. */
    whyNot(hand: Hand, yaku: string): WhyNot;
    /** Return a hand that wins, as a line. yaku: one that counts in it, by its id or a name. seed: a whole number
     *  from 0; the same seed makes the same hand.
     *  @throws KazoeError with the code "not_found" if no such hand is found, or the yaku is not in use. */
    randomHand(options?: { yaku?: string; seed?: number }): string;
    /** Return the payments for a total and fu, or for a limit, without tiles. Numbers are whole and not negative.
     *  situation: way of winning, seats, counters, as in a hand: "tsumo seat=E honba=2".
     *  @throws RangeError or TypeError that names any other number. */
    value(value: { total?: number; fu?: number; limit?: string; multiplier?: number; points?: number; chips?: number; factor?: number; situation?: string }): Value;
    /** Return the payments for each fu and total: one object for each cell of each table. */
    table(language?: string): TableCell[];
    tableText(language?: string): string;
    /** Return the tables as an HTML page. */
    tablePage(language?: string): string;
    /** Settle a deal: a line ("S ron W 3 fan 40 fu") or a record. */
    settle(deal: string | Deal): Settlement;
    /** Settle a deal; return the settlement with its explanation: who pays whom, and why. */
    explainDeal(deal: string | Deal): DealExplanation;
    /** Settle a deal; return the settlement as lines of text for the players. Language and explain as for text. */
    dealText(deal: string | Deal, language?: string, options?: { explain?: boolean }): string;
    /** Play the games of an evening: lines, or an array of lines and records, each of which is a deal, names
     *  players ("players Anna Ben Chloe Dan"), is blank or begins with #. Returns an object for each deal and
     *  refused line, one for each game with its places, and the last with the points of each name, as in the JSON
     *  of `kazoe game`. Throws if the ruleset has no section game. */
    game(lines: string | (string | Deal)[]): (GameDeal | RefusedLine | GameEnd | Evening)[];
    /** Return the games of an evening as rows of text. */
    gameText(lines: string | (string | Deal)[], language?: string): string;
    /** Return the games of an evening as an HTML page to print. */
    gamePage(lines: string | (string | Deal)[], language?: PageLanguage): string;
    /** Return the rules as an HTML page to print: every yaku with its condition and a hand, fu, point tables,
     *  options. plain: the same rules without overlays and options; then the page begins with the differences from
     *  them. */
    sheetPage(options?: PageLanguage & { plain?: Ruleset }): string;

    /** Free the memory at once. Otherwise it is freed some time after the object is collected, which a loop of
     *  loads does not wait for. */
    free(): void;
}

/** The language of a page, as of text; words: other sentences, by the codes of rules/languages in Kazoe's source. What
 *  they lack is in English. */
export interface PageLanguage {
    language?: string;
    words?: Record<string, string>;
}

/** Start the engine. load() and check() do so by themselves; call this first if kazoe.wasm is not next to the
 *  module: with its address, its bytes or the compiled module. onGrowth is called with the size of the engine's
 *  memory whenever it has grown; it may throw, after which the engine must not be called any more. */
export function start(source?: WasmAddress | string | ArrayBuffer | ArrayBufferView | WasmModule,
                      options?: { onGrowth?: (bytes: number) => void }): Promise<void>;
/** A URL. In node, a string is a URL or the path of a file. */
export interface WasmAddress {
    readonly href: string;
}
/** A WebAssembly.Module. */
export type WasmModule = object;

/** Return the names of the rulesets in the package. */
export function list(): string[];

/** Return the names of the overlays in the package, which load() and check() take. */
export function overlays(): string[];

/** Load a ruleset of the package by its name, which options and overlays may follow as in 'tenhou open_tanyao=no +
 *  local-yaku', or from a text.
 *  @throws KazoeError with all diagnostics if the rules have errors. */
export function load(from: string | RuleText, options?: Loading): Promise<Ruleset>;

/** Return all errors and warnings of a rule file; with notes, also remarks on rules that are not wrong. Check an
 *  overlay over its base: check('tenhou', {overlays: [text]}). On its own, only errors that do not depend on the
 *  base are found. */
export function check(from: string | RuleText, options?: Loading & { notes?: boolean }): Promise<Diagnostic[]>;

/** A ruleset that load() returned, or the name of one in the package, for which start() or load() has to be called before. */
export type RulesetOrName = Ruleset | string;

/** Compare a hand, or each of many, under 1 to 16 rulesets with the first. reasons: also find the rules that
 *  account for a difference. */
export function compare(rulesets: Iterable<RulesetOrName>, hand: Hand, options?: { reasons?: boolean }): Comparison;
export function compare(rulesets: Iterable<RulesetOrName>, hands: Hand[], options?: { reasons?: boolean }): Comparison[];

/** Return a hand under several rulesets as a table of text, with the rules that account for the differences. */
export function compareText(rulesets: Iterable<RulesetOrName>, hand: Hand): string;

/** Return the differences of two rulesets, by meaning. witnesses: true (the default) for a hand that shows each,
 *  which may take some seconds, the index of a single difference, or false for none. complete: false if the
 *  rulesets are too large and too different to find all differences.
 *  @throws RangeError if there is no difference with that index; 0 is never refused. */
export function diff(first: RulesetOrName, second: RulesetOrName, options?: { witnesses?: boolean | number }):
    { complete: boolean; differences: Difference[] };

/** Return the tiles as symbols of SVG, with ids such as "t1m", "t0p" (a red five), "t3f" and "back", to put into a
 *  page once. Needs start() or load() before. */
export function tileSymbols(): string;

/** Return the version of the engine. Needs start() or load() before. */
export function version(): string;
