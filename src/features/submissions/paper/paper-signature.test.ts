import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '../../../server/audit.store.ts';
import { sessions } from '../../../server/security/session.store.ts';
import { openSite, type Site } from '../../../server/testing.ts';
import { users } from '../../../server/user.store.ts';
import { days, minutes } from '../../../shared/time.ts';
import { paperSignatures } from './paper-signature.store.ts';
import { paperSignatureData } from './personal-data.service.ts';

type Browser = Awaited<ReturnType<Site['loggedIn']>>;
let site: Site;
let admin: Browser;
beforeAll(async () => {
  site = await openSite({ work: false });
  admin = await site.loggedIn('admin');
});
beforeEach(() => site.db.delete(paperSignatures));
afterAll(() => site.close());

const path = '/api/admin/paper-signatures';
const awa = { line: 1, fullName: 'Awa Diop', country: 'Senegal', email: ' Awa@Example.org ' };
const kofi = { line: 2, fullName: 'Kofi Boateng', country: 'Ghana' };
const whole = { sheet: 'acc-12', signedOn: '2026-10-03', lines: [awa, kofi] };
const enter = (change: object = {}, by: Browser = admin) => by.post(path, { ...whole, ...change });
const list = async (query = '') =>
  (await admin.get(path + query)).body as { sheet: string; line: number; fullName: string }[];
const acts = async (subject: string) =>
  (await site.db.select().from(auditLog).where(eq(auditLog.subject, subject))).map(
    ({ action, actorId, before, after }) => ({ action, actorId, before, after }),
  );

describe('a sheet', () => {
  test('is entered whole, listed, and written into the log without a name', async () => {
    const answer = await enter();
    expect([answer.status, answer.body]).toEqual([201, { message: 'The sheet is in the list.' }]);
    expect(await list('?sort=fullName')).toEqual([
      {
        id: expect.any(String),
        sheet: 'ACC-12',
        line: 1,
        fullName: 'Awa Diop',
        country: 'Senegal',
        email: 'awa@example.org',
        signedOn: '2026-10-03',
        enteredBy: 'Test admin',
        enteredAt: expect.any(String),
        linesOfSheet: 2,
      },
      expect.objectContaining({ line: 2, fullName: 'Kofi Boateng', email: null }),
    ]);
    const [act, ...more] = await acts('ACC-12');
    expect(more).toEqual([]);
    expect(act).toMatchObject({ action: 'paper_signatures.entered', actorId: admin.id });
    expect(JSON.stringify(act)).not.toMatch(/Awa|Kofi|example\.org/i);
  });

  test('that was entered before is named, and takes more lines only when that is meant', async () => {
    await enter();
    const more = { sheet: 'ACC-12', lines: [{ ...kofi, line: 3, fullName: 'Zola Moyo' }] };
    const refused = await enter(more);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      message: 'This sheet has already been entered. Check the number, or add these lines to it.',
      reason: 'sheet-entered',
      lines: 2,
      enteredAt: expect.stringMatching(/^\d{4}-/),
    });
    expect(await list()).toHaveLength(2);
    expect((await enter({ ...more, isMore: true })).status).toBe(201);
    expect(await list()).toHaveLength(3);
  });

  test('with a line that is there already is refused at that line, and nothing of it is kept', async () => {
    await enter();
    const lines = [{ ...awa, line: 3 }, kofi];
    const refused = await enter({ lines, isMore: true });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      fields: { 'lines.1.line': 'This line of the sheet has already been entered.' },
    });
    expect(await list()).toHaveLength(2);
  });

  test('that two people enter at once is kept once', async () => {
    const answers = await Promise.all([enter(), enter()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await list()).toHaveLength(2);
  });

  test.each([
    [{ sheet: 'a b' }, 'sheet'],
    [{ sheet: '' }, 'sheet'],
    [{ signedOn: '2026-02-30' }, 'signedOn'],
    [{ signedOn: '1998-01-01' }, 'signedOn'],
    [{ lines: [] }, 'lines'],
    [{ lines: [awa, { ...kofi, line: 1 }] }, 'lines'],
    [{ lines: [{ ...awa, line: 101 }] }, 'lines.0.line'],
    [{ lines: [awa, { ...kofi, fullName: ' ' }] }, 'lines.1.fullName'],
    [{ lines: [awa, { ...kofi, country: 'Atlantis' }] }, 'lines.1.country'],
    [{ lines: [{ ...awa, email: 'awa@' }, kofi] }, 'lines.0.email'],
    [{ lines: Array.from({ length: 101 }, (_, n) => ({ ...kofi, line: n })) }, 'lines'],
  ])('%j is refused at %s', async (change, field) => {
    const { status, body } = await enter(change);
    expect(status).toBe(400);
    expect(Object.keys((body as { fields: object }).fields)).toContain(field);
    expect(await list()).toEqual([]);
  });

  test('of a day that has not come anywhere is refused', async () => {
    const later = new Date(site.clock.now().getTime() + days(2)).toISOString().slice(0, 10);
    const { status, body } = await enter({ signedOn: later });
    expect([status, Object.keys((body as { fields: object }).fields)]).toEqual([400, ['signedOn']]);
  });

  test('is deleted with all its lines and no other, and that is in the log', async () => {
    await enter();
    await enter({ sheet: 'ACC-13', lines: [awa] });
    expect((await admin.delete(`${path}/sheets/ACC-12`)).status).toBe(200);
    expect((await list()).map(({ sheet }) => sheet)).toEqual(['ACC-13']);
    expect(await acts('ACC-12')).toContainEqual({
      action: 'paper_signatures.deleted',
      actorId: admin.id,
      before: { lines: 2 },
      after: null,
    });
    expect((await admin.delete(`${path}/sheets/ACC-12`)).status).toBe(404);
  });
});

