import { useEffect, useState } from 'react';
import { words } from '../../../shared/words.ts';
import type { AnswerOf } from '../../../shared/endpoint.ts';
import { actFor, call, CallError, isAnotherAccount, sentenceOf } from '../../../web/api.ts';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import { logOut, showSession, whoAmI } from './session.contract.ts';

/** How many messages a logged-in person has not read; 0 until it is known. Looks again when the page is come back to. */
function useUnread(userId: string | undefined): number {
  const [known, setKnown] = useState({ userId, unread: 0 });
  useEffect(() => {
    if (!userId) return;
    const request = new AbortController();
    const { signal } = request;
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
      request.abort();
      document.removeEventListener('visibilitychange', ask);
    };
  }, [userId]);
  // Another account's number is nobody's business here.
  return known.userId === userId ? known.unread : 0;
}

export type User = AnswerOf<typeof whoAmI>;

export interface Account {
  /** Null when logged out, and until a logged-in visitor is known. */
  user: User | null;
  /** Messages that the person has not read, as far as is known. */
  unread: number;
  set(user: User | null): void;
  refresh(): Promise<void>;
  logOut(): Promise<void>;
}

async function readUser(): Promise<User | null> {
  // Whoever it is by now.
  actFor(undefined);
  try {
    const user = await call(whoAmI);
    actFor(user.id);
    return user;
  } catch (error) {
    // 401 means nobody (specification §7); anything else leaves the page as it is for a visitor.
    if (!(error instanceof CallError && error.status === 401)) console.warn(error);
    return null;
  }
}

/** Who is logged in on the public page. Asks the server only where the cookie hints at somebody. */
export function useAccount(): Account {
  const t = useWords();
  const [user, setUser] = useState<User | null>(null);
  const refresh = async () => setUser(await readUser());
  function set(next: User | null) {
    actFor(next?.id);
    setUser(next);
  }

  useEffect(() => {
    if (/(^|; )(__Host-)?signed_in=1/.test(document.cookie)) void readUser().then(setUser);
  }, []);

  return {
    user,
    unread: useUnread(user?.id),
    set,
    refresh,
    async logOut() {
      try {
        await call(logOut);
        set(null);
        toast({ title: t('Logged out') });
      } catch (error) {
        const sentence = sentenceOf(error, words('An error occurred during logout.'));
        toast({ title: t('Logout failed'), description: t(sentence), variant: 'destructive' });
        // The menu shows whom the browser belongs to now.
        if (isAnotherAccount(error)) await refresh();
      }
    },
  };
}
