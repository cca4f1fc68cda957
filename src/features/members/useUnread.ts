import { useEffect, useState } from 'react';
import { call } from '../../web/api.ts';
import { showSession } from './member.contract.ts';

/** How many messages a logged-in person has not read; 0 until it is known. Looks again when the page is come back to. */
export function useUnread(userId: string | undefined): number {
  const [known, setKnown] = useState({ userId, unread: 0 });
  useEffect(() => {
    if (!userId) return;
    const asking = new AbortController();
    const { signal } = asking;
    const ask = () => {
      if (document.visibilityState === 'hidden') return;
      call(showSession, { signal }).then(
        ({ user, unread }) => user && setKnown({ userId: user.id, unread }),
        // A number beside a link is worth no alarm; the next visit asks again.
        (error: unknown) => signal.aborted || console.warn(error),
      );
    };
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      asking.abort();
      document.removeEventListener('visibilitychange', ask);
    };
  }, [userId]);
  // Another account's number is nobody's business here.
  return known.userId === userId ? known.unread : 0;
}
