import { Money } from '../../web/ui/Money.tsx';
import { cents, dollars } from '../../shared/money.ts';
import { dateColumn } from '../../web/lists/columns.tsx';
import type { Column } from '../../web/lists/DataTable.tsx';
import { ListTable } from '../../web/lists/ListTable.tsx';
import { FilterBar, SearchFilter } from '../../web/lists/Filters.tsx';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import { type Donation, listDonations } from './donation.contract.ts';
import { METHOD_LABELS } from './donation.rules.ts';
import { DonationDetail, DonorName } from './DonationDetail.tsx';
import { ANY_TEXT, useList } from '../../web/lists/useList.ts';
import { useOpenedRow } from '../../web/lists/useOpenedRow.ts';
import { rowsOf } from '../../web/lists/useRows.ts';

const DONATIONS = rowsOf(listDonations);

/** Every donation: searched and sorted by the server; a row opens it. */
export function DonationList({ onDeleted }: { onDeleted: () => void }) {
  const t = useWords();
  const list = useList(DONATIONS, {
    search: ANY_TEXT,
    sort: ['receivedOn', '-receivedOn', 'donationAmount', '-donationAmount'],
  });
  const opened = useOpenedRow(DONATIONS, list.rows, [], list);
  const columns = useColumns();
  return (
    <>
      <ListTable
        name="donations"
        filters={<FilterBar search={<SearchFilter list={list} />} />}
        caption={t('Donations')}
        columns={columns}
        list={list}
        onRow={opened.open}
        openRow={opened.row?.id}
        loadingLabel={t('Loading the donations...')}
        failedLabel={t('The donations could not be loaded.')}
        emptyLabel={t('No donations yet.')}
      />
      <DonationDetail opened={opened} onDeleted={onDeleted} />
    </>
  );
}

function useColumns(): Column<Donation>[] {
  const t = useWords();
  const { dayInWords } = useDates();
  return [
    {
      id: 'donor',
      header: t('Donor'),
      cell: (donation) => <DonorName donation={donation} />,
    },
    {
      id: 'donationAmount',
      header: t('Amount'),
      numeric: true,
      sortable: true,
      onPhone: 'end',
      cell: ({ donationAmount }) => <Money of={dollars(cents(donationAmount))} />,
    },
    {
      id: 'email',
      header: t('Email'),
      yields: 'text',
      // An address names its owner.
      cell: ({ donorEmail, isAnonymous }) => (isAnonymous ? '–' : (donorEmail ?? '–')),
    },
    {
      id: 'country',
      onPhone: 'beside',
      header: t('Country'),
      cell: ({ donorCountry }) => (donorCountry ? t(donorCountry) : '–'),
    },
    {
      id: 'method',
      onPhone: 'below',
      header: t('Payment method'),
      cell: ({ paymentMethod }) => t(METHOD_LABELS[paymentMethod]),
    },
    dateColumn('receivedOn', t('Received on'), ({ receivedOn }) => dayInWords(receivedOn), {
      sortable: true,
      onPhone: 'below-end',
    }),
  ];
}
