import { useMemo } from 'react';
import { words } from '../../../shared/words.ts';
import type { Column } from '../../../web/lists/DataTable.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { ListTable } from '../../../web/lists/ListTable.tsx';
import { SearchField } from '../../../web/lists/SearchField.tsx';
import { Select } from '../../../web/forms/Select.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { AccountDetail, AccountName, AccountRole, type PersonAddress } from './AccountDetail.tsx';

import { type ListedUser, listUsers, USER_STATUSES, type UserStatus } from './accounts.contract.ts';
import { ANY_TEXT, useListAddress } from '../../../web/lists/useListAddress.ts';
import { useOpenedRow } from '../../../web/lists/useOpenedRow.ts';
import { rowsOf, useRows } from '../../../web/lists/useRows.ts';

const STATUS_LABELS: Readonly<Record<UserStatus, string>> = {
  verified: words('Address confirmed'),
  unverified: words('Address not confirmed'),
  suspended: words('Suspended'),
  admin: words('Administrators'),
};

/** All accounts: searched, filtered and sorted by the server; a row opens the account. */
export function AccountList({ personAddress }: { personAddress: PersonAddress }) {
  const t = useWords();
  const { list, asked, ask, question, askOnly, opened } = useAccountList();
  const columns = useColumns();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
        <SearchField
          search={asked.search}
          onSearch={(search) => ask({ search }, { replace: true })}
        />
        <Field label={t('Status')}>
          <Select
            placeholder={t('All accounts')}
            options={USER_STATUSES.map((value) => ({ value, label: t(STATUS_LABELS[value]) }))}
            value={asked.status}
            onChange={(event) => ask({ status: event.target.value })}
          />
        </Field>
      </div>
      <ListTable
        name="users"
        caption={t('Accounts')}
        columns={columns}
        list={list}
        question={question}
        onAsk={askOnly}
        sort={asked.sort || '-createdAt'}
        onSort={(sort) => ask({ sort })}
        onRow={opened.open}
        loadingLabel={t('Loading the accounts...')}
        failedLabel={t('The accounts could not be loaded. Please try again.')}
        emptyLabel={t('No users registered yet.')}
        isNarrowed={Boolean(asked.search || asked.status)}
        onShowAll={() => ask({ search: '', status: '' })}
      />
      <AccountDetail
        user={opened.row}
        isMissing={opened.isMissing}
        onClose={opened.close}
        personAddress={personAddress}
      />
    </div>
  );
}

function useColumns(): Column<ListedUser>[] {
  const t = useWords();
  const { dayOf } = useDates();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('Name'),
        cell: (user) => (
          <span className="block py-1.5 text-start md:max-w-80 md:min-w-40">
            <AccountName user={user} isListed />
          </span>
        ),
      },
      {
        id: 'email',
        header: t('Email'),
        sortable: true,
        cell: ({ email, emailVerifiedAt }) => (
          <span className="block [overflow-wrap:anywhere] md:min-w-64">
            {email}
            {emailVerifiedAt ? null : (
              <span className="block hint">{t('Address not confirmed')}</span>
            )}
          </span>
        ),
      },
      {
        id: 'role',
        header: t('Role'),
        cell: (user) => (
          <span>
            <AccountRole role={user.role} />
          </span>
        ),
      },
      {
        id: 'createdAt',
        header: t('Joined'),
        sortable: true,
        cell: ({ createdAt }) => (
          <span className="whitespace-nowrap figures">{dayOf(createdAt)}</span>
        ),
      },
      {
        id: 'lastSeenAt',
        header: t('Last seen'),
        cell: ({ lastSeenAt }) => (
          <span className="whitespace-nowrap figures">{lastSeenAt ? dayOf(lastSeenAt) : '–'}</span>
        ),
      },
    ],
    [t, dayOf],
  );
}

export const USERS_PATH = '/admin/users';

const ACCOUNTS = rowsOf(listUsers);

/** The accounts that the address asks for, and the one that it opens. */
function useAccountList() {
  const { asked, question, ask, askOnly } = useListAddress({
    search: ANY_TEXT,
    status: USER_STATUSES,
    sort: ['createdAt', '-createdAt', 'email', '-email'],
  });
  const list = useRows(ACCOUNTS, question);
  return { list, asked, ask, question, askOnly, opened: useOpenedRow(ACCOUNTS, list.rows) };
}
