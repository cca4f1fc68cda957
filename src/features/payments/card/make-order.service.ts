import { randomUUID } from 'node:crypto';
import type { Context } from '../../../server/context.ts';
import { inTransaction } from '../../../server/database.ts';
import type { CardService } from '../../../server/outside.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { step } from '../payment.service.ts';
import { MAY_NOT_VAULT, nextAsk } from './card.rules.ts';
import { type Asked, prepareOrder } from './order.service.ts';
import { type Desk, endOrder, withOrder } from './held-order.service.ts';
import { NO_ANSWER } from './payer-capture.service.ts';
import { createOrder } from './paypal.gateway.ts';
import type { OrderAnswer } from './paypal.rules.ts';
import { findOrder, type PaypalOrder, setOrder } from './paypal-order.store.ts';
import { approvalBody } from './sale.service.ts';

export const CARD_OFF = words('Card payment is not configured yet.');
const PAYER = { kind: 'payer' } as const;

/** The whole of a click on the button: intent, call, outcome. */
export async function beginOrder(
  ctx: Omit<Context<never>, 'body' | 'query' | 'params'> & { body: Asked },
): Promise<{ id: string; cookies: Parameters<Context<never>['setCookie']>[] }> {
  const card = ctx.outside.card();
  if (!card) throw new Fault(503, CARD_OFF);
  // They leave with the answer, which a later transaction keeps.
  const cookies: Parameters<Context<never>['setCookie']>[] = [];
  const order = await inTransaction(ctx.db, (tx) =>
    prepareOrder(
      { ...ctx, db: tx, setCookie: (...cookie) => void cookies.push(cookie) },
      card,
      ctx.body,
    ),
  );
  const id = await makeOrder(ctx, card, order);
  const made = await findOrder(ctx.db, order.id);
  if (made?.state === 'void') {
    throw new Fault(
      409,
      words('This payment was changed in another window. Please begin again here.'),
    );
  }
  return { id, cookies };
}

/**
 * Makes the order at PayPal and answers PayPal's id of it. Called again for the same row, by a second click or
 * after a crash, it is made once. Throws 503 when PayPal refuses or does not answer: then nothing was charged.
 */
async function makeOrder(
  ctx: Desk & Pick<Context<never>, 'publicUrl' | 'log'>,
  card: CardService,
  order: PaypalOrder,
): Promise<string> {
  if (order.orderId) return order.orderId;
  const answer = await createOrder(card, await approvalBody(ctx, order), order.requestId);
  if (answer.kind === 'ok') return showOrder(ctx, order.id, answer.value);
  if (answer.kind === 'refused' && order.wantsVault && MAY_NOT_VAULT.includes(answer.issue))
    return makeOrder(ctx, card, await withoutVault(ctx, order, answer.issue));
  ctx.log.warn({ order: order.id, paypal: answer }, 'PayPal made no order');
  if (answer.kind === 'refused')
    await withOrder(ctx, order.id, ({ deed, order: held }) =>
      held.state === 'creating' ? endOrder(deed, held, answer.issue) : Promise.resolve(held),
    );
  throw new Fault(503, NO_ANSWER, { headers: { 'Retry-After': '5' } });
}

/** The order exists at PayPal: from now on its payment waits for the payer. */
const showOrder = (desk: Desk, id: string, made: OrderAnswer): Promise<string> =>
  withOrder(desk, id, async ({ deed, order, payment }) => {
    const [unit] = made.purchase_units ?? [];
    const payee = unit?.payee?.merchant_id ?? unit?.payee?.email_address ?? null;
    const known = { orderId: made.id, payee: order.payee ?? payee, updatedAt: deed.at };
    if (order.state === 'creating') {
      if (payment.status === 'created')
        await step(deed.db, {
          paymentId: payment.id,
          to: 'action_required',
          actor: PAYER,
          at: deed.at,
        });
      const asked = { state: 'created', asked: 0 } as const;
      await setOrder(deed.db, order, { ...known, ...asked, askAt: nextAsk(asked, false, deed.at) });
    }
    return made.id;
  });

/** The account may not keep payers' accounts: the plan begins without, and goes on by pay links. */
const withoutVault = (desk: Desk, { id }: PaypalOrder, issue: string): Promise<PaypalOrder> =>
  withOrder(desk, id, async ({ deed, order }) =>
    order.wantsVault
      ? setOrder(deed.db, order, { wantsVault: false, requestId: randomUUID(), issue })
      : order,
  );
