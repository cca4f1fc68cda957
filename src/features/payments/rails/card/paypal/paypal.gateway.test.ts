import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Sandbox } from '../../../../../../sandbox/client.ts';
import { paypalOf } from '../../../../../../sandbox/paypal/testing.ts';
import { start } from '../../../../../../sandbox/testing.ts';
import type { CardService } from '../../../../../server/external-services.ts';
import { days, hours, minutes } from '../../../../../shared/time.ts';
import {
  acceptClaim,
  getCapture,
  getDispute,
  listDisputesUpdatedSince,
  listTransactions,
  provideEvidence,
  readBalances,
  refundCapture,
} from './paypal.gateway.ts';

let sandbox: Sandbox;
let bank: ReturnType<typeof paypalOf>;
let card: CardService;
beforeAll(async () => {
  sandbox = await start();
  bank = paypalOf(sandbox);
  const { url: apiUrl, clientId, clientSecret, webhookId, sdkUrl, ca } = sandbox.paypal;
  const account = { apiUrl, clientId, clientSecret, webhookId, sdkUrl };
  card = { ...account, environment: 'sandbox', webhookAuthority: ca, isTest: true };
});
beforeEach(() => bank.breakWith());

const nowMs = async () => Date.now() + (await sandbox.clock.offsetMs());
const paid = async (value: string, rest: object = {}) =>
  (await bank.paid(value, rest)).body.purchase_units[0].payments.captures[0].id;
const dollars = (amountCents: bigint) => ({ amountCents, currency: 'USD' });
async function disputed(): Promise<string> {
  const reason = 'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED';
  const { done } = (await bank.act('captures', await paid('100.00'), 'dispute', { reason })) as {
    done: { id: string };
  };
  return done.id;
}
/** All lines of the last days, up to now. */
async function lastDays(count: number) {
  const now = await nowMs();
  return listTransactions(card, { from: new Date(now - days(count)), to: new Date(now) });
}

test('a capture says its fee and what is left of it', async () => {
  const answer = await getCapture(card, await paid('1000.00'));
  expect(answer).toMatchObject({
    value: {
      seller_receivable_breakdown: {
        paypal_fee: { value: '35.39' },
        net_amount: { value: '964.61' },
      },
    },
  });
});

test('a refund happens once for each request id, and a refused one says why', async () => {
  const id = await paid('100.00');
  const requestId = randomUUID();
  const refund = { amount: dollars(2500n), invoiceId: `R-${requestId}`, note: 'Sorry' };
  const first = await refundCapture(card, id, refund, requestId);
  expect(first).toMatchObject({
    kind: 'ok',
    value: {
      status: 'COMPLETED',
      amount: { value: '25.00' },
      seller_payable_breakdown: { paypal_fee: { value: '0.00' }, net_amount: { value: '25.00' } },
    },
  });
  expect(await refundCapture(card, id, refund, requestId)).toEqual(first);
  const debugId = expect.stringMatching(/^[\da-f]{13}$/);
  expect(await refundCapture(card, id, { amount: dollars(7501n) }, randomUUID())).toEqual({
    kind: 'refused',
    status: 422,
    issue: 'REFUND_AMOUNT_EXCEEDED',
    debugId,
  });
  // What the first call under this id did is not for this one to say.
  expect(await refundCapture(card, id, {}, requestId)).toMatchObject({ kind: 'unknown', debugId });
  await bank.breakWith({ mode: 'reset-after', on: ['refund'], count: 1 });
  expect(await refundCapture(card, id, {}, randomUUID())).toMatchObject({
    value: { amount: { value: '75.00' } },
  });
});

test('the account is read whole: all pages, over more than 31 days, also what belongs to no order', async () => {
  const custom = { custom_id: 'row', invoice_id: 'PX-7-1' };
  const old = await paid('50.00', custom);
  await sandbox.clock.advance(days(40));
  bank = paypalOf(sandbox);
  await bank.addTransaction({ code: 'T9876', amount: '1.00', count: 501 });
  const answer = await lastDays(60);
  if (answer.kind !== 'ok') throw new Error(JSON.stringify(answer));
  const { lines } = answer.value;
  expect(lines.find(({ id }) => id === old)).toMatchObject({
    eventCode: 'T0006',
    status: 'S',
    amountCents: 5000n,
    feeCents: -224n,
    customField: 'row',
    invoiceId: 'PX-7-1',
  });
  expect(lines.filter(({ eventCode }) => eventCode === 'T9876')).toHaveLength(501);
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
  const balance = await readBalances(card);
  const posted = lines.filter(({ status }) => status === 'S' || status === 'V');
  expect(balance).toMatchObject({
    value: {
      balances: [
        {
          currency: 'USD',
          availableCents: posted.reduce((sum, line) => sum + line.amountCents + line.feeCents, 0n),
          withheldCents: 0n,
        },
      ],
    },
  });
});

