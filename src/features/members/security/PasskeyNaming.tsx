import { TextField } from '../../../web/fields/TextField.tsx';
import { useForm } from '../../../web/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import { deviceOf, sayDevice } from '../device.rules.ts';
import { addPasskey, type Registered } from '../passkey.contract.ts';
import type { NewCodes } from './RecoveryCodes.tsx';
import { SecurityForm } from './SecurityForm.tsx';
import { useSecurityDeed } from './useSecurityDeed.ts';

export type NewPasskey = Registered;

interface PasskeyNamingProps {
  /** What the browser made; we keep it under the name. */
  made: NewPasskey;
  /** With the recovery codes, where this is the first second factor. */
  onDone: (made?: NewCodes) => void;
  onCancel: () => void;
}

/** Names a passkey that was just made, so that it is known again in the list. */
export function PasskeyNaming({ made, onDone, onCancel }: PasskeyNamingProps) {
  const t = useWords();
  const { through, refresh, said, failed } = useSecurityDeed();
  const add = useForm(addPasskey, {
    fallback: t('The passkey could not be kept. Please try again.'),
    read: (form) => ({ name: form.get('name'), response: made }),
    through,
    onSuccess: ({ message, recoveryCodes }) => {
      refresh();
      // A toast would lie over the codes.
      if (!recoveryCodes) said(message);
      onDone(recoveryCodes ? { message, codes: recoveryCodes } : undefined);
    },
    onFailure: failed,
  });
  return (
    <SecurityForm
      of={add}
      submitLabel={t('Keep the passkey')}
      pendingLabel={t('Saving...')}
      onCancel={onCancel}
    >
      <TextField
        of={{ ...add, filled: { name: sayDevice(t, deviceOf(navigator.userAgent)) } }}
        name="name"
        label={t('Name of the passkey')}
        hint={t('Such as the device that it is on.')}
        maxLength={60}
        autoComplete="off"
      />
    </SecurityForm>
  );
}
