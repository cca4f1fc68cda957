import { useState } from 'react';
import { saveFile } from '../../../web/actions/saveFile.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Checkbox } from '../../../web/forms/Checkbox.tsx';
import { CopyButton } from '../../../web/ui/CopyButton.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useWords } from '../../../web/words.tsx';

/** New recovery codes, with what the action that made them says of itself. */
export interface NewCodes {
  message: string;
  codes: readonly string[];
}

interface RecoveryCodesProps {
  /** Undefined shows nothing. */
  made: NewCodes | undefined;
  email: string;
  onSaved: () => void;
  /** What takes the focus afterwards, where the form before is gone. */
  returnFocus?: () => Element | null | undefined;
}

/** Recovery codes, which are never shown again: the dialog closes once the person confirms that they are saved. */
export function RecoveryCodes({ made, email, onSaved, returnFocus }: RecoveryCodesProps) {
  const t = useWords();
  const [isSaved, setSaved] = useState(false);
  const [wantsOut, setWantsOut] = useState(false);

  function leave() {
    setWantsOut(!isSaved);
    if (!isSaved) return;
    setSaved(false);
    onSaved();
  }
  const text = [
    t('One Africa Passport recovery codes for {email}', { email }),
    t('Each code works once, together with your password.'),
    '',
    ...(made?.codes ?? []),
    '',
  ].join('\n');

  return (
    <Dialog
      open={made !== undefined}
      onClose={leave}
      title={t('Your recovery codes')}
      size="sm"
      {...(returnFocus ? { returnFocus } : {})}
    >
      <Notice role="status" tone="leaf">
        <p>{t(made?.message ?? '')}</p>
      </Notice>
      <p>
        {t(
          'If you lose your phone, each of these codes lets you log in once. We will not show them again. Keep them somewhere you can find without your phone.',
        )}
      </p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-2 figures bold">
        {made?.codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="actions">
        <CopyButton text={text}>{t('Copy')}</CopyButton>
        <Button
          onClick={() =>
            saveFile(new Blob([text], { type: 'text/plain' }), 'one-africa-recovery-codes.txt')
          }
        >
          {t('Download')}
        </Button>
      </div>
      <Checkbox
        label={t('I have saved these codes')}
        checked={isSaved}
        onChange={(event) => setSaved(event.target.checked)}
        error={
          wantsOut && !isSaved
            ? t('Please save the codes, then tick this box. We will not show them again.')
            : undefined
        }
      />
      <Button variant="primary" onClick={leave}>
        {t('Done')}
      </Button>
    </Dialog>
  );
}
