// A value with its history: a user can undo its changes and make them again.
import { useEffect, useReducer } from 'preact/hooks';

const MAX_UNDO = 500;

function change(state, { kind, value, isSame }) {
    const { past, now, future } = state;
    if (kind === 'undo')
        return past.length ? { past: past.slice(0, -1), now: past.at(-1), future: [now, ...future] } : state;
    if (kind === 'redo')
        return future.length ? { past: [...past, now], now: future[0], future: future.slice(1) } : state;
    if (kind === 'adapt')
        return { ...state, now: value(now) };
    return isSame(value, now) ? state : { past: [...past, now].slice(-MAX_UNDO), now: value, future: [] };
}

/** Return the value and how to change it: set(value); adapt(function), a change that undo does not undo by itself;
 * undo() and redo(). make: the first value. active: whether Ctrl+Z and Ctrl+Shift+Z are for it. isSame(value, now):
 * whether there is no change. */
export function useHistory(make, { active = true, isSame = Object.is } = {}) {
    const [state, dispatch] = useReducer(change, null, () => ({ past: [], now: make(), future: [] }));
    useEffect(() => {
        if (!active)
            return undefined;
        const onKey = (event) => {
            const typing = event.target.closest?.('input[type=text], input[type=number], textarea, .cm-editor');
            if (typing || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z')
                return;
            event.preventDefault();
            dispatch({ kind: event.shiftKey ? 'redo' : 'undo' });
        };
        document.addEventListener('keydown', onKey);
        return () => document.removeEventListener('keydown', onKey);
    }, [active]);
    return [state.now, {
        set: (value) => dispatch({ kind: 'set', value, isSame }),
        adapt: (value) => dispatch({ kind: 'adapt', value }),
        undo: () => dispatch({ kind: 'undo' }),
        redo: () => dispatch({ kind: 'redo' }),
        canUndo: state.past.length > 0,
        canRedo: state.future.length > 0,
    }];
}
