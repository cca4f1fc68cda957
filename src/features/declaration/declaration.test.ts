import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../../server/testing.ts';
import type { AnswerOf } from '../../shared/endpoint.ts';
import type { signDeclaration } from './declaration.contract.ts';
import { countByCountry, unityDeclarations } from './declaration.store.ts';
import { tallyCacheMs } from './tally.service.ts';
import { openedValue } from '../../server/security/spam.ts';

const path = '/api/unity-declaration';
const awa = {
  fullName: 'Awa Diop',
  email: 'awa@example.org',
  country: 'Senegal',
  agreeToDeclaration: true,
};
const signer = (n: number) => ({ ...awa, email: `signer${n}@example.org` });

const shareCodeIn = ({ body }: { body: unknown }) =>
  (body as AnswerOf<typeof signDeclaration>).shareCode;

let site: Site;

/** As if all who signed had used their link. */
const confirmAll = ({ db, clock }: Site = site) =>
  db.update(unityDeclarations).set({ confirmedAt: clock.now() });

/** The signatures that a job is to mail. */
async function countJobs(): Promise<number> {
  const { rows } = await site.db.execute<{ n: number }>(
    "select count(*)::int as n from pgboss.job, jsonb_array_elements(data->'signatures') where name = 'declaration-signed'",
  );
  return rows[0]?.n ?? 0;
}

/** What the page's script does with a challenge: solve it and send the solution along. */
async function proofOf(challenge: Challenge): Promise<Record<string, string>> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return {
    'proof-of-work': Buffer.from(JSON.stringify({ challenge, solution })).toString('base64'),
  };
}

