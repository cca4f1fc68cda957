import { and, eq, exists, inArray, isNotNull, not, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../server/database/database.ts';
import { users } from '../../server/user.store.ts';
import { outgoingMails, skipWaiting } from '../mail/queue/outgoing-mail.store.ts';
import { mailSuppressions } from '../mail/suppressions/suppression.store.ts';
import { isValid, unityDeclarations } from './declaration.store.ts';

const { email, confirmedAt, wantsNews } = unityDeclarations;

/** What the send history calls the mails of the welcome series, in their order. */
export const WELCOME_MAILS = ['welcome-series-1', 'welcome-series-2', 'welcome-series-3'] as const;

/** News that goes to signers one by one. */
const NEWS_TO_SIGNERS = ['declaration-milestone', ...WELCOME_MAILS];

/** Of confirmed signers who want news and may be written to. */
export function isOpenToNews(db: Database): SQL | undefined {
  const one = { one: sql`1` };
  return and(
    isValid,
    isNotNull(confirmedAt),
    eq(wantsNews, true),
    not(exists(db.select(one).from(mailSuppressions).where(eq(mailSuppressions.address, email)))),
    not(
      exists(
        db
          .select(one)
          .from(users)
          .where(and(eq(users.email, email), isNotNull(users.suspendedAt))),
      ),
    ),
  );
}

/** Ends waiting news to those who have withdrawn, were invalidated or are not to be written to for another reason. */
export const skipLostNews = (tx: Database, now: Date): Promise<number> =>
  skipWaiting(tx, {
    now,
    which: and(
      inArray(outgoingMails.emailType, NEWS_TO_SIGNERS),
      not(
        exists(
          tx
            .select({ one: sql`1` })
            .from(unityDeclarations)
            .where(and(eq(email, outgoingMails.recipientAddress), isOpenToNews(tx))),
        ),
      ),
    ),
  });
