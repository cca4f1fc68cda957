import { and, desc, eq, gte, sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../server/database/columns.store.ts';
import type { Database } from '../../server/database/database.ts';
import { passportApplications } from './application.store.ts';

/** Which browsers an application is bound to; one cookie holds many. */
export const applicationOwners = pgTable(
  'application_owners',
  {
    /** SHA-256 of the cookie's value. */
    tokenDigest: text('token_digest').notNull(),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => passportApplications.id, { onDelete: 'cascade' }),
    boundAt: at('bound_at').notNull(),
    /** When this browser last typed the details itself; an hour later they are masked. */
    provenAt: at('proven_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tokenDigest, t.applicationId] }),
    index('application_owners_application').on(t.applicationId),
  ],
);

/** Lets one browser's calls that begin or choose an application pass one at a time. */
export async function lockBrowser(tx: Database, tokenDigest: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`browser ${tokenDigest}`}, 0))`,
  );
}

/** Binds an application to a browser that has just typed its details. */
export async function bindApplication(
  tx: Database,
  tokenDigest: string,
  applicationId: string,
  now: Date,
): Promise<void> {
  await tx
    .insert(applicationOwners)
    .values({ tokenDigest, applicationId, boundAt: now, provenAt: now })
    .onConflictDoUpdate({
      target: [applicationOwners.tokenDigest, applicationOwners.applicationId],
      set: { provenAt: now },
    });
}

/** The browser's applications, newest first, each with the time it last typed the details. */
export async function listApplicationsOfBrowser(db: Database, tokenDigest: string) {
  return db
    .select({ application: passportApplications, provenAt: applicationOwners.provenAt })
    .from(applicationOwners)
    .innerJoin(passportApplications, eq(passportApplications.id, applicationOwners.applicationId))
    .where(eq(applicationOwners.tokenDigest, tokenDigest))
    .orderBy(desc(passportApplications.createdAt), desc(passportApplications.id));
}

export async function countBoundSince(
  db: Database,
  tokenDigest: string,
  since: Date,
): Promise<number> {
  return db.$count(
    applicationOwners,
    and(eq(applicationOwners.tokenDigest, tokenDigest), gte(applicationOwners.boundAt, since)),
  );
}

/** "Forget me on this device": the applications stay, this browser no longer knows them. */
export async function forgetBrowser(db: Database, tokenDigest: string): Promise<void> {
  await db.delete(applicationOwners).where(eq(applicationOwners.tokenDigest, tokenDigest));
}
