import { useQuery } from '@tanstack/react-query';
import { go, useAddress, withQuery } from '../../web/address.ts';
import { read } from '../../web/queries.ts';
import { listKits } from './fulfilment.contract.ts';
import { BOARD, type BoardNumber, type BoardStatus } from './fulfilment.rules.ts';

export const BOARD_PATH = '/admin/fulfilment';

interface Asked {
  status: BoardStatus;
  overdue: boolean;
  search: string;
}

/** The column that the address names, with its kits, and the numbers of the board. */
export function useKits() {
  const { query } = useAddress();
  const status = BOARD.find((one) => one === query.get('status')) ?? 'submitted';
  const asked: Asked = {
    status,
    overdue: query.get('overdue') === 'true',
    search: query.get('search') ?? '',
  };
  const question = {
    status,
    ...(asked.overdue ? { overdue: 'true' as const } : {}),
    ...(asked.search ? { search: asked.search } : {}),
  };
  const board = useQuery({
    ...read(listKits, { query: { ...question, counted: 'part' } }),
    placeholderData: (before) => before,
  });
  // A long board is counted to its end beside the kits, which do not wait for that.
  const isLong = !board.isPlaceholderData && (board.data?.more.length ?? 0) > 0;
  const whole = useQuery({
    ...read(listKits, { query: { ...question, limit: 1 } }),
    enabled: isLong,
  });
  const numbers = (isLong && whole.data) || board.data;
  return {
    ...asked,
    board,
    /** A number of the board for people, with a plus where there are more; undefined while it is on its way. */
    numberText: (name: BoardNumber) => {
      if (!numbers) return undefined;
      const n = name === 'overdue' || name === 'total' ? numbers[name] : numbers.counts[name];
      return numbers.more.includes(name) ? `${n}+` : `${n}`;
    },
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
