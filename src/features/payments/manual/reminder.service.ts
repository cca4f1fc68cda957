import { randomUUID } from 'node:crypto';
import type { House } from '../../../server/context.ts';
import { type Database, inTransaction } from '../../../server/database.ts';
import { dollars } from '../../../shared/money.ts';
import { days } from '../../../shared/time.ts';
import { readerOf } from '../../application/application.rules.ts';
import { lockApplication } from '../../application/application.store.ts';
import { applicationLink } from '../../application/link.service.ts';
import { notifyAdmins, queueMail } from '../../email/email.service.ts';
import type { PaymentStatus } from '../payment.rules.ts';
import { step } from '../payment.service.ts';
import { findPayment, type JoinedPayment } from '../payment.store.ts';
import { type ManualRail, RAIL_NAME } from './claim.rules.ts';
import { adminPauseMs, expiryMs, type Reminder, REMINDERS } from './reminder.rules.ts';
import { lastReminder, listToRemind, noteReminder } from './reminder.store.ts';
import { transferFacts } from './transfer.service.ts';

const rowsPerTurn = 200;

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

/** Ends transfers that nobody has told us of, and says that late money is not lost. */
export async function expireTransfers(house: House): Promise<void> {
  const now = house.clock.now();
  const wanted = { status: 'awaiting_transfer', since: before(now, expiryMs) } as const;
  await eachOf(house, wanted, async (tx, found) => {
    const { id } = found.payment;
    await step(tx, { paymentId: id, to: 'expired', actor: { kind: 'system' }, at: now });
    await queueMail(
      house,
      {
        ...readerOf(found.application),
        batch: `transfer-expired:${id}`,
        template: 'transfer-expired',
        props: {
          name: readerOf(found.application).to.name,
          reference: found.application.reference,
          amount: dollars(found.payment.amountCents),
          statusUrl: applicationLink(house, found.application),
        },
      },
      { db: tx },
    );
  });
}

/** Reminds payers of a transfer that they wanted to make, after three and after seven days. */
export async function remindPayers(house: House): Promise<void> {
  const now = house.clock.now();
  // The second first: whoever is past both hears of it once.
  for (const kind of ['transfer-second', 'transfer-first'] as const) {
    const wanted = {
      status: 'awaiting_transfer',
      since: before(now, REMINDERS[kind]),
      kind,
    } as const;
    await eachOf(house, wanted, async (tx, found) => {
      const { id } = found.payment;
      if (!(await noteReminder(tx, id, kind, now))) return;
      if (kind === 'transfer-second') await noteReminder(tx, id, 'transfer-first', now);
      const facts = await transferFacts(house, tx, found);
      if (!facts) return;
      await queueMail(
        house,
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

/** Tells payers once that we are still looking for the money that they told us of. */
export async function reassurePayers(house: House): Promise<void> {
  const now = house.clock.now();
  const kind = 'claim-payer';
  const wanted = { status: 'claimed', since: before(now, REMINDERS[kind]), kind } as const;
  await eachOf(house, wanted, async (tx, found) => {
    const { payment, application } = found;
    if (!(await noteReminder(tx, payment.id, kind, now))) return;
    await queueMail(
      house,
      {
        ...readerOf(found.application),
        batch: `${kind}:${payment.id}`,
        template: 'claim-waiting',
        props: {
          name: readerOf(found.application).to.name,
          reference: application.reference,
          method: RAIL_NAME[payment.rail as ManualRail],
          amount: dollars(payment.amountCents),
          number: payment.claimNumber ?? '',
          statusUrl: applicationLink(house, application),
        },
      },
      { db: tx },
    );
  });
}

/** Claims that one mail names; the rest is counted. */
const mostNamed = 20;

/** Reminds the administrators of claims that have waited for three or seven days, in one mail a day at most. */
export async function remindAdministrators(house: House): Promise<void> {
  const now = house.clock.now();
  const kinds = ['claim-second', 'claim-first'] as const;
  await inTransaction(house.db, async (tx) => {
    const last = await lastReminder(tx, kinds);
    // A clock that was set back has told nobody anything.
    if (last && last <= now && now.getTime() - last.getTime() < adminPauseMs) return;
    const waiting = new Set<string>();
    for (const kind of kinds) {
      const since = before(now, REMINDERS[kind]);
      const ids = await listToRemind(tx, { status: 'claimed', since, kind, limit: rowsPerTurn });
      for (const id of ids) {
        const isNew = await noteReminder(tx, id, kind, now);
        if (kind === 'claim-second') await noteReminder(tx, id, 'claim-first', now);
        if (isNew) waiting.add(id);
      }
    }
    if (waiting.size === 0) return;
    const named: JoinedPayment[] = [];
    for (const id of [...waiting].slice(0, mostNamed)) {
      const found = await findPayment(tx, id);
      if (found) named.push(found);
    }
    await notifyAdmins(
      house,
      {
        batch: `claims-waiting:${randomUUID()}`,
        template: 'claims-waiting',
        props: {
          count: waiting.size,
          claims: named.map(({ payment, application }) => ({
            reference: application.reference,
            method: RAIL_NAME[payment.rail as ManualRail],
            amount: dollars(payment.amountCents),
            days: Math.floor((now.getTime() - payment.updatedAt.getTime()) / days(1)),
          })),
          adminUrl: `${house.publicUrl}/admin/payments/claims`,
        },
      },
      { db: tx, may: 'payments:read' },
    );
  });
}

/**
 * Runs a deed for each transfer that has stood so long, each in a transaction of its own in which its application
 * is locked and its status still the same. The deed must take the payment off the list.
 */
async function eachOf(
  house: House,
  wanted: { status: PaymentStatus; since: Date; kind?: Reminder },
  deed: (tx: Database, found: JoinedPayment) => Promise<void>,
): Promise<void> {
  for (;;) {
    const ids = await listToRemind(house.db, { ...wanted, limit: rowsPerTurn });
    for (const id of ids) {
      await inTransaction(house.db, async (tx) => {
        const seen = await findPayment(tx, id);
        if (!seen) return;
        await lockApplication(tx, seen.application.id);
        const found = await findPayment(tx, id);
        if (found?.payment.status === wanted.status) await deed(tx, found);
      });
    }
    if (ids.length < rowsPerTurn) return;
  }
}
