import { randomUUID } from 'node:crypto';
import type { Caller, AppContext } from '../../../server/context.ts';
import { type Database, inTransaction } from '../../../server/database/database.ts';
import { Fault } from '../../../shared/fault.ts';
import { minutes } from '../../../shared/time.ts';
import { words } from '../../../shared/words.ts';
import { notifyAdmins } from '../../mail/queue/mail-queue.service.ts';
import { noMessage } from '../core/message.service.ts';
import { findOwnMessage } from '../core/message.store.ts';
import type { ReportReason } from './report.rules.ts';
import { addReport, countWaitingReports } from './report.store.ts';

/**
 * Shows a received message to the administrators, with a copy of its words. Throws 404 for a message that the caller
 * does not have, 400 for their own, 409 for one that they reported before.
 */
export async function reportMessage(
  tx: Database,
  { clock }: Pick<AppContext, 'clock'>,
  reporter: Caller,
  { id, reason, note }: { id: string; reason: ReportReason; note?: string | undefined },
): Promise<void> {
  const message = await findOwnMessage(tx, reporter.id, id);
  if (!message) throw noMessage();
  if (message.senderId === reporter.id)
    throw new Fault(400, words('You cannot report your own message.'));
  const isNew = await addReport(tx, {
    id: randomUUID(),
    messageId: id,
    reporterId: reporter.id,
    reportedId: message.senderId,
    reason,
    note: note ?? '',
    subject: message.subject,
    content: message.content,
    sentAt: message.createdAt,
    createdAt: clock.now(),
  });
  if (!isNew)
    throw new Fault(409, words('You have already reported this message. We are looking into it.'));
}

/** Between two mails to the administrators. */
const spanMs = minutes(15);
const spanOf = (ms: number) => new Date(Math.floor(ms / spanMs) * spanMs);

/**
 * Mails the administrators how many reports were waiting at the last quarter of an hour. The batch is named for the
 * quarter in which the newest of them came in, so that no mail repeats the last one.
 */
export async function mailWaitingReports(context: AppContext): Promise<void> {
  const before = spanOf(context.clock.now().getTime());
  await inTransaction(context.db, async (tx) => {
    const { count, newest } = await countWaitingReports(tx, before);
    if (count === 0 || !newest) return;
    await notifyAdmins(
      context,
      {
        batch: `reports-waiting:${spanOf(new Date(newest).getTime()).toISOString()}`,
        template: 'reports-waiting',
        props: { count, adminUrl: `${context.publicUrl}/admin/users/reports` },
      },
      { db: tx, permission: 'users:moderate' },
    );
  });
}