describe('signing the declaration', () => {
  beforeAll(async () => {
    site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '100' } });
  });
  beforeEach(() => site.db.delete(unityDeclarations));
  afterAll(() => site.close());

  test('stores the signature as it was given, trimmed, and says thank you', async () => {
    const answer = await site
      .visitor()
      .post(path, { ...awa, fullName: ' Awa Diop ', wantsNews: true });
    expect(answer.status).toBe(201);
    const [row, ...others] = await site.db.select().from(unityDeclarations);
    expect(others).toEqual([]);
    expect(answer.body).toEqual({
      message: 'Thank you for signing the Unity Declaration.',
      shareCode: row?.shareCode,
    });
    expect(row?.shareCode).toMatch(/^[a-hjkmnp-z2-9]{8}$/);
    expect(row).toMatchObject({
      fullName: 'Awa Diop',
      email: 'awa@example.org',
      country: 'Senegal',
      wantsNews: true,
    });
    expect(Math.abs((row?.signedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test('keeps the language in which it was signed', async () => {
    await site.visitor({ 'accept-language': 'fr-CI' }).post(path, awa);
    await site.visitor().post(path, signer(1));
    const rows = await site.db.select().from(unityDeclarations);
    expect(new Map(rows.map(({ email, locale }) => [email, locale]))).toEqual(
      new Map([
        [awa.email, 'fr'],
        [signer(1).email, 'en'],
      ]),
    );
  });

  test('counts a person once, whatever the letters and spaces of the email, and keeps the confirmed words', async () => {
    const visitor = site.visitor();
    await visitor.post(path, awa);
    await confirmAll();
    await visitor.post(path, {
      ...awa,
      fullName: 'Somebody Else',
      email: '  AWA@Example.ORG ',
      country: 'Ghana',
    });
    const rows = await site.db.select().from(unityDeclarations);
    expect(rows.map((row) => [row.fullName, row.country])).toEqual([['Awa Diop', 'Senegal']]);
  });

  test('answers who signed before with the same bytes as who did not, but for a new share code', async () => {
    const first = await site.visitor().post(path, awa);
    await confirmAll();
    const again = await site.visitor().post(path, awa);
    expect(again.status).toBe(first.status);
    const [code, newCode] = [first, again].map(shareCodeIn);
    expect(newCode).not.toBe(code);
    expect(again.text.replace(newCode ?? '', code ?? '')).toBe(first.text);
    const [row] = await site.db.select().from(unityDeclarations);
    expect(row?.shareCode).toBe(code);
    const named = (answer: typeof first) => Object.keys(answer.headers).sort();
    expect(named(again)).toEqual(named(first));
  });

  test('keeps of each of forty people who sign at once what they sent, with one job and code each', async () => {
    const sharer = shareCodeIn(await site.visitor().post(path, awa));
    const [shared] = await site.db.select().from(unityDeclarations);
    const jobsBefore = await countJobs();
    const people = Array.from({ length: 40 }, (_, n) => ({
      ...signer(n),
      fullName: `Signer ${n}`,
      country: n % 2 ? 'Kenya' : 'Ghana',
      wantsNews: n % 3 === 0,
    }));
    const answers = await Promise.all(
      people.map((person, n) =>
        site
          .visitor({ 'accept-language': n % 4 ? 'en' : 'fr' })
          .post(n % 5 ? path : `${path}?by=${sharer}`, person),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 201));
    const rows = await site.db.select().from(unityDeclarations);
    const rowOf = new Map(rows.map((row) => [row.email, row]));
    expect(people.map(({ email }) => rowOf.get(email))).toMatchObject(
      people.map(({ agreeToDeclaration: _, ...person }, n) => ({
        ...person,
        locale: n % 4 ? 'en' : 'fr',
        cameBy: n % 5 ? null : shared?.id,
        shareCode: shareCodeIn(answers[n] as (typeof answers)[number]),
      })),
    );
    expect((await countJobs()) - jobsBefore).toBe(people.length);
  });

  test('counts forty parallel signatures of one person once and takes them all', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => site.visitor().post(path, awa)),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(40).fill(201));
    expect(await site.db.$count(unityDeclarations)).toBe(1);
  });

  test.each([
    [{ fullName: 'A' }, 'fullName', 'Full name is required'],
    [{ fullName: '  A  ' }, 'fullName', 'Full name is required'],
    [{ fullName: undefined }, 'fullName', 'Full name is required'],
    [{ fullName: 'Awa\nDiop' }, 'fullName', 'Full name is required'],
    [{ email: 'awa' }, 'email', 'Valid email is required'],
    [{ email: 'awa@example.org\r\nBcc: all@example.org' }, 'email', 'Valid email is required'],
    [{ country: 'S' }, 'country', 'Country is required'],
    [
      { agreeToDeclaration: false },
      'agreeToDeclaration',
      'You must agree to the declaration to sign',
    ],
    [
      { agreeToDeclaration: undefined },
      'agreeToDeclaration',
      'You must agree to the declaration to sign',
    ],
  ])('refuses %j with the sentence of the field', async (wrong, field, sentence) => {
    const answer = await site.visitor().post(path, { ...awa, ...wrong });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ message: sentence, fields: { [field]: sentence } });
    expect(await site.db.$count(unityDeclarations)).toBe(0);
  });

  test('drops what the form does not know', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    expect((await site.visitor().post(path, { ...awa, id, isAdmin: true })).status).toBe(201);
    const [row] = await site.db.select().from(unityDeclarations);
    expect(row?.id).not.toBe(id);
  });

  test('tells everybody how many signed, by country, and nothing of who', async () => {
    const visitor = site.visitor();
    for (const [n, country] of ['Ghana', 'Senegal', 'Ghana'].entries())
      await visitor.post(path, { ...signer(n), country });
    await confirmAll();
    const answer = await visitor.get(path);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ count: 3, byCountry: { Ghana: 2, Senegal: 1 } });
  });

  test('counts countries that are on no list together, so that nobody adds names to the tally', async () => {
    const visitor = site.visitor();
    for (const [n, country] of ['Ghana', 'Ghana', 'Atlantis', '__proto__'].entries())
      await visitor.post(path, { ...signer(n), country });
    await confirmAll();
    expect(await countByCountry(site.db, site.context.settings)).toEqual({ Ghana: 2, Other: 2 });
  });

  test('tells a new signature once the tally of a moment ago is too old, and does not count until then', async () => {
    const fresh = await openSite({ work: false });
    const tally = async () => (await fresh.visitor().get(path)).body;
    await fresh.visitor().post(path, signer(0));
    await confirmAll(fresh);
    const [first] = await Promise.all([tally(), tally()]);
    await fresh.visitor().post(path, signer(1));
    await confirmAll(fresh);
    expect([first, await tally()]).toEqual(Array(2).fill({ count: 1, byCountry: { Senegal: 1 } }));
    await new Promise((resolve) => setTimeout(resolve, tallyCacheMs + 50));
    expect(await tally()).toEqual({ count: 2, byCountry: { Senegal: 2 } });
    await fresh.close();
  });
});

