import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { days, hours } from '../../../shared/time.ts';
import { inTransaction } from '../../../server/database/database.ts';
import { readFragment } from '../../application/link.rules.ts';
import { vaultTokens } from '../../payments/rails/card/renewals/vault.store.ts';
import { monthsAfter } from '../../payments/core/payment.rules.ts';
import { paymentMailJobs } from '../../payments/notifications/payment-mails.jobs.ts';
import { scheduleJobs } from '../../payments/core/schedule/schedule.jobs.ts';
import { openAttempt, changePaymentStatus } from '../../payments/core/payment.service.ts';
import {
  closeWithBalancedLedger,
  confirm,
  myApplications,
  openPaymentSite,
  type PaymentSite,
} from '../../payments/core/testing.ts';
import {
  findSchedule,
  listInstalments,
  setInstalment,
} from '../../payments/core/schedule/schedule.store.ts';
import { reminderJobs } from './instalment-reminder.jobs.ts';
import { dueDaysOf, REMINDERS } from './instalment-reminder.rules.ts';
import {
  type Applicant,
  beginner,
  claims,
  keyOf,
  mailsTo,
  pays,
  planPayer,
  rowOf,
} from '../testing.ts';

let site: PaymentSite;
beforeAll(async () => {
  site = await openPaymentSite({ work: false });
});
afterAll(() => closeWithBalancedLedger(site));

async function run(name: string, data: object = {}) {
  const job = [...reminderJobs, ...paymentMailJobs, ...scheduleJobs].find(
    (one) => one.name === name,
  );
  await job?.handle(data as never, { context: site.context, log: site.app.log as never });
}

/** What the clock does every hour. */
async function tick() {
  await run('dues-advance');
  await run('due-reminders');
}

const REMINDING = ['due-soon', 'due-today', 'due-late', 'plan-past-due', 'charge-soon'];
const reminded = async ({ email }: Applicant) =>
  (await mailsTo(site, email)).filter(({ template }) => REMINDING.includes(template));
const kinds = async (payer: Applicant) => (await reminded(payer)).map(({ template }) => template);

async function dueOf({ id }: Applicant, number: number) {
  const schedule = await findSchedule(site.db, id);
  const due = (await listInstalments(site.db, schedule?.id ?? ''))[number - 1];
  if (!schedule || !due) throw new Error('There is no such due.');
  return { schedule, due };
}

/** Moves to noon of the day that is so far from an instalment's. */
async function moveTo(payer: Applicant, number: number, daysAfter: number) {
  const { due } = await dueOf(payer, number);
  const noon = Date.parse(`${due.dueOn}T12:00:00Z`) + days(daysAfter);
  site.clock.advance(noon - site.clock.now().getTime());
}

/** PayPal keeps the payer's account. */
async function storesAccount(payer: Applicant) {
  const { schedule } = await dueOf(payer, 1);
  await site.db.insert(vaultTokens).values({
    id: randomUUID(),
    scheduleId: schedule.id,
    sealed: '',
    digest: randomUUID(),
    addedAt: site.clock.now(),
    endedAt: null,
    deletedAt: null,
  });
}

/** PayPal has refused to take a due. */
async function declines(payer: Applicant, number: number) {
  const { due } = await dueOf(payer, number);
  const [actor, at] = [{ kind: 'paypal' } as const, site.clock.now()];
  await inTransaction(site.db, async (tx) => {
    const { id } = await openAttempt(tx, {
      instalmentId: due.id,
      rail: 'paypal',
      actor,
      at,
      isTest: true,
    });
    for (const to of ['action_required', 'processing', 'failed'] as const)
      await changePaymentStatus(tx, { paymentId: id, to, actor, at, reason: 'Declined' });
  });
}

