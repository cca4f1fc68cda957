import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../server/database/database.ts';
import { days, hours, minutes } from '../../shared/time.ts';
import { fragmentOf, linkLivesMs, readFragment, readReference } from '../application/link.rules.ts';
import { applicationLink } from '../application/link.service.ts';
import { changePaymentStatus } from '../payments/core/payment.service.ts';
import { flagForReview } from '../payments/core/settlement.service.ts';
import {
  closeWithBalancedLedger,
  myApplications,
  openPaymentSite,
  person,
  type PaymentSite,
} from '../payments/core/testing.ts';
import { reminderJobs } from './notifications/instalment-reminder.jobs.ts';
import {
  beginner,
  claims,
  keyOf,
  mailsTo,
  pays,
  planPayer,
  rowOf,
  timelineOf,
  templatesTo,
} from './testing.ts';
import { statusJobs } from './notifications/status.jobs.ts';

let site: PaymentSite;
beforeAll(async () => {
  site = await openPaymentSite({ work: true });
});
afterAll(() => closeWithBalancedLedger(site));

const EXPIRED = 'This link no longer works. Ask for a new one here, and we will email it to you.';
const jobNamed = (name: string) => {
  const found = [...statusJobs, ...reminderJobs].find((one) => one.name === name);
  if (!found) throw new Error(`There is no job ${name}.`);
  return (data: object) =>
    found.handle(data as never, { context: site.context, log: site.app.log as never });
};

describe('the key of a link', () => {
  test('opens its application in another browser, with the details in full', async () => {
    const { id, reference } = await beginner(site);
    const phone = site.visitor();
    const answer = await phone.post('/api/applications/open', { key: await keyOf(site, id) });
    expect(answer).toMatchObject({ status: 200, body: { id, reference } });
    expect(await myApplications(phone)).toMatchObject([{ id, masked: false }]);
    expect(String(answer.headers['set-cookie'])).toContain('HttpOnly');
  });

  test('shows details again that an hour has hidden', async () => {
    const { visitor, id } = await beginner(site);
    site.clock.advance(hours(1) + 1000);
    expect(await myApplications(visitor)).toMatchObject([{ masked: true }]);
    await visitor.post('/api/applications/open', { key: await keyOf(site, id) });
    expect(await myApplications(visitor)).toMatchObject([{ masked: false }]);
  });

  test('adds to what the browser has, under the same cookie', async () => {
    const own = await beginner(site);
    const other = await beginner(site);
    const cookie = own.visitor.cookies.get('application');
    await own.visitor.post('/api/applications/open', { key: await keyOf(site, other.id) });
    expect((await myApplications(own.visitor)).map(({ id }) => id)).toEqual([other.id, own.id]);
    expect(own.visitor.cookies.get('application')).toBe(cookie);
  });

  test('opens until its time is over and not after', async () => {
    const { id } = await beginner(site);
    const key = await keyOf(site, id);
    site.clock.advance(linkLivesMs - minutes(1));
    expect(await site.visitor().post('/api/applications/open', { key })).toMatchObject({
      status: 200,
    });
    site.clock.advance(minutes(2));
    const late = site.visitor();
    expect(await late.post('/api/applications/open', { key })).toMatchObject({
      status: 403,
      body: { message: EXPIRED },
    });
    expect(late.cookies.size).toBe(0);
  });

  test('opens nothing once the address that it was mailed to was corrected', async () => {
    const { visitor, id } = await beginner(site);
    const key = await keyOf(site, id);
    await visitor.put(`/api/applications/${id}`, {
      applicationData: person({ email: 'right@example.org' }),
    });
    expect(await site.visitor().post('/api/applications/open', { key })).toMatchObject({
      status: 403,
    });
  });

  test.each(['altered', 'of another purpose', 'of another application', 'empty', 'of no record'])(
    'that is %s opens nothing and says what an expired one says',
    async (kind) => {
      const { id } = await beginner(site);
      const other = await beginner(site);
      const key = await keyOf(site, id);
      const [text = '', signature = ''] = key.split('.');
      const foreign = Buffer.from(text, 'base64url').toString().replace(id, other.id);
      const { secrets } = site.context;
      const keys: Record<string, string> = {
        altered: `${text}.${signature.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))}`,
        'of another purpose': secrets.sign('opened', Buffer.from(text, 'base64url').toString()),
        'of another application': `${Buffer.from(foreign).toString('base64url')}.${signature}`,
        empty: '',
        'of no record': secrets.sign(
          'application-link',
          `00000000-0000-4000-8000-000000000000 ${Date.now() + days(1)} x`,
        ),
      };
      const visitor = site.visitor();
      expect(
        await visitor.post('/api/applications/open', { key: keys[kind] ?? 'missing' }),
      ).toMatchObject({ status: 403, body: { message: EXPIRED } });
      expect(await myApplications(visitor)).toEqual([]);
    },
  );

  test('that is longer than any of ours is not even looked at', async () => {
    const answer = await site.visitor().post('/api/applications/open', { key: 'x'.repeat(401) });
    expect(answer.status).toBe(400);
  });

  test('is behind the # of its address, in the language of its applicant', async () => {
    const { id } = await beginner(site, { locale: 'fr' });
    const link = new URL(applicationLink(site.context, await rowOf(site, id), { pay: 3 }));
    expect(link.pathname + link.search).toBe('/application?lang=fr');
    expect(readFragment(link.hash)).toEqual({ key: expect.any(String), pay: 3 });
  });
});

