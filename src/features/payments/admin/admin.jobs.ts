import * as z from 'zod/mini';
import type { AppContext } from '../../../server/context.ts';
import { inTransaction } from '../../../server/database/database.ts';
import { job } from '../../../server/queue/queue.ts';
import { dollars } from '../../../shared/money.ts';
import { readerOf } from '../../application/application.rules.ts';
import { applicationLink } from '../../application/link.service.ts';
import { queueMail } from '../../mail/queue/mail-queue.service.ts';
import { heldCentsOf } from '../core/instalment.rules.ts';
import { dayOf, PAYABLE } from '../core/payment.rules.ts';
import {
  findPayment,
  type JoinedPayment,
  listPaymentsOfInstalment,
} from '../core/payment.store.ts';
import { listPaymentEvents, type PaymentEvent } from '../core/payment-event.store.ts';
import { receiptName } from '../core/payment-labels.rules.ts';
import { findReceiptOfPayment, listReceiptsOfPayment } from '../core/receipts/receipt.store.ts';
import { confirmationBatch } from '../core/receipts/receipt.service.ts';
import { type Booking, bookingsOf } from '../core/booking.rules.ts';
import { hasBatch } from '../../mail/queue/outgoing-mail.store.ts';
import { expire } from './approvals/approval.service.ts';
import { settlePaypalRefund } from './refunds/paypal-refund.service.ts';
import { listOpenPaypalRefunds } from './refunds/paypal-refund.store.ts';
import { lastCorrection } from './corrections/correction.rules.ts';
import { notifyAdminsOfReview } from './review/review.service.ts';

export const reviewJobs = [
  job<AppContext, z.ZodMiniType<object>>({
    name: 'money-waits',
    data: z.object({}),
    retries: 3,
    singleton: true,
    // Soon after the hour that it reports: all items of that hour are stored by then.
    cron: '2 * * * *',
    handle: (_data, { context }) => notifyAdminsOfReview(context),
  }),
  job<AppContext, z.ZodMiniType<object>>({
    name: 'approvals-expire',
    data: z.object({}),
    retries: 3,
    singleton: true,
    cron: '32 * * * *',
    handle: (_data, { context }) => inTransaction(context.db, (db) => expire({ ...context, db })),
  }),
];

/** What is to be paid again for an instalment whose money went back. */
async function dueAgain(context: AppContext, { application, instalment }: JoinedPayment) {
  if (!PAYABLE.includes(instalment.status)) return {};
  const held = heldCentsOf(instalment, await listPaymentsOfInstalment(context.db, instalment.id));
  return {
    due: {
      rest: dollars(instalment.amountCents - held),
      instalment: instalment.number,
      statusUrl: applicationLink(context, application, { pay: instalment.number }),
    },
  };
}

/** Which refund of a payment: `refundedCents` is what had gone back in all with it. */
const Refunded = z.object({ id: z.uuid(), refundedCents: z.string() });

/** The batch of the email about a refund: an address gets it once. Only a second refund to the same total is named. */
function refundBatch({ event }: Booking, events: readonly PaymentEvent[]): string {
  const { refundedCents } = event.data;
  const first = events.find(({ data }) => data.refundedCents === refundedCents);
  const batch = `refund-recorded:${event.paymentId}:${String(refundedCents)}`;
  return first === event ? batch : `${batch}:${event.id}`;
}

/** `booking`: the event of what was taken back. */
const Corrected = z.object({ id: z.uuid(), booking: z.number() });

/** Whether the payer was notified of what has been taken back: nobody else needs a correction. */
async function wasNotified(
  context: AppContext,
  { id, booking }: z.output<typeof Corrected>,
): Promise<boolean> {
  const events = await listPaymentEvents(context.db, id);
  const event = events.find((one) => one.id === booking);
  if (!event) throw new Error('A correction without its booking.');
  const bookings = bookingsOf(events.slice(0, events.indexOf(event) + 1));
  const last = bookings.at(-1);
  if (!last) throw new Error('A correction without its booking.');
  if (last.kind === 'refunded') return hasBatch(context.db, refundBatch(last, events));
  const settlements = events.filter(({ from, to }) => from === 'processing' && to === 'succeeded');
  const issued = (await listReceiptsOfPayment(context.db, id))[settlements.indexOf(event)];
  return issued !== undefined && hasBatch(context.db, await confirmationBatch(context.db, issued));
}

export const correctionJobs = [
  job<AppContext, typeof Corrected>({
    name: 'payment-corrected',
    data: Corrected,
    retries: 10,
    async handle(data, { context }) {
      const found = await findPayment(context.db, data.id);
      if (!found || !(await wasNotified(context, data))) return;
      const events = await listPaymentEvents(context.db, data.id);
      const correction = lastCorrection(events);
      // Recorded again in the meantime: there is nothing to say, or a receipt says it.
      if (correction?.corrected.id !== data.booking) return;
      const { application } = found;
      const reader = readerOf(application);
      await queueMail(context, {
        batch: `payment-corrected:${data.id}:${correction.event.id}`,
        ...reader,
        template: 'payment-corrected',
        props: {
          name: reader.to.name,
          reference: application.reference,
          amount: dollars(BigInt(String(correction.event.data.takenBackCents))),
          isRefund: correction.corrected.to !== 'succeeded',
          statusUrl: applicationLink(context, application),
        },
      });
    },
  }),
];

export const refundJobs = [
  job<AppContext, z.ZodMiniType<object>>({
    name: 'paypal-refunds',
    data: z.object({}),
    retries: 0,
    singleton: true,
    cron: '*/10 * * * *',
    atStart: true,
    async handle(_data, { context }) {
      const card = context.externalServices.card();
      for (const id of await listOpenPaypalRefunds(context.db))
        await settlePaypalRefund(context, card, id);
    },
  }),
  job<AppContext, typeof Refunded>({
    name: 'refund-recorded',
    data: Refunded,
    retries: 10,
    async handle({ id, refundedCents }, { context }) {
      const found = await findPayment(context.db, id);
      if (!found) return;
      const events = await listPaymentEvents(context.db, id);
      if (!events.some(({ data }) => data.refundedCents === refundedCents))
        throw new Error('A refund without its event.');
      const booking = bookingsOf(events).find(
        ({ event }) => event.data.refundedCents === refundedCents,
      );
      if (!booking) return; // taken back before anyone was notified
      const { event, cents: amountCents } = booking;
      const { application } = found;
      const reader = readerOf(application);
      const receipt = await findReceiptOfPayment(context.db, id);
      await queueMail(context, {
        batch: refundBatch(booking, events),
        ...reader,
        template: 'refund-recorded',
        props: {
          name: reader.to.name,
          reference: application.reference,
          amount: dollars(amountCents),
          refundedOn: String(event.data.refundedOn ?? dayOf(event.at)),
          reason: event.reason ?? '',
          ...(receipt ? { receipt: receiptName(receipt.number) } : {}),
          ...(await dueAgain(context, found)),
        },
      });
    },
  }),
];
