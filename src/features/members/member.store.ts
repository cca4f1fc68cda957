import { and, count, desc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { breaksUnique, type Database } from '../../server/database/database.ts';
import { type UserRow, users } from '../../server/user.store.ts';
import type { Language } from '../../shared/language.ts';
import type { Role } from '../../shared/roles.ts';

/**
 * The account, held until the transaction ends: whatever else changes it waits. For actions that
 * compare before they write (a share of the row, taken first, would make two of them wait for each other).
 */
export async function lockUser(tx: Database, id: string): Promise<UserRow | undefined> {
  const [locked] = await tx.select().from(users).where(eq(users.id, id)).for('no key update');
  return locked;
}

/** Marks the address as verified; `false` when the account has another one by now. */
export async function markVerified(
  db: Database,
  proof: { id: string; email: string; now: Date },
): Promise<boolean> {
  const { id, email, now } = proof;
  const marked = await db
    .update(users)
    .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now.toISOString()})` })
    .where(and(eq(users.id, id), eq(users.email, email)))
    .returning({ id: users.id });
  return marked.length > 0;
}

/** Gives an account another password, and lets it forget its browsers; `hash` in PHC notation. */
export async function setPassword(
  db: Database,
  id: string,
  change: { hash: string; now: Date },
): Promise<void> {
  await db
    .update(users)
    .set({ password: change.hash, knownBrowsers: [], updatedAt: change.now })
    .where(eq(users.id, id));
}

/**
 * Gives an account another address, which its owner has proved. `false` when another account has taken
 * it meanwhile: the transaction is spent then.
 */
export async function setEmail(
  tx: Database,
  id: string,
  change: { email: string; now: Date },
): Promise<boolean> {
  const { email, now } = change;
  try {
    await tx
      .update(users)
      .set({ email, emailVerifiedAt: now, updatedAt: now })
      .where(eq(users.id, id));
    return true;
  } catch (error) {
    if (breaksUnique(error, 'users_email_unique')) return false;
    throw error;
  }
}

/** Whether digests are mailed to a member; `false` when there is no such member. */
export async function setMessageMail(
  tx: Database,
  id: string,
  messageMail: boolean,
): Promise<boolean> {
  const changed = await tx
    .update(users)
    .set({ messageMail })
    .where(eq(users.id, id))
    .returning({ id: users.id });
  return changed.length === 1;
}

/** Chooses the language in which the member is written to. */
export async function setLocale(
  db: Database,
  id: string,
  { locale, now }: { locale: Language; now: Date },
): Promise<void> {
  await db.update(users).set({ locale, updatedAt: now }).where(eq(users.id, id));
}

/** Writes that the member is here, unless that was written after `since`. */
export async function updateLastSeen(
  db: Database,
  id: string,
  seen: { now: Date; since: Date },
): Promise<void> {
  const isOld = or(isNull(users.lastSeenAt), lt(users.lastSeenAt, seen.since));
  await db
    .update(users)
    .set({ lastSeenAt: seen.now })
    .where(and(eq(users.id, id), isOld));
}

/** Takes the account away, and with it every row that is its own (their foreign keys cascade). */
export async function removeUser(db: Database, id: string): Promise<void> {
  await db.delete(users).where(eq(users.id, id));
}

export interface NewUser {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  password: string;
  /** Null for a member. */
  role: Role | null;
  /** English without one. */
  locale?: Language;
  /** When the address was verified, or vouched for. */
  emailVerifiedAt?: Date;
  now: Date;
}

/** What is written where a role is given or taken. */
export const roleColumns = (role: Role | null) => ({ role, isAdmin: role !== null });

/** Adds an account; `undefined` when the email has one (which stays as it is). */
export async function addUser(db: Database, user: NewUser): Promise<UserRow | undefined> {
  const { now, ...person } = user;
  const [added] = await db
    .insert(users)
    .values({ ...person, ...roleColumns(person.role), createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: users.email })
    .returning();
  return added;
}

/**
 * Whether the account still has this hash; holds it so until the transaction ends. Who changes a
 * password first and ends the sessions afterwards therefore misses none that the old one opened.
 */
export async function lockUserWithPassword(
  tx: Database,
  id: string,
  hash: string,
): Promise<boolean> {
  const [held] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.password, hash)))
    // No mere share of it: two log-ins at once that go on to write to the row would wait for each other.
    .for('no key update');
  return held !== undefined;
}

/** Gives an account a password and a role, and opens a suspended one; names stay where none are given. */
export async function promoteToAdministrator(
  db: Database,
  id: string,
  change: Pick<NewUser, 'password' | 'now'> & {
    role: Role;
    firstName?: string | null;
    lastName?: string | null;
  },
): Promise<UserRow> {
  const { now, password, role, firstName, lastName } = change;
  const [changed] = await db
    .update(users)
    .set({
      password,
      ...roleColumns(role),
      // The operator of the server vouches for the address.
      emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now.toISOString()})`,
      suspendedAt: null,
      suspendedFor: null,
      knownBrowsers: [],
      updatedAt: now,
      ...(firstName ? { firstName } : {}),
      ...(lastName ? { lastName } : {}),
    })
    .where(eq(users.id, id))
    .returning();
  if (!changed) throw new Error('The account to make an administrator is gone.');
  return changed;
}

/**
 * One at a time, on whichever instance, until the transaction ends: for actions that depend on how many
 * administrators there are.
 */
export async function lockAdministrators(tx: Database): Promise<void> {
  // Any number that nothing else locks.
  await tx.execute(sql`select pg_advisory_xact_lock(5454002)`);
}

/** Whether somebody has the dashboard with all that is in it, though they might be suspended now. */
export async function hasOwner(db: Database): Promise<boolean> {
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isAdmin, true), eq(users.role, 'owner')))
    .limit(1);
  return found !== undefined;
}

export async function countUsers(db: Database): Promise<number> {
  const [row] = await db.select({ n: count() }).from(users);
  return row?.n ?? 0;
}

/** The newest accounts first, without their passwords. */
export async function listUsers(
  db: Database,
  limit: number,
): Promise<Pick<UserRow, 'id' | 'email' | 'firstName' | 'lastName' | 'isAdmin' | 'createdAt'>[]> {
  const { id, email, firstName, lastName, isAdmin, createdAt } = users;
  return db
    .select({ id, email, firstName, lastName, isAdmin, createdAt })
    .from(users)
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
}
