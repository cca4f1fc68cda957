import { and, arrayContains, eq, sql } from 'drizzle-orm';
import type { Database } from '../../server/database/database.ts';
import { users } from '../../server/user.store.ts';

/** A browser in which an account was logged in. */
export interface KnownBrowser {
  userId: string;
  id: string;
}

const mostKnown = 10;

/** Whether the account of this address knows the browser; not that of an earlier owner of the address. */
export async function isKnownTo(
  db: Database,
  email: string,
  { userId, id }: KnownBrowser,
): Promise<boolean> {
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.id, userId), eq(users.email, email), arrayContains(users.knownBrowsers, [id])),
    );
  return found !== undefined;
}

/** Makes a browser known, in the place of the one that was used least lately where there are ten. */
export async function addKnownBrowser(tx: Database, { userId, id }: KnownBrowser): Promise<void> {
  const others = sql`array_remove(${users.knownBrowsers}, ${id}::text)`;
  const first = sql`greatest(cardinality(${others}) - ${mostKnown - 2}::int, 1)`;
  await tx
    .update(users)
    .set({ knownBrowsers: sql`(array_append(${others}, ${id}::text))[${first}:]` })
    .where(eq(users.id, userId));
}

/** From now on the account knows no browser. */
export async function forgetBrowsers(tx: Database, userId: string): Promise<void> {
  await tx.update(users).set({ knownBrowsers: [] }).where(eq(users.id, userId));
}
