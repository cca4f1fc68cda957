import { and, count, eq, gt, gte, inArray, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../server/database/database.ts';
import { days } from '../../../shared/time.ts';
import { isValid, type Signature, unityDeclarations } from '../../declaration/declaration.store.ts';
import { isOpenToNews, WELCOME_MAILS } from '../../declaration/news.store.ts';
import { emailLogs } from '../../mail/log/email-log.store.ts';
import { outgoingMails, skipWaiting } from '../../mail/queue/outgoing-mail.store.ts';
import { mailSuppressions } from '../../mail/suppressions/suppression.store.ts';
import { latestMs } from './welcome.rules.ts';

const { id, email, confirmedAt, wantsNews, welcomeMails, welcomedAt } = unityDeclarations;

interface Take {
  /** Of the mail in the series, from 1. */
  place: number;
  waitDays: number;
  /** Whoever confirmed before is not in the series. */
  since: Date;
  now: Date;
  limit: number;
}

/**
 * Marks those to whom a mail of the series is due as having got it, and answers them. Each is taken once: another
 * process passes over the rows of this transaction, and finds them marked after it.
 */
export async function takeForWelcome(
  tx: Database,
  { place, waitDays, since, now, limit }: Take,
): Promise<Signature[]> {
  const before = place === 1 ? confirmedAt : welcomedAt;
  const dueMs = now.getTime() - days(waitDays);
  const due = await tx
    .select({ id })
    .from(unityDeclarations)
    .where(
      and(
        isOpenToNews(tx),
        eq(welcomeMails, place - 1),
        gte(confirmedAt, since),
        lte(before, new Date(dueMs)),
        gt(before, new Date(dueMs - latestMs)),
      ),
    )
    .orderBy(before)
    .limit(limit)
    .for('update', { of: unityDeclarations, skipLocked: true });
  if (due.length === 0) return [];
  const ids = due.map((one) => one.id);
  return tx
    .update(unityDeclarations)
    .set({ welcomeMails: place, welcomedAt: now })
    .where(and(inArray(id, ids), eq(welcomeMails, place - 1)))
    .returning();
}

/** Ends the mails of the series that wait for the mail server. */
export const skipWelcomeMails = (tx: Database, now: Date): Promise<number> =>
  skipWaiting(tx, { which: inArray(outgoingMails.emailType, [...WELCOME_MAILS]), now });

/** How many valid signatures with a wish for news were confirmed from then on. */
export const countConfirmedSince = (db: Database, since: Date): Promise<number> =>
  db.$count(unityDeclarations, and(isValid, eq(wantsNews, true), gte(confirmedAt, since)));

/** What became of the mails of each place in the series. */
export async function readWelcomeResults(db: Database) {
  const { emailType, status } = emailLogs;
  const logged = await db
    .select({ emailType, status, n: count() })
    .from(emailLogs)
    .where(sql`${emailType} like 'welcome-series-%'`)
    .groupBy(emailType, status);
  const { address, reason, createdAt, unsubscribedAt } = mailSuppressions;
  const left = await db
    .select({
      place: welcomeMails,
      bounced: sql<number>`count(*) filter (where ${reason} = 'bounced' and ${createdAt} >= ${welcomedAt})::int`,
      unsubscribed: sql<number>`count(*) filter (where ${unsubscribedAt} >= ${welcomedAt})::int`,
    })
    .from(mailSuppressions)
    .innerJoin(unityDeclarations, eq(email, address))
    .where(gt(welcomeMails, 0))
    .groupBy(welcomeMails);
  return WELCOME_MAILS.map((type, n) => {
    const ended = (as: typeof emailLogs.$inferSelect.status) =>
      logged.find((row) => row.emailType === type && row.status === as)?.n ?? 0;
    const gone = left.find(({ place }) => place === n + 1);
    return {
      sent: ended('success'),
      failed: ended('failed'),
      bounced: gone?.bounced ?? 0,
      unsubscribed: gone?.unsubscribed ?? 0,
    };
  });
}
