import { useState } from 'react';
import { call } from '../../../web/api.ts';
import { Switch } from '../../../web/ui/Switch.tsx';
import { useWords } from '../../../web/words.tsx';
import { setMessageMail, type OwnAccount } from '../account.contract.ts';
import { SecuritySection } from './SecuritySection.tsx';
import { useSecurityDeed } from './useSecurityDeed.ts';

/** Whether a mail says that messages wait. */
export function MailSettings({ account }: { account: OwnAccount }) {
  const t = useWords();
  const { run, isPending } = useSecurityDeed();
  // Until the server has it: the switch moves with the finger, and back when it is refused.
  const [wanted, setWanted] = useState<boolean>();

  async function set(messageMail: boolean) {
    // One at a time, so that what the switch shows is what the server has in the end.
    if (isPending) return;
    setWanted(messageMail);
    const done = await run(() => call(setMessageMail, { body: { messageMail } }));
    if (!done) setWanted(undefined);
  }

  return (
    <SecuritySection title={t('Mails about messages')}>
      <Switch
        label={t('Mail me when messages wait for me')}
        hint={t('One mail for all that wait, and none while you are here.')}
        checked={wanted ?? account.messageMail}
        onChange={(event) => void set(event.target.checked)}
      />
    </SecuritySection>
  );
}
