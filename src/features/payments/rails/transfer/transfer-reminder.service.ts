import { randomUUID } from 'node:crypto';
import { type Database, inTransaction } from '../../../../server/database/database.ts';
import { days } from '../../../../shared/time.ts';
import { readerOf } from '../../../application/application.rules.ts';
import { lockApplication } from '../../../application/application.store.ts';
import { notifyAdmins, queueMail } from '../../../mail/queue/mail-queue.service.ts';
import { type PaymentStatus, memoOf } from '../../core/payment.rules.ts';
import { changePaymentStatus } from '../../core/payment.service.ts';
import {
  findPayment,
  type JoinedPayment,
  listPaymentsOfInstalment,
} from '../../core/payment.store.ts';
import { isTransferRail } from './transfer.rules.ts';
import {
  adminIntervalMs,
  expiryMs,
  type TransferReminder,
  TRANSFER_REMINDERS,
} from './transfer-reminder.rules.ts';
import { lastReminder, listTransfersToRemind, recordReminder } from './transfer-reminder.store.ts';
import type { AppContext } from '../../../../server/context.ts';
import { dollars } from '../../../../shared/money.ts';
import { applicationLink } from '../../../application/link.service.ts';
import { heldCentsOf } from '../../core/instalment.rules.ts';
import { RAIL_NAMES } from '../../core/payment-labels.rules.ts';
import { listInstalments } from '../../core/schedule/schedule.store.ts';
import { findActiveConfig } from '../../pricing/payment-config.store.ts';

const batchSize = 200;

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

/** Expires unclaimed transfers, and mails that late money is not lost. */
export async function expireTransfers(context: AppContext): Promise<void> {
  const now = context.clock.now();
  const wanted = { status: 'awaiting_transfer', since: before(now, expiryMs) } as const;
  await forEachTransfer(context, wanted, async (tx, found) => {
    const { id } = found.payment;
    await changePaymentStatus(tx, {
      paymentId: id,
      to: 'expired',
      actor: { kind: 'system' },
      at: now,
    });
    await queueMail(
      context,
      {
        ...readerOf(found.application),
        batch: `transfer-expired:${id}`,
        template: 'transfer-expired',
        props: {
          name: readerOf(found.application).to.name,
          reference: found.application.reference,
          amount: dollars(found.payment.amountCents),
          statusUrl: applicationLink(context, found.application),
        },
      },
      { db: tx },
    );
  });
}

/** Reminds payers of a transfer that they wanted to make, after three and after seven days. */
export async function remindPayers(context: AppContext): Promise<void> {
  const now = context.clock.now();
  // The second first: a payer past both gets one mail.
  for (const kind of ['transfer-second', 'transfer-first'] as const) {
    const wanted = {
      status: 'awaiting_transfer',
      since: before(now, TRANSFER_REMINDERS[kind]),
      kind,
    } as const;
    await forEachTransfer(context, wanted, async (tx, found) => {
      const { id } = found.payment;
      if (!(await recordReminder(tx, id, kind, now))) return;
      if (kind === 'transfer-second') await recordReminder(tx, id, 'transfer-first', now);
      const facts = await transferMailProps(context, tx, found);
      if (!facts) return;
      await queueMail(
        context,
        {
          ...readerOf(found.application),
          batch: `${kind}:${id}`,
          template: 'transfer-reminder',
          props: facts,
        },
        { db: tx },
      );
    });
  }
}

/** Mails payers once that their claim is still being checked. */
export async function reassurePayersOfClaims(context: AppContext): Promise<void> {
  const now = context.clock.now();
  const kind = 'claim-payer';
  const wanted = { status: 'claimed', since: before(now, TRANSFER_REMINDERS[kind]), kind } as const;
  await forEachTransfer(context, wanted, async (tx, found) => {
    const { payment, application } = found;
    if (!(await recordReminder(tx, payment.id, kind, now))) return;
    await queueMail(
      context,
      {
        ...readerOf(found.application),
        batch: `${kind}:${payment.id}`,
        template: 'claim-waiting',
        props: {
          name: readerOf(found.application).to.name,
          reference: application.reference,
          method: RAIL_NAMES[payment.rail],
          amount: dollars(payment.amountCents),
          number: payment.claimNumber ?? '',
          statusUrl: applicationLink(context, application),
        },
      },
      { db: tx },
    );
  });
}

