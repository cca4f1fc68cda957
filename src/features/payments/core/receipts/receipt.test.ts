import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { minutes } from '../../../../shared/time.ts';
import type { PageRequest, RenderPage, ShownReceipt } from '../../../../shared/page.ts';
import type { Visitor } from '../../../../server/testing.ts';
import {
  claim,
  findClaimId,
  closeWithBalancedLedger,
  confirm,
  myApplications,
  openPaymentSite,
  person,
  type PaymentSite,
  today,
} from '../testing.ts';
import { receiptName, receiptNumber } from '../payment-labels.rules.ts';
import { receiptLink } from './receipt.service.ts';
import { instalments } from '../schedule/schedule.store.ts';
import { findReceiptOfPayment, receipts } from './receipt.store.ts';

/** What the page is given: how it looks is proved beside it. */
const render: RenderPage = async ({ path, language, receipt }) => ({
  kind: 'static',
  status: path === '/404' ? 404 : 200,
  title: '',
  language,
  description: '',
  siteName: '',
  markup: `<pre>${JSON.stringify({ path, language, receipt })}</pre>`,
  state: undefined,
});

let site: PaymentSite;
let payer: Visitor;
let paymentId: string;
let name: string;
let link: string;
beforeAll(async () => {
  site = await openPaymentSite({ render });
  payer = site.visitor({ 'content-language': 'fr', 'accept-language': 'fr' });
  await payer.post('/payment/submit', claim('Z-1', { plan: 'installment' }));
  paymentId = await findClaimId(site, 'Z-1');
  expect((await confirm(site, 'Z-1', '100.00')).status).toBe(200);
  const receipt = (await findReceiptOfPayment(site.db, paymentId))!;
  name = receiptName(receipt.number);
  link = new URL(receiptLink(site.context, receipt)).pathname;
  link += new URL(receiptLink(site.context, receipt)).search;
});
beforeEach(() => site.login());
afterAll(() => closeWithBalancedLedger(site));

const said = (text: string) =>
  JSON.parse(/<pre>(.*)<\/pre>/.exec(text)?.[1] ?? '{}') as PageRequest & { receipt: ShownReceipt };
const open = (who: Pick<Visitor, 'get'>, path = `/receipt/${name}`) => who.get(path);

