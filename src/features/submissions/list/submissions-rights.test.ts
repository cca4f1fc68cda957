import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLog } from '../../../server/audit.store.ts';
import type { Role } from '../../../shared/roles.ts';
import { passportApplications } from '../../application/application.store.ts';
import { claim, openPaymentSite, type PaymentSite } from '../../payments/core/testing.ts';

let site: PaymentSite;
beforeAll(async () => {
  site = await openPaymentSite();
  const sent = await site
    .visitor()
    .post('/payment/submit', claim('ZL-77', { plan: 'installment' }));
  expect(sent.status, sent.text).toBe(201);
  await site.db.update(passportApplications).set({ paypalOrderId: 'ORDER-77' });
});
afterAll(() => site.close());

/** What somebody of this role gets of the applications, in the list, the summary and the file. */
async function readAs(role: Role) {
  const browser = await site.loggedIn(role);
  const list = await browser.get('/api/admin/passport-applications');
  const summary = await browser.get('/api/admin/summary');
  const file = await browser.get('/api/admin/export/passport-applications');
  const users = await browser.get('/api/admin/export/users');
  expect([list.status, summary.status]).toEqual([200, 200]);
  const { counts, recent, claimsWaiting } = summary.body as unknown as {
    counts: Record<string, number | null>;
    recent: Record<string, object[] | null>;
    claimsWaiting: number | null;
  };
  return {
    id: browser.id,
    listed: (list.body as object[])[0],
    recent: recent.passportApplications?.[0],
    claimsWaiting,
    users: [counts.users, recent.users],
    texts: [list.text, summary.text, file.text],
    files: [file.status, users.status],
  };
}

const money = {
  paymentAmount: '100.00',
  paypalOrderId: 'ORDER-77',
  payments: [{ number: 'ZL-77', amount: '100.00' }],
  paymentsMade: 0,
  paymentsInAll: 12,
};
const noMoney = {
  paymentAmount: null,
  paypalOrderId: null,
  payments: null,
  paymentsMade: null,
  paymentsInAll: null,
};
const inWords = {
  paymentPlan: 'installment',
  paymentMethod: 'zelle',
  paymentStatus: 'awaiting_verification',
};
const someUsers = [expect.any(Number), expect.arrayContaining([expect.any(Object)])];

describe('of what several permissions are about', () => {
  test('an owner gets all', async () => {
    const read = await readAs('owner');
    expect([read.listed, read.recent]).toMatchObject([money, money]);
    expect([read.claimsWaiting, read.users]).toEqual([1, someUsers]);
    expect(read.files).toEqual([200, 200]);
    expect(read.texts[2]).toContain('"paymentAmount"');
    expect(read.texts[2]).toMatch(/"100\.00","zelle","ORDER-77"/);
  });

  test('a moderator gets the accounts, and of payments no more than words', async () => {
    const read = await readAs('moderator');
    const shown = { ...inWords, ...noMoney };
    expect([read.listed, read.recent]).toMatchObject([shown, shown]);
    expect([read.claimsWaiting, read.users]).toEqual([null, someUsers]);
    expect(read.files).toEqual([200, 200]);
    for (const text of read.texts) expect(text).not.toMatch(/100\.00|ORDER-77|ZL-77/);
    expect(read.texts[2]).not.toMatch(/"paymentAmount"|"paypalOrderId"/);
    expect(read.texts[2]).toContain('"installment","zelle","awaiting_verification"');
  });

  test('finance gets the payments, and of accounts nothing', async () => {
    const read = await readAs('finance');
    expect([read.listed, read.recent]).toMatchObject([money, money]);
    expect([read.claimsWaiting, read.users]).toEqual([1, [null, null]]);
    expect(read.files).toEqual([200, 403]);
    expect(read.texts[2]).toContain('"ORDER-77"');
    // What was refused is no download.
    const taken = await site.db.select().from(auditLog);
    const theirs = taken.filter(({ actorId }) => actorId === read.id);
    expect(theirs.map(({ subject }) => subject)).toEqual(['passport-applications']);
  });

  test('a viewer gets both, and takes nothing along', async () => {
    const read = await readAs('viewer');
    expect([read.listed, read.recent]).toMatchObject([money, money]);
    expect([read.claimsWaiting, read.users]).toEqual([1, someUsers]);
    expect(read.files).toEqual([403, 403]);
  });
});
