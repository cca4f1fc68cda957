import { useMemo } from 'react';
import { cents, dollars } from '../../shared/money.ts';
import { words } from '../../shared/words.ts';
import { sentenceOf } from '../../web/api.ts';
import { Button } from '../../web/ui/Button.tsx';
import { type Column, DataTable } from '../../web/ui/DataTable.tsx';
import { EmptyState } from '../../web/ui/EmptyState.tsx';
import { SearchField } from '../../web/ui/SearchField.tsx';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import type { Donation } from './donation.contract.ts';
import { METHOD_LABELS } from './donation.rules.ts';
import { DonationDetail } from './DonationDetail.tsx';
import { DonorName } from './DonorName.tsx';
import { useDonations, useOpenedDonation } from './useDonations.ts';

/** Every donation: searched and sorted by the server; a row opens it. */
export function DonationList({ onDeleted }: { onDeleted: () => void }) {
  const t = useWords();
  const { list, donations, total, asked, ask } = useDonations();
  const opened = useOpenedDonation(donations);
  const columns = useColumns();
  const { sort } = asked;
  return (
    <>
      <SearchField
        search={asked.search}
        onSearch={(search) => ask({ search }, { replace: true })}
      />
      <DataTable
        caption={t('Donations')}
        columns={columns}
        rows={donations}
        rowKey={(donation) => donation.id}
        total={total}
        {...(sort ? { sort: { id: sort.replace('-', ''), desc: sort.startsWith('-') } } : {})}
        onSort={({ id, desc }) => ask({ sort: `${desc ? '-' : ''}${id}` })}
        onRow={opened.open}
        isLoading={list.isFetching}
        loadingLabel={t('Loading the donations...')}
        error={
          list.error
            ? t(sentenceOf(list.error, words('The donations could not be loaded.')))
            : undefined
        }
        onRetry={() => void list.refetch()}
        onLoadMore={
          list.hasNextPage && !list.isFetchingNextPage ? () => void list.fetchNextPage() : undefined
        }
        isEndless
        empty={
          asked.search ? (
            <EmptyState
              title={t('Nothing matches.')}
              action={<Button onClick={() => ask({ search: '' })}>{t('Show everything')}</Button>}
            />
          ) : (
            t('No donations yet.')
          )
        }
      />
      <DonationDetail
        donation={opened.donation}
        isMissing={opened.isMissing}
        onClose={opened.close}
        onDeleted={onDeleted}
      />
    </>
  );
}

function useColumns(): Column<Donation>[] {
  const t = useWords();
  const { dayInWords } = useDates();
  return useMemo(
    () => [
      {
        id: 'donor',
        header: t('Donor'),
        cell: (donation) => (
          <span className="block py-1.5 text-start md:max-w-80 md:min-w-40">
            <DonorName donation={donation} />
          </span>
        ),
      },
      {
        id: 'donationAmount',
        header: t('Amount'),
        numeric: true,
        sortable: true,
        cell: ({ donationAmount }) => dollars(cents(donationAmount)),
      },
      {
        id: 'email',
        header: t('Email'),
        // An address names its owner.
        cell: ({ donorEmail, isAnonymous }) => (
          <span className="[overflow-wrap:anywhere]">
            {isAnonymous ? '–' : (donorEmail ?? '–')}
          </span>
        ),
      },
      {
        id: 'country',
        header: t('Country'),
        cell: ({ donorCountry }) => (donorCountry ? t(donorCountry) : '–'),
      },
      {
        id: 'method',
        header: t('Way to pay'),
        cell: ({ paymentMethod }) => t(METHOD_LABELS[paymentMethod]),
      },
      {
        id: 'receivedOn',
        header: t('Received on'),
        sortable: true,
        cell: ({ receivedOn }) => (
          <span className="whitespace-nowrap figures">{dayInWords(receivedOn)}</span>
        ),
      },
    ],
    [t, dayInWords],
  );
}
