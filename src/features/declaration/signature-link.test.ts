import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadPageData } from '../../server/features.ts';
import { openSite, type Site } from '../../server/testing.ts';
import type { AnswerOf } from '../../shared/endpoint.ts';
import { days, hours, minutes } from '../../shared/time.ts';
import { outgoingMails } from '../mail/queue/outgoing-mail.store.ts';
import type { summarizeSubmissions } from '../submissions/kinds/submissions.contract.ts';
import type { readOverview, readTrends } from '../submissions/overview/overview.contract.ts';
import type { readSignatureTrend } from '../submissions/signatures/signature.contract.ts';
import type { countSignatures, signDeclaration } from './declaration.contract.ts';
import { declarationJobs } from './declaration.jobs.ts';
import { unityDeclarations } from './declaration.store.ts';
import { askOlderSigners } from './older-signers.service.ts';
import { countThrough } from './share-link.store.ts';
import { signatureKeyOf } from './signature-link.service.ts';
import { putRemovedAfterDays } from './unconfirmed.service.ts';
import { tallyCacheMs } from './tally.service.ts';
import { linkBatch } from './unconfirmed.store.ts';
import { openedValue } from '../../server/security/spam.ts';

type SignAnswer = AnswerOf<typeof signDeclaration>;
type Tally = AnswerOf<typeof countSignatures>;
type Summary = AnswerOf<typeof summarizeSubmissions>;
type Trend = AnswerOf<typeof readSignatureTrend>;
type Overview = AnswerOf<typeof readOverview>;
type Trends = AnswerOf<typeof readTrends>;

const path = '/api/unity-declaration';
const awa = {
  fullName: 'Awa Diop',
  email: 'awa@example.org',
  country: 'Senegal',
  agreeToDeclaration: true,
};

let site: Site;
beforeAll(async () => {
  site = await openSite({
    work: false,
    environment: { ADDRESS_LIMIT_FACTOR: '100' },
    // What the page is given, instead of how it looks.
    render: async ({ path: at, language, signature, form }) => ({
      kind: 'static',
      status: 200,
      title: at,
      language,
      description: '',
      siteName: '',
      markup: `${JSON.stringify(signature ?? {})}${form?.message ?? ''}`,
      state: undefined,
    }),
  });
});
beforeEach(async () => {
  await site.db.delete(unityDeclarations);
});
afterAll(() => site.close());

const sign = (change: object = {}) => site.visitor().post(path, { ...awa, ...change });
async function row() {
  const [found] = await site.db.select().from(unityDeclarations);
  if (!found) throw new Error('nobody has signed');
  return found;
}
const keyNow = async () => signatureKeyOf(site.context.secrets, await row());
const BUTTONS = {
  confirm: '/api/unity-declaration/confirm',
  withdraw: '/api/unity-declaration/withdraw',
} as const;
const press = (button: keyof typeof BUTTONS, key: string) =>
  site.visitor().post(BUTTONS[button], new URLSearchParams({ key }));
const open = (key: string, page = '/signature') =>
  site.visitor().get(`${page}?key=${encodeURIComponent(key)}`);