/** Claims that one mail names; the rest is counted. */
const maxNamed = 20;

/** Reminds the administrators of claims that have waited for three or seven days, in one mail a day at most. */
export async function remindAdminsOfClaims(context: AppContext): Promise<void> {
  const now = context.clock.now();
  const kinds = ['claim-second', 'claim-first'] as const;
  await inTransaction(context.db, async (tx) => {
    const last = await lastReminder(tx, kinds);
    // A time in the future was written by a clock that has been set back.
    if (last && last <= now && now.getTime() - last.getTime() < adminIntervalMs) return;
    const waiting = new Set<string>();
    for (const kind of kinds) {
      const since = before(now, TRANSFER_REMINDERS[kind]);
      const ids = await listTransfersToRemind(tx, {
        status: 'claimed',
        since,
        kind,
        limit: batchSize,
      });
      for (const id of ids) {
        const isNew = await recordReminder(tx, id, kind, now);
        if (kind === 'claim-second') await recordReminder(tx, id, 'claim-first', now);
        if (isNew) waiting.add(id);
      }
    }
    if (waiting.size === 0) return;
    const named: JoinedPayment[] = [];
    for (const id of [...waiting].slice(0, maxNamed)) {
      const found = await findPayment(tx, id);
      if (found) named.push(found);
    }
    await notifyAdmins(
      context,
      {
        batch: `claims-waiting:${randomUUID()}`,
        template: 'claims-waiting',
        props: {
          count: waiting.size,
          claims: named.map(({ payment, application }) => ({
            reference: application.reference,
            method: RAIL_NAMES[payment.rail],
            amount: dollars(payment.amountCents),
            days: Math.floor((now.getTime() - payment.updatedAt.getTime()) / days(1)),
          })),
          adminUrl: `${context.publicUrl}/admin/payments/claims`,
        },
      },
      { db: tx, permission: 'payments:read' },
    );
  });
}

/**
 * Runs an operation for each transfer that has had a status for so long, each in its own transaction with its
 * application locked and the status checked again. The operation must take the payment off the list.
 */
async function forEachTransfer(
  context: AppContext,
  wanted: { status: PaymentStatus; since: Date; kind?: TransferReminder },
  operation: (tx: Database, found: JoinedPayment) => Promise<void>,
): Promise<void> {
  for (;;) {
    const ids = await listTransfersToRemind(context.db, { ...wanted, limit: batchSize });
    for (const id of ids) {
      await inTransaction(context.db, async (tx) => {
        const seen = await findPayment(tx, id);
        if (!seen) return;
        await lockApplication(tx, seen.application.id);
        const found = await findPayment(tx, id);
        if (found?.payment.status === wanted.status) await operation(tx, found);
      });
    }
    if (ids.length < batchSize) return;
  }
}

/** What a mail says of a transfer that is waited for; undefined when money can no longer be sent there. */
export async function transferMailProps(
  context: Pick<AppContext, 'secrets' | 'publicUrl' | 'clock'>,
  db: Database,
  { application, payment, instalment, schedule }: JoinedPayment,
) {
  const { rail } = payment;
  if (!isTransferRail(rail)) return undefined;
  const destination = await findActiveConfig(db, rail);
  if (!destination) return undefined;
  const attempts = await listPaymentsOfInstalment(db, instalment.id);
  const { payments, amountCents } = schedule;
  const all = (await listInstalments(db, schedule.id)).filter(
    ({ status }) => status !== 'combined',
  );
  const filled = Object.entries(destination.configData).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== '',
  );
  return {
    name: `${application.firstName} ${application.lastName}`,
    reference: application.reference,
    method: RAIL_NAMES[rail],
    amount: dollars(instalment.amountCents - heldCentsOf(instalment, attempts)),
    memo: memoOf(application.reference, instalment.number),
    ...(payments > 1
      ? {
          plan: {
            payments,
            each: dollars(amountCents),
            total: dollars(amountCents * BigInt(payments)),
            number: instalment.number,
            count: all.length,
          },
        }
      : {}),
    destination: Object.fromEntries(filled),
    statusUrl: applicationLink(
      context,
      application,
      payments > 1 ? { pay: instalment.number } : {},
    ),
  };
}
