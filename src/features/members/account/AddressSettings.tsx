import { useState } from 'react';
import { words } from '../../../shared/words.ts';
import { call } from '../../../web/api.ts';
import { TextField } from '../../../web/fields/TextField.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { Icon } from '../../../web/ui/Icon.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useRestoreFocus } from '../../../web/forms/useRestoreFocus.ts';
import { useForm } from '../../../web/forms/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import { cancelEmailChange, requestEmailChange, type OwnAccount } from './account.contract.ts';
import { sendVerification } from '../registration/verification.contract.ts';
import { SecurityForm, SecuritySection, useSecurityAction } from './SecuritySection.tsx';

/** The address: whether it is proved, and how another one takes its place. */
export function AddressSettings({ account }: { account: OwnAccount }) {
  const t = useWords();
  const proof = useSecurityAction(words('Not sent'));
  const cancelling = useSecurityAction();
  const [isChanging, setChanging] = useState(false);
  const place = useRestoreFocus(isChanging);
  return (
    <SecuritySection title={t('Email address')}>
      <p className="[overflow-wrap:anywhere]">
        <strong>{account.email}</strong>
        {account.isVerified ? (
          <span className="flex items-center gap-2 text-success">
            <Icon name="check" />
            {t('Confirmed')}
          </span>
        ) : null}
      </p>
      {account.isVerified ? null : (
        <Notice>
          <p>
            {t(
              'This address is not confirmed yet. Open the link in the email we sent you. You can then write to other members.',
            )}
          </p>
          <Button
            pending={proof.isPending}
            pendingLabel={t('Sending...')}
            onClick={() => void proof.run(() => call(sendVerification))}
          >
            {t('Send again')}
          </Button>
        </Notice>
      )}
      {account.pendingEmail ? (
        <Notice>
          <p className="[overflow-wrap:anywhere]">
            {t(
              '{email} will become your address when you open the link in the email we sent there.',
              {
                email: account.pendingEmail,
              },
            )}
          </p>
          <Button
            pending={cancelling.isPending}
            pendingLabel={t('Saving...')}
            onClick={() => void cancelling.run(() => call(cancelEmailChange))}
          >
            {t('Keep the old address')}
          </Button>
        </Notice>
      ) : null}
      <div ref={place} className="w-full">
        {isChanging ? (
          <ChangeForm onDone={() => setChanging(false)} />
        ) : (
          <Button onClick={() => setChanging(true)}>{t('Change the address')}</Button>
        )}
      </div>
    </SecuritySection>
  );
}

function ChangeForm({ onDone }: { onDone: () => void }) {
  const t = useWords();
  const { through, refresh, said, failed } = useSecurityAction();
  const change = useForm(requestEmailChange, {
    fallback: t('The address could not be changed. Please try again.'),
    through,
    onSuccess: ({ message }) => {
      said(message);
      refresh();
      onDone();
    },
    onFailure: failed,
  });
  return (
    <SecurityForm
      of={change}
      submitLabel={t('Send the link')}
      pendingLabel={t('Sending...')}
      onCancel={onDone}
    >
      <p>
        {t('We will email both addresses. The old one stays in use until you confirm the new one.')}
      </p>
      <TextField
        of={change}
        name="email"
        label={t('New email address')}
        type="email"
        autoComplete="email"
        maxLength={254}
      />
      <TextField
        of={change}
        name="password"
        label={t('Your password')}
        type="password"
        autoComplete="current-password"
        maxLength={200}
      />
    </SecurityForm>
  );
}
