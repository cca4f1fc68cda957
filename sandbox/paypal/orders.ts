import { type Bank, DAY_MS, PAYER, MERCHANT } from './bank.ts';
import { takeMoney } from './captures.ts';
import { newId } from './ids.ts';
import { showOrder } from './order-view.ts';
import { notFound, unprocessable } from './problem.ts';
import type { Order } from './record.ts';
import type { OrderRequest } from './request.ts';
import { sumOf } from './rules.ts';
import { vaultAccount } from './vault.ts';

/** How long a payer may take, and how long an approval holds. */
const ORDER_LIFETIME_MS = DAY_MS / 8;

/** Makes an order that the payer approves, or charges an account kept earlier at once. Call it inside a transaction. */
export function createOrder(bank: Bank, request: OrderRequest): Order {
  const [unit] = request.purchase_units;
  const paypal = request.payment_source?.paypal;
  const context = paypal?.experience_context ?? request.application_context;
  const wantsVault = paypal?.attributes?.vault !== undefined;
  const units = sumOf(unit);
  if (wantsVault && bank.faults.strike('create', 'not-enabled-to-vault'))
    throw unprocessable(
      'NOT_ENABLED_TO_VAULT_PAYMENT_SOURCE',
      'The API caller or the merchant on whose behalf the API call is initiated is not allowed to vault the given source. Please contact PayPal customer support for assistance.',
      '/payment_source/paypal/attributes/vault',
    );
  const now = bank.now();
  const order: Order = {
    id: newId.order(),
    status: paypal ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    unit: { reference_id: 'default', ...unit, payee: { ...MERCHANT, ...unit.payee } },
    units,
    currency: unit.amount.currency_code,
    hasSource: paypal !== undefined,
    ...(context?.brand_name && { brand: context.brand_name }),
    ...(context?.return_url && { returnUrl: context.return_url }),
    ...(context?.cancel_url && { cancelUrl: context.cancel_url }),
    wantsVault,
    createdAt: now,
    updatedAt: now,
  };
  return paypal?.vault_id ? charge(bank, order, paypal.vault_id) : saveOrder(bank, order);
}

function charge(bank: Bank, order: Order, tokenId: string): Order {
  const token = bank.ledger.get('token', tokenId);
  if (!token)
    throw unprocessable(
      'TOKEN_ID_NOT_FOUND',
      'Specified vault id does not exist. Please check the `vault_id` and try again.',
      '/payment_source/paypal/vault_id',
    );
  const charged: Order = {
    ...order,
    status: 'COMPLETED',
    chargedTokenId: token.id,
    payer: token.payer,
  };
  saveOrder(bank, charged);
  takeMoney(bank, charged, 'charge');
  return charged;
}

/** The payer's approval, on the page or by a script. Throws 422 when the order is past that. */
export function approve(bank: Bank, id: string, paidWith: 'paypal' | 'card' = 'paypal'): Order {
  const order = openOrder(bank, id);
  const approved = saveOrder(bank, { ...order, status: 'APPROVED', payer: PAYER, paidWith });
  const summary = 'An order has been approved by buyer';
  bank.notices.add('CHECKOUT.ORDER.APPROVED', 'checkout-order', summary, showOrder(bank, approved));
  return approved;
}

/** An approval that did not hold: the order waits for its payer again. */
export function withdrawApproval(bank: Bank, id: string): Order {
  const order = orderById(bank, id);
  if (order.status !== 'APPROVED')
    throw unprocessable('ORDER_NOT_APPROVED', 'Only an approved order can lose its approval.');
  const { payer: _, paidWith: __, ...rest } = order;
  const status = order.hasSource ? 'PAYER_ACTION_REQUIRED' : 'CREATED';
  announceReversal(bank, order);
  return saveOrder(bank, { ...rest, status });
}

/** Takes the money of an approved order, and keeps the account when that was agreed. Call it inside a transaction. */
export function captureOrder(bank: Bank, id: string): Order {
  const order = orderById(bank, id);
  if (order.status === 'COMPLETED')
    throw unprocessable(
      'ORDER_ALREADY_CAPTURED',
      'Order already captured. If ‘intent=CAPTURE’ only one capture per order is allowed.',
    );
  if (order.status !== 'APPROVED')
    throw unprocessable(
      'ORDER_NOT_APPROVED',
      'Payer has not yet approved the Order for payment. Please redirect the payer to the ‘rel’:‘approve’ url returned as part of the HATEOAS links within the Create Order call or provide a valid payment_source in the request.',
    );
  const capture = takeMoney(bank, order, 'capture');
  // The card of a guest has no account that could be vaulted.
  const hasAccount = order.paidWith !== 'card';
  const canVault = order.wantsVault && hasAccount && capture.status !== 'DECLINED';
  const isVaulted = canVault && !bank.faults.strike('capture', 'vault-never');
  const isSame = isVaulted && bank.faults.strike('capture', 'vault-same') !== undefined;
  const token = isVaulted
    ? (isSame && bank.ledger.list('token', 1)[0]) || vaultAccount(bank, order)
    : undefined;
  const isVaultReportedLater = token && bank.faults.strike('capture', 'vault-later');
  return saveOrder(bank, {
    ...order,
    status: 'COMPLETED',
    ...(token && {
      tokenId: token.id,
      ...(isVaultReportedLater && { isVaultReportedLater: true }),
    }),
  });
}

/** The order of a payer who may still decide. Throws 404 and 422. */
export function openOrder(bank: Bank, id: string): Order {
  const order = orderById(bank, id);
  if (order.status !== 'CREATED' && order.status !== 'PAYER_ACTION_REQUIRED')
    throw unprocessable('PAYMENT_ALREADY_APPROVED', 'The payer has already decided.');
  return order;
}

/** Throws 404 for unknown orders and for those whose time is over. */
export function orderById(bank: Bank, id: string): Order {
  const order = bank.ledger.get('order', id);
  if (!order || isOver(bank, order)) throw notFound();
  return order;
}

/** Approved orders whose money no one took in time: PayPal says so once. Call it inside a transaction. */
export function voidExpiredOrders(bank: Bank): void {
  for (const order of bank.ledger.find('order', 'APPROVED')) {
    if (!isOver(bank, order)) continue;
    announceReversal(bank, order);
    saveOrder(bank, { ...order, status: 'VOIDED' });
  }
}

function isOver(bank: Bank, { status, updatedAt }: Order): boolean {
  if (status === 'COMPLETED') return false;
  if (status === 'VOIDED') return true;
  return Date.parse(bank.now()) - Date.parse(updatedAt) > ORDER_LIFETIME_MS;
}

function announceReversal(bank: Bank, order: Order): void {
  const summary = 'A payment approval has been reversed';
  bank.notices.add('CHECKOUT.PAYMENT-APPROVAL.REVERSED', 'checkout-order', summary, {
    order_id: order.id,
    purchase_units: [{ reference_id: order.unit.reference_id, custom_id: order.unit.custom_id }],
    payment_source: { paypal: {} },
  });
}

/** Found by its status. */
export function saveOrder(bank: Bank, order: Order): Order {
  const saved = { ...order, updatedAt: bank.now() };
  bank.ledger.put('order', order.id, saved, order.status);
  return saved;
}