describe('the part behind the # of the page', () => {
  test.each([
    ['', {}],
    ['#', {}],
    ['#PX-7K4M2', { reference: 'PX-7K4M2' }],
    ['#key=a.b', { key: 'a.b' }],
    ['#pay=3', { pay: 3 }],
    ['#key=a.b&pay=3', { key: 'a.b', pay: 3 }],
    ['#key=a.b&pay=-3', { key: 'a.b' }],
    ['#key=a.b&pay=1.5', { key: 'a.b' }],
    ['#main', undefined],
  ])('%s is read as %j', (hash, fragment) => {
    expect(readFragment(hash)).toEqual(fragment);
  });

  test('is written as it is read', () => {
    for (const fragment of [{}, { key: 'a.b', pay: 12 }, { reference: 'PX-7K4M2' }])
      expect(readFragment(fragmentOf(fragment))).toEqual(fragment);
  });

  test.each([
    ['PX-7K4M2', 'PX-7K4M2'],
    [' px 7k4m2 ', 'PX-7K4M2'],
    ['7K4M2', 'PX-7K4M2'],
    ['PX-7K4M', undefined],
    ['', undefined],
  ])('a reference typed as “%s” is %s', (typed, reference) => {
    expect(readReference(typed)).toBe(reference);
  });
});

