import type { ReactNode } from 'react';
import { go, useAddress } from '../../../web/address.ts';
import { useCan } from '../../../web/permissions.tsx';
import { NoAccess } from '../../../web/ui/NoAccess.tsx';
import { Tabs } from '../../../web/ui/Tabs.tsx';
import { useWords } from '../../../web/words.tsx';
import type { PersonAddress } from './AccountDetail.tsx';
import { USERS_PATH } from '../settings/paths.rules.ts';
import { AccountList } from './AccountList.tsx';

interface UsersTabProps {
  /** Reports belong to another feature: the page says how they are called and shown, and where. */
  personAddress: PersonAddress;
  reports: { path: string; label: ReactNode; content: ReactNode };
}

/** Who has registered, and what members reported about each other. */
export function UsersTab({ reports, personAddress }: UsersTabProps) {
  const t = useWords();
  const { path } = useAddress();
  const can = useCan();
  const accounts = {
    path: USERS_PATH,
    label: t('Accounts'),
    content: <AccountList personAddress={personAddress} />,
  };
  // Reports quote what members wrote to each other: for who decides about them.
  const tabs = can('users:moderate') ? [accounts, reports] : [accounts];
  const isOthers = path === reports.path && !tabs.includes(reports);
  return (
    <>
      <Tabs
        look="line"
        label={t('Users')}
        value={path}
        onChange={(to) => go(to)}
        tabs={tabs.map((tab) => ({
          value: tab.path,
          label: tab.label,
          // A tab is unmounted when another is opened: its address says all that it shows.
          content: tab.path === path ? tab.content : null,
        }))}
      />
      {isOthers ? <NoAccess /> : null}
    </>
  );
}
