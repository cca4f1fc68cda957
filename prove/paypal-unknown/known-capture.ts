import type { paypalOf } from '../../sandbox/paypal/testing.ts';
import type { ReviewItem } from '../../src/features/payments/admin/review/review.contract.ts';
import { ADMIN } from '../../testing/app.ts';
import { logInAsAdmin, send } from '../../testing/visit.ts';
import type { Figures } from '../figures.part.ts';
import { begin, capture, type CardPayer } from './payers.ts';

const payments = 3;

/**
 * PayPal takes the money of new orders and then names, under each of them, the capture that has paid an earlier one:
 * nothing of it counts as paid, and each waits in the review list.
 */
export async function proveCapturePaysOnce(
  { origin, paypal, paid }: { origin: string; paypal: ReturnType<typeof paypalOf>; paid: string },
  figures: Figures,
): Promise<void> {
  const captureOf = async (id: string) => {
    const { captures } = await paypal.journal();
    const found = captures.find(({ orderId }) => orderId === id);
    if (!found) throw new Error(`PayPal took nothing for ${id}.`);
    return found.id;
  };
  const to = await captureOf(paid);
  const words: string[] = [];
  const payers: CardPayer[] = [];
  for (let n = 0; n < payments; n++) {
    const payer = await begin(origin, paypal, 100_000 + n);
    payers.push(payer);
    await paypal.breakWith({ mode: '500-after', on: ['capture'] });
    words.push(await capture(origin, payer));
    const replace = { from: await captureOf(payer.orderId), to };
    await paypal.breakWith({ mode: 'altered', on: ['capture', 'get'], replace });
    words.push(await capture(origin, payer));
  }
  await paypal.breakWith();
  figures.none(
    'answers about orders under the capture of another that are not `PENDING`',
    words.filter((word) => word !== 'PENDING'),
  );

  const admin = await logInAsAdmin(origin, ADMIN);
  const path = '/api/admin/payments/review?limit=500';
  const { text } = await send(origin, { method: 'GET', path, cookie: admin });
  const review = JSON.parse(text) as ReviewItem[];
  const shown = await Promise.all(payers.map((payer) => applicationOf(origin, payer)));
  figures.none(
    'of these orders counted as paid',
    shown
      .filter(({ receivedAmount }) => receivedAmount !== '0.00')
      .map(({ reference }) => reference),
  );
  figures.none(
    'of these orders not once in the review list',
    shown
      .map(({ reference }) => reference)
      .filter((one) => review.filter(({ reference }) => reference === one).length !== 1),
  );
}

async function applicationOf(origin: string, { cookie, from }: CardPayer) {
  const path = '/api/applications/mine';
  const { text } = await send(origin, { method: 'GET', path, cookie, from });
  const [application] = JSON.parse(text) as { reference: string; receivedAmount: string }[];
  if (!application) throw new Error('A payer without an application.');
  return application;
}
