// A button for the link that shows others the same state.
import { useEffect, useState } from 'preact/hooks';
import { useTexts } from './language.js';
import { T } from './text.jsx';

const SHOWN = 10000; // milliseconds

/** link(): returns the address. If it cannot be copied, it is shown. */
export function CopyLink({ link }) {
    const texts = useTexts();
    const [copied, setCopied] = useState(null); // true, or the address to copy by hand
    useEffect(() => {
        const later = copied === true ? setTimeout(() => setCopied(null), SHOWN) : 0;
        return () => clearTimeout(later);
    }, [copied]);
    const copy = async () => {
        const address = link();
        setCopied(await Promise.resolve().then(() => navigator.clipboard.writeText(address)).then(() => true, () => address));
    };
    return (
        <>
            <button type="button" class="copy-link" title={texts('link.hint')} onClick={copy}><T code={copied === true ? 'evening.copied' : 'link.copy'} /></button>
            {copied !== null && location.protocol === 'file:' && <p class="hint" role="status">{texts('link.local')}</p>}
            {typeof copied === 'string' && <input type="text" class="address" readOnly aria-label={texts('link.address')} value={copied} onFocus={(event) => event.target.select()} />}
        </>
    );
}
