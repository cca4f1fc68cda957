import { useQueryClient } from '@tanstack/react-query';
import { ANY_TEXT, useListAddress } from '../../../web/useListAddress.ts';
import { rowsOf, useRows } from '../../../web/useRows.ts';
import { readMailPool } from '../mailing/pool.contract.ts';
import { listMailSuppressions } from '../mailing/suppression.contract.ts';
import { SUPPRESSION_REASONS } from '../mailing.rules.ts';

const SUPPRESSIONS = rowsOf(listMailSuppressions);

/** The addresses that the page's own asks for. */
export function useSuppressions() {
  const { asked, question, ask } = useListAddress({
    search: ANY_TEXT,
    status: SUPPRESSION_REASONS,
  });
  // Readers unsubscribe while it is looked at.
  const list = useRows(SUPPRESSIONS, question, { isNeverOld: true });
  return { list, asked, ask, isNarrowed: Boolean(asked.search || asked.status) };
}

/** Fetches the list, and who can be written to, anew after a change. */
export function useFreshSuppressions() {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: [listMailSuppressions.name] });
    await client.invalidateQueries({ queryKey: [readMailPool.name] });
  };
}
