import type { AppContext } from '../../../../server/context.ts';
import type { Database } from '../../../../server/database/database.ts';
import { findPayment } from '../../core/payment.store.ts';
import {
  type ApprovalOrder,
  approvalOrderRequest,
  invoiceOf,
  type OrderPayload,
  storedOrderRequest,
} from './paypal/paypal.rules.ts';
import type { PaypalOrder } from './paypal-order.store.ts';
import { findVaultToken } from './renewals/vault.store.ts';
import { openToken } from './renewals/vault.service.ts';

/** What an order sells, made of rows alone: sent again with its request id it is the same to the letter. */
async function payloadOf(db: Database, order: PaypalOrder): Promise<OrderPayload> {
  const found = await findPayment(db, order.paymentId);
  if (!found) throw new Error('An order without a payment.');
  const { application, instalment, schedule } = found;
  const { reference } = application;
  const which =
    schedule.payments > 1 ? `, payment ${instalment.number} of ${schedule.payments}` : '';
  return {
    customId: order.id,
    invoiceId: invoiceOf(reference, instalment.number, order.invoiceRound),
    amountCents: order.amountCents,
    currency: order.currency,
    description: `One Africa Passport campaign kit ${reference}${which}`,
  };
}

/** The body that begins a payment in PayPal's window. */
export async function approvalOrderBody(
  { db, publicUrl }: Pick<AppContext, 'db' | 'publicUrl'>,
  order: PaypalOrder,
) {
  const whole: ApprovalOrder = {
    ...(await payloadOf(db, order)),
    wantsVault: order.wantsVault,
    returnUrl: `${publicUrl}/application`,
    cancelUrl: `${publicUrl}/apply`,
  };
  return approvalOrderRequest(whole);
}

/** The body that charges a kept account. */
export async function storedOrderBody(
  context: Pick<AppContext, 'db' | 'secrets'>,
  order: PaypalOrder,
) {
  const token = order.vaultTokenId && (await findVaultToken(context.db, order.vaultTokenId));
  if (!token) throw new Error('A charge without an account.');
  return storedOrderRequest({
    ...(await payloadOf(context.db, order)),
    vaultId: openToken(context, token),
  });
}
