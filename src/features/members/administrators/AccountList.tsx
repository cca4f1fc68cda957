import { words } from '../../../shared/words.ts';
import { dateColumn } from '../../../web/lists/columns.tsx';
import type { Column } from '../../../web/lists/DataTable.tsx';
import { DownloadRows } from '../../../web/lists/DownloadRows.tsx';
import { ListTable } from '../../../web/lists/ListTable.tsx';
import { FilterBar, SearchFilter, SelectFilter } from '../../../web/lists/Filters.tsx';
import { IfCan } from '../../../web/permissions.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { AccountDetail, AccountName, AccountRole, type PersonAddress } from './AccountDetail.tsx';

import { type ListedUser, listUsers, USER_STATUSES, type UserStatus } from './accounts.contract.ts';
import { ANY_TEXT, useList } from '../../../web/lists/useList.ts';
import { useOpenedRow } from '../../../web/lists/useOpenedRow.ts';
import { rowsOf } from '../../../web/lists/useRows.ts';

const STATUS_LABELS: Readonly<Record<UserStatus, string>> = {
  verified: words('Address confirmed'),
  unverified: words('Address not confirmed'),
  suspended: words('Suspended'),
  admin: words('Administrators'),
};

const ACCOUNTS = rowsOf(listUsers);

export interface AccountListProps {
  personAddress: PersonAddress;
  /** The file of the accounts that the list shows belongs to another feature. */
  fetchCsv: (question: Readonly<Record<string, string>>) => Promise<Blob>;
}

/** All accounts: searched, filtered and sorted by the server; a row opens the account. */
export function AccountList({ personAddress, fetchCsv }: AccountListProps) {
  const t = useWords();
  const list = useList(ACCOUNTS, {
    search: ANY_TEXT,
    status: USER_STATUSES,
    sort: ['createdAt', '-createdAt', 'email', '-email'],
  });
  const opened = useOpenedRow(ACCOUNTS, list.rows, [], list);
  const columns = useColumns();
  return (
    <div className="list-page">
      <ListTable
        name="users"
        actions={
          <IfCan permission="submissions:export">
            <DownloadRows
              file="users.csv"
              fetchRows={() => fetchCsv(list.question)}
              list={list}
              counted={words('{count, plural, one {# account} other {# accounts}}')}
              filters={[
                list.asked.status !== '' &&
                  t('status: {status}', { status: t(STATUS_LABELS[list.asked.status]) }),
              ]}
            />
          </IfCan>
        }
        filters={
          <FilterBar
            search={<SearchFilter list={list} />}
            chosen={list.asked.status === '' ? 0 : 1}
          >
            <SelectFilter
              list={list}
              name="status"
              label={t('Status')}
              placeholder={t('All accounts')}
              options={USER_STATUSES.map((value) => ({
                value,
                label: t(STATUS_LABELS[value]),
              }))}
            />
          </FilterBar>
        }
        caption={t('Accounts')}
        columns={columns}
        list={list}
        defaultSort="-createdAt"
        onRow={opened.open}
        openRow={opened.row?.id}
        loadingLabel={t('Loading the accounts...')}
        failedLabel={t('The accounts could not be loaded. Please try again.')}
        emptyLabel={t('No users registered yet.')}
      />
      <AccountDetail opened={opened} personAddress={personAddress} />
    </div>
  );
}

function useColumns(): Column<ListedUser>[] {
  const t = useWords();
  const { dayOf } = useDates();
  return [
    {
      id: 'name',
      header: t('Name'),
      cell: (user) => <AccountName user={user} isListed />,
    },
    {
      id: 'email',
      header: t('Email'),
      yields: 'long',
      onPhone: 'below',
      sortable: true,
      cell: ({ email, emailVerifiedAt }) => (
        <>
          {email}
          {emailVerifiedAt ? null : <span className="hint"> {t('Address not confirmed')}</span>}
        </>
      ),
    },
    {
      id: 'role',
      onPhone: 'below-end',
      header: t('Role'),
      cell: (user) => (
        <span>
          <AccountRole role={user.role} />
        </span>
      ),
    },
    dateColumn('createdAt', t('Joined'), ({ createdAt }) => dayOf(createdAt), {
      sortable: true,
      onPhone: 'end',
    }),
    dateColumn('lastSeenAt', t('Last seen'), ({ lastSeenAt }) =>
      lastSeenAt ? dayOf(lastSeenAt) : '–',
    ),
  ];
}