describe('the link in the thank-you email', () => {
  test('confirms nothing when it is only opened, as scanners of mail do', async () => {
    await sign();
    const page = await open(await keyNow());
    expect(page.status).toBe(200);
    expect(page.text).toContain('unconfirmed');
    expect(page.headers['cache-control']).toBe('no-store');
    expect((await row()).confirmedAt).toBeNull();
    expect((await site.visitor().get(`${path}/confirm`)).status).toBe(405);
  });

  test('withdraws nothing when it is only opened, at the address that asks for it', async () => {
    await sign();
    const key = await keyNow();
    await press('confirm', key);
    expect((await open(key, '/signature/withdraw')).status).toBe(200);
    expect((await site.visitor().get(`${path}/withdraw`)).status).toBe(405);
    expect((await row()).confirmedAt).toBeInstanceOf(Date);
    expect((await open('nonsense', '/signature/withdraw')).status).toBe(404);
  });

  test('says the place of a confirmed signature among those that count', async () => {
    const confirmAs = async (name: string) => {
      await sign({ email: `${name}@example.org` });
      const rows = await site.db.select().from(unityDeclarations);
      const own = rows.find(({ email }) => email === `${name}@example.org`);
      const key = signatureKeyOf(site.context.secrets, own as Exclude<typeof own, undefined>);
      await press('confirm', key);
      site.clock.advance(1000);
      return key;
    };
    await sign({ email: 'waits@example.org' });
    const keys = [await confirmAs('kofi'), await confirmAs('ama')];
    const places = async () => {
      const pages = await Promise.all(keys.map((key) => open(key)));
      return pages.map(({ text }) => /"place":(\d+)/.exec(text)?.[1]);
    };
    expect(await places()).toEqual(['1', '2']);
    await site.db
      .update(unityDeclarations)
      .set({ invalidatedAt: site.clock.now() })
      .where(eq(unityDeclarations.email, 'kofi@example.org'));
    expect(await places()).toEqual([undefined, '1']);
  });

  test('leads to a button that confirms, without scripts, and once more changes nothing', async () => {
    await sign();
    const key = await keyNow();
    const visitor = site.visitor();
    await visitor.get('/sign');
    // At once: there is nothing to fill in.
    const answer = await visitor.post(`${path}/confirm`, new URLSearchParams({ key }));
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      `/signature?${new URLSearchParams({ key })}#main`,
    ]);
    const { confirmedAt } = await row();
    expect(confirmedAt).toBeInstanceOf(Date);
    site.clock.advance(hours(1));
    expect((await press('confirm', key)).status).toBe(303);
    expect((await row()).confirmedAt).toEqual(confirmedAt);
    expect((await open(key)).text).not.toContain('unconfirmed');
  });

  test('gives a share code to who signed before there were any', async () => {
    await sign();
    await site.db.update(unityDeclarations).set({ shareCode: null });
    const key = await keyNow();
    await press('confirm', key);
    const { shareCode } = await row();
    expect(shareCode).toMatch(/^[a-hjkmnp-z2-9]{8}$/);
    await press('confirm', key);
    expect((await row()).shareCode).toBe(shareCode);
  });

  test('leads to a button that withdraws: nothing of the signature is left', async () => {
    await sign();
    const key = await keyNow();
    await press('confirm', key);
    const answer = await press('withdraw', key);
    expect([answer.status, answer.headers.location]).toEqual([303, '/thanks/withdrawn#main']);
    expect(await site.db.$count(unityDeclarations)).toBe(0);
    for (const button of ['confirm', 'withdraw'] as const) {
      const again = await press(button, key);
      expect([again.status, again.text]).toEqual([
        409,
        expect.stringContaining('This link is no longer valid.'),
      ]);
    }
    expect(await open(key)).toMatchObject({ status: 404, text: expect.stringContaining('old') });
  });

  test('is refused on a clear page when it is forged', async () => {
    await sign();
    const key = await keyNow();
    const other = signatureKeyOf(
      { ...site.context.secrets, sign: (_purpose, text) => site.context.secrets.sign('x', text) },
      await row(),
    );
    for (const forged of [key.slice(0, -1), `${key}x`, other, 'nonsense']) {
      expect(await open(forged)).toMatchObject({
        status: 404,
        text: expect.stringContaining('forged'),
      });
      const answer = await press('confirm', forged);
      expect([answer.status, answer.text]).toEqual([
        400,
        expect.stringContaining('This link does not work'),
      ]);
    }
    expect((await row()).confirmedAt).toBeNull();
  });
});

