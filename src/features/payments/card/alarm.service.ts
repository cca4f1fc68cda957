import type { House } from '../../../server/context.ts';
import { dollars } from '../../../shared/money.ts';
import { notifyAdmins } from '../../email/email.service.ts';
import { findPayment } from '../payment.store.ts';
import { findOrder } from './paypal-order.store.ts';

/** Writes to the administrators that a card payment waits for a person; once for each reason. */
export async function tellAdministrators(
  house: House,
  orderId: string,
  issue: string,
): Promise<void> {
  const order = await findOrder(house.db, orderId);
  const found = order && (await findPayment(house.db, order.paymentId));
  if (!found) return;
  await notifyAdmins(
    house,
    {
      batch: `card-review:${orderId}:${issue}`,
      template: 'payment-review',
      props: {
        reference: found.application.reference,
        amount: dollars(order.amountCents),
        number: order.captureId ?? order.orderId ?? order.id,
        issue,
        adminUrl: `${house.publicUrl}/admin/submissions/passport-applications?open=${found.application.id}`,
      },
    },
    { may: 'payments:read' },
  );
}
