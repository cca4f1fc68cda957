import { useQuery } from '@tanstack/react-query';
import { go, useAddress, withQuery } from '../../web/address.ts';
import { read } from '../../web/queries.ts';
import { listKits } from './fulfilment.contract.ts';
import { BOARD, type BoardStatus } from './fulfilment.rules.ts';

export const BOARD_PATH = '/admin/fulfilment';

interface Asked {
  status: BoardStatus;
  overdue: boolean;
  search: string;
}

/** The column that the address names, with what stands in it. */
export function useKits() {
  const { query } = useAddress();
  const status = BOARD.find((one) => one === query.get('status')) ?? 'submitted';
  const asked: Asked = {
    status,
    overdue: query.get('overdue') === 'true',
    search: query.get('search') ?? '',
  };
  const board = useQuery({
    ...read(listKits, {
      query: {
        status,
        ...(asked.overdue ? { overdue: 'true' as const } : {}),
        ...(asked.search ? { search: asked.search } : {}),
      },
    }),
    placeholderData: (before) => before,
  });
  return {
    ...asked,
    board,
    show(change: Partial<Asked>) {
      const next = { ...asked, ...change };
      go(
        withQuery(BOARD_PATH, {
          status: next.status,
          overdue: next.overdue ? 'true' : undefined,
          search: next.search,
        }),
        { replace: true },
      );
    },
  };
}
