import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { go, linkTo, withQuery } from '../../../web/address.ts';
import { sentenceOf } from '../../../web/api.ts';
import { read } from '../../../web/queries.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { type Column, DataTable } from '../../../web/lists/DataTable.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { ROLE_NAMES } from '../administrators/roles.rules.ts';
import { AccountName } from '../administrators/AccountDetail.tsx';
import { USERS_PATH } from '../administrators/AccountList.tsx';
import { type ListedUser, listUsers } from '../administrators/accounts.contract.ts';

const ADMINISTRATORS = read(listUsers, { query: { status: 'admin', sort: 'email' } });

/** Who may open the dashboard; a row leads to the account in the tab Users, where the role is changed. */
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
      <DataTable
        caption={t('Administrators')}
        columns={columns}
        rows={list.data}
        rowKey={({ id }) => id}
        onRow={({ id }) => go(withQuery(USERS_PATH, { status: 'admin', open: id }))}
        isLoading={list.isFetching}
        loadingLabel={t('Loading the administrators...')}
        error={
          list.error
            ? t(
                sentenceOf(
                  list.error,
                  t('The administrators could not be loaded. Please try again.'),
                ),
              )
            : undefined
        }
        onRetry={() => void list.refetch()}
        empty={t('There is no administrator.')}
      />
    </div>
  );
}

function useColumns(): Column<ListedUser>[] {
  const t = useWords();
  const { dateTimeOf } = useDates();
  return useMemo(
    () => [
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
        header: t('Role'),
        cell: ({ role }) => (role ? t(ROLE_NAMES[role]) : '–'),
      },
      {
        id: 'hasSecondFactor',
        header: t('Second factor'),
        cell: ({ hasSecondFactor }) => (hasSecondFactor ? t('Set up') : t('Not set up')),
      },
      {
        id: 'lastSeenAt',
        header: t('Last seen'),
        cell: ({ lastSeenAt }) => (
          <span className="whitespace-nowrap figures">
            {lastSeenAt ? dateTimeOf(lastSeenAt) : t('Never')}
          </span>
        ),
      },
    ],
    [t, dateTimeOf],
  );
}
