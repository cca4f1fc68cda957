import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../../../server/testing.ts';
import { siteContent } from '../../content/content.store.ts';
import { users } from '../../../server/user.store.ts';
import { ama, joined } from '../testing.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '1000' } });
});
beforeEach(async () => {
  await site.db.delete(users);
});
afterAll(() => site.close());

describe('the name of a new member', () => {
  test.each([
    ['a turned direction', 'Awa\u202Egpj.exe'],
    ['an isolate', '\u2067Awa'],
    ['a zero-width space', 'A\u200Bwa'],
    ['a joiner between Latin letters', 'A\u200Dwa'],
    ['a byte order mark', 'Awa\uFEFF\uFEFFx'],
    ['a soft hyphen', 'A\u00ADwa'],
    ['nothing that is seen', '\u3164'],
    ['tag letters', 'Awa\u{E0041}'],
  ])(
    'with %s is refused beside the field, in a sentence that says what to do',
    async (_what, firstName) => {
      const refused = await site.visitor().post('/api/auth/register', { ...ama, firstName });
      expect(refused).toMatchObject({
        status: 400,
        body: {
          fields: {
            firstName: 'Please type this name again. It contains invisible characters.',
          },
        },
      });
      expect(await site.db.select().from(users)).toEqual([]);
    },
  );

  test.each([
    'N’Diaye-Œuvré',
    'ߛߟߏߡߊ߫',
    'عائشة',
    'አበበ',
    'Nguyễn',
    "O'Brien",
    'Ọlá',
    'می\u200Cخواهم',
  ])('in a script of its own (%s) is kept to the letter', async (firstName) => {
    await joined(site, { ...ama, firstName });
    expect((await site.db.select().from(users)).map((row) => row.firstName)).toEqual([firstName]);
  });
});

describe('the name of the campaign', () => {
  const sentence =
    'This name could be mistaken for the campaign’s. Please enter the name people call you.';

  test.each([
    ['One Africa', 'Passport'],
    ['Official', 'Support'],
    ['Аdmin', 'Тeam'], // Cyrillic А and Т
    ['Admin', '.'],
  ])('or of who works for it is no member’s: %s %s', async (firstName, lastName) => {
    const refused = await site
      .visitor()
      .post('/api/auth/register', { ...ama, firstName, lastName });
    expect(refused).toMatchObject({
      status: 400,
      body: { message: sentence, fields: { firstName: sentence } },
    });
    expect(await site.db.select().from(users)).toEqual([]);
  });

  test('that an administrator has given it is not, either, from then on', async () => {
    const named = { ...ama, firstName: 'Sankofa', lastName: 'Road' };
    await joined(site, named);
    await site.db.delete(users);
    await site.db.insert(siteContent).values({
      id: randomUUID(),
      section: 'site',
      key: 'name',
      language: 'fr',
      version: 1,
      status: 'published',
      value: 'Sankofa Road',
      updatedAt: site.clock.now(),
    });
    expect((await site.visitor().post('/api/auth/register', named)).status).toBe(400);
    await joined(site, { ...named, lastName: 'Mensah' });
  });

  test('of people that holds a part of one is kept', async () => {
    await joined(site, { ...ama, firstName: 'Admina', lastName: 'Support-Africa' });
  });
});

describe('an address of a new member', () => {
  test.each([
    'аma@example.org', // Cyrillic а
    'ama@exаmple.org',
    'ama@例え.jp',
    '"ama mensah"@example.org',
    '"ama"@example.org',
    'ama@[127.0.0.1]',
    'ama\u200B@example.org',
    'ama@example.org\u202E',
    'ama@example',
    '.ama@example.org',
    'a..ma@example.org',
  ])('(%s) that looks like another or is quoted is refused', async (email) => {
    const refused = await site.visitor().post('/api/auth/register', { ...ama, email });
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { email: 'Please enter a valid email address' } },
    });
  });
});