describe('the form without scripts', () => {
  const filled = (change: Record<string, string> = {}) =>
    new URLSearchParams({
      fullName: awa.fullName,
      email: awa.email,
      country: awa.country,
      agreeToDeclaration: 'on',
      ...change,
    });
  const openedAgo = (ms: number) => openedValue(site.context.secrets, Date.now() - ms);

  test('signs and sends the reader on to the thank-you page', async () => {
    site = await openSite({ work: false });
    const visitor = site.visitor();
    visitor.cookies.set('opened', openedAgo(3000));
    const answer = await visitor.post(path, filled());
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toMatch(/^\/thanks\/declaration\?key=[\w.-]+#main$/);
    expect(await site.db.$count(unityDeclarations)).toBe(1);
  });

  test('comes back as a page with the words kept and the error said when a field is wrong', async () => {
    site = await openSite({ work: false });
    const answer = await site.visitor().post(path, filled({ email: 'awa at example' }));
    expect(answer.status).toBe(400);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text).toContain('Valid email is required');
    expect(answer.text).toContain('awa at example');
    expect(answer.text).toContain('Awa Diop');
    expect(await site.db.$count(unityDeclarations)).toBe(0);
  });

  test('does not take an unticked box for agreement', async () => {
    site = await openSite({ work: false });
    const form = filled();
    form.delete('agreeToDeclaration');
    const answer = await site.visitor().post(path, form);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('You must agree to the declaration to sign');
  });

  test('is refused when a program filled in the trap field', async () => {
    site = await openSite({ work: false });
    const answer = await site
      .visitor()
      .post(path, filled({ websiteAddress: 'https://spam.example' }));
    expect(answer.status).toBe(400);
    expect(await site.db.$count(unityDeclarations)).toBe(0);
  });

  test('is refused when it was filled in faster than anybody reads, and taken two seconds later', async () => {
    site = await openSite({ work: false });
    const visitor = site.visitor();
    await visitor.get('/sign');
    expect(visitor.cookies.get('opened')).toBeDefined();
    const tooFast = await visitor.post(path, filled());
    expect(tooFast.status).toBe(429);
    expect(tooFast.headers['retry-after']).toBe('2');
    expect(await site.db.$count(unityDeclarations)).toBe(0);
    visitor.cookies.set('opened', openedAgo(2100));
    expect((await visitor.post(path, filled())).status).toBe(303);
  });

  test('has its mistakes named however fast it was sent', async () => {
    site = await openSite({ work: false });
    const visitor = site.visitor();
    await visitor.get('/sign');
    const answer = await visitor.post(path, filled({ email: 'awa at example', country: '' }));
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('Valid email is required');
    expect(answer.text).toContain('Country is required');
    expect(answer.text).not.toContain('very fast');
  });

  test('weighs three times as much when its page was never opened here', async () => {
    site = await openSite({ work: false });
    const visitor = site.visitor();
    visitor.cookies.set('opened', 'MA.forged');
    const statuses = [];
    for (let n = 0; n < 4; n++)
      statuses.push((await visitor.post(path, filled({ email: signer(n).email }))).status);
    expect(statuses).toEqual([303, 303, 303, 429]);
  });
});

