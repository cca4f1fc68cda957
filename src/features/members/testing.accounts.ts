import { and, eq, notInArray } from 'drizzle-orm';
import { auditLog } from '../../server/audit.store.ts';
import { sessions } from '../../server/security/session.store.ts';
import type { Site } from '../../server/testing.ts';
import { outgoingMails } from '../mail/queue/outgoing-mail.store.ts';
import { type UserRow, users } from '../../server/user.store.ts';
import { roleColumns } from './member.store.ts';

function roleOf({ isAdmin, role }: Partial<UserRow>) {
  if (role !== undefined) return roleColumns(role);
  return isAdmin === undefined ? {} : roleColumns(isAdmin ? 'owner' : null);
}

/** What tests of moderation look at and lay out: rows of accounts, of sessions, of mails, of the audit log. */
export function accountsOf(site: Site) {
  return {
    async row(id: string): Promise<UserRow | undefined> {
      return (await site.db.select().from(users).where(eq(users.id, id)))[0];
    },
    /** An administrator without a named role is an owner. */
    change: (id: string, change: Partial<UserRow>) =>
      site.db
        .update(users)
        .set({ ...change, ...roleOf(change) })
        .where(eq(users.id, id)),
    /** These are the only administrators from now on. */
    leaveAdministrators: (...ids: string[]) =>
      site.db
        .update(users)
        .set(roleColumns(null))
        .where(and(eq(users.isAdmin, true), notInArray(users.id, ids))),
    countSessions: (id: string) => site.db.$count(sessions, eq(sessions.userId, id)),
    /** Makes the log-in of a browser's owner ten minutes old. */
    age: (id: string) =>
      site.db
        .update(sessions)
        .set({ authenticatedAt: new Date(site.clock.now().getTime() - 600_000) })
        .where(eq(sessions.userId, id)),
    /** The mails to an address, as template and properties. */
    async mailsTo(address: string) {
      const rows = await site.db
        .select()
        .from(outgoingMails)
        .where(eq(outgoingMails.recipientAddress, address));
      return rows.map(({ id, template, locale, sealedProps }) => ({
        template,
        locale,
        props: JSON.parse(site.context.secrets.unseal('mail-props', id, sealedProps)) as object,
      }));
    },
    actsOn: (subject: string) =>
      site.db.select().from(auditLog).where(eq(auditLog.subject, subject)).orderBy(auditLog.id),
  };
}
