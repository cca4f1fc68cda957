import * as z from 'zod/mini';
import type { AppContext } from '../../../server/context.ts';
import { job } from '../../../server/queue/queue.ts';
import { dollars } from '../../../shared/money.ts';
import { readerOf } from '../../application/application.rules.ts';
import { applicationLink } from '../../application/link.service.ts';
import { queueMail } from '../../mail/queue/mail-queue.service.ts';
import { receivedCentsOf } from '../core/instalment.rules.ts';
import { dayOf, PAYABLE } from '../core/payment.rules.ts';
import {
  findPayment,
  type JoinedPayment,
  listPaymentsOfInstalment,
} from '../core/payment.store.ts';
import { listPaymentEvents } from '../core/payment-event.store.ts';
import { receiptName } from '../core/payment-labels.rules.ts';
import { findReceiptOfPayment } from '../core/receipt.store.ts';
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
];

/** What is to be paid again for an instalment whose money went back. */
async function dueAgain(context: AppContext, { application, instalment }: JoinedPayment) {
  if (!PAYABLE.includes(instalment.status)) return {};
  const held = receivedCentsOf(await listPaymentsOfInstalment(context.db, instalment.id));
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

export const refundJobs = [
  job<AppContext, typeof Refunded>({
    name: 'refund-recorded',
    data: Refunded,
    retries: 10,
    async handle({ id, refundedCents }, { context }) {
      const found = await findPayment(context.db, id);
      if (!found) return;
      const events = await listPaymentEvents(context.db, id);
      const at = events.findIndex(({ data }) => data.refundedCents === refundedCents);
      const event = events[at];
      if (!event) throw new Error('A refund without its event.');
      const before = events.slice(0, at).findLast(({ data }) => data.refundedCents !== undefined);
      const amountCents = BigInt(refundedCents) - BigInt(String(before?.data.refundedCents ?? 0));
      const { application } = found;
      const reader = readerOf(application);
      const receipt = await findReceiptOfPayment(context.db, id);
      await queueMail(context, {
        batch: `refund-recorded:${id}:${refundedCents}`,
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
