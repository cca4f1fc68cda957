import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Sandbox } from '../client.ts';
import { start } from '../testing.ts';
import { paypalOf } from './testing.ts';

type Info = {
  transaction_id: string;
  transaction_event_code: string;
  transaction_status: string;
  transaction_amount: { value: string };
  fee_amount?: { value: string };
  ending_balance?: { value: string };
  paypal_reference_id?: string;
  invoice_id?: string;
  custom_field?: string;
};
type Report = {
  transaction_details: { transaction_info: Info; payer_info?: object }[];
  total_items: number;
  total_pages: number;
  last_refreshed_datetime: string;
  name: string;
  maximum_items: number;
  details: { issue: string; field: string }[];
};

let sandbox: Sandbox;
let paypal: ReturnType<typeof paypalOf>;
beforeAll(async () => {
  sandbox = await start();
  paypal = paypalOf(sandbox);
});
beforeEach(() => paypal.breakWith());

const DAY_MS = 86_400_000;
const time = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;
const nowMs = async () => Date.now() + (await sandbox.clock.offsetMs());
async function report(more = '', fromMs = -DAY_MS, toMs = 2000) {
  const now = await nowMs();
  const query = `start_date=${time(now + fromMs)}&end_date=${time(now + toMs)}${more}`;
  const { status, body } = await paypal.call('GET', `/v1/reporting/transactions?${query}`);
  return { status, report: body as unknown as Report };
}
const infos = async (more?: string) =>
  (await report(more)).report.transaction_details.map(({ transaction_info }) => transaction_info);
async function available(): Promise<string> {
  const { body } = await paypal.call('GET', '/v1/reporting/balances?currency_code=USD');
  const { balances } = body as unknown as {
    balances: { available_balance: { value: string }; withheld_balance: { value: string } }[];
  };
  return `${balances[0]?.available_balance.value} and ${balances[0]?.withheld_balance.value}`;
}
const paid = async (value: string, rest: object = {}) =>
  (await paypal.paid(value, rest)).body.purchase_units[0].payments.captures[0].id;

test('the report has a line for each payment, refund, hold, chargeback and fee, and they add up to the balance', async () => {
  const id = await paid('1000.00', { custom_id: 'row', invoice_id: 'PX-1-1' });
  await paypal.act('captures', id, 'refund', { amount: '100.00' });
  const lost = await paid('50.00');
  const { done } = (await paypal.act('captures', lost, 'dispute', { channel: 'EXTERNAL' })) as {
    done: { id: string };
  };
  expect(await available()).toBe('842.37 and 50.00');
  await paypal.act('disputes', done.id, 'resolve-for-buyer');
  await paypal.addTransaction({ code: 'T0400', amount: '-500.00' });
  const lines = await infos();
  expect(
    lines.map((line) => [
      line.transaction_event_code,
      line.transaction_status,
      line.transaction_amount.value,
      line.fee_amount?.value,
      line.ending_balance?.value,
    ]),
  ).toEqual([
    ['T0006', 'S', '1000.00', '-35.39', '964.61'],
    ['T1107', 'S', '-100.00', undefined, '864.61'],
    ['T0006', 'V', '50.00', '-2.24', '912.37'],
    ['T1110', 'S', '-50.00', undefined, '862.37'],
    ['T0106', 'S', '-20.00', undefined, '842.37'],
    ['T1111', 'S', '50.00', undefined, '892.37'],
    ['T1201', 'S', '-50.00', undefined, '842.37'],
    ['T0400', 'S', '-500.00', undefined, '342.37'],
  ]);
  expect(lines[0]).toMatchObject({ transaction_id: id, custom_field: 'row', invoice_id: 'PX-1-1' });
  expect(lines[1]).toMatchObject({ paypal_reference_id: id, custom_field: 'row' });
  expect(await available()).toBe('342.37 and 0.00');
});

test('a pending payment is shown only when all lines are asked for, and counts once it comes', async () => {
  const before = await available();
  await paypal.breakWith({ mode: 'pending', count: 1 });
  const id = await paid('10.00');
  expect(await infos(`&transaction_id=${id}`)).toEqual([]);
  const [pending] = await infos(`&transaction_id=${id}&balance_affecting_records_only=N`);
  expect(pending).toMatchObject({ transaction_status: 'P' });
  expect(pending?.ending_balance).toBeUndefined();
  expect(await available()).toBe(before);
  await paypal.act('captures', id, 'complete');
  expect(await infos(`&transaction_id=${id}`)).toMatchObject([{ transaction_status: 'S' }]);
});

test('a report has pages of at most 500 lines', async () => {
  const code = 'T9900';
  await paypal.addTransaction({ code, amount: '1.00', count: 501 });
  const sizes = [];
  for (const page of [1, 2, 3]) {
    const { report: answer } = await report(`&transaction_type=${code}&page_size=500&page=${page}`);
    sizes.push(answer.transaction_details.length);
    expect([answer.total_items, answer.total_pages]).toEqual([501, 2]);
  }
  expect(sizes).toEqual([500, 1, 0]);
});

test('dates, pages and fields that PayPal does not take are refused with their names', async () => {
  const refusal = async (more: string, from?: number, to?: number) => {
    const { status, report: answer } = await report(more, from, to);
    return [status, answer.name, answer.details[0]?.field];
  };
  expect(await refusal('', -32 * DAY_MS)).toEqual([400, 'INVALID_REQUEST', 'end_date']);
  expect(await refusal('', -4 * 365 * DAY_MS, -4 * 365 * DAY_MS + 1)).toEqual([
    400,
    'INVALID_REQUEST',
    'start_date',
  ]);
  expect(await refusal('', 1000, -1000)).toEqual([400, 'INVALID_REQUEST', 'end_date']);
  expect(await refusal('&page_size=501')).toEqual([400, 'INVALID_REQUEST', 'page_size']);
  expect(await refusal('&page=0')).toEqual([400, 'INVALID_REQUEST', 'page']);
  expect(await refusal('&fields=everything')).toEqual([400, 'INVALID_REQUEST', 'fields']);
  expect((await report('', -31 * DAY_MS, 0)).status).toBe(200);
});

test('the report can be off, three hours late, or too large', async () => {
  await paypal.breakWith({ mode: 'report-off' });
  const off = await report();
  expect([off.status, off.report.name]).toEqual([403, 'NOT_AUTHORIZED']);
  expect((await paypal.call('GET', '/v1/reporting/balances')).status).toBe(403);
  await paypal.breakWith({ mode: 'report-late' });
  const id = await paid('7.00');
  const late = await report(`&transaction_id=${id}`);
  expect(late.report.transaction_details).toEqual([]);
  const behindMs = (await nowMs()) - Date.parse(late.report.last_refreshed_datetime);
  expect(Math.round(behindMs / 3_600_000)).toBe(3);
  await sandbox.clock.advance(3 * 3_600_000 + 2000);
  expect((await report(`&transaction_id=${id}`)).report.transaction_details).toHaveLength(1);
  await paypal.breakWith({ mode: 'report-too-large' });
  const large = await report('', -2 * DAY_MS);
  expect([large.status, large.report.name, large.report.maximum_items]).toEqual([
    400,
    'RESULTSET_TOO_LARGE',
    10_000,
  ]);
  expect((await report('', -DAY_MS, 0)).status).toBe(200);
});
