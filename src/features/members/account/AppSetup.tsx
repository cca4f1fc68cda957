import type { AnswerOf } from '../../../shared/endpoint.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { CopyButton } from '../../../web/ui/CopyButton.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { QrCode } from '../../../web/ui/QrCode.tsx';
import { TextInput } from '../../../web/forms/TextInput.tsx';
import { useForm } from '../../../web/forms/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import { confirmTotp, type startTotp } from '../second-factor/second-factor.contract.ts';
import type { NewCodes } from './RecoveryCodes.tsx';
import { SecurityForm, useSecurityAction } from './SecuritySection.tsx';

interface AppSetupProps {
  setup: AnswerOf<typeof startTotp>;
  /** With the recovery codes, where these are the first. */
  onDone: (made?: NewCodes) => void;
  onCancel: () => void;
}

/** Gives the key to an authenticator app, by camera or by hand, and proves with a code that it has it. */
export function AppSetup({ setup, onDone, onCancel }: AppSetupProps) {
  const t = useWords();
  const { through, refresh, said, failed } = useSecurityAction();
  const confirm = useForm(confirmTotp, {
    fallback: t('The code could not be checked. Please try again.'),
    through,
    onSuccess: ({ message, recoveryCodes }) => {
      refresh();
      // A toast would lie over the codes.
      if (!recoveryCodes) said(message);
      onDone(recoveryCodes ? { message, codes: recoveryCodes } : undefined);
    },
    onFailure: failed,
  });
  const { code } = confirm.errors;
  return (
    <SecurityForm
      of={confirm}
      submitLabel={t('Turn on codes')}
      pendingLabel={t('Checking...')}
      onCancel={onCancel}
    >
      <p>
        {t(
          'Scan this code with your authenticator app. If the app is on this phone, open it below or type in the key.',
        )}
      </p>
      <div className="max-w-60">
        <QrCode text={setup.uri} label={t('QR code with the key for your authenticator app')} />
      </div>
      <div className="grid justify-items-start gap-2">
        <p>
          <span className="hint">{t('Key')}</span>
          <br />
          <code className="bold [overflow-wrap:anywhere]">{inFours(setup.secret)}</code>
        </p>
        <div className="actions">
          <CopyButton text={setup.secret}>{t('Copy the key')}</CopyButton>
          <Button href={setup.uri}>{t('Open in the app')}</Button>
        </div>
      </div>
      <Field
        label={t('Code from your authenticator app')}
        hint={t('Six digits that change every 30 seconds.')}
        error={code && t(code)}
      >
        <TextInput name="code" inputMode="numeric" autoComplete="one-time-code" maxLength={40} />
      </Field>
    </SecurityForm>
  );
}

/** As people read it out and type it. */
const inFours = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
