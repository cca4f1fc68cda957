import { useMemo } from 'react';
import { cents, dollars } from '../../shared/money.ts';
import type { Column } from '../../web/lists/DataTable.tsx';
import { ListTable } from '../../web/lists/ListTable.tsx';
import { SearchField } from '../../web/lists/SearchField.tsx';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import { type Donation, listDonations } from './donation.contract.ts';
import { METHOD_LABELS } from './donation.rules.ts';
import { DonationDetail, DonorName } from './DonationDetail.tsx';
import { ANY_TEXT, useListAddress } from '../../web/lists/useListAddress.ts';
import { useOpenedRow } from '../../web/lists/useOpenedRow.ts';
import { rowsOf, useRows } from '../../web/lists/useRows.ts';

/** Every donation: searched and sorted by the server; a row opens it. */
export function DonationList({ onDeleted }: { onDeleted: () => void }) {
  const t = useWords();
  const { list, asked, ask, question, askOnly, opened } = useDonations();
  const columns = useColumns();
  return (
    <>
      <SearchField
        search={asked.search}
        onSearch={(search) => ask({ search }, { replace: true })}
      />
      <ListTable
        name="donations"
        caption={t('Donations')}
        columns={columns}
        list={list}
        question={question}
        onAsk={askOnly}
        sort={asked.sort}
        onSort={(sort) => ask({ sort })}
        onRow={opened.open}
        loadingLabel={t('Loading the donations...')}
        failedLabel={t('The donations could not be loaded.')}
        emptyLabel={t('No donations yet.')}
        isNarrowed={asked.search !== ''}
        onShowAll={() => ask({ search: '' })}
      />
      <DonationDetail
        donation={opened.row}
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

const DONATIONS = rowsOf(listDonations);

/** The donations that the address asks for, and the one that it opens. */
function useDonations() {
  const { asked, question, ask, askOnly } = useListAddress({
    search: ANY_TEXT,
    sort: ['receivedOn', '-receivedOn', 'donationAmount', '-donationAmount'],
  });
  const list = useRows(DONATIONS, question);
  return { list, asked, ask, question, askOnly, opened: useOpenedRow(DONATIONS, list.rows) };
}
