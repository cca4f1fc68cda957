import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { read } from '../../../web/queries.ts';
import { readAccount } from './account.contract.ts';
import type { User } from '../sessions/useAccount.ts';
import { sessionKey } from '../sessions/useSession.ts';

/**
 * The account of who is logged in, once it `isWanted`. While a mailed link waits it is read anew whenever its owner comes back to
 * this tab: the link opens in another one. Its address is the session's too.
 */
export function useOwnAccount(isWanted: boolean) {
  const client = useQueryClient();
  const query = useQuery({
    ...read(readAccount),
    enabled: isWanted,
    refetchOnWindowFocus: ({ state: { data } }) =>
      data && (!data.isVerified || data.pendingEmail !== null) ? 'always' : false,
  });
  const email = query.data?.email;

  useEffect(() => {
    const user = client.getQueryData<User | null>(sessionKey);
    if (email && user && user.email !== email)
      void client.invalidateQueries({ queryKey: sessionKey });
  }, [client, email]);

  return query;
}