describe('asking for a link', () => {
  const waiting = async () =>
    (
      (await site.db.execute(
        `select count(*)::int as n from pgboss.job where name = 'application-link'` as never,
      )) as unknown as { rows: { n: number }[] }
    ).rows[0]?.n ?? 0;

  test('with reference and address mails a link that opens the application', async () => {
    const { reference, email, id } = await beginner(site);
    await site.visitor().post('/api/applications/link', {
      reference: reference.replace('PX-', ' px ').toLowerCase(),
      email: ` ${email.toUpperCase()}`,
    });
    const [mail] = await site.until(async () => {
      const mails = await mailsTo(site, email);
      expect(mails).toMatchObject([{ template: 'draft-link', props: { reference } }]);
      return mails;
    });
    const key = readFragment(new URL(String(mail?.props.statusUrl)).hash)?.key;
    expect(await site.visitor().post('/api/applications/open', { key })).toMatchObject({
      body: { id },
    });
  });

  test('answers and does the same whether the two belong together or not', async () => {
    const { reference, email } = await beginner(site);
    const other = await beginner(site);
    const before = await waiting();
    const answers = [];
    for (const body of [
      { reference, email },
      { reference, email: other.email },
      { reference: 'PX-99999', email },
      { reference: 'PX-99999', email: 'nobody@example.org' },
    ]) {
      const { status, text, headers } = await site.visitor().post('/api/applications/link', body);
      answers.push({ status, text, cookie: headers['set-cookie'] });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200 });
    // One job each: what is not there is found out where nobody can measure it.
    expect(await waiting()).toBe(before + 4);
    await site.until(async () => expect(await templatesTo(site, email)).toEqual(['draft-link']));
    expect(await templatesTo(site, other.email)).toEqual([]);
    expect(await templatesTo(site, 'nobody@example.org')).toEqual([]);
  });

  test('of one application writes once in twenty minutes, however often and from wherever', async () => {
    const applicant = await beginner(site);
    await claims(applicant);
    const { id, email } = applicant;
    const send = jobNamed('application-link');
    const sent = async () =>
      (await templatesTo(site, email)).filter((template) => template === 'application-link').length;
    site.clock.advance(minutes(20));
    for (let times = 0; times < 5; times++) await send({ id });
    expect(await sent()).toBe(1);
    site.clock.advance(minutes(20));
    for (let times = 0; times < 5; times++) await send({ id });
    expect(await sent()).toBe(2);
  });

  test('for drafts sends few to one mailbox, which may be a stranger’s', async () => {
    const email = 'stranger@example.org';
    for (let begun = 0; begun < 5; begun++) {
      const visitor = site.visitor();
      const { id } = (
        await visitor.post('/api/applications', {
          applicationData: person({ email }),
          plan: 'onetime',
        })
      ).body as { id: string };
      await jobNamed('application-link')({ id });
    }
    const states = (await mailsTo(site, email)).map(({ state }) => state);
    expect(states.filter((state) => state !== 'skipped')).toHaveLength(3);
    expect(states).toHaveLength(5);
  });

  test('for a draft comes though the mailbox has had its answers to other forms of the day', async () => {
    const { visitor, id, email } = await beginner(site);
    const message = { firstName: 'Awa', lastName: 'Diop', country: 'Senegal', message: 'Hello.' };
    for (let times = 0; times < 4; times++)
      expect((await visitor.post('/api/contact', { ...message, email })).status).toBe(201);
    const skipped = async () =>
      (await mailsTo(site, email)).flatMap(({ template, state }) =>
        state === 'skipped' ? [template] : [],
      );
    await site.until(async () => expect(await skipped()).toEqual(['contact-received']));
    await jobNamed('application-link')({ id });
    expect(await templatesTo(site, email)).toContain('draft-link');
    expect(await skipped()).toEqual(['contact-received']);
  });

  test.each([
    [{ reference: '', email: 'a@example.org' }, 'Please enter your reference'],
    [
      { reference: 'hello there', email: 'a@example.org' },
      'Enter the reference as it appears in our emails, such as PX-7K4M2',
    ],
    [{ reference: 'PX-7K4M2', email: 'a' }, 'Please enter a valid email address'],
  ])('with %j says “%s”', async (body, message) => {
    expect(await site.visitor().post('/api/applications/link', body)).toMatchObject({
      status: 400,
      body: { message },
    });
  });

  test('beyond a small rate costs an address a proof of work, and shuts nobody out', async () => {
    const strict = await openPaymentSite({ work: false });
    strict.context.limits.use = async () => ({ within: false, retryAfterSeconds: 1 });
    for (const [path, body] of [
      ['/api/applications/link', { reference: 'PX-7K4M2', email: 'a@example.org' }],
      ['/api/applications/open', { key: 'a.b' }],
    ] as const)
      expect(await strict.visitor().post(path, body)).toMatchObject({
        status: 429,
        body: { challenge: expect.anything() },
      });
    await strict.close();
  });

  test('from a browser that has the application needs neither, and writes to its address alone', async () => {
    const { visitor, id, email } = await beginner(site);
    site.clock.advance(hours(2));
    expect(await visitor.post(`/api/applications/${id}/link`)).toMatchObject({ status: 200 });
    await site.until(async () => expect(await templatesTo(site, email)).toEqual(['draft-link']));
    expect(await site.visitor().post(`/api/applications/${id}/link`)).toMatchObject({
      status: 404,
    });
  });

  test('writes in the language of the applicant', async () => {
    const { visitor, id, email } = await beginner(site, { locale: 'fr' });
    await visitor.post(`/api/applications/${id}/link`);
    await site.until(async () =>
      expect(await mailsTo(site, email)).toMatchObject([{ locale: 'fr' }]),
    );
  });
});

