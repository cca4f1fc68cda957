import * as z from 'zod/mini';
import type { House } from '../../../server/context.ts';
import { job } from '../../../server/queue.ts';
import { dollars } from '../../../shared/money.ts';
import { readerOf } from '../../application/application.rules.ts';
import { queueMail } from '../../email/email.service.ts';
import { dayOf } from '../payment.rules.ts';
import { findPayment } from '../payment.store.ts';
import { listPaymentEvents } from '../payment-event.store.ts';
import { receiptName } from '../receipts/receipt.rules.ts';
import { findReceiptOfPayment } from '../receipts/receipt.store.ts';

/** Which refund of a payment: `refundedCents` is what had gone back in all with it. */
const Refunded = z.object({ id: z.uuid(), refundedCents: z.string() });

export const refundJobs = [
  job<House, typeof Refunded>({
    name: 'refund-recorded',
    data: Refunded,
    retries: 10,
    async handle({ id, refundedCents }, { services: house }) {
      const found = await findPayment(house.db, id);
      if (!found) return;
      const events = await listPaymentEvents(house.db, id);
      const at = events.findIndex(({ data }) => data.refundedCents === refundedCents);
      const event = events[at];
      if (!event) throw new Error('A refund without its event.');
      const before = events.slice(0, at).findLast(({ data }) => data.refundedCents !== undefined);
      const amountCents = BigInt(refundedCents) - BigInt(String(before?.data.refundedCents ?? 0));
      const { application } = found;
      const reader = readerOf(application);
      const receipt = await findReceiptOfPayment(house.db, id);
      await queueMail(house, {
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
        },
      });
    },
  }),
];