describe('the thanks after a plain form', () => {
  const openedAgo = () => openedValue(site.context.secrets, Date.now() - 3000);
  async function send(change: Record<string, string> = {}, query = '') {
    const visitor = site.visitor();
    visitor.cookies.set('opened', openedAgo());
    const form = { ...awa, agreeToDeclaration: 'on', ...change };
    const { headers } = await visitor.post(`${path}${query}`, new URLSearchParams(form));
    return String(headers.location).replace('#main', '');
  }
  const said = async (address: string) => {
    const { status, headers, text } = await site.visitor().get(address);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    return JSON.parse(/\{.*?\}(?=<)/.exec(text)?.[0] ?? '{}') as Record<string, unknown>;
  };

  test('know the address and the share link of who has signed, without a name in their own address', async () => {
    const address = await send({ wantsNews: 'on' });
    for (const word of ['Awa', 'awa', 'example.org'])
      expect(decodeURI(address)).not.toContain(word);
    const { agreeToDeclaration: _, ...person } = awa;
    expect(await said(address)).toEqual({
      state: 'sent',
      person: { ...person, wantsNews: true },
      shareCode: (await row()).shareCode,
      emails: 1,
    });
    expect(await said(await send({}, '?again=1'))).toMatchObject({ emails: 2 });
  });

  test('say the same where the address has signed before, with what was just sent', async () => {
    await sign();
    await press('confirm', await keyNow());
    const shown = await said(await send({ fullName: 'Somebody Else' }));
    expect(shown).toMatchObject({ state: 'sent', person: { fullName: 'Somebody Else' } });
    expect(shown.shareCode).not.toBe((await row()).shareCode);
  });

  test('know nobody a day later, nor by another key', async () => {
    const address = await send();
    site.clock.advance(days(1));
    expect(await said(address)).toEqual({ state: 'forged' });
    for (const other of ['', `?key=${await keyNow()}`, '?key=nonsense'])
      expect(await said(`/thanks/declaration${other}`)).toEqual({ state: 'forged' });
  });

  test('have no key that confirms or withdraws', async () => {
    const key = new URL(await send(), 'https://x').searchParams.get('key') ?? '';
    expect((await press('confirm', key)).status).toBe(400);
    expect((await press('withdraw', key)).status).toBe(400);
  });
});

describe('while a signature is unconfirmed, a new submission for its address', () => {
  test('replaces name and country, and only the newest link confirms or withdraws', async () => {
    await sign();
    const old = await keyNow();
    await sign({ fullName: 'Awa Diop Ba', country: 'Ghana' });
    expect(await row()).toMatchObject({ fullName: 'Awa Diop Ba', country: 'Ghana' });
    expect((await press('confirm', old)).status).toBe(409);
    expect((await press('withdraw', old)).status).toBe(409);
    expect((await open(old)).status).toBe(404);
    expect((await press('confirm', await keyNow())).status).toBe(303);
  });

  test('sends three links a day at most, and changes nothing beyond', async () => {
    for (const fullName of ['One Try', 'Two Tries', 'Three Tries', 'Four Tries'])
      await sign({ fullName });
    expect(await row()).toMatchObject({ fullName: 'Three Tries' });
    site.clock.advance(days(1));
    await sign({ fullName: 'Next Day' });
    expect(await row()).toMatchObject({ fullName: 'Next Day' });
  });

  test('is answered with the same bytes as any other, and nothing is replaced once it is confirmed', async () => {
    const bytesOf = ({ status, text, body }: Awaited<ReturnType<typeof sign>>) => [
      status,
      text.replace((body as SignAnswer).shareCode, 'a code'),
    ];
    const first = await sign();
    const waiting = await sign();
    await press('confirm', await keyNow());
    const confirmed = await sign({ fullName: 'Somebody Else' });
    for (const answer of [waiting, confirmed]) expect(bytesOf(answer)).toEqual(bytesOf(first));
    expect(await row()).toMatchObject({ fullName: 'Awa Diop' });
  });

  test('brings a new share code, which stays once it is confirmed', async () => {
    const codes: string[] = [];
    for (let n = 0; n < 2; n += 1) codes.push(((await sign()).body as SignAnswer).shareCode);
    expect((await row()).shareCode).toBe(codes[1]);
    await press('confirm', await keyNow());
    expect(codes).not.toContain(((await sign()).body as SignAnswer).shareCode);
    expect((await row()).shareCode).toBe(codes[1]);
  });

  test('queues the same work whether the address has signed or not', async () => {
    const jobs = async () => {
      const { rows } = await site.db.execute<{ n: number }>(
        "select count(*)::int as n from pgboss.job, jsonb_array_elements(data->'signatures') where name = 'declaration-signed'",
      );
      return rows[0]?.n ?? 0;
    };
    const before = await jobs();
    await sign();
    await press('confirm', await keyNow());
    await sign();
    expect((await jobs()) - before).toBe(2);
  });
});

