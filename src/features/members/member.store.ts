import {
  and,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { bigint, boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../server/database/columns.store.ts';
import { breaksUnique, type Database } from '../../server/database/database.ts';
import { searchVectorOf } from '../../server/database/search.store.ts';
import type { Permission } from '../../shared/access.ts';
import type { Language } from '../../shared/language.ts';
import { type Role, ROLES, rolesWith } from '../../shared/roles.ts';

/**
 * The account, held until the transaction ends: whatever else changes it waits. For deeds that
 * compare before they write (a share of the row, taken first, would make two of them wait for each other).
 */
export async function lockUser(tx: Database, id: string): Promise<UserRow | undefined> {
  const [locked] = await tx.select().from(users).where(eq(users.id, id)).for('no key update');
  return locked;
}

/** Writes that somebody holds the address; `false` when the account has another one by now. */
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

/** Gives an account another password; `hash` in PHC notation. */
export async function setPassword(
  db: Database,
  id: string,
  change: { hash: string; now: Date },
): Promise<void> {
  await db
    .update(users)
    .set({ password: change.hash, updatedAt: change.now })
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

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    /** Trimmed and lower-cased, so that a person has one account. */
    email: text('email').notNull().unique(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    /** The specification names it; nothing writes it (gaps.md §2). */
    profileImageUrl: text('profile_image_url'),
    /** Argon2id in PHC notation. */
    password: text('password').notNull(),
    /** Whether there is a role: the two are always written together (`roleColumns`). */
    isAdmin: boolean('is_admin').notNull().default(false),
    /** What the person may do in the dashboard; null for a member, who may not open it. */
    role: text('role').$type<Role>(),
    /** The language in which the member is written to. */
    locale: text('locale').$type<Language>().notNull().default('en'),
    /** When a link in a mail to this very address was used; a new address starts at null. */
    emailVerifiedAt: at('email_verified_at'),
    /** At most a minute old while somebody is here. */
    lastSeenAt: at('last_seen_at'),
    /** Since when the account is shut, and the administrator's words about it. */
    suspendedAt: at('suspended_at'),
    suspendedFor: text('suspended_for'),
    /** The key of the authenticator app, sealed; it counts once it was confirmed with a code. */
    totpSecret: text('totp_secret'),
    totpConfirmedAt: at('totp_confirmed_at'),
    /** The newest 30-second step whose code was taken: none is taken twice. */
    totpStep: bigint('totp_step', { mode: 'number' }),
    /** Whether a digest of unread messages is mailed, and when the last one was. */
    messageMail: boolean('message_mail').notNull().default(true),
    messageMailedAt: at('message_mailed_at'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    check('users_email_is_lower', sql`${t.email} = lower(${t.email})`),
    check(
      'users_role',
      sql`${t.role} in (${sql.raw(ROLES.map((role) => `'${role}'`).join(', '))})`,
    ),
    check('users_administrators_have_a_role', sql`${t.isAdmin} = (${t.role} is not null)`),
    index('users_newest').on(t.createdAt, t.id),
    index('users_words').using(
      'gin',
      searchVectorOf(sql`coalesce(${t.firstName}, '')`, sql`coalesce(${t.lastName}, '')`, t.email),
    ),
    index('users_administrators').on(t.id).where(sql`${t.isAdmin}`),
    // For those who search a recipient by the beginning of a name, or by one name and the beginning of the other.
    index('users_by_first_name').on(
      sql`lower(${t.firstName}) text_pattern_ops`,
      sql`lower(${t.lastName}) text_pattern_ops`,
    ),
    index('users_by_last_name').on(
      sql`lower(${t.lastName}) text_pattern_ops`,
      sql`lower(${t.firstName}) text_pattern_ops`,
    ),
  ],
);

export type UserRow = typeof users.$inferSelect;

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
  /** When somebody proved to hold the address, or vouched for it. */
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

export async function findUser(db: Database, id: string): Promise<UserRow | undefined> {
  const [found] = await db.select().from(users).where(eq(users.id, id));
  return found;
}

/** The account of a lower-cased address. */
export async function findUserByEmail(db: Database, email: string): Promise<UserRow | undefined> {
  const [found] = await db.select().from(users).where(eq(users.email, email));
  return found;
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
      // Who runs the server vouches for the address.
      emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now.toISOString()})`,
      suspendedAt: null,
      suspendedFor: null,
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
 * One at a time, on whichever instance, until the transaction ends: for deeds that depend on how many
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

/**
 * Whether somebody can do what the permission is for: who has proved their address and is not suspended. An address
 * that nobody has proved may be a stranger's, or a slip that nobody can log in with.
 */
export async function hasAdministratorWith(
  db: Database,
  may: Permission,
  those?: SQL,
): Promise<boolean> {
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(hasPermission(may), isNull(users.suspendedAt), isNotNull(users.emailVerifiedAt), those),
    )
    .limit(1);
  return found !== undefined;
}

/** The same of somebody besides this account. */
export const hasOtherAdministratorWith = (
  db: Database,
  { id, may }: { id: string; may: Permission },
) => hasAdministratorWith(db, may, ne(users.id, id));

const hasPermission = (may: Permission | undefined) =>
  and(eq(users.isAdmin, true), may && inArray(users.role, [...rolesWith(may)]));

export async function hasAdministrator(db: Database): Promise<boolean> {
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.isAdmin, true))
    .limit(1);
  return found !== undefined;
}

export type Administrator = Pick<
  UserRow,
  'id' | 'email' | 'firstName' | 'lastName' | 'locale' | 'role'
>;

/** Who may open the dashboard now, or hold this permission there: no suspended ones. */
export const listAdministrators = (db: Database, may?: Permission): Promise<Administrator[]> =>
  administratorsWhere(db, hasPermission(may));

/**
 * The administrators to write to about the campaign and the people in it: those who have proved their address. One
 * that was mistyped for a new administrator is a stranger's. With `may` those who hold it.
 */
export const listReachableAdministrators = (
  db: Database,
  may?: Permission,
): Promise<Administrator[]> =>
  administratorsWhere(db, and(hasPermission(may), isNotNull(users.emailVerifiedAt)));

async function administratorsWhere(
  db: Database,
  narrower: SQL | undefined,
): Promise<Administrator[]> {
  const { id, email, firstName, lastName, locale, role } = users;
  return db
    .select({ id, email, firstName, lastName, locale, role })
    .from(users)
    .where(and(isNull(users.suspendedAt), narrower));
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