describe('a form without scripts that is refused', () => {
  afterEach(() => site.close());
  const form = (change: Record<string, string> = {}) =>
    new URLSearchParams({ ...awa, agreeToDeclaration: 'on', ...change });
  const openedLongAgo = () => {
    const visitor = site.visitor();
    visitor.cookies.set('opened', openedValue(site.context.secrets, Date.now() - 60_000));
    return visitor;
  };

  test('because it comes from a foreign page gets a sentence and no page', async () => {
    site = await openSite({ work: false });
    const answer = await site
      .visitor({ 'sec-fetch-site': 'cross-site' })
      .post(path, new URLSearchParams({ a: '' }));
    expect([answer.status, answer.body]).toEqual([
      403,
      { message: 'This request did not come from our own pages.' },
    ]);
  });

  test('for a filled trap counts like one that is taken', async () => {
    site = await openSite({ work: false });
    const visitor = openedLongAgo();
    const trapped = form({ websiteAddress: 'https://spam.example' });
    for (let n = 0; n < 10; n++) expect((await visitor.post(path, trapped)).status).toBe(400);
    const right = await visitor.post(path, form());
    expect(right.status).toBe(429);
    expect(right.text).toContain('Many forms have just come from your network');
  });

  test('for empty fields hears of them each time, and the right one is taken afterwards', async () => {
    site = await openSite({ work: false });
    const visitor = openedLongAgo();
    for (let n = 0; n < 25; n++) {
      const answer = await visitor.post(path, form({ fullName: '', country: '' }));
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('Full name is required');
      expect(answer.text).toContain('Country is required');
    }
    expect((await visitor.post(path, form())).status).toBe(303);
  });

  test('gets its page again sixty times in ten minutes, and from then on a sentence', async () => {
    site = await openSite({ work: false });
    const answers = [];
    for (let n = 0; n < 71; n++) answers.push(await openedLongAgo().post(path, form()));
    expect(
      answers.map(({ status, headers }) => `${status} ${headers['content-type'] ?? ''}`),
    ).toEqual([
      ...Array(10).fill('303 '),
      ...Array(60).fill('429 text/html; charset=utf-8'),
      '429 application/json; charset=utf-8',
    ]);
  });
});

