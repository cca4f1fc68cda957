import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '../../server/audit.store.ts';
import { sessions } from '../../server/security/session.store.ts';
import { openSite, type Site } from '../../server/testing.ts';
import { loadPageData } from '../../server/features.ts';
import type { Language } from '../../shared/language.ts';
import { type Pause, PAUSED, PAUSES } from '../../shared/pause.ts';
import { passportApplications } from '../application/application.store.ts';
import { unityDeclarations } from '../declaration/declaration.store.ts';
import { users } from '../../server/user.store.ts';
import { person } from '../payments/core/testing.ts';
import type { Pauses } from './site.contract.ts';
import { siteSettings } from './site.store.ts';

let site: Site;
let boss: Awaited<ReturnType<Site['loggedIn']>>;
beforeAll(async () => {
  site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '1000' } });
});
beforeEach(async () => {
  boss = await site.loggedIn('admin');
});
afterEach(() => site.db.delete(siteSettings));
afterAll(() => site.close());

const say = (en = '', fr = '') => ({ isPaused: true, words: { en, fr } });
const read = async () => (await boss.get('/api/admin/pauses')).body as Pauses;
/** Over the current version, unless another is named. */
const pause = async (what: Pause, body: object = say()) => {
  const { version } = (await read())[what];
  return boss.put(`/api/admin/pauses/${what}`, { version, ...body });
};
const open = (what: Pause) => pause(what, { isPaused: false, words: { en: '', fr: '' } });

/** What each switch stops, sent by a visitor. */
const REQUESTS = {
  signing: (by: ReturnType<Site['visitor']>) =>
    by.post('/api/unity-declaration', {
      fullName: 'Awa Ndiaye',
      email: `awa-${Math.random()}@example.org`,
      country: 'Senegal',
      agreeToDeclaration: true,
    }),
  applying: (by: ReturnType<Site['visitor']>) =>
    by.post('/api/applications', { applicationData: person(), plan: 'onetime' }),
  registering: (by: ReturnType<Site['visitor']>) =>
    by.post('/api/auth/register', {
      email: `kofi-${Math.random()}@example.org`,
      firstName: 'Kofi',
      lastName: 'Boateng',
      password: 'a long boat at dawn',
    }),
} as const;
const countAll = async () => [
  await site.db.$count(unityDeclarations),
  await site.db.$count(passportApplications),
  await site.db.$count(users),
];

describe.each(PAUSES)('%s', (what) => {
  test('while it is paused is refused with the words for the caller’s language, and stores nothing', async () => {
    expect((await pause(what, say('Back on Monday.', 'De retour lundi.'))).status).toBe(200);
    const before = await countAll();
    const french = site.visitor({ 'accept-language': 'fr' });
    for (const [by, words] of [
      [site.visitor(), 'Back on Monday.'],
      [french, 'De retour lundi.'],
    ] as const) {
      const answer = await REQUESTS[what](by);
      expect([answer.status, answer.body]).toMatchObject([
        409,
        { message: words, reason: 'paused' },
      ]);
    }
    expect(await countAll()).toEqual(before);
  });

  test('is refused with the built-in sentence where nobody wrote one, and done again once it is open', async () => {
    await pause(what);
    expect((await REQUESTS[what](site.visitor())).body).toMatchObject({ message: PAUSED });
    expect((await open(what)).status).toBe(200);
    const answer = await REQUESTS[what](site.visitor());
    expect(answer.status, answer.text).toBe(201);
  });

  test('alone is stopped by its switch', async () => {
    await pause(what);
    for (const other of PAUSES.filter((one) => one !== what))
      expect((await REQUESTS[other](site.visitor())).status, other).toBe(201);
  });

  test('leaves an audit row with the words, and rises the version of the pages', async () => {
    const version = async () => (await site.db.execute('select number from page_version')).rows[0];
    await pause(what, say('Back soon.'));
    const before = await version();
    await pause(what, say('Back on Monday.'));
    expect(await version()).not.toEqual(before);
    await open(what);
    const acts = (await site.db.select().from(auditLog).orderBy(auditLog.id)).slice(-3);
    expect(acts).toMatchObject([
      { action: 'site.paused', subject: what, actorId: boss.id },
      {
        action: 'site.pause_reworded',
        before: { words: { en: 'Back soon.' } },
        after: { words: { en: 'Back on Monday.' } },
      },
      { action: 'site.resumed', after: { isPaused: false } },
    ]);
  });
});