describe('where a confirmation is needed', () => {
  test('only confirmed signatures are counted, by everything that counts, and none once it is withdrawn', async () => {
    const admin = await site.loggedIn('admin');
    const counted = async () => {
      await new Promise((resolve) => setTimeout(resolve, tallyCacheMs + 50));
      const { count, byCountry } = (await site.visitor().get(path)).body as Tally;
      const page = await loadPageData(site.db, 'en', site.context.settings);
      const summary = (await admin.get('/api/admin/summary')).body as Summary;
      const { days: trend } = (await admin.get('/api/admin/unity-declarations/trend'))
        .body as Trend;
      const overview = (await admin.get('/api/admin/overview')).body as Overview;
      const trends = (await admin.get('/api/admin/overview/trends?span=days')).body as Trends;
      return [
        count,
        byCountry.Senegal ?? 0,
        page.signatures,
        summary.counts.unityDeclarations,
        trend.at(-1)?.count,
        overview.today.signatures.today,
        trends.periods.at(-1)?.signatures,
      ];
    };
    await sign();
    expect(await counted()).toEqual(Array(7).fill(0));
    const key = await keyNow();
    await press('confirm', key);
    expect(await counted()).toEqual(Array(7).fill(1));
    await press('withdraw', key);
    expect(await counted()).toEqual(Array(7).fill(0));
  });

  test.each([
    ['confirmed', [awa.email]],
    ['unconfirmed', ['kofi@example.org']],
    ['invalidated', []],
  ])('administrators list the %s ones', async (status, emails) => {
    const admin = await site.loggedIn('admin');
    await sign();
    await press('confirm', await keyNow());
    await sign({ email: 'kofi@example.org' });
    const { body } = await admin.get(`/api/admin/unity-declarations?status=${status}`);
    expect((body as { email: string }[]).map(({ email }) => email)).toEqual(emails);
    const all = await admin.get('/api/admin/unity-declarations');
    expect(all.body).toHaveLength(2);
  });
});

describe('the thank-you email', () => {
  const mailTo = async (environment: Record<string, string>) => {
    const mailing = await openSite({ mail: true, environment });
    await mailing.visitor().post(path, awa);
    await mailing.visitor().post(path, awa);
    await mailing.until(async () => expect(await mailing.inbox.messages()).not.toEqual([]));
    const mails = await mailing.db.$count(outgoingMails);
    const [message] = await mailing.inbox.messages();
    await mailing.close();
    return { subject: message?.subject, text: message?.text ?? '', mails };
  };

  test('asks for the confirmation and offers to withdraw', async () => {
    const { subject, text } = await mailTo({});
    expect(subject).toBe('[Sandbox] Confirm your signature on the Unity Declaration');
    expect(text).toMatch(/Confirm your signature\nhttp:\/\/localhost:3000\/signature\?key=\S{100}/);
    expect(text).toMatch(
      /Withdraw your signature\nhttp:\/\/localhost:3000\/signature\/withdraw\?key=\S{100}/,
    );
  });

  test('asks for none where SIGNATURES_NEED_CONFIRMATION is false, and goes out once', async () => {
    const { subject, text, mails } = await mailTo({ SIGNATURES_NEED_CONFIRMATION: 'false' });
    expect(subject).toBe('[Sandbox] Thank you for signing the Unity Declaration');
    expect(text).not.toContain('Confirm your signature');
    expect(text).toContain('Withdraw your signature');
    expect(mails).toBe(1);
  });
});

