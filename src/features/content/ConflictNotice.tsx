import { Button } from '../../web/ui/Button.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { useWords } from '../../web/words.tsx';
import type { PageText } from './useContentTexts.ts';

interface ConflictNoticeProps {
  text: PageText;
  problem: { sentence: string; isConflict: boolean };
  /** Their words stay, over what was published meanwhile. */
  onGoOn: () => void;
  onTakeTheirs: () => void;
}

/** Why a draft could not be saved; and, where somebody else was faster, what to do about it. */
export function ConflictNotice({ text, problem, onGoOn, onTakeTheirs }: ConflictNoticeProps) {
  const t = useWords();
  return (
    <Notice role="alert" tone="danger">
      <strong>{t(problem.sentence)}</strong>
      {problem.isConflict ? (
        <>
          <p>
            {text.published
              ? t('What stands there now is shown below. Yours is still in the form.')
              : t('The built-in text stands there now. Yours is still in the form.')}
          </p>
          <div className="actions">
            <Button onClick={onGoOn}>{t('Go on with mine')}</Button>
            <Button onClick={onTakeTheirs}>{t('Take what stands there')}</Button>
          </div>
        </>
      ) : null}
    </Notice>
  );
}
