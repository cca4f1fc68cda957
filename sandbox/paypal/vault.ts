import { type Bank, PAYER } from './bank.ts';
import { link } from './link.ts';
import { newId } from './ids.ts';
import { notFound } from './problem.ts';
import type { Order, Token } from './record.ts';

/** Stores the payer's account for later charges of the merchant. Call it inside a transaction. */
export function vaultAccount(bank: Bank, order: Order): Token {
  const token: Token = {
    id: newId.token(),
    customerId: newId.customer(),
    orderId: order.id,
    payer: order.payer ?? PAYER,
    createdAt: bank.now(),
  };
  bank.ledger.put('token', token.id, token, order.id);
  const summary = 'A payment token has been created.';
  bank.notices.add('VAULT.PAYMENT-TOKEN.CREATED', 'payment_token', summary, {
    ...showToken(bank, token),
    metadata: { order_id: order.id },
  });
  return token;
}

/** Forgets an account on request of the merchant or the payer. One that is not there is forgotten already. */
export function forgetAccount(bank: Bank, id: string): void {
  const token = bank.ledger.get('token', id);
  if (!token) return;
  bank.ledger.remove('token', id);
  const summary = 'A payment token has been deleted.';
  bank.notices.add('VAULT.PAYMENT-TOKEN.DELETED', 'payment_token', summary, showToken(bank, token));
}

export function tokenById({ ledger }: Bank, id: string): Token {
  const token = ledger.get('token', id);
  if (!token) throw notFound();
  return token;
}

export function showToken({ url }: Bank, { id, customerId, payer }: Token): object {
  return {
    id,
    customer: { id: customerId },
    payment_source: {
      paypal: {
        email_address: payer.email_address,
        account_id: payer.payer_id,
        name: payer.name,
        usage_type: 'MERCHANT',
        customer_type: 'CONSUMER',
      },
    },
    links: [
      link(`${url}/v3/vault/payment-tokens/${id}`, 'self'),
      link(`${url}/v3/vault/payment-tokens/${id}`, 'delete', 'DELETE'),
    ],
  };
}
