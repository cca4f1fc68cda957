import { useWords } from '../words.tsx';

/** On every page while the sandbox takes the place of mail and money. */
export function SandboxNotice() {
  const t = useWords();
  return (
    <aside aria-label={t('Sandbox')} className="inset hint bg-raised py-1">
      {`${t('Sandbox: no real money moves')}. `}
      <a href="/sandbox" className="inline-block">
        {t('Open the test inbox')}
      </a>
    </aside>
  );
}
