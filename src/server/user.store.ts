import { and, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { bigint, boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Permission } from '../shared/access.ts';
import type { Language } from '../shared/language.ts';
import { type Role, ROLES, rolesWith } from '../shared/roles.ts';
import { at } from './database/columns.store.ts';
import type { Database } from './database/database.ts';
import { searchVectorOf } from './database/search.store.ts';

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
    /** The person's role in the dashboard; null for a member, who cannot open it. */
    role: text('role').$type<Role>(),
    /** The language in which the member is written to. */
    locale: text('locale').$type<Language>().notNull().default('en'),
    /** When a link in a mail to this very address was used; a new address starts at null. */
    emailVerifiedAt: at('email_verified_at'),
    /** At most a minute old while someone is here. */
    lastSeenAt: at('last_seen_at'),
    /** Since when the account is shut, and the administrator's words about it. */
    suspendedAt: at('suspended_at'),
    suspendedFor: text('suspended_for'),
    /** The key of the authenticator app, sealed; it counts once it was confirmed with a code. */
    totpSecret: text('totp_secret'),
    totpConfirmedAt: at('totp_confirmed_at'),
    /** The newest 30-second step whose code was taken: none is taken twice. */
    totpStep: bigint('totp_step', { mode: 'number' }),
    /**
     * Random numbers of the browsers in which the account was logged in, the newest last, ten at most. Emptied when the
     * password or a second factor changes: what was learned before makes no browser known.
     */
    knownBrowsers: text('known_browsers').array().notNull().default([]),
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

export async function findUser(db: Database, id: string): Promise<UserRow | undefined> {
  const [found] = await db.select().from(users).where(eq(users.id, id));
  return found;
}

/** The account of a lower-cased address. */
export async function findUserByEmail(db: Database, email: string): Promise<UserRow | undefined> {
  const [found] = await db.select().from(users).where(eq(users.email, email));
  return found;
}

export async function hasAdministrator(db: Database): Promise<boolean> {
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.isAdmin, true))
    .limit(1);
  return found !== undefined;
}

/**
 * Whether someone can do what the permission is for: who has proved their address and is not suspended. An address
 * that no one has proved may be a stranger's, or a slip that no one can log in with.
 */
export async function hasAdministratorWith(
  db: Database,
  permission: Permission,
  those?: SQL,
): Promise<boolean> {
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        hasPermission(permission),
        isNull(users.suspendedAt),
        isNotNull(users.emailVerifiedAt),
        those,
      ),
    )
    .limit(1);
  return found !== undefined;
}

/** The same of someone besides this account. */
export const hasOtherAdministratorWith = (
  db: Database,
  { id, permission }: { id: string; permission: Permission },
) => hasAdministratorWith(db, permission, ne(users.id, id));

const hasPermission = (permission: Permission | undefined) =>
  and(eq(users.isAdmin, true), permission && inArray(users.role, [...rolesWith(permission)]));

export type Administrator = Pick<
  UserRow,
  'id' | 'email' | 'firstName' | 'lastName' | 'locale' | 'role'
>;

/** Administrators who are not suspended, with this permission if one is given. */
export const listAdministrators = (
  db: Database,
  permission?: Permission,
): Promise<Administrator[]> => administratorsWhere(db, hasPermission(permission));

/**
 * The administrators to write to about the campaign and the people in it: those who have proved their address. One
 * that was mistyped for a new administrator is a stranger's. With `permission` those who hold it.
 */
export const listReachableAdministrators = (
  db: Database,
  permission?: Permission,
): Promise<Administrator[]> =>
  administratorsWhere(db, and(hasPermission(permission), isNotNull(users.emailVerifiedAt)));

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