describe('a draft', () => {
  test('has its mail queued once, for a quarter of an hour later', async () => {
    const { visitor, id, email } = await beginner(site);
    await visitor.post('/api/applications', {
      applicationData: person({ email, firstName: 'Efua' }),
      plan: 'installment',
      applicationId: id,
    });
    const { rows } = (await site.db.execute(
      `select extract(epoch from start_after - created_on) as ahead from pgboss.job where name = 'draft-saved' and data->>'id' = '${id}'` as never,
    )) as unknown as { rows: { ahead: string }[] };
    expect(rows.map(({ ahead }) => Math.round(Number(ahead) / 60))).toEqual([15]);
  });

  test('that is still not paid is mailed about once, with a link that opens it', async () => {
    const { id, reference, email } = await beginner(site, { locale: 'fr' });
    for (let times = 0; times < 2; times++) await jobNamed('draft-saved')({ id });
    const mails = await mailsTo(site, email);
    expect(mails).toMatchObject([
      {
        template: 'draft-saved',
        locale: 'fr',
        props: { reference, plan: 'One-time payment', amount: '$1,000.00' },
      },
    ]);
    const key = readFragment(new URL(String(mails[0]?.props.statusUrl)).hash)?.key;
    expect(await site.visitor().post('/api/applications/open', { key })).toMatchObject({
      body: { id },
    });
  });

  test('that was submitted meanwhile, or whose applicant was erased, is not mailed about', async () => {
    const applicant = await beginner(site);
    await claims(applicant);
    await jobNamed('draft-saved')({ id: applicant.id });
    await jobNamed('draft-saved')({ id: '00000000-0000-4000-8000-000000000000' });
    expect(await templatesTo(site, applicant.email)).not.toContain('draft-saved');
  });

  test('sends few to one mailbox, and takes none of the links that are asked for', async () => {
    const email = 'family@example.org';
    let last = '';
    for (let begun = 0; begun < 5; begun++) {
      const { body } = await site.visitor().post('/api/applications', {
        applicationData: person({ email }),
        plan: 'onetime',
      });
      last = (body as { id: string }).id;
      await jobNamed('draft-saved')({ id: last });
    }
    await jobNamed('application-link')({ id: last });
    const sent = (await mailsTo(site, email)).filter(({ state }) => state !== 'skipped');
    expect(sent.map(({ template }) => template).sort()).toEqual([
      'draft-link',
      'draft-saved',
      'draft-saved',
      'draft-saved',
    ]);
  });
});

describe('the timeline of an application', () => {
  test('is shown to its browser and to nobody else', async () => {
    const { visitor, id } = await beginner(site);
    expect(await visitor.get(`/api/applications/${id}/story`)).toMatchObject({ status: 200 });
    const other = await beginner(site);
    for (const stranger of [site.visitor(), other.visitor, site.admin])
      expect(await stranger.get(`/api/applications/${id}/story`)).toMatchObject({ status: 404 });
    expect(await visitor.get('/api/applications/7/story')).toMatchObject({ status: 404 });
  });

  test('begins with a draft, of which nothing is promised', async () => {
    const { visitor, id } = await beginner(site);
    expect(await timelineOf(visitor, id)).toMatchObject({
      history: [{ told: 'begun', note: null }],
      receipts: [],
      kitBy: null,
      shipment: null,
      plan: { isStopped: false, mayStop: false, paymentsUntilStop: 0, isCharged: false },
      asked: null,
    });
  });

  test('shows neither notes for administrators nor, in French, an English reason', async () => {
    const applicant = await beginner(site, { locale: 'fr' });
    const number = await claims(applicant);
    const [one] = await myApplications(applicant.visitor);
    const payment = one?.payments.find((paid) => paid.number === number);
    const fact = {
      paymentId: payment?.id ?? '',
      actor: { kind: 'paypal' },
      at: site.clock.now(),
    } as const;
    // As the card's service says it.
    const reason =
      'PayPal or your bank declined this payment, and nothing was charged. You can try again, use another card or account, or pay in another way.';
    await inTransaction(site.context.db, async (tx) => {
      await changePaymentStatus(tx, { ...fact, to: 'processing' });
      await changePaymentStatus(tx, { ...fact, to: 'failed', reason });
      await flagForReview(tx, { ...fact, reason: 'CAPTURED_AFTER_DECLINE', eventData: {} });
    });
    const { history } = await timelineOf(applicant.visitor, applicant.id);
    expect(history.map(({ told }) => told)).toEqual(['begun', 'submitted', 'claimed', 'failed']);
    expect(history.at(-1)?.note).toMatch(/^PayPal ou votre banque/);
  });

  test('shows what was claimed, found and rejected, with the reason and nothing internal', async () => {
    const applicant = await beginner(site);
    const { visitor, id } = applicant;
    const number = await claims(applicant);
    await site.login();
    const waiting = (await site.admin.get('/api/admin/payments?status=claimed')).body as {
      id: string;
      number: string;
    }[];
    const paymentId = waiting.find((row) => row.number === number)?.id;
    const reason = 'No such transfer has reached us.';
    await site.admin.post(`/api/admin/payments/${paymentId}/reject`, { reason });
    await pays(site, applicant);
    const { history, receipts } = await timelineOf(visitor, id);
    expect(history.map(({ told, note }) => [told, note])).toEqual([
      ['begun', null],
      ['submitted', null],
      ['claimed', null],
      ['failed', reason],
      ['claimed', null],
      ['paid', null],
    ]);
    expect(history.at(-1)).toMatchObject({ instalment: 1, method: 'zelle', amount: '1000.00' });
    expect(receipts).toMatchObject([
      { name: expect.stringMatching(/^OAP-\d{6}$/), instalment: 1, amount: '1000.00' },
    ]);
    // No key in it: a browser that sees the details masked would see them in the receipt, for ever.
    expect(receipts[0]?.href).toBe(`/receipt/${receipts[0]?.name}`);
  });

  test('promises the kit within three business days after the first payment was final', async () => {
    const { visitor, id } = await planPayer(site);
    const { kitBy } = await timelineOf(visitor, id);
    const paidOn = site.clock.now();
    const wait = (Date.parse(`${kitBy}T00:00:00Z`) - paidOn.getTime()) / days(1);
    expect(wait).toBeGreaterThan(2);
    expect(wait).toBeLessThanOrEqual(5);
    expect(new Date(`${kitBy}T00:00:00Z`).getUTCDay() % 6).not.toBe(0);
  });

  test('counts how many payments are missing until a plan can be cancelled', async () => {
    const one = await planPayer(site, 1);
    expect((await timelineOf(one.visitor, one.id)).plan).toMatchObject({
      mayStop: false,
      paymentsUntilStop: 2,
    });
    await pays(site, one, 2);
    expect((await timelineOf(one.visitor, one.id)).plan).toMatchObject({
      mayStop: true,
      paymentsUntilStop: 0,
    });
  });
});

