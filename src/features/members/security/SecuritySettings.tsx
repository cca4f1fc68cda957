import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '../../../shared/endpoint.ts';
import { words } from '../../../shared/words.ts';
import { sentenceOf } from '../../../web/api.ts';
import { read } from '../../../web/queries.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Loading } from '../../../web/ui/Loading.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useWords } from '../../../web/words.tsx';
import { readAccount } from '../account.contract.ts';
import { AddressSettings } from './AddressSettings.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { ExportSettings } from './ExportSettings.tsx';
import { MailSettings } from './MailSettings.tsx';
import { PasskeySettings } from './PasskeySettings.tsx';
import { PasswordSettings } from './PasswordSettings.tsx';
import { SessionSettings } from './SessionSettings.tsx';
import { TwoStepSettings } from './TwoStepSettings.tsx';

export type OwnAccount = AnswerOf<typeof readAccount>;

/**
 * What guards a member's account, and how it is kept, taken along or ended. Needs RecentPassword and
 * LoginAgain above it. `onDeleted` hears that the account is gone.
 */
export function SecuritySettings({ onDeleted }: { onDeleted: () => void }) {
  const t = useWords();
  const account = useQuery(read(readAccount));
  return (
    <section
      id="security"
      className="grid scroll-mt-4 grid-cols-[minmax(0,1fr)] gap-8"
      aria-labelledby="security-title"
    >
      <h2 id="security-title" className="text-2xl">
        {t('Security')}
      </h2>
      {account.isPending ? <Loading>{t('Loading your account...')}</Loading> : null}
      {account.error && !account.data ? (
        <Notice role="alert" tone="danger">
          <p>{t(sentenceOf(account.error, words('Your account could not be loaded.')))}</p>
          <Button onClick={() => void account.refetch()}>{t('Try again')}</Button>
        </Notice>
      ) : null}
      {account.data ? (
        <>
          <AddressSettings account={account.data} />
          <PasswordSettings email={account.data.email} />
          <TwoStepSettings account={account.data} />
          <PasskeySettings account={account.data} />
          <SessionSettings />
          <MailSettings account={account.data} />
          <ExportSettings />
          <DeleteAccount account={account.data} onDeleted={onDeleted} />
        </>
      ) : null}
    </section>
  );
}