describe('beyond ten forms of one address in ten minutes', () => {
  afterEach(() => site.close());

  async function exhaust(form = path, visitor = site.visitor()) {
    for (let n = 0; n < 10; n++) expect((await visitor.post(path, signer(n))).status).toBe(201);
    const refused = await visitor.post(form, signer(10));
    expect(refused.status).toBe(429);
    return (refused.body as { challenge: Challenge }).challenge;
  }

  test('the answer is 429 with a challenge, and nothing is stored', async () => {
    site = await openSite({ work: false });
    const challenge = await exhaust();
    expect(challenge.parameters).toMatchObject({
      algorithm: 'SHA-256',
      data: { form: 'signDeclaration' },
    });
    expect(await site.db.$count(unityDeclarations)).toBe(10);
  });

  test('a repeat of what was taken within them is given its first answer', async () => {
    site = await openSite({ work: false });
    const key = {
      'idempotency-key': 'key-of-the-first',
      'idempotency-secret': 'drawn-by-one-page-alone',
    };
    const first = await site.visitor().post(path, signer(99), key);
    for (let n = 0; n < 10; n++) await site.visitor().post(path, signer(n));
    const again = await site.visitor().post(path, signer(99), key);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect((await site.visitor().post(path, signer(98), key)).status).toBe(409);
    const other = await site
      .visitor()
      .post(path, signer(98), { 'idempotency-key': 'key-of-another' });
    expect([other.status, other.body]).toEqual([
      429,
      expect.objectContaining({ challenge: expect.anything() }),
    ]);
  });

  test('another address is not concerned', async () => {
    site = await openSite({ work: false, environment: { TRUST_PROXY: '127.0.0.1' } });
    await exhaust();
    const answer = await site.visitor({ 'x-forwarded-for': '192.0.2.7' }).post(path, signer(11));
    expect(answer.status).toBe(201);
  });

  test('a forwarded address is believed only when it comes from a trusted proxy', async () => {
    site = await openSite({ work: false });
    await exhaust();
    const answer = await site.visitor({ 'x-forwarded-for': '192.0.2.7' }).post(path, signer(11));
    expect(answer.status).toBe(429);
  });

  test('a solved challenge is accepted once and not twice', async () => {
    site = await openSite({ work: false });
    const proof = await proofOf(await exhaust());
    expect((await site.visitor().post(path, signer(11), proof)).status).toBe(201);
    expect((await site.visitor().post(path, signer(12), proof)).status).toBe(429);
    expect(await site.db.$count(unityDeclarations)).toBe(11);
  });

  test('of ten uses of one solution at the same moment one is taken', async () => {
    site = await openSite({ work: false });
    const proof = await proofOf(await exhaust());
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => site.visitor().post(path, signer(20 + n), proof)),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(9).fill(429)]);
  });

  test('a challenge solved for this form opens no other one', async () => {
    site = await openSite({ work: false });
    const proof = await proofOf(await exhaust());
    const contact = {
      firstName: 'Awa',
      lastName: 'Diop',
      email: awa.email,
      country: 'Senegal',
      message: 'Hello',
    };
    expect((await site.visitor().post('/api/contact', contact, proof)).status).toBe(429);
  });

  test.each([
    [
      'for another form',
      (c: Challenge) => ({
        ...c,
        parameters: { ...c.parameters, data: { form: 'sendContactRequest' } },
      }),
    ],
    [
      'an easier one',
      (c: Challenge) => ({ ...c, parameters: { ...c.parameters, keyPrefix: '0' } }),
    ],
    [
      'valid for longer',
      (c: Challenge) => ({ ...c, parameters: { ...c.parameters, expiresAt: 4_000_000_000 } }),
    ],
    ['without our signature', ({ parameters }: Challenge) => ({ parameters })],
  ])('a challenge altered to be %s is not accepted', async (_what, alter) => {
    site = await openSite({ work: false });
    const altered = alter(await exhaust()) as Challenge;
    const form = altered.parameters.data?.form === 'signDeclaration' ? path : '/api/contact';
    const contact = {
      firstName: 'Awa',
      lastName: 'Diop',
      email: awa.email,
      country: 'Senegal',
      message: 'Hello',
    };
    const body = form === path ? signer(11) : contact;
    expect((await site.visitor().post(form, body, await proofOf(altered))).status).toBe(429);
  });

  test('an invalid proof is answered with a challenge', async () => {
    site = await openSite({ work: false });
    const challenge = await exhaust();
    const solution = await solveChallenge({ challenge, deriveKey });
    const junk = [null, 7, '', 'x', [], {}];
    const proofs = [
      ...junk,
      ...junk.map((parameters) => ({ challenge: { ...challenge, parameters }, solution })),
      ...junk.map((data) => ({
        challenge: { ...challenge, parameters: { ...challenge.parameters, data } },
        solution,
      })),
      ...junk.map((nonce) => ({
        challenge: { ...challenge, parameters: { ...challenge.parameters, nonce } },
        solution,
      })),
      ...junk.map((counter) => ({ challenge, solution: { ...solution, counter } })),
    ].map((proof) => Buffer.from(JSON.stringify(proof)).toString('base64'));
    for (const header of ['', 'nonsense', ...proofs]) {
      const answer = await site.visitor().post(path, signer(11), { 'proof-of-work': header });
      expect(answer.status, header).toBe(429);
      expect(answer.body).toHaveProperty('challenge.signature');
    }
  });

  test('a solution to an invented counter is not taken', async () => {
    site = await openSite({ work: false });
    const challenge = await exhaust();
    const solution = await solveChallenge({ challenge, deriveKey });
    const wrong = { challenge, solution: { ...solution, counter: (solution?.counter ?? 0) + 1 } };
    const proof = Buffer.from(JSON.stringify(wrong)).toString('base64');
    expect((await site.visitor().post(path, signer(11), { 'proof-of-work': proof })).status).toBe(
      429,
    );
  });

  test('ADDRESS_LIMIT_FACTOR moves the border', async () => {
    site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '1.5' } });
    const visitor = site.visitor();
    const statuses = [];
    for (let n = 0; n < 17; n++) statuses.push((await visitor.post(path, signer(n))).status);
    expect(statuses).toEqual([...Array(15).fill(201), 429, 429]);
  });
});
