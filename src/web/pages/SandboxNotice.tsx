import { Notice } from '../ui/Notice.tsx';
import { useWords } from '../words.tsx';

/** On every page while the sandbox takes the place of mail and money. */
export function SandboxNotice() {
  const t = useWords();
  return (
    <aside aria-label={t('Sandbox')} className="inset pt-4">
      <Notice>
        <p>{t('Sandbox: no real money moves')}.</p>
        {/* On a line of its own, whichever font has come: what is below does not move. */}
        <p>
          <a href="/sandbox">{t('Open the test inbox')}</a>
        </p>
      </Notice>
    </aside>
  );
}
