import { call, CallError } from '../../../web/api.ts';
import { Button } from '../../../web/ui/Button.tsx';
import type { Question } from '../../../web/ui/confirm.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { useForm } from '../../../web/forms/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import { reauthenticate } from './login.contract.ts';
import {
  requestPasskeyReauthentication,
  reauthenticateWithPasskey,
} from '../second-factor/passkey.contract.ts';
import { PasswordStep } from './PasswordStep.tsx';
import { usePasskey } from '../second-factor/usePasskey.ts';
import { useSecondFactor } from '../second-factor/SecondFactorStep.tsx';

/** How the dialog ended; an error is a session that had ended before it. */
export type Ending = 'confirmed' | 'declined' | CallError;

interface PasswordDialogProps {
  open: boolean;
  /** What the password says yes to, where that has to be looked at first. */
  question: Question | undefined;
  onEnd: (ending: Ending) => void;
}

/** Asks for the password once more, or for a passkey. */
export function PasswordDialog({ open, question, onEnd }: PasswordDialogProps) {
  const t = useWords();
  return (
    <Dialog
      open={open}
      onClose={() => onEnd('declined')}
      title={question?.title ?? t('Confirm your password')}
      size="sm"
    >
      <PasswordForm question={question} onEnd={onEnd} />
    </Dialog>
  );
}

function PasswordForm({ question, onEnd }: Omit<PasswordDialogProps, 'open'>) {
  const t = useWords();
  const factor = useSecondFactor();
  const again = useForm(reauthenticate, {
    ...factor.options,
    fallback: t('The password could not be checked. Please try again.'),
    onSuccess: () => onEnd('confirmed'),
    onFailure: (_, error) => {
      // Without a session there is no account whose password could be asked for.
      if (error instanceof CallError && error.status === 401) onEnd(error);
    },
  });
  const passkey = usePasskey({
    ask: () => call(requestPasskeyReauthentication),
    show: (response) => call(reauthenticateWithPasskey, { body: { response } }),
    onDone: () => onEnd('confirmed'),
  });
  return (
    <form {...again.form} className="grid gap-5">
      {question ? (
        <div>{question.text}</div>
      ) : (
        <p>
          {t('Please enter your password again to continue. What you have entered is still here.')}
        </p>
      )}
      <FormErrors state={again} />
      <PasswordStep
        form={again}
        factor={factor}
        passkey={passkey}
        button={question?.confirmLabel ?? t('Continue')}
        pendingLabel={t('Checking...')}
      >
        <Button onClick={() => onEnd('declined')}>{t('Cancel')}</Button>
      </PasswordStep>
    </form>
  );
}
