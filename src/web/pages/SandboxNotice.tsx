import { Notice } from '../ui/Notice.tsx';
import { useWords } from '../words.tsx';

/** On every page while the sandbox takes the place of mail and money. */
export function SandboxNotice() {
  const t = useWords();
  return (
    <aside aria-label={t('Sandbox')} className="inset py-2">
      <Notice>
        <p>
          {t('Sandbox: no real money moves')}.{' '}
          {/* In one piece, whichever font has come: what is below does not move. */}
          <a className="inline-block" href="/sandbox">
            {t('See the test mailbox')}
          </a>
        </p>
      </Notice>
    </aside>
  );
}
