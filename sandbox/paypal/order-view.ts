import type { Bank } from './bank.ts';
import { showCapture } from './captures.ts';
import { link } from './link.ts';
import type { Order } from './record.ts';
import { showRefund } from './refunds.ts';

/** How much an answer tells: of `Prefer: return=minimal` the creation says `id`, the capture `captured`. */
export type Detail = 'whole' | 'captured' | 'id';

/** An order as PayPal shows it; `isSilent` leaves out an account that is reported later. */
export function showOrder(
  bank: Bank,
  order: Order,
  detail: Detail = 'whole',
  isSilent = false,
): object {
  const { id, status, unit, payer } = order;
  const links = linksOf(bank, order);
  const source =
    order.hasSource || payer ? { payment_source: sourceOf(bank, order, isSilent) } : {};
  if (detail === 'id') return { id, status, ...source, links };
  const payments = paymentsOf(bank, order);
  const { reference_id } = unit;
  return {
    id,
    status,
    ...source,
    purchase_units: [detail === 'captured' ? { reference_id, payments } : { ...unit, payments }],
    ...(payer && {
      payer: {
        name: payer.name,
        email_address: payer.email_address,
        payer_id: payer.payer_id,
        address: payer.address,
      },
    }),
    ...(detail === 'whole' && {
      intent: 'CAPTURE',
      create_time: order.createdAt,
      update_time: order.updatedAt,
    }),
    links,
  };
}

function paymentsOf(bank: Bank, { id }: Order): object | undefined {
  const captures = bank.ledger.find('capture', id);
  if (!captures.length) return undefined;
  const refunds = captures.flatMap((capture) => bank.ledger.find('refund', capture.id));
  return {
    captures: captures.map((capture) => showCapture(bank, capture)),
    ...(refunds.length && { refunds: refunds.map((refund) => showRefund(bank, refund)) }),
  };
}

function sourceOf(bank: Bank, order: Order, isSilent: boolean): object {
  const { payer } = order;
  if (!payer) return { paypal: {} };
  if (order.paidWith === 'card')
    return { card: { name: 'Awa Sandbox', last_digits: '1881', brand: 'VISA', type: 'CREDIT' } };
  const vault = vaultOf(bank, order, isSilent);
  return {
    paypal: {
      email_address: payer.email_address,
      account_id: payer.payer_id,
      account_status: 'VERIFIED',
      name: payer.name,
      address: payer.address,
      ...(vault && { attributes: { vault } }),
    },
  };
}

function vaultOf(bank: Bank, { tokenId, isVaultReportedLater }: Order, isSilent: boolean) {
  const token = tokenId === undefined ? undefined : bank.ledger.get('token', tokenId);
  if (!token) return undefined;
  const customer = { id: token.customerId };
  if (isVaultReportedLater && isSilent) return { status: 'APPROVED', customer };
  const self = `${bank.url}/v3/vault/payment-tokens/${token.id}`;
  const links = [link(self, 'self'), link(self, 'delete', 'DELETE')];
  return { id: token.id, status: 'VAULTED', customer, links };
}

function linksOf({ url }: Bank, { id, status, hasSource }: Order): object[] {
  const self = `${url}/v2/checkout/orders/${id}`;
  const page = `${url}/checkoutnow?token=${id}`;
  return [
    link(self, 'self'),
    ...(status === 'CREATED' ? [link(page, 'approve'), link(self, 'update', 'PATCH')] : []),
    ...(status === 'PAYER_ACTION_REQUIRED' ? [link(page, 'payer-action')] : []),
    ...(status === 'APPROVED' || (status === 'CREATED' && !hasSource)
      ? [link(`${self}/capture`, 'capture', 'POST')]
      : []),
  ];
}
