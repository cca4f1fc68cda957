import { useEffect, useRef, useState } from 'react';
import { words } from '../../../shared/words.ts';
import { call } from '../../../web/api.ts';
import { TextField } from '../../../web/fields/TextField.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { useConfirm } from '../../../web/ui/confirm.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useRestoreFocus } from '../../../web/forms/useRestoreFocus.ts';
import { useForm } from '../../../web/forms/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import type { OwnAccount } from './account.contract.ts';
import { deleteAccount } from '../deletion/deletion.contract.ts';
import {
  requestPasskeyReauthentication,
  reauthenticateWithPasskey,
} from '../second-factor/passkey.contract.ts';
import { SecondFactorStep, useSecondFactor } from '../second-factor/SecondFactorStep.tsx';
import { usePasskey } from '../second-factor/usePasskey.ts';

import { SecuritySection, useSecurityAction } from './SecuritySection.tsx';

interface DeleteAccountProps {
  account: OwnAccount;
  onDeleted: () => void;
}

/** The way out: says what goes and what stays, and asks twice. */
export function DeleteAccount({ account, onDeleted }: DeleteAccountProps) {
  const t = useWords();
  const [isLeaving, setLeaving] = useState(false);
  const place = useRestoreFocus(isLeaving);
  return (
    <SecuritySection title={t('Delete the account')}>
      {account.isLastOwner ? (
        <Notice>
          <p>
            {t(
              'You are the only owner who can log in. Make someone else an owner first, so that the site still has one.',
            )}
          </p>
        </Notice>
      ) : (
        <div ref={place} className="w-full">
          {isLeaving ? (
            <DeleteForm
              email={account.email}
              onDeleted={onDeleted}
              onCancel={() => setLeaving(false)}
            />
          ) : (
            <Button variant="danger" onClick={() => setLeaving(true)}>
              {t('Delete my account')}
            </Button>
          )}
        </div>
      )}
    </SecuritySection>
  );
}

interface DeleteFormProps {
  email: string;
  onDeleted: () => void;
  onCancel: () => void;
}

function DeleteForm({ email, onDeleted, onCancel }: DeleteFormProps) {
  const t = useWords();
  const confirm = useConfirm();
  const form = useRef<HTMLFormElement>(null);
  const factor = useSecondFactor();
  const { through, failed } = useSecurityAction(words('Account not deleted'));
  const [shown, setShown] = useState(0);

  const leave = useForm(deleteAccount, {
    fallback: t('The account could not be deleted. Please try again.'),
    check: factor.options.check,
    through: (send) => factor.options.through(() => through(send)),
    // Asked once: the code that follows belongs to the same action.
    confirm: async () =>
      factor.methods !== undefined ||
      shown > 0 ||
      confirm({
        title: t('Delete your account for good?'),
        text: t('Nobody can restore it, not even us.'),
        confirmLabel: t('Delete for good'),
        danger: true,
      }),
    onSuccess: ({ message }) => {
      toast({ title: t('Account deleted'), description: t(message) });
      onDeleted();
    },
    onFailure: failed,
  });
  const passkey = usePasskey({
    ask: () => call(requestPasskeyReauthentication),
    show: (response) => call(reauthenticateWithPasskey, { body: { response } }),
    onDone: () => {
      // It stands for the code.
      factor.forget();
      setShown((times) => times + 1);
    },
  });
  useEffect(() => {
    if (shown > 0) form.current?.requestSubmit();
  }, [shown]);

  return (
    <form {...leave.form} ref={form} className="grid w-full max-w-prose gap-5">
      <FormErrors state={leave} />
      <p>{t('Your profile, conversations, passkeys and all logins are deleted at once.')}</p>
      <p>
        {t(
          'Some things stay. The messages you sent stay with the people who received them, without your name. Payments and receipts stay in our books. An application that you added to your account loses your details once it is over. A signature on the declaration, and what you sent us with a form, stays until you ask us to remove it.',
        )}
      </p>
      <p>{t('You may want to download your data first.')}</p>
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <div className="grid max-w-md gap-5">
        <TextField
          of={leave}
          name="password"
          label={t('Your password')}
          type="password"
          autoComplete="current-password"
          maxLength={200}
        />
        {factor.methods ? (
          <SecondFactorStep methods={factor.methods} error={leave.errors.code} passkey={passkey} />
        ) : null}
      </div>
      <div className="actions">
        {factor.takesCode ? (
          <Button
            type="submit"
            variant="danger"
            pending={leave.isPending}
            pendingLabel={t('Deleting...')}
          >
            {t('Delete my account')}
          </Button>
        ) : null}
        <Button onClick={onCancel}>{t('Keep my account')}</Button>
      </div>
    </form>
  );
}
