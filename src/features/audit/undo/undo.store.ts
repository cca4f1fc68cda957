import { and, desc, eq, gt, gte, inArray, notInArray } from 'drizzle-orm';
import { auditLog } from '../../../server/audit.store.ts';
import type { Database } from '../../../server/database/database.ts';

/** The last acts of one person, of the named kinds, newest first. */
export const listActsOf = (
  db: Database,
  actorId: string,
  which: { actions: readonly string[]; since: Date; most: number },
) =>
  db
    .select()
    .from(auditLog)
    .where(
      and(
        eq(auditLog.actorId, actorId),
        gte(auditLog.at, which.since),
        inArray(auditLog.action, [...which.actions]),
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(which.most);

/** What was done after an act of the log, by anyone, to any of these. */
export const listActsAfter = (
  db: Database,
  id: number,
  about: { subjects: readonly string[]; butNot: readonly string[] },
) =>
  db
    .select({ id: auditLog.id, action: auditLog.action, subject: auditLog.subject })
    .from(auditLog)
    .where(
      and(
        gt(auditLog.id, id),
        inArray(auditLog.subject, [...about.subjects]),
        notInArray(auditLog.action, [...about.butNot]),
      ),
    );
