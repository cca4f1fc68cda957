import { ANY_TEXT, useListAddress } from '../../web/useListAddress.ts';
import { useOpenedRow } from '../../web/useOpenedRow.ts';
import { rowsOf, useRows } from '../../web/useRows.ts';
import { listUsers, USER_STATUSES } from './users.contract.ts';

export const USERS_PATH = '/admin/users';

const ACCOUNTS = rowsOf(listUsers);

/** The accounts that the address asks for, and the one that it opens. */
export function useAccountList() {
  const { asked, question, ask, askOnly } = useListAddress({
    search: ANY_TEXT,
    status: USER_STATUSES,
    sort: ['createdAt', '-createdAt', 'email', '-email'],
  });
  const list = useRows(ACCOUNTS, question);
  return { list, asked, ask, question, askOnly, opened: useOpenedRow(ACCOUNTS, list.rows) };
}
