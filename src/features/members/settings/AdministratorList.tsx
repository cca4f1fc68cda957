import { useQuery } from '@tanstack/react-query';
import { go, linkTo, withQuery } from '../../../web/address.ts';
import { read } from '../../../web/queries.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { dateColumn } from '../../../web/lists/columns.tsx';
import type { Column } from '../../../web/lists/DataTable.tsx';
import { ListTable } from '../../../web/lists/ListTable.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { ROLE_NAMES } from '../administrators/roles.rules.ts';
import { AccountName } from '../administrators/AccountDetail.tsx';
import { USERS_PATH } from './paths.rules.ts';
import { type ListedUser, listUsers } from '../administrators/accounts.contract.ts';

const ADMINISTRATORS = read(listUsers, { query: { status: 'admin', sort: 'email' } });

/** The people who can open the dashboard; a row leads to the account in the tab Users, where the role is changed. */
export function AdministratorList() {
  const t = useWords();
  const list = useQuery({ ...ADMINISTRATORS, refetchOnMount: 'always' });
  const columns = useColumns();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h2 className="text-[1.25rem]">{t('Administrators')}</h2>
        <Button {...linkTo(withQuery(USERS_PATH, { status: 'admin' }))}>
          {t('See them under Users')}
        </Button>
      </header>
      <ListTable
        caption={t('Administrators')}
        columns={columns}
        list={{ ...list, rows: list.data }}
        onRow={({ id }) => go(withQuery(USERS_PATH, { status: 'admin', open: id }))}
        loadingLabel={t('Loading the administrators...')}
        failedLabel={t('The administrators could not be loaded. Please try again.')}
        emptyLabel={t('There is no administrator.')}
      />
    </div>
  );
}

function useColumns(): Column<ListedUser>[] {
  const t = useWords();
  const { dateTimeOf } = useDates();
  return [
    {
      id: 'name',
      header: t('Name'),
      cell: (user) => (
        <span className="block py-1.5 text-start md:min-w-40">
          <AccountName user={user} isListed />
        </span>
      ),
    },
    {
      id: 'email',
      onPhone: 'below',
      header: t('Email'),
      cell: ({ email, emailVerifiedAt }) => (
        <span className="block [overflow-wrap:anywhere] md:min-w-52">
          {email}
          {emailVerifiedAt ? null : (
            <span className="block hint">{t('Address not confirmed')}</span>
          )}
        </span>
      ),
    },
    {
      id: 'role',
      onPhone: 'end',
      header: t('Role'),
      cell: ({ role }) => (role ? t(ROLE_NAMES[role]) : '–'),
    },
    {
      id: 'hasSecondFactor',
      header: t('Two-step verification'),
      cell: ({ hasSecondFactor }) => (hasSecondFactor ? t('Set up') : t('Not set up')),
    },
    dateColumn(
      'lastSeenAt',
      t('Last seen'),
      ({ lastSeenAt }) => (lastSeenAt ? dateTimeOf(lastSeenAt) : t('Never')),
      { onPhone: 'below-end' },
    ),
  ];
}
