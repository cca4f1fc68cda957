import { and, eq, exists, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../server/database/database.ts';
import { outgoingMails } from '../mail/queue/outgoing-mail.store.ts';
import { leaveChains } from './folded-link.store.ts';
import { isValid, type Signature, unityDeclarations } from './declaration.store.ts';

const signature = unityDeclarations;

/** What names the email with a link: a newer link has another email. */
export const linkBatch = ({ id, linkId }: Pick<Signature, 'id' | 'linkId'>): string =>
  `declaration:${id}:${linkId}`;

/** Asked for their confirmation by an email that was delivered before a time, and silent since. */
const silentSince = (db: Database, before: Date) =>
  and(
    isValid,
    isNull(signature.confirmedAt),
    eq(signature.wasAsked, true),
    exists(
      db
        .select({ one: sql`1` })
        .from(outgoingMails)
        .where(
          and(
            eq(
              outgoingMails.batchId,
              sql`'declaration:' || ${signature.id} || ':' || ${signature.linkId}`,
            ),
            eq(outgoingMails.recipientAddress, signature.email),
            lt(outgoingMails.sentAt, before),
          ),
        ),
    ),
  );

/** When the email with the link was delivered; undefined while it was not. */
export async function linkDeliveredAt(
  db: Database,
  { email, ...link }: Pick<Signature, 'id' | 'linkId' | 'email'>,
): Promise<Date | undefined> {
  const { batchId, recipientAddress, sentAt } = outgoingMails;
  const [found] = await db
    .select({ sentAt })
    .from(outgoingMails)
    .where(and(eq(batchId, linkBatch(link)), eq(recipientAddress, email)));
  return found?.sentAt ?? undefined;
}

/** Takes signatures whose signers are to be reminded now; each is taken once. */
export const takeToRemind = (tx: Database, { before, ...take }: Take & { before: Date }) =>
  takeOnce(tx, silentSince(tx, before), take);

/** Takes valid signatures from before confirmations were asked for; each is taken once. */
export const takeOlder = (tx: Database, take: Take) =>
  takeOnce(tx, and(isValid, isNull(signature.confirmedAt), eq(signature.wasAsked, false)), take);

interface Take {
  now: Date;
  limit: number;
}

async function takeOnce(
  tx: Database,
  which: SQL | undefined,
  { now, limit }: Take,
): Promise<Signature[]> {
  const due = await tx
    .select({ id: signature.id })
    .from(signature)
    .where(and(which, isNull(signature.remindedAt)))
    .limit(limit)
    .for('update', { skipLocked: true });
  if (due.length === 0) return [];
  return tx
    .update(signature)
    .set({ remindedAt: now })
    .where(
      inArray(
        signature.id,
        due.map(({ id }) => id),
      ),
    )
    .returning();
}

/** Removes signatures that nobody has confirmed; answers how many. */
export async function removeSilent(tx: Database, before: Date): Promise<number> {
  await leaveChains(tx, silentSince(tx, before));
  const removed = await tx
    .delete(signature)
    .where(silentSince(tx, before))
    .returning({ id: signature.id });
  return removed.length;
}
