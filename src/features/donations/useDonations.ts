import { ANY_TEXT, useListAddress } from '../../web/lists/useListAddress.ts';
import { useOpenedRow } from '../../web/lists/useOpenedRow.ts';
import { rowsOf, useRows } from '../../web/lists/useRows.ts';
import { listDonations } from './donation.contract.ts';

const DONATIONS = rowsOf(listDonations);

/** The donations that the address asks for, and the one that it opens. */
export function useDonations() {
  const { asked, question, ask, askOnly } = useListAddress({
    search: ANY_TEXT,
    sort: ['receivedOn', '-receivedOn', 'donationAmount', '-donationAmount'],
  });
  const list = useRows(DONATIONS, question);
  return { list, asked, ask, question, askOnly, opened: useOpenedRow(DONATIONS, list.rows) };
}
