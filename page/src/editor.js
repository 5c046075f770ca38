// The editor of sheets: CodeMirror in a shadow tree, because there its styles are style sheets of the
// document and not elements, which the policy of the page forbids.
import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { setDiagnostics } from '@codemirror/lint';
import { Annotation, Compartment, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import schema from 'rules.schema.json';
import { completions } from './sheet.js';

const colours = HighlightStyle.define([
    { tag: tags.propertyName, color: 'var(--key)' },
    { tag: [tags.string, tags.content], color: 'var(--ink)' },
    { tag: [tags.comment, tags.lineComment], color: 'var(--soft)', fontStyle: 'italic' },
    { tag: [tags.separator, tags.punctuation, tags.brace, tags.squareBracket], color: 'var(--soft)' },
]);

const look = EditorView.theme({
    '&': { backgroundColor: 'var(--panel)', color: 'var(--ink)', border: '1px solid var(--field)', borderRadius: '.4rem', maxHeight: '24rem' },
    '&.cm-focused': { outline: '3px solid var(--accent)' },
    '.cm-scroller': { fontFamily: "ui-monospace, 'DejaVu Sans Mono', monospace", lineHeight: '1.45', minHeight: '9rem' },
    '.cm-gutters': { backgroundColor: 'var(--paper)', color: 'var(--soft)', border: 'none' },
    '.cm-cursor': { borderLeftColor: 'var(--ink)' },
    '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'color-mix(in srgb, var(--accent) 30%, transparent)' },
    // CodeMirror's own marks are images, which the policy forbids.
    '.cm-lintRange-error, .cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy var(--bad)' },
    '.cm-tooltip': { backgroundColor: 'var(--panel)', color: 'var(--ink)', border: '1px solid var(--field)' },
    '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
});

// The parser for colors recurses: text that nests deeper than rules do is shown without colors.
const MAX_NESTED = 100;
const colouring = yaml(), PLAIN = [];

function colouringOf(text) {
    let depth = 0, deepest = 0;
    for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
        depth += '[{'.includes(bracket) ? 1 : -1;
        deepest = Math.max(deepest, depth);
    }
    return deepest > MAX_NESTED ? PLAIN : colouring;
}

// Marks changes by the page, which are not the user's.
const written = Annotation.define();

/** parent: an element; label: its name; onChange(text): called with the user's text; rules(): the ruleset's
 * description, for completion. */
export function createEditor(parent, { text, label, onChange, rules }) {
    const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
    const complete = ({ state, pos, explicit }) => {
        if (!rules())
            return null;
        const { from, words } = completions(state.sliceDoc(0, pos), schema, rules());
        if (!words.length || (!from && !explicit))
            return null;
        return {
            from: pos - from,
            options: words.map(({ label: word, kind }) => ({ label: word, type: kind === 'value' ? 'constant' : 'property', apply: kind === 'value' ? word : `${word}: ` })),
            validFor: /^[\w-]*$/,
        };
    };
    const language = new Compartment();
    const recolour = EditorState.transactionExtender.of(({ docChanged, newDoc, startState }) => {
        const wanted = docChanged ? colouringOf(newDoc.toString()) : null;
        return wanted && wanted !== language.get(startState) ? { effects: language.reconfigure(wanted) } : null;
    });
    const view = new EditorView({
        root,
        parent: root,
        state: EditorState.create({
            doc: text,
            extensions: [
                lineNumbers(), history(), drawSelection(), language.of(colouringOf(text)), recolour, syntaxHighlighting(colours), look,
                autocompletion({ override: [complete], icons: false }),
                keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
                EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
                EditorView.updateListener.of(({ docChanged, state, transactions }) => {
                    if (docChanged && !transactions.some((each) => each.annotation(written)))
                        onChange(state.doc.toString());
                }),
            ],
        }),
    });
    return {
        write(text) {
            view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, annotations: written.of(true) });
        },
        /** Show diagnostics of the engine, with lines and columns from 1. */
        show(diagnostics) {
            const { doc } = view.state;
            const marks = diagnostics.map(({ line = 1, column = 1, message, severity }) => {
                const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
                const at = Math.min(from + Math.max(column, 1) - 1, to);
                const word = /^[\w-]*/.exec(doc.sliceString(at, to))[0].length;
                const end = Math.min(at + Math.max(word, 1), to);
                return { from: at < end ? at : from, to: end, severity, message };
            });
            view.dispatch(setDiagnostics(view.state, marks.sort((a, b) => a.from - b.from)));
        },
        destroy: () => view.destroy(),
    };
}
