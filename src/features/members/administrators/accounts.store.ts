import type { Role } from '../../../shared/roles.ts';
import { eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../server/database/database.ts';
import { listOf } from '../../../server/lists/list.store.ts';
import { users } from '../../../server/user.store.ts';
import { roleColumns } from '../member.store.ts';
import type { UserStatus } from './accounts.contract.ts';

/** Accounts with what an administrator may see of them: no hash, no key of an authenticator. */
export const accountList = listOf({
  table: users,
  id: users.id,
  columns: {
    id: users.id,
    email: users.email,
    firstName: users.firstName,
    lastName: users.lastName,
    isAdmin: users.isAdmin,
    role: users.role,
    createdAt: users.createdAt,
    emailVerifiedAt: users.emailVerifiedAt,
    lastSeenAt: users.lastSeenAt,
    suspendedAt: users.suspendedAt,
    suspendedFor: users.suspendedFor,
  },
  sorts: { createdAt: users.createdAt, email: users.email },
  search: [
    sql`coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, '')`,
    users.email,
  ],
  statuses: {
    verified: isNotNull(users.emailVerifiedAt),
    unverified: isNull(users.emailVerifiedAt),
    suspended: isNotNull(users.suspendedAt),
    admin: eq(users.isAdmin, true),
  } satisfies Record<UserStatus, unknown>,
});

/** Suspends an account; a trigger (migration 0001) ends its sessions on every instance. */
export async function setSuspended(
  tx: Database,
  id: string,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  await tx
    .update(users)
    .set({ suspendedAt: now, suspendedFor: reason, updatedAt: now })
    .where(eq(users.id, id));
}

export async function clearSuspended(tx: Database, id: string, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ suspendedAt: null, suspendedFor: null, updatedAt: now })
    .where(eq(users.id, id));
}

/** Gives an account a role, or takes it away. */
export async function setRole(
  tx: Database,
  id: string,
  { role, now }: { role: Role | null; now: Date },
): Promise<void> {
  await tx
    .update(users)
    .set({ ...roleColumns(role), updatedAt: now })
    .where(eq(users.id, id));
}
