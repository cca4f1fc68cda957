import { useQuery } from '@tanstack/react-query';
import { words } from '../../../../shared/words.ts';
import { sentenceOf } from '../../../../web/api.ts';
import { read } from '../../../../web/queries.ts';
import { readChainDues } from './review.contract.ts';

const REFERENCE = /^PX-[A-Z\d]{5}$/;
const NONE_OPEN = words(
  'No payment of this application can take money: each is paid, or money for it is being checked.',
);

/**
 * What the application of a typed reference asks for, looked up once the reference is whole; `problem` says why
 * nothing can be booked for it. Fetched each time: others may have booked meanwhile.
 */
export function useChainDues(typed: string) {
  const reference = typed.trim().toUpperCase();
  const isWhole = REFERENCE.test(reference);
  const { data, error, isFetching } = useQuery({
    ...read(readChainDues, { query: { reference } }),
    enabled: isWhole,
    staleTime: 0,
  });
  const open = data?.dues.filter(({ canTake }) => canTake) ?? [];
  const failure = error && sentenceOf(error, words('The application could not be looked up.'));
  return {
    found: data,
    open,
    isLooking: isFetching && !data,
    problem: failure ?? (data && open.length === 0 ? NONE_OPEN : undefined),
  };
}
