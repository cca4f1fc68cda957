import type { RequestContext, AppContext } from '../../../server/context.ts';
import { decimal } from '../../../shared/money.ts';
import type { Application } from '../application.store.ts';
import { listApplicationEvents } from '../application-event.store.ts';
import { hasStoredAccount } from '../../payments/rails/card/vault.service.ts';
import { sendBy } from '../../fulfilment/fulfilment.rules.ts';
import { listKitsById } from '../../fulfilment/shipment.store.ts';
import type { PaymentStatus } from '../../payments/core/payment.rules.ts';
import type { Payment } from '../../payments/core/payment.store.ts';
import type { PaymentEvent } from '../../payments/core/payment-event.store.ts';
import { receiptName } from '../../payments/core/payment-labels.rules.ts';
import { listReceiptsOf } from '../../payments/core/receipt.store.ts';
import {
  findSchedule,
  listInstalments,
  type Schedule,
} from '../../payments/core/schedule.store.ts';
import { type Entry, inOrder, toldOfApplication, toldOfPayment } from './history.rules.ts';
import { standingOf } from './plan.service.ts';
import { listPaymentSteps } from './tracking.store.ts';

type Archive = Pick<AppContext, 'db'> & Pick<RequestContext<never>, 'translate' | 'language'>;

/** What an applicant is told of an application: what was, what is and what comes. */
export async function tellStory(archive: Archive, application: Application) {
  const { db } = archive;
  const { id } = application;
  const schedule = await findSchedule(db, id);
  const dues = schedule ? await listInstalments(db, schedule.id) : [];
  const { isStopped, mayStop, paymentsUntilStop } = standingOf(schedule, dues);
  const [kit] = await listKitsById(db, [id]);
  return {
    history: await historyOf(archive, application, schedule),
    receipts: await receiptsOf(db, id),
    kitBy: sendBy(application),
    shipment: kit?.shipment?.dispatchedAt ? kit.shipment : null,
    plan: {
      isStopped,
      mayStop,
      paymentsUntilStop,
      isCharged: schedule !== undefined && (await hasStoredAccount(db, schedule.id)),
    },
    asked: await askedOf(archive, application),
  };
}

async function askedOf({ db }: Archive, { id, applicationStatus }: Application) {
  if (applicationStatus !== 'needs_information') return null;
  const events = await listApplicationEvents(db, id);
  return events.findLast(({ to }) => to === 'needs_information')?.note ?? null;
}

/** Without the key of the mail: it never wears out, and this browser may be one that sees the details masked. */
async function receiptsOf(db: Archive['db'], applicationId: string) {
  const found = await listReceiptsOf(db, applicationId);
  return found.map(({ receipt }) => ({
    name: receiptName(receipt.number),
    href: `/receipt/${receiptName(receipt.number)}`,
    instalment: receipt.facts.instalment,
    method: receipt.facts.method,
    amount: receipt.facts.received,
    receivedOn: receipt.facts.receivedOn,
  }));
}

/** Steps whose reason is written for the payer. */
const EXPLAINED: readonly PaymentStatus[] = ['failed', 'refunded', 'partially_refunded'];

const ANNOUNCED: readonly PaymentStatus[] = ['claimed', 'processing'];

/** How much a step is about. Events keep what has gone back in all; told is what went back now. */
function centsOf(
  { to, data }: PaymentEvent,
  payment: Payment,
  refundedBefore: ReadonlyMap<string, bigint>,
): bigint {
  const { refundedCents, receivedCents } = data as Record<string, string | undefined>;
  if ((to === 'refunded' || to === 'partially_refunded') && refundedCents)
    return BigInt(refundedCents) - (refundedBefore.get(payment.id) ?? 0n);
  if (receivedCents) return BigInt(receivedCents);
  // What was announced is what was asked for, however much came of it.
  return ANNOUNCED.includes(to)
    ? payment.amountCents
    : (payment.receivedCents ?? payment.amountCents);
}

async function historyOf(
  { db, translate, language }: Archive,
  application: Application,
  schedule: Schedule | undefined,
): Promise<Entry[]> {
  const plain = { instalment: null, method: null, amount: null, note: null };
  const entries: Entry[] = [{ ...plain, at: application.createdAt, told: 'begun' }];
  for (const { at, to, note } of await listApplicationEvents(db, application.id)) {
    const told = toldOfApplication(to);
    if (told) entries.push({ ...plain, at, told, note });
  }
  const refundedBefore = new Map<string, bigint>();
  for (const { event, payment, instalment } of await listPaymentSteps(db, application.id)) {
    const { at, from, to, reason, data } = event;
    // A remark is written for administrators: nothing has moved. A further refund ends where it began, too.
    if (from === to && data.refundedCents === undefined) continue;
    const told = toldOfPayment({ rail: payment.rail, from, to, isShort: data.flag === 'under' });
    if (!told) continue;
    const cents = centsOf(event, payment, refundedBefore);
    if (data.refundedCents) refundedBefore.set(payment.id, BigInt(data.refundedCents as string));
    entries.push({
      at,
      told,
      instalment: instalment.number,
      method: payment.rail,
      amount: decimal(cents),
      // What the house notes of its other steps is no sentence for a payer.
      note: EXPLAINED.includes(to) && reason ? translate(reason, language) : null,
    });
  }
  if (schedule?.plan === 'installment' && schedule.status === 'cancelled')
    entries.push({ ...plain, at: schedule.updatedAt, told: 'plan_stopped' });
  return inOrder(entries);
}
