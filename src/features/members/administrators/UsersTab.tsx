import type { ReactNode } from 'react';
import { go, useAddress } from '../../../web/address.ts';
import { useCan } from '../../../web/permissions.tsx';
import { NoAccess } from '../../../web/ui/NoAccess.tsx';
import { Tabs } from '../../../web/ui/Tabs.tsx';
import { useWords } from '../../../web/words.tsx';
import { USERS_PATH } from '../settings/paths.rules.ts';
import { AccountList, type AccountListProps } from './AccountList.tsx';

interface UsersTabProps extends AccountListProps {
  /** Reports belong to another feature: the page says how they are called and shown, and where. */
  reports: { path: string; label: ReactNode; content: ReactNode };
}

/** Who has registered, and what members reported about each other. */
export function UsersTab({ reports, ...accounts }: UsersTabProps) {
  const t = useWords();
  const { path } = useAddress();
  const can = useCan();
  const list = {
    path: USERS_PATH,
    label: t('Accounts'),
    content: <AccountList {...accounts} />,
  };
  // Reports quote what members wrote to each other: for who decides about them.
  const tabs = can('users:moderate') ? [list, reports] : [list];
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
