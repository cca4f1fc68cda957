// What a login asks of the database, in as few statements as it takes, and named, so that PostgreSQL plans each once:
// beside a hash of some milliseconds every one of them is felt (`npm run bench -- messages`).
import { and, eq, exists, getTableColumns, isNull, notExists, sql } from 'drizzle-orm';
import type { Database } from '../../../server/database/database.ts';
import { type Session, sessions } from '../../../server/security/session.store.ts';
import { countAttempt, loginAttempts } from '../login-attempts.store.ts';

import { type UserRow, users } from '../../../server/user.store.ts';
import { keysOf } from '../../../shared/record.ts';
import {
  factorCounts,
  hasPasskey,
  passkeys,
  type SecondFactors,
} from '../second-factor/second-factor.store.ts';

/** An account and what guards it beside its password. */
export type LoginAccount = UserRow & { factors: SecondFactors };

/**
 * Counts the first attempt since the last success, which most are, and reads the account of a lower-cased address on
 * the way. `isCounted` is false when it is not the first, and then nothing is counted.
 */
export async function recordFirstAttempt(
  db: Database,
  { email, attemptKey, now }: { email: string; attemptKey: string; now: Date },
): Promise<{ isCounted: boolean; owner: LoginAccount | undefined }> {
  const outcome = countAttempt(undefined, now);
  if ('retryAt' in outcome) throw new Error('A first attempt is never one too many.');
  const [found] = await firstAttemptOn(db).execute({ ...outcome.attempts, attemptKey, email });
  if (!found) throw new Error('A row of constants was not found.');
  const { user, isCounted, ...numbers } = found;
  const factors = { totp: !!user?.totpConfirmedAt, ...numbers };
  return { isCounted, owner: user ? { ...user, factors } : undefined };
}

/** Built once for each database, as building takes about as long as the statement. */
const prepared = new WeakMap<Database, ReturnType<typeof prepareFirstAttempt>>();

function firstAttemptOn(db: Database) {
  const firstAttempt = prepared.get(db) ?? prepareFirstAttempt(db);
  prepared.set(db, firstAttempt);
  return firstAttempt;
}

function prepareFirstAttempt(db: Database) {
  const taken = db.$with('taken').as(
    db
      .insert(loginAttempts)
      .values({
        account: sql.placeholder('attemptKey'),
        triedAt: sql.placeholder('triedAt'),
        windowEndsAt: sql.placeholder('windowEndsAt'),
        strikes: sql.placeholder('strikes'),
      })
      .onConflictDoNothing()
      .returning({ account: loginAttempts.account }),
  );
  return (
    db
      .with(taken)
      .select({
        isCounted: sql<boolean>`exists (select from ${taken})`,
        user: users,
        ...factorCounts(db, users.id),
      })
      // A row of its own, so that addresses without an account are counted, too.
      .from(sql`(select 1) as one`)
      .leftJoin(users, eq(users.email, sql.placeholder('email')))
      .prepare('login_first_try')
  );
}

/**
 * Adds a session to an account that still has this password, notes its member as seen, and forgets the failed attempts
 * under the key. `false` when the password was changed in between, or a second factor has
 * come where there was none: then the caller’s transaction must not commit. The account is held until it ends: who
 * changes a password first and ends the sessions afterwards misses none that the old one opened.
 */
export async function addLoginSession(
  tx: Database,
  { id, password, factors }: Pick<LoginAccount, 'id' | 'password' | 'factors'>,
  { attemptKey, session }: { attemptKey: string; session: Session },
): Promise<boolean> {
  const hasAnyFactor = factors.totp || factors.passkeys > 0;
  const held = tx.$with('held').as(
    tx
      .update(users)
      .set({ lastSeenAt: session.lastSeenAt })
      .where(
        and(
          eq(users.id, id),
          eq(users.password, password),
          hasAnyFactor ? undefined : hasNoFactor(tx, id),
        ),
      )
      .returning({ id: users.id }),
  );
  const isHeld = exists(tx.select({ id: held.id }).from(held));
  const forgiven = tx.$with('forgiven').as(
    tx
      .delete(loginAttempts)
      .where(and(eq(loginAttempts.account, attemptKey), isHeld))
      .returning({ account: loginAttempts.account }),
  );
  const added = await tx
    .with(held, forgiven)
    .insert(sessions)
    .select(sql`select ${valuesOf(session)} from ${held}`)
    .returning({ sid: sessions.sid })
    .prepare(hasAnyFactor ? 'login_guarded' : 'login_unguarded')
    .execute();
  // A login that waited for the account's row looked for passkeys before it waited.
  return added.length > 0 && (hasAnyFactor || !(await hasPasskey(tx, id)));
}

const hasNoFactor = (tx: Database, userId: string) =>
  and(
    isNull(users.totpConfirmedAt),
    notExists(tx.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, userId))),
  );

/** In the order of the table's columns, as an insert from a select needs them. */
function valuesOf(session: Session) {
  const columns = getTableColumns(sessions);
  const values = keysOf(columns).map((name) => sql.param(session[name], columns[name]));
  return sql.join(values, sql`, `);
}
