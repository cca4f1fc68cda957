import type { House } from '../../../server/context.ts';
import type { Database } from '../../../server/database.ts';
import { findPayment } from '../payment.store.ts';
import {
  type ApprovalOrder,
  approvalOrderRequest,
  invoiceOf,
  type Sale,
  storedOrderRequest,
} from './paypal.rules.ts';
import type { PaypalOrder } from './paypal-order.store.ts';
import { findVaultToken } from './vault.store.ts';
import { openToken } from './vault.service.ts';

/** What an order sells, made of rows alone: sent again with its request id it is the same to the letter. */
async function saleOf(db: Database, order: PaypalOrder): Promise<Sale> {
  const found = await findPayment(db, order.paymentId);
  if (!found) throw new Error('An order without a payment.');
  const { application, instalment, schedule } = found;
  const { reference } = application;
  const which =
    schedule.payments > 1 ? `, payment ${instalment.number} of ${schedule.payments}` : '';
  return {
    customId: order.id,
    invoiceId: invoiceOf(reference, instalment.number),
    amountCents: order.amountCents,
    currency: order.currency,
    description: `One Africa Passport campaign kit ${reference}${which}`,
  };
}

/** The body that begins a payment in PayPal's window. */
export async function approvalBody(
  { db, publicUrl }: Pick<House, 'db' | 'publicUrl'>,
  order: PaypalOrder,
) {
  const whole: ApprovalOrder = {
    ...(await saleOf(db, order)),
    wantsVault: order.wantsVault,
    returnUrl: `${publicUrl}/application`,
    cancelUrl: `${publicUrl}/apply`,
  };
  return approvalOrderRequest(whole);
}

/** The body that charges a kept account. */
export async function storedBody(house: Pick<House, 'db' | 'secrets'>, order: PaypalOrder) {
  const token = order.vaultTokenId && (await findVaultToken(house.db, order.vaultTokenId));
  if (!token) throw new Error('A charge without an account.');
  return storedOrderRequest({
    ...(await saleOf(house.db, order)),
    vaultId: openToken(house, token),
  });
}
