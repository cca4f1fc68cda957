import { type Query, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { words } from '../../../shared/words.ts';
import { actFor, call, CallError, isAnotherAccount, sentenceOf } from '../../../web/api.ts';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import { logOut, showSession, whoAmI } from './session.contract.ts';
import type { HeaderAccount } from './AccountMenu.tsx';
import type { User } from './useAccount.ts';
import { read } from '../../../web/queries.ts';

/**
 * What an administrator may do; asked for none else. A log-in asks it again (`changeSession`), and until the answer is
 * there what was known of the same person stays: the page must not be taken down with what is typed in it.
 */
export function useRights(user: User | null | undefined) {
  const session = useQuery({
    ...read(showSession),
    enabled: user?.isAdmin === true,
  });
  const { data } = session;
  return { ...session, data: data?.user?.id === user?.id ? data : undefined };
}

/** Where the logged-in person is kept; null is nobody. */
export const sessionKey = [whoAmI.name];

async function currentUser(signal?: AbortSignal): Promise<User | null> {
  try {
    const user = await call(whoAmI, signal ? { signal } : {});
    actFor(user.id);
    return user;
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return null; // Specification §7.
    throw error;
  }
}

/** Who is logged in on a members' document: `data` is undefined at first, null for nobody. */
export function useSession() {
  return useQuery({
    queryKey: sessionKey,
    queryFn: ({ signal }) => currentUser(signal),
    // A page that comes later shows what went wrong; its button asks again.
    retryOnMount: false,
  });
}

const ABOUT_SESSION: readonly unknown[] = [whoAmI.name, showSession.name];

/**
 * Somebody else is here now: what was fetched for the one before is removed. The same person on the same page fetches
 * it again: a list that is on screen and removed would never be fetched again.
 */
export function changeSession(client: QueryClient, user: User | null) {
  const before = client.getQueryData<User | null>(sessionKey);
  // Nobody is logged in, but the page still shows the last account: somebody else can be next.
  if (user) actFor(user.id);
  client.setQueryData(sessionKey, user);
  const predicate = ({ queryKey: [name] }: Query) => !ABOUT_SESSION.includes(name);
  if (user && user.id === before?.id) void client.invalidateQueries({ predicate });
  else client.removeQueries({ predicate });
  // The person's permissions can have changed; the page stays mounted while they are fetched.
  void client.invalidateQueries({ queryKey: [showSession.name] });
}

/**
 * Looks whether the session has ended: in another tab, by an administrator's hand, or because another account has
 * taken its place in this browser, which is nobody to this page. Throws as a call does.
 */
export async function checkSession(client: QueryClient): Promise<void> {
  const before = client.getQueryData<User | null>(sessionKey);
  const now = await currentUser().catch((error: unknown) => {
    if (isAnotherAccount(error)) return null;
    throw error;
  });
  if (before?.id !== now?.id) changeSession(client, now);
}

/** Takes the person that a login answered, without asking the server again. */
export function useLoggedIn(): (user: User) => void {
  const client = useQueryClient();
  return (user) => changeSession(client, user);
}

/** Ends the session and forgets all that was fetched with it. */
export function useLogOut(): () => Promise<void> {
  const client = useQueryClient();
  const t = useWords();
  return async () => {
    try {
      await call(logOut);
      changeSession(client, null);
      toast({ title: t('Logged out') });
    } catch (error) {
      const sentence = sentenceOf(error, words('An error occurred during logout.'));
      toast({ title: t('Logout failed'), description: t(sentence), variant: 'destructive' });
    }
  };
}

/** Who is logged in, for the header of a members' document. */
export function useHeaderAccount(): HeaderAccount {
  const { data: user } = useSession();
  const { data } = useQuery({ ...read(showSession), enabled: Boolean(user) });
  const logOut = useLogOut();
  return { user, unread: (data?.user?.id === user?.id && data?.unread) || 0, logOut };
}
