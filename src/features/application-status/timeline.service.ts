import type { RequestContext, AppContext } from '../../server/context.ts';
import { decimal } from '../../shared/money.ts';
import { stepsInForce } from '../application/application.rules.ts';
import type { Application } from '../application/application.store.ts';
import { listApplicationEvents } from '../application/application-event.store.ts';
import { hasStoredAccount } from '../payments/rails/card/renewals/vault.service.ts';
import { sendBy } from '../fulfilment/fulfilment.rules.ts';
import { listKitsById } from '../fulfilment/shipment.store.ts';
import type { PaymentStatus } from '../payments/core/payment.rules.ts';
import type { Payment } from '../payments/core/payment.store.ts';
import { correctedBy } from '../payments/core/booking.rules.ts';
import type { PaymentEvent } from '../payments/core/payment-event.store.ts';
import { receiptName } from '../payments/core/payment-labels.rules.ts';
import { listReceiptsOf } from '../payments/core/receipts/receipt.store.ts';
import {
  findSchedule,
  listInstalments,
  type Schedule,
} from '../payments/core/schedule/schedule.store.ts';
import {
  type HistoryEntry,
  chronological,
  kindOfApplicationStep,
  kindOfPaymentStep,
} from './history.rules.ts';
import { payOffChoice, planCancellation } from './plan.service.ts';
import { listPaymentSteps } from './timeline.store.ts';

type TimelineContext = Pick<AppContext, 'db'> &
  Pick<RequestContext<never>, 'translate' | 'language'>;

/** What an applicant sees of an application: its history, receipts, kit and plan. */
export async function loadTimeline(context: TimelineContext, application: Application) {
  const { db } = context;
  const { id } = application;
  const schedule = await findSchedule(db, id);
  const instalments = schedule ? await listInstalments(db, schedule.id) : [];
  const { isStopped, mayStop, paymentsUntilStop } = planCancellation(schedule, instalments);
  const [kit] = await listKitsById(db, [id]);
  return {
    history: await historyOf(context, application, schedule),
    receipts: await receiptsOf(db, id),
    kitBy: sendBy(application),
    shipment: kit?.shipment?.dispatchedAt ? kit.shipment : null,
    plan: {
      isStopped,
      mayStop,
      paymentsUntilStop,
      payOff: payOffChoice(schedule, instalments),
      isCharged: schedule !== undefined && (await hasStoredAccount(db, schedule.id)),
    },
    asked: await requestedInformation(context, application),
  };
}

async function requestedInformation(
  { db }: TimelineContext,
  { id, applicationStatus }: Application,
) {
  if (applicationStatus !== 'needs_information') return null;
  const events = await listApplicationEvents(db, id);
  return events.findLast(({ to }) => to === 'needs_information')?.note ?? null;
}

/** Without the key of the mail: it never wears out, and this browser may be one that sees the details masked. */
async function receiptsOf(db: TimelineContext['db'], applicationId: string) {
  const found = await listReceiptsOf(db, applicationId);
  return found
    .filter(({ isVoid }) => !isVoid)
    .map(({ receipt }) => ({
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

/** The amount of a step. Events store the total refunded; the history shows what was refunded in this step. */
function centsOf(
  { to, data }: PaymentEvent,
  payment: Payment,
  refundedBefore: ReadonlyMap<string, bigint>,
): bigint {
  const { refundedCents, receivedCents, takenBackCents } = data as Record<
    string,
    string | undefined
  >;
  if (takenBackCents) return BigInt(takenBackCents);
  if ((to === 'refunded' || to === 'partially_refunded') && refundedCents)
    return BigInt(refundedCents) - (refundedBefore.get(payment.id) ?? 0n);
  if (receivedCents) return BigInt(receivedCents);
  // An announced payment shows the amount due, whatever arrived.
  return ANNOUNCED.includes(to)
    ? payment.amountCents
    : (payment.receivedCents ?? payment.amountCents);
}

async function historyOf(
  { db, translate, language }: TimelineContext,
  application: Application,
  schedule: Schedule | undefined,
): Promise<HistoryEntry[]> {
  const plain = { instalment: null, method: null, amount: null, note: null };
  const entries: HistoryEntry[] = [{ ...plain, at: application.createdAt, told: 'begun' }];
  const steps = stepsInForce(await listApplicationEvents(db, application.id));
  for (const { at, to, note } of steps) {
    const kind = kindOfApplicationStep(to);
    if (kind) entries.push({ ...plain, at, told: kind, note });
  }
  const refundedBefore = new Map<string, bigint>();
  for (const { event, payment, instalment } of await listPaymentSteps(db, application.id)) {
    const { at, from, to, reason, data } = event;
    // A note is written for administrators: nothing has moved. A further refund ends where it began, too.
    if (from === to && data.refundedCents === undefined) continue;
    const isCorrection = correctedBy(event) !== undefined;
    const kind = isCorrection
      ? 'corrected'
      : kindOfPaymentStep({
          rail: payment.rail,
          from,
          to,
          isShort: data.flag === 'under',
        });
    if (!kind) continue;
    const cents = centsOf(event, payment, refundedBefore);
    if ('refundedCents' in data)
      refundedBefore.set(payment.id, BigInt(String(data.refundedCents ?? 0)));
    entries.push({
      at,
      told: kind,
      instalment: instalment.number,
      method: payment.rail,
      amount: decimal(cents),
      // The reasons of other steps are internal.
      note: !isCorrection && EXPLAINED.includes(to) && reason ? translate(reason, language) : null,
    });
  }
  if (schedule?.plan === 'installment' && schedule.status === 'cancelled')
    entries.push({ ...plain, at: schedule.updatedAt, told: 'plan_stopped' });
  return chronological(entries);
}
