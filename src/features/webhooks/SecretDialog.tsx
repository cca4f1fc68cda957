import { CopyButton } from '../../web/ui/CopyButton.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { useWords } from '../../web/words.tsx';

interface SecretDialogProps {
  /** Undefined shows nothing. */
  secret: string | undefined;
  onClose: () => void;
}

/** A signing secret, which is never shown again. */
export function SecretDialog({ secret, onClose }: SecretDialogProps) {
  const t = useWords();
  return (
    <Dialog open={secret !== undefined} onClose={onClose} title={t('Signing secret')} size="sm">
      <p>
        {t(
          'Enter this secret in the receiver, which uses it to check that messages come from this site. We will not show it again.',
        )}
      </p>
      <p>
        <code dir="ltr" className="[overflow-wrap:anywhere]">
          {secret}
        </code>
      </p>
      <div className="actions">
        <CopyButton text={secret ?? ''}>{t('Copy')}</CopyButton>
        <Button variant="primary" onClick={onClose}>
          {t('Done')}
        </Button>
      </div>
    </Dialog>
  );
}