describe('a due of a plan', () => {
  test('is reminded of 7 days before, on its day, 3 and 7 days after, each once', async () => {
    const payer = await planPayer(site);
    const sent: [number, string[]][] = [];
    for (let day = -9; day <= 9; day++) {
      await moveTo(payer, 2, day);
      const before = (await kinds(payer)).length;
      for (let hour = 0; hour < 3; hour++) {
        site.clock.advance(hours(1));
        await tick();
      }
      const now = (await kinds(payer)).slice(before);
      if (now.length > 0) sent.push([day, now]);
    }
    expect(sent).toEqual([
      [-7, ['due-soon']],
      [0, ['due-today']],
      [3, ['due-late']],
      [7, ['plan-past-due']],
    ]);
  });

  test('is announced with its number, its day by the calendar, its amount and a link that pays it', async () => {
    const payer = await planPayer(site);
    const [application] = await myApplications(payer.visitor);
    const begun = application?.instalments[0]?.dueOn ?? '';
    await moveTo(payer, 2, -7);
    await tick();
    const [mail] = await reminded(payer);
    expect(mail?.props).toMatchObject({
      amount: '$100.00',
      number: 2,
      payments: 12,
      dueOn: monthsAfter(begun, 1),
      reference: payer.reference,
    });
    const link = readFragment(new URL(String(mail?.props.statusUrl)).hash);
    expect(link?.pay).toBe(2);
    expect(await site.visitor().post('/api/applications/open', { key: link?.key })).toMatchObject({
      body: { id: payer.id },
    });
  });

  test('of which a part came is announced with what is left', async () => {
    const payer = await planPayer(site);
    await site.login();
    await confirm(site, await claims(payer), '75');
    await moveTo(payer, 2, -7);
    await tick();
    expect(await reminded(payer)).toMatchObject([{ props: { amount: '$25.00', number: 2 } }]);
  });

  test('is announced once, as it is by then, when the clock jumps over its days', async () => {
    const payer = await planPayer(site);
    await moveTo(payer, 2, -10);
    await tick();
    await moveTo(payer, 2, 4);
    await tick();
    await tick();
    expect(await kinds(payer)).toEqual(['due-late']);
  });

  test('is not announced again when the clock goes back', async () => {
    const payer = await planPayer(site);
    await moveTo(payer, 2, 0);
    await tick();
    site.clock.advance(-hours(12));
    await tick();
    site.clock.advance(hours(12));
    await tick();
    expect(await kinds(payer)).toEqual(['due-today']);
  });

  test('whose number is being checked is not reminded of, and is once it was rejected', async () => {
    const payer = await planPayer(site);
    const number = await claims(payer);
    await moveTo(payer, 2, 0);
    await tick();
    await moveTo(payer, 2, 8);
    await tick();
    expect(await kinds(payer)).toEqual([]);
    await site.login();
    const waiting = (await site.admin.get('/api/admin/payments?status=claimed')).body as {
      id: string;
      number: string;
    }[];
    const claimed = waiting.find((row) => row.number === number)?.id;
    await site.admin.post(`/api/admin/payments/${claimed}/reject`, { reason: 'Not found.' });
    await tick();
    expect(await kinds(payer)).toEqual(['plan-past-due']);
  });

  test('that is paid, or of a plan that was cancelled, completed or never begun, is not reminded of', async () => {
    const ahead = await planPayer(site, 2);
    const stopped = await planPayer(site, 3);
    await stopped.visitor.post(`/api/applications/${stopped.id}/stop-plan`);
    const once = await beginner(site);
    await pays(site, once);
    const unpaid = await beginner(site, { plan: 'installment' });
    await claims(unpaid);
    await moveTo(ahead, 2, 0);
    await tick();
    for (const payer of [ahead, once, unpaid]) expect(await kinds(payer)).toEqual([]);
    await moveTo(ahead, 4, 0);
    await tick();
    expect(await kinds(stopped)).toEqual([]);
  });

  test('that was caught up makes the plan run again', async () => {
    const payer = await planPayer(site);
    await moveTo(payer, 2, 7);
    await tick();
    expect((await rowOf(site, payer.id)).paymentStatus).toBe('past_due');
    await payer.visitor.post('/api/applications/open', { key: await keyOf(site, payer.id) });
    await pays(site, payer);
    expect((await rowOf(site, payer.id)).paymentStatus).toBe('partially_paid');
    expect((await dueOf(payer, 2)).schedule.status).toBe('active');
    expect((await dueOf(payer, 2)).due.status).toBe('paid');
    await tick();
    expect(await kinds(payer)).toEqual(['plan-past-due']);
  });
});

describe('a due that PayPal takes by itself', () => {
  test('is announced once, with the day of the charge, without asking for anything', async () => {
    const payer = await planPayer(site);
    await storesAccount(payer);
    const { due } = await dueOf(payer, 2);
    const chargeOn = monthsAfter(due.dueOn, 1);
    await setInstalment(site.db, due.id, { chargeOn });
    for (const day of [-7, 0, 3]) {
      await moveTo(payer, 2, day);
      await tick();
      await run('charge-soon', { id: due.id });
    }
    const mails = await reminded(payer);
    expect(mails.map(({ template }) => template)).toEqual(['charge-soon']);
    expect(mails[0]?.props.dueOn).toBe(chargeOn);
    expect(readFragment(new URL(String(mails[0]?.props.statusUrl)).hash)?.pay).toBeUndefined();
  });

  test('is not announced any more when it was paid meanwhile', async () => {
    const payer = await planPayer(site, 2);
    await storesAccount(payer);
    await run('charge-soon', { id: (await dueOf(payer, 2)).due.id });
    expect(await kinds(payer)).toEqual([]);
  });

  test('and was declined is reminded of with a link to pay it in another way', async () => {
    const payer = await planPayer(site);
    await storesAccount(payer);
    await moveTo(payer, 2, 0);
    await tick();
    await declines(payer, 2);
    await moveTo(payer, 2, 3);
    await tick();
    expect(await kinds(payer)).toEqual(['due-late']);
  });

  test('is asked for by a pay link once PayPal has tried for the last time, and not when it was paid meanwhile', async () => {
    const payer = await planPayer(site);
    const { due } = await dueOf(payer, 2);
    await run('due-payment-failed', { id: due.id });
    await run('due-payment-failed', { id: due.id });
    const mails = (await mailsTo(site, payer.email)).filter(
      ({ template }) => template === 'due-payment-failed',
    );
    expect(mails).toMatchObject([{ props: { number: 2, amount: '$100.00' } }]);
    expect(readFragment(new URL(String(mails[0]?.props.statusUrl)).hash)?.pay).toBe(2);
    const other = await planPayer(site, 2);
    await run('due-payment-failed', { id: (await dueOf(other, 2)).due.id });
    expect(await mailsTo(site, other.email)).toEqual([]);
  });
});

test('the windows of the reminders follow each other without a gap or an overlap', () => {
  const plain = REMINDERS.filter(({ charged }) => charged === 'no');
  for (const [place, reminder] of plain.slice(1).entries())
    expect(reminder.fromDay).toBe(plain[place]?.beforeDay);
  const now = new Date('2026-03-08T00:00:00Z');
  expect(plain.map((one) => dueDaysOf(one, now))).toMatchObject([
    { after: '2026-03-08', until: '2026-03-15' },
    { after: '2026-03-05', until: '2026-03-08' },
    { after: '2026-03-01', until: '2026-03-05' },
    { until: '2026-03-01' },
  ]);
});