describe('what somebody else has changed meanwhile', () => {
  const message =
    'Someone else has changed this in the meantime. Please check it before you change it.';
  test('is not overwritten unseen: 409, and nothing changes', async () => {
    expect((await read()).signing.version).toBe(0);
    const kofi = await site.loggedIn('admin');
    const theirs = await kofi.put('/api/admin/pauses/signing', {
      ...say('Back on Monday.'),
      version: 0,
    });
    expect(theirs.status, theirs.text).toBe(200);
    const before = [await read(), await site.db.$count(auditLog)];
    const mine = { ...say('Closed.'), version: 0 };
    expect(await pause('signing', mine)).toMatchObject({ status: 409, body: { message } });
    expect([await read(), await site.db.$count(auditLog)]).toEqual(before);
    const { version } = (await read()).signing;
    expect(theirs.body).toMatchObject({ version });
    expect((await pause('signing', { ...mine, version })).status).toBe(200);
    expect((await read()).signing).toMatchObject({ words: { en: 'Closed.' } });
    expect((await read()).applying.version).toBe(0);
  });

  test('within the same millisecond differs from what was seen', async () => {
    await pause('signing', say('One.'));
    const { version } = (await read()).signing;
    await pause('signing', say('Two.'));
    expect((await read()).signing.version).toBeGreaterThan(version);
    expect((await pause('signing', { ...say('Three.'), version })).status).toBe(409);
  });

  test.each([0, 1])('at once is changed by one of ten, after %i before them', async (earlier) => {
    if (earlier > 0) await pause('signing', say('Earlier.'));
    const { version } = (await read()).signing;
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => pause('signing', { ...say(`Words ${n}`), version })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    const won = answers.findIndex(({ status }) => status === 200);
    expect((await read()).signing.words.en).toBe(`Words ${won}`);
  });
});

test('who had begun to apply before the pause can change the draft and go on to pay', async () => {
  const browser = site.visitor();
  expect((await REQUESTS.applying(browser)).status).toBe(201);
  await pause('applying');
  const again = { applicationData: person({ firstName: 'Aminata' }), plan: 'installment' };
  expect((await browser.post('/api/applications', again)).status).toBe(201);
});

test('the pages say what is paused in their language, in English where it has no words, and nothing once it is open', async () => {
  const paused = async (language: Language) =>
    (await loadPageData(site.db, language, site.context.settings)).paused;
  await pause('signing', say('Back on Monday.', 'De retour lundi.'));
  await pause('applying', say('No kits left.'));
  await pause('registering');
  expect(await paused('en')).toEqual({
    signing: 'Back on Monday.',
    applying: 'No kits left.',
    registering: '',
  });
  expect(await paused('fr')).toEqual({
    signing: 'De retour lundi.',
    applying: 'No kits left.',
    registering: '',
  });
  for (const what of PAUSES) await open(what);
  expect(await paused('en')).toBeUndefined();
});

test.each([
  {},
  { isPaused: true },
  { isPaused: 'yes', words: { en: '', fr: '' } },
  { isPaused: true, words: { en: 'x'.repeat(301), fr: '' } },
  { isPaused: true, words: { en: '', fr: '', de: 'Bald' } },
  { ...say(), version: -1 },
  { ...say(), version: 9e15 },
])('a pause with %j is refused', async (body) => {
  expect((await pause('signing', body)).status).toBe(400);
  expect((await REQUESTS.signing(site.visitor())).status).toBe(201);
});

test('what cannot be paused is refused, and a pause asks for a recent password', async () => {
  expect((await boss.put('/api/admin/pauses/breathing', { ...say(), version: 0 })).status).toBe(
    404,
  );
  const old = new Date(site.clock.now().getTime() - 600_000);
  await site.db.update(sessions).set({ authenticatedAt: old });
  expect(await pause('signing')).toMatchObject({ status: 403, body: { reason: 'reauthenticate' } });
});
