import { Button } from '../../../web/ui/Button.tsx';
import { CopyButton } from '../../../web/ui/CopyButton.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useWords } from '../../../web/words.tsx';

/** A new key, with what the action that made it says of itself. */
export interface MadeKey {
  message: string;
  key: string;
  name: string;
}

interface NewKeyProps {
  /** Undefined shows nothing. */
  made: MadeKey | undefined;
  onClose: () => void;
}

/** A key, which is never shown again. */
export function NewKey({ made, onClose }: NewKeyProps) {
  const t = useWords();
  return (
    <Dialog open={made !== undefined} onClose={onClose} title={t('Your new API key')} size="sm">
      <Notice role="status" tone="leaf">
        <p>{t(made?.message ?? '')}</p>
      </Notice>
      <p dir="auto" className="[overflow-wrap:anywhere]">
        {made?.name}
      </p>
      <p>
        <code dir="ltr" className="figures bold [overflow-wrap:anywhere]">
          {made?.key}
        </code>
      </p>
      <p>
        {t(
          'Keep it like a password: anyone who has it can read what you chose. If you lose it, revoke it here and make a new one.',
        )}
      </p>
      <div className="actions">
        <CopyButton text={made?.key ?? ''}>{t('Copy key')}</CopyButton>
        <Button variant="primary" onClick={onClose}>
          {t('Done')}
        </Button>
      </div>
    </Dialog>
  );
}
