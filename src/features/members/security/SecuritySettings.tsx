import { useState } from 'react';
import { words } from '../../../shared/words.ts';
import { sentenceOf } from '../../../web/api.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Loading } from '../../../web/ui/Loading.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useWords } from '../../../web/words.tsx';
import type { OwnAccount } from '../account.contract.ts';
import { AddressSettings } from './AddressSettings.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { ExportSettings } from './ExportSettings.tsx';
import { MailSettings } from './MailSettings.tsx';
import { PasskeySettings } from './PasskeySettings.tsx';
import { PasswordSettings } from './PasswordSettings.tsx';
import { SessionSettings } from './SessionSettings.tsx';
import { TwoStepSettings } from './TwoStepSettings.tsx';
import { useLeadHere } from './useLeadHere.ts';
import { useOwnAccount } from './useOwnAccount.ts';

/** In the address, this part of the profile is asked for: by a mail, or by another page. */
const SECURITY_ID = 'security';

/**
 * What guards a member's account, and how it is kept, taken along or ended. Needs RecentPassword and
 * LoginAgain above it. `onDeleted` hears that the account is gone.
 */
export function SecuritySettings({ onDeleted }: { onDeleted: () => void }) {
  const t = useWords();
  const query = useOwnAccount();
  // What was loaded stays until it is loaded anew: a login in between makes the page forget, and must not
  // take a half-filled form away.
  const [account, setAccount] = useState<OwnAccount>();
  if (query.data && query.data !== account) setAccount(query.data);
  const title = useLeadHere(SECURITY_ID, account !== undefined);
  return (
    <section
      id={SECURITY_ID}
      className="grid grid-cols-[minmax(0,1fr)] gap-8"
      aria-labelledby="security-title"
    >
      <h2 id="security-title" ref={title} tabIndex={-1} className="scroll-mt-4 text-2xl">
        {t('Security')}
      </h2>
      {!account && query.isPending ? <Loading>{t('Loading your account...')}</Loading> : null}
      {!account && query.error ? (
        <Notice role="alert" tone="danger">
          <p>{t(sentenceOf(query.error, words('Your account could not be loaded.')))}</p>
          <Button onClick={() => void query.refetch()}>{t('Try again')}</Button>
        </Notice>
      ) : null}
      {account ? (
        <>
          <AddressSettings account={account} />
          <PasswordSettings email={account.email} />
          <TwoStepSettings account={account} />
          <PasskeySettings account={account} />
          <SessionSettings />
          <MailSettings account={account} />
          <ExportSettings />
          <DeleteAccount account={account} onDeleted={onDeleted} />
        </>
      ) : null}
    </section>
  );
}