describe('the mails of an application', () => {
  test('each carry a link that opens its page', async () => {
    const { email } = await planPayer(site);
    await site.until(async () => {
      const mails = await mailsTo(site, email);
      expect(mails.map(({ template }) => template).toSorted()).toEqual([
        'application-submitted',
        'payment-confirmed',
      ]);
      for (const { props } of mails)
        expect(readFragment(new URL(String(props.statusUrl)).hash)?.key).toBeTruthy();
    });
  });

  test('lead what came short to its payment', async () => {
    const applicant = await beginner(site);
    const number = await claims(applicant);
    await site.login();
    const rows = (await site.admin.get('/api/admin/payments?status=claimed')).body as {
      id: string;
      number: string;
    }[];
    await site.admin.post(
      `/api/admin/payments/${rows.find((row) => row.number === number)?.id}/confirm`,
      {
        receivedAmount: '400',
        receivedOn: site.clock.now().toISOString().slice(0, 10),
        acceptDifference: true,
      },
    );
    const [mail] = await site.until(async () => {
      const mails = (await mailsTo(site, applicant.email)).filter(
        ({ template }) => template === 'payment-confirmed',
      );
      expect(mails).toHaveLength(1);
      return mails;
    });
    expect(readFragment(new URL(String(mail?.props.statusUrl)).hash)?.pay).toBe(1);
    const { history } = await timelineOf(applicant.visitor, applicant.id);
    expect(history.slice(-2)).toMatchObject([
      { told: 'claimed', amount: '1000.00' },
      { told: 'paid_in_part', amount: '400.00' },
    ]);
  });

  test('say that a plan is complete, once, and of a one-time payment nothing', async () => {
    const applicant = await planPayer(site, 12);
    await site.until(async () =>
      expect(
        (await mailsTo(site, applicant.email)).filter(
          ({ template }) => template === 'plan-completed',
        ),
      ).toMatchObject([{ props: { payments: 12, received: '$1,200.00' } }]),
    );
    await jobNamed('plan-completed')({ id: applicant.id });
    expect(
      (await templatesTo(site, applicant.email)).filter((one) => one === 'plan-completed'),
    ).toHaveLength(1);
    const once = await beginner(site);
    await pays(site, once);
    await jobNamed('plan-completed')({ id: once.id });
    expect(await templatesTo(site, once.email)).not.toContain('plan-completed');
  });
});

test('one who forgets this device has to use the link again', async () => {
  const { visitor, id } = await beginner(site);
  const key = await keyOf(site, id);
  await visitor.delete('/api/applications/mine');
  expect(await visitor.get(`/api/applications/${id}/story`)).toMatchObject({ status: 404 });
  await visitor.post('/api/applications/open', { key });
  expect(await visitor.get(`/api/applications/${id}/story`)).toMatchObject({ status: 200 });
});