test('a span with too many lines is read in smaller parts', async () => {
  await bank.breakWith({ mode: 'report-too-large' });
  const answer = await lastDays(3);
  await bank.breakWith();
  expect(answer).toEqual({
    ...(await lastDays(3)),
    value: { ...valueOf(answer), completeUntil: expect.any(Date) },
  });
});
const valueOf = (answer: object) => ('value' in answer ? (answer.value as object) : {});

test('a late report says until when it is complete, and one that is off is refused', async () => {
  const id = await paid('10.00');
  await bank.breakWith({ mode: 'report-late' });
  const late = await lastDays(1);
  if (late.kind !== 'ok') throw new Error(JSON.stringify(late));
  expect(late.value.lines.some((line) => line.id === id)).toBe(false);
  const behindMs = (await nowMs()) - late.value.completeUntil.getTime();
  expect(Math.round(behindMs / minutes(10))).toBe(Math.round(hours(3) / minutes(10)));
  await bank.breakWith({ mode: 'report-off' });
  const off = { kind: 'refused', status: 403, issue: 'PERMISSION_DENIED' };
  expect(await lastDays(1)).toMatchObject(off);
  expect(await readBalances(card)).toMatchObject(off);
  await bank.breakWith({ mode: 'half-json', on: ['report'] });
  expect((await lastDays(1)).kind).toBe('unknown');
});

test('disputes are listed by the time of their change, with amount, reason and deadline', async () => {
  await sandbox.clock.advance(hours(1));
  const since = new Date((await nowMs()) - 1000);
  const ids: string[] = [];
  for (let count = 0; count < 52; count++) ids.push(await disputed());
  const answer = await listDisputesUpdatedSince(card, since);
  if (answer.kind !== 'ok') throw new Error(JSON.stringify(answer));
  expect(answer.value.map(({ dispute_id }) => dispute_id).sort()).toEqual(ids.sort());
  expect(answer.value[0]).toMatchObject({
    status: 'WAITING_FOR_SELLER_RESPONSE',
    reason: 'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED',
    dispute_amount: { currency_code: 'USD', value: '100.00' },
    seller_response_due_date: expect.stringMatching(/Z$/),
  });
  const long = new Date((await nowMs()) - days(200));
  expect(await listDisputesUpdatedSince(card, long)).toMatchObject({
    kind: 'refused',
    status: 400,
  });
});

test('a claim is answered with evidence and files, or accepted in part', async () => {
  const defended = await disputed();
  const tracking = [{ carrier: 'DHL', number: 'JD014600003' }];
  const evidence = [
    { type: 'PROOF_OF_FULFILLMENT', tracking },
    { type: 'OTHER', notes: 'Café' },
  ];
  const file = {
    name: 'Beleg 1.pdf',
    type: 'application/pdf',
    bytes: new Uint8Array([0xff, 13, 10]),
  };
  expect((await provideEvidence(card, defended, evidence, [file])).kind).toBe('ok');
  const { body } = await bank.call('GET', `/v1/customer/disputes/${defended}`);
  expect(body).toMatchObject({
    status: 'UNDER_REVIEW',
    evidences: [{ documents: [{ name: 'Beleg_1.pdf' }] }, { notes: 'Café' }],
  });
  const accepted = await disputed();
  const claim = { note: 'Our fault', refund: dollars(4000n) };
  expect((await acceptClaim(card, accepted, claim)).kind).toBe('ok');
  await bank.act('disputes', accepted, 'accept-offer');
  expect(await getDispute(card, accepted)).toMatchObject({
    value: { dispute_outcome: { amount_refunded: { value: '40.00' } } },
  });
  expect(await acceptClaim(card, accepted, claim)).toMatchObject({
    kind: 'refused',
    issue: 'ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE',
  });
});

test('an answer to a claim whose outcome is unknown is not given twice', async () => {
  const id = await disputed();
  await bank.breakWith({ mode: '500-after', on: ['accept-claim'] });
  expect(await acceptClaim(card, id, { note: 'Our fault' })).toMatchObject({ kind: 'unknown' });
  expect(await getDispute(card, id)).toMatchObject({ value: { status: 'RESOLVED' } });
});
