import { useQuery } from '@tanstack/react-query';
import { read } from '../../web/queries.ts';
import { showSession } from './member.contract.ts';
import type { User } from './useAccount.ts';

/**
 * What an administrator may do; asked for none else. A log-in asks it again (`changeSession`), and until the answer is
 * there what was known of the same person stays: the page must not be taken down with what is typed in it.
 */
export function useRights(user: User | null | undefined) {
  const { data, error, refetch } = useQuery({
    ...read(showSession),
    enabled: user?.isAdmin === true,
  });
  return { data: data?.user?.id === user?.id ? data : undefined, error, refetch };
}