describe('a signature that nobody confirms', () => {
  const upkeep = async () => {
    const job = declarationJobs.find(({ name }) => name === 'unconfirmed-signatures');
    await job?.handle({}, { context: site.context, log: site.app.log } as never);
  };
  /** As when the email with its latest link has left, now. */
  async function deliver() {
    const { id, linkId, email } = await row();
    const now = site.clock.now();
    await site.db.insert(outgoingMails).values({
      id: randomUUID(),
      batchId: linkBatch({ id, linkId }),
      recipientAddress: email,
      recipientName: '',
      template: 'declaration-signed',
      sealedProps: '',
      locale: 'en',
      kind: 'transactional',
      emailType: 'declaration-signed',
      state: 'sent',
      attempts: 1,
      messageId: randomUUID(),
      createdAt: now,
      updatedAt: now,
      sentAt: now,
    });
  }
  const reminders = () =>
    site.db.$count(outgoingMails, eq(outgoingMails.template, 'declaration-reminder'));
  const left = () => site.db.$count(unityDeclarations);
  beforeEach(() => site.db.delete(outgoingMails).then(() => undefined));

  test('is reminded of once, three days after the delivery, and removed thirty days after it', async () => {
    await sign();
    site.clock.advance(days(40));
    await upkeep();
    expect([await reminders(), await left()]).toEqual([0, 1]);
    await deliver();
    site.clock.advance(days(3) - 1000);
    await upkeep();
    expect(await reminders()).toBe(0);
    site.clock.advance(2000);
    await upkeep();
    await upkeep();
    expect([await reminders(), await left()]).toEqual([1, 1]);
    site.clock.advance(days(27));
    await upkeep();
    expect([await reminders(), await left()]).toEqual([1, 0]);
  });

  test('is removed after the days that the team has chosen', async () => {
    await sign();
    await deliver();
    const by = { updatedBy: randomUUID(), updatedAt: site.clock.now() };
    await putRemovedAfterDays(site.db, 7, by);
    site.clock.advance(days(7) - minutes(5));
    await upkeep();
    expect(await left()).toBe(1);
    site.clock.advance(minutes(10));
    await upkeep();
    expect(await left()).toBe(0);
    await putRemovedAfterDays(site.db, 30, by);
  });

  test('names in both emails the day of its deletion, which the delivery and the team decide', async () => {
    const said = async (template: string) => {
      const [mail] = await site.db
        .select()
        .from(outgoingMails)
        .where(eq(outgoingMails.template, template));
      if (!mail?.sealedProps) throw new Error(`No ${template} was queued.`);
      const props = site.context.secrets.unseal('mail-props', mail.id, mail.sealedProps);
      return (JSON.parse(props) as { deletedOn: string }).deletedOn;
    };
    const dayIn = (count: number) =>
      new Date(site.clock.now().getTime() + days(count)).toISOString().slice(0, 10);
    await sign();
    const { id, linkId } = await row();
    const first = declarationJobs.find(({ name }) => name === 'declaration-signed');
    await first?.handle({ id, linkId }, { context: site.context, log: site.app.log } as never);
    expect(await said('declaration-signed')).toBe(dayIn(30));
    await site.db.delete(outgoingMails);
    site.clock.advance(days(2));
    await deliver();
    const by = { updatedBy: randomUUID(), updatedAt: site.clock.now() };
    await putRemovedAfterDays(site.db, 14, by);
    const day = dayIn(14);
    site.clock.advance(days(4));
    await upkeep();
    expect(await said('declaration-reminder')).toBe(day);
    await putRemovedAfterDays(site.db, 30, by);
  });

  test('leaves whom it brought to who brought it', async () => {
    await sign();
    await deliver();
    const { id: waiting } = await row();
    const [sharer, friend] = [randomUUID(), randomUUID()];
    const now = site.clock.now();
    const other = { ...awa, wantsNews: false, signedAt: now, confirmedAt: now };
    await site.db.insert(unityDeclarations).values([
      { ...other, id: sharer, email: 'sharer@example.org' },
      { ...other, id: friend, email: 'friend@example.org', cameBy: waiting },
    ]);
    const { id } = unityDeclarations;
    await site.db.update(unityDeclarations).set({ cameBy: sharer }).where(eq(id, waiting));
    site.clock.advance(days(30) + 1000);
    await upkeep();
    expect([await left(), await countThrough(site.db, sharer)]).toEqual([2, 1]);
    const links = await site.db.select({ by: unityDeclarations.cameBy }).from(unityDeclarations);
    expect(links).toEqual([{ by: null }, { by: sharer }]);
  });

  test.each([
    ['confirmed', { confirmedAt: new Date() }],
    ['older than the rule', { wasAsked: false }],
  ])('stays and is not reminded of when it is %s', async (_what, change) => {
    await sign();
    await deliver();
    await site.db.update(unityDeclarations).set(change);
    site.clock.advance(days(60));
    await upkeep();
    expect([await reminders(), await left()]).toEqual([0, 1]);
  });

  test('from before the rule is asked for by the command, once and not again', async () => {
    await sign();
    await sign({ email: 'kofi@example.org' });
    await site.db
      .update(unityDeclarations)
      .set({ wasAsked: false })
      .where(eq(unityDeclarations.email, awa.email));
    expect(await askOlderSigners(site.context)).toBe(1);
    expect(await askOlderSigners(site.context)).toBe(0);
    const mails = await site.db.select().from(outgoingMails);
    expect(mails.map(({ template, recipientAddress }) => [template, recipientAddress])).toEqual([
      ['declaration-ask', awa.email],
    ]);
  });
});
