import type { ReactNode } from 'react';
import { useAddress } from '../../../web/address.ts';
import { PageTabs } from '../../../web/lists/PageTabs.tsx';
import { useCan } from '../../../web/permissions.tsx';
import { NoAccess } from '../../../web/ui/NoAccess.tsx';
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
      <PageTabs label={t('Users')} pages={tabs} />
      {isOthers ? <NoAccess /> : null}
    </>
  );
}