describe('signatures on paper', () => {
  test('are searched by name and by sheet', async () => {
    await enter();
    await enter({ sheet: 'LOS-1', lines: [{ ...awa, fullName: 'Zola Moyo' }] });
    expect((await list('?search=kof')).map(({ fullName }) => fullName)).toEqual(['Kofi Boateng']);
    expect((await list('?search=los-1')).map(({ fullName }) => fullName)).toEqual(['Zola Moyo']);
    expect(await list('?search=awa@example.org')).toEqual([]);
  });

  test('are counted apart, and in no count, export or mail of the online ones', async () => {
    await enter();
    expect((await admin.get('/api/unity-declaration')).body).toEqual({ count: 0, byCountry: {} });
    expect((await admin.get('/api/admin/unity-declarations')).body).toEqual([]);
    expect((await admin.get('/api/admin/export/unity-declarations')).text).not.toContain('Awa');
    expect((await admin.get('/api/admin/unity-declarations/trend')).body).toMatchObject({
      onPaper: 2,
    });
    expect((await admin.get('/api/admin/overview')).body).toMatchObject({ onPaper: 2 });
  });

  test('leave as a file of their own, in which no cell runs, and the log says who took it', async () => {
    await enter({ lines: [{ ...awa, fullName: '=1+1' }] });
    const { headers, text } = await admin.get(`${path}/export`);
    expect(headers['content-disposition']).toBe('attachment; filename="paper-signatures.csv"');
    expect(text).toContain('"ACC-12","1","\'=1+1","Senegal","awa@example.org","2026-10-03"');
    expect(await acts('paper-signatures')).toMatchObject([{ actorId: admin.id }]);
    const found = await admin.get(`${path}/export?search=nobody`);
    expect(found.text).not.toContain('ACC-12');
  });

  test.each([
    ['viewer', [200, 403, 403, 403]],
    ['finance', [200, 200, 403, 403]],
    ['editor', [403, 403, 403, 403]],
    ['moderator', [200, 200, 201, 200]],
    ['member', [403, 403, 403, 403]],
  ] as const)('a %s may read, export, enter and delete: %j', async (role, expected) => {
    const browser = await site.loggedIn(role);
    const answers = [
      await browser.get(path),
      await browser.get(`${path}/export`),
      await enter({}, browser),
      await browser.delete(`${path}/sheets/ACC-12`),
    ];
    expect(answers.map(({ status }) => status)).toEqual(expected);
  });

  test('are deleted only with a recent password', async () => {
    await enter();
    const old = await site.loggedIn('moderator');
    const hourAgo = new Date(site.clock.now().getTime() - minutes(60));
    await site.db
      .update(sessions)
      .set({ authenticatedAt: hourAgo })
      .where(eq(sessions.userId, old.id));
    expect((await old.delete(`${path}/sheets/ACC-12`)).body).toMatchObject({
      reason: 'reauthenticate',
    });
    expect(await list()).toHaveLength(2);
  });
});

describe('a member’s lines', () => {
  const rowsFor = async (subject: Parameters<NonNullable<typeof paperSignatureData.export>>[1]) => {
    const [part] = paperSignatureData.export?.(site.db, subject) ?? [];
    const rows = [];
    for await (const row of part?.rows() ?? []) rows.push(row);
    return rows;
  };

  test('are in the export and lose their address at its end, once it is proved', async () => {
    const member = await site.loggedIn('member');
    const unproved = {
      id: member.id,
      email: 'awa@example.org',
      emailVerifiedAt: null,
      isWhole: false,
    };
    const subject = { ...unproved, emailVerifiedAt: site.clock.now() };
    await enter();
    expect(await rowsFor(unproved)).toEqual([]);
    await paperSignatureData.erase?.(site.db, unproved, site.clock.now());
    expect(await rowsFor(subject)).toMatchObject([{ sheet: 'ACC-12', fullName: 'Awa Diop' }]);
    await paperSignatureData.erase?.(site.db, subject, site.clock.now());
    expect(await rowsFor(subject)).toEqual([]);
    expect(await list()).toHaveLength(2);
  });

  test('leave with the file that a member downloads', async () => {
    const member = await site.loggedIn('member');
    const email = 'zola@example.org';
    const emailVerifiedAt = site.clock.now();
    await site.db.update(users).set({ email, emailVerifiedAt }).where(eq(users.id, member.id));
    await enter({ lines: [{ ...awa, email }] });
    const { body } = await member.get('/api/account/export?as=json');
    expect(body).toMatchObject({ paperSignatures: [{ sheet: 'ACC-12', line: 1, email }] });
  });
});