describe('the page of a receipt', () => {
  test('shows the browser that applied what was frozen, in the applicant’s language', async () => {
    const answer = await open(payer);
    expect(answer.status).toBe(200);
    const { language, path, receipt } = said(answer.text);
    expect([path, language]).toEqual(['/receipt', 'fr']);
    expect(receipt).toMatchObject({
      name: 'OAP-000001',
      payer: 'Ama Mensah',
      email: 'ama@example.org',
      method: 'Zelle',
      plan: 'Payment plan',
      instalment: 1,
      instalments: 12,
      received: '100.00',
      due: '100.00',
      currency: 'USD',
      receivedOn: today(site),
      railReference: 'Z-1',
      isTest: true,
      refunded: null,
    });
  });

  test('says what is paid of the whole on the day that it is read, and which payment is next', async () => {
    const { instalments } = (await myApplications(payer))[0]!;
    expect(said((await open(payer)).text).receipt).toMatchObject({
      today: today(site),
      balance: {
        paid: '$100.00',
        total: '$1,200.00',
        left: '$1,100.00',
        next: { amount: '$100.00', day: instalments[1]!.dueOn, isDue: false },
      },
    });
  });

  test('speaks another language where its address asks for one', async () => {
    expect(said((await open(payer, `/receipt/${name}?lang=en`)).text).language).toBe('en');
    expect(said((await open(payer, `/receipt/${name}?lang=xx`)).text).language).toBe('fr');
  });

  test('is opened by the link of the mail, by anyone who has it', async () => {
    expect(said((await open(site.visitor(), link)).text).receipt.payer).toBe('Ama Mensah');
  });

  test('is opened by an administrator, who alone sees whose application it is', async () => {
    const { applicationId } = said((await open(site.admin)).text).receipt;
    const money = await site.admin.get(`/api/admin/applications/${applicationId}/money`);
    expect(money.body).toMatchObject({
      application: { reference: said((await open(payer)).text).receipt.reference },
    });
    expect(said((await open(payer)).text).receipt.applicationId).toBeNull();
    expect(said((await open(site.visitor(), link)).text).receipt.applicationId).toBeNull();
    expect(said((await open(site.admin, link)).text).receipt.applicationId).toBe(applicationId);
  });

  test.each([
    ['a stranger', () => open(site.visitor())],
    ['a stranger with another key', () => open(site.visitor(), `/receipt/${name}?key=nonsense`)],
    [
      'a stranger with a key of the right length',
      () => open(site.visitor(), `${link.slice(0, -1)}_`),
    ],
    ['a member', async () => open(await site.loggedIn('member'))],
    ['a browser that applied for something else', () => strangerWhoApplied()],
    [
      'the holder of the key, under another number',
      () => open(site.visitor(), link.replace(name, 'OAP-000002')),
    ],
  ])('does not exist for %s', async (_, visit) => {
    const answer = await visit();
    expect([answer.status, said(answer.text).path]).toEqual([404, '/404']);
    expect(answer.text).not.toContain('Mensah');
  });

  async function strangerWhoApplied() {
    const visitor = site.visitor();
    const other = { applicationData: person({ firstName: 'Kofi' }), plan: 'onetime' };
    await visitor.post('/api/applications', other);
    return open(visitor);
  }

  test.each([
    '1',
    'OAP-1',
    'OAP-0000001',
    'OAP-000000',
    'oap-000001',
    'OAP-00000x',
    'OAP-999999999',
    '%00',
  ])('has one address: %s is none', async (other) => {
    expect((await open(site.admin, `/receipt/${other}`)).status).toBe(404);
  });

  test('is stored by no one on the way, and found by no search', async () => {
    const { headers } = await open(payer);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    });
  });

  test('tells what has gone back since, and keeps what it said', async () => {
    const answer = await site.admin.post(`/api/admin/payments/${paymentId}/refund`, {
      amount: '25.00',
      held: '100.00',
      refundedOn: today(site),
      reason: 'A discount.',
    });
    expect(answer.status, answer.text).toBe(200);
    expect(said((await open(payer)).text).receipt).toMatchObject({
      received: '100.00',
      refunded: '25.00',
      balance: {
        paid: '$75.00',
        left: '$1,125.00',
        next: { amount: '$25.00', day: today(site), isDue: true },
      },
    });
  });

  test('counts an instalment that was waived neither as paid nor as part of the whole', async () => {
    const [last] = await site.db
      .select()
      .from(instalments)
      .orderBy(desc(instalments.number))
      .limit(1);
    const path = `/api/admin/instalments/${last?.id}/waive`;
    expect((await site.admin.post(path, { reason: 'A gift.' })).status).toBe(200);
    expect(said((await open(payer)).text).receipt).toMatchObject({
      balance: { paid: '$75.00', total: '$1,100.00', left: '$1,025.00' },
    });
    expect((await site.admin.post(`${path}/undo`)).status).toBe(200);
  });

  test('hides name and address from a browser that typed them over an hour ago', async () => {
    site.clock.advance(minutes(61));
    expect(said((await open(payer)).text).receipt).toMatchObject({
      payer: 'A•••',
      email: 'a•••@example.org',
      received: '100.00',
    });
    expect(said((await open(site.visitor(), link)).text).receipt.payer).toBe('Ama Mensah');
  });
});

test('the mail of a confirmation leads to the receipt', async () => {
  const [receipt] = await site.db.select().from(receipts).where(eq(receipts.paymentId, paymentId));
  expect(receiptLink(site.context, receipt!)).toBe(`http://localhost:3000${link}`);
});

test.each([1, 123, 999_999, 1_000_000, 123_456_789])('number %i is found by its name', (number) => {
  expect(receiptNumber(receiptName(number))).toBe(number);
});
