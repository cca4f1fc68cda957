import { z } from 'zod';
import { type Call, json, Refusal, type Route } from '../control.ts';
import type { Bank } from './bank.ts';
import { captureById, refund, settle } from './captures.ts';
import { openDispute, resolveDispute } from './disputes.ts';
import { minorUnits, money } from './money.ts';
import { approve, withdrawApproval } from './orders.ts';
import { Problem } from './problem.ts';
import { forgetAccount } from './vault.ts';

const HookChange = z.strictObject({
  url: z
    .url({ protocol: /^http$/, hostname: /^(127\.0\.0\.1|localhost|\[::1\])$/ })
    .nullable()
    .optional(),
  order: z.enum(['sent', 'reversed', 'shuffled', 'held']).optional(),
  copies: z.int().min(1).max(200).optional(),
});
const Details = z.strictObject({ amount: z.string().max(20).optional() });
type Details = z.infer<typeof Details>;

/** What the people and machines behind PayPal do with a record, by kind and deed. */
const DEEDS: Record<string, (bank: Bank, id: string, details: Details) => unknown> = {
  'orders/approve': (bank, id) => approve(bank, id),
  'orders/withdraw': withdrawApproval,
  'captures/complete': (bank, id) => settle(bank, id, 'COMPLETED'),
  'captures/decline': (bank, id) => settle(bank, id, 'DECLINED'),
  'captures/refund': (bank, id, details) => refund(bank, id, asked(bank, id, details)),
  'captures/reverse': (bank, id, details) => refund(bank, id, asked(bank, id, details), 'reversal'),
  'captures/dispute': (bank, id) => openDispute(bank, id),
  'disputes/resolve-for-buyer': (bank, id) => resolveDispute(bank, id, true),
  'disputes/resolve-for-seller': (bank, id) => resolveDispute(bank, id, false),
  'tokens/forget': (bank, id) => forgetAccount(bank, id),
};

/** The switches of PayPal that need the sandbox's token: where notices go, and the deeds of others. */
export function deskRoutes(bank: Bank): Route[] {
  return [
    { method: 'GET', path: '/paypal/webhook', handle: () => json(bank.notices.hook) },
    {
      method: 'PUT',
      path: '/paypal/webhook',
      async handle(call) {
        return json(bank.notices.setHook(given(await call.json(HookChange))));
      },
    },
    {
      method: 'POST',
      path: '/paypal/notices/:id/resend',
      handle({ params }) {
        if (!bank.notices.resend(String(params.id))) throw new Refusal(404, 'No such notice');
        return json({ resent: params.id });
      },
    },
    {
      method: 'POST',
      path: '/paypal/:kind/:id/:deed',
      handle: async (call) => json({ done: act(bank, call, await call.json(Details)) ?? null }),
    },
  ];
}

function act(bank: Bank, { params }: Call, details: Details): unknown {
  const deed = DEEDS[`${params.kind}/${params.deed}`];
  if (!deed)
    throw new Refusal(404, `There is no such deed. There are: ${Object.keys(DEEDS).join(', ')}`);
  try {
    const done = bank.ledger.transaction(() => deed(bank, String(params.id), details));
    bank.notices.wake();
    return done;
  } catch (error) {
    if (error instanceof Problem) throw new Refusal(error.status, error.message);
    throw error;
  }
}

function asked(bank: Bank, id: string, { amount }: Details) {
  if (!amount) return {};
  const currency_code = captureById(bank, id).currency;
  return { amount: money(minorUnits({ currency_code, value: amount }, '/amount'), currency_code) };
}

/** Only what was named: `undefined` changes nothing. */
const given = <T extends object>(change: T) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
