import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { paypalOf } from '../../sandbox/paypal/testing.ts';
import { addressOf, applicant, cookieFrom, send } from '../../testing/visit.ts';

/** Someone whose order at PayPal is approved, and what their own page says. */
export interface CardPayer {
  orderId: string;
  cookie: string;
  from: string;
  shown: string;
}

/** Begins a payment by card and approves it in PayPal's window. */
export async function begin(
  origin: string,
  paypal: ReturnType<typeof paypalOf>,
  n: number,
): Promise<CardPayer> {
  const from = addressOf(n + 1);
  const answer = await send(origin, {
    path: '/paypal/order',
    body: { plan: 'onetime', applicationData: applicant(`unknown${n}@prove.example`) },
    key: randomUUID(),
    from,
  });
  if (answer.status !== 201) throw new Error(`No order: ${answer.status} ${answer.text}`);
  const { id: orderId } = JSON.parse(answer.text) as { id: string };
  await paypal.decide(orderId, 'approve');
  return { orderId, cookie: cookieFrom(answer), from, shown: '' };
}

/**
 * Presses the button, and again where the page says so (503: nothing was taken). Answers the capture's word, the
 * status of another refusal, or `cut` when no answer came.
 */
export async function capture(origin: string, payer: CardPayer): Promise<string> {
  const { orderId, cookie, from } = payer;
  const path = `/paypal/order/${orderId}/capture`;
  for (;;) {
    try {
      const { status, text } = await send(origin, { path, cookie, from, timeoutMs: 40_000 });
      if (status === 200) return (JSON.parse(text) as { status: string }).status;
      if (status !== 503) return String(status);
    } catch {
      return 'cut'; // the app was killed under it
    }
    await sleep(500);
  }
}

/** The payment's status on the payer's own page. */
export async function shownTo(origin: string, { cookie, from }: CardPayer): Promise<string> {
  const { text } = await send(origin, {
    method: 'GET',
    path: '/api/applications/mine',
    cookie,
    from,
  });
  const [application] = JSON.parse(text) as { paymentStatus: string }[];
  return application?.paymentStatus ?? 'nothing';
}

/** Does `count` things, so many at a time, and answers what came of each, in order. */
export async function inTurns<T>(
  count: number,
  atOnce: number,
  work: (n: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async () => {
    for (let n = next++; n < count; n = next++) results[n] = await work(n);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker));
  return results;
}
