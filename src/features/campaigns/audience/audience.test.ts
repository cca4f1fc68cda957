import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../../../server/testing.ts';
import { contactSubmissions } from '../../contact/contact.store.ts';
import { unityDeclarations } from '../../declaration/declaration.store.ts';
import { bulkMails, mailBatches } from '../batches/batch.store.ts';
import { campaignClient } from '../testing.campaigns.ts';

type Browser = Awaited<ReturnType<Site['loggedIn']>>;
let site: Site;
let admin: Browser;
let campaigns: ReturnType<typeof campaignClient>;
beforeAll(async () => {
  site = await openSite({ work: false, mail: true });
  admin = await site.loggedIn('admin');
  campaigns = campaignClient(site, admin);
});
afterAll(() => site.close());

const at = (text: string) => new Date(text);

beforeEach(async () => {
  for (const table of [unityDeclarations, contactSubmissions, bulkMails, mailBatches])
    await site.db.delete(table);
  await campaigns.sign(['ama@example.org'], {
    country: 'Ghana',
    source: 'radio',
    signedAt: at('2026-10-01T00:00:00Z'),
    confirmedAt: at('2026-10-01T01:00:00Z'),
  });
  await campaigns.sign(['kofi@example.org'], {
    country: 'Kenya',
    source: 'direct',
    signedAt: at('2026-10-31T23:59:59Z'),
    confirmedAt: at('2026-11-01T01:00:00Z'),
  });
  await campaigns.sign(['sena@example.org'], {
    country: 'Senegal',
    source: 'radio',
    signedAt: at('2026-11-01T00:00:00Z'),
  });
  await site.visitor().post('/api/contact', {
    firstName: 'Zola',
    lastName: 'Mensah',
    email: 'zola@example.org',
    country: 'Ghana',
    message: 'Hello',
    wantsNews: true,
  });
});

const namesIn = async (query: string) => {
  const { count, recipients } = await campaigns.pool(query);
  expect(count).toBe(recipients.length);
  return recipients.map(({ email }) => email.split('@')[0]);
};

describe('a segment', () => {
  test.each([
    ['countries=Ghana,Kenya', ['ama', 'kofi', 'zola']],
    ['countries=Kenya&country=Senegal', ['kofi', 'sena']],
    ['source=radio', ['ama', 'sena']],
    ['source=Radio&kinds=contact,declaration', ['ama', 'sena']],
    ['confirmed=true', ['ama', 'kofi']],
    ['confirmed=false', ['ama', 'kofi', 'sena', 'zola']],
    ['kinds=declaration&since=2026-10-01&until=2026-10-31', ['ama', 'kofi']],
    ['kinds=declaration&since=2026-10-02', ['kofi', 'sena']],
    ['kinds=declaration&until=2026-10-01', ['ama']],
    ['source=radio&confirmed=true&countries=Ghana,Kenya', ['ama']],
    ['source=radio&status=new', []],
  ])('of %s holds %j', async (query, people) => {
    expect(await namesIn(query)).toEqual(people);
  });

  test.each([
    [
      'since=2026-10-02&until=2026-10-01',
      'until',
      'The last day must not be before the first day.',
    ],
    ['since=2026-02-30', 'since', 'Choose a valid date.'],
    ['until=1026-02-03', 'until', 'Choose a day between 2000 and 2999.'],
    ['source=two words', 'source', 'Please choose a source from the list.'],
  ])('of %s is refused at its field', async (query, field, sentence) => {
    for (const path of ['/api/admin/mail-pool', '/api/admin/mail-pool/conditions'])
      expect(await admin.get(`${path}?${query}`)).toMatchObject({
        status: 400,
        body: { fields: { [field]: sentence } },
      });
  });

  test('with its last day before its first is refused when it is sent to, too', async () => {
    const audience = { since: '2026-10-02', until: '2026-10-01' };
    const answer = await campaigns.send({ audience, expectedCount: 1 });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('The last day must not be before the first day.');
    expect(await site.db.$count(mailBatches)).toBe(0);
  });

  test('that holds nobody names each condition that would give people when it is left out', async () => {
    await campaigns.sign(['silent@example.org'], {
      country: 'Kenya',
      source: 'radio',
      wantsNews: false,
      signedAt: at('2026-10-05T00:00:00Z'),
    });
    const query = 'kinds=declaration&countries=Kenya&source=radio&since=2026-10-01';
    expect(await campaigns.pool(query)).toMatchObject({ count: 0, unasked: 1 });
    expect((await admin.get(`/api/admin/mail-pool/conditions?${query}`)).body).toEqual([
      { condition: 'countries', count: 2 },
      { condition: 'source', count: 1 },
      { condition: 'asked', count: 1 },
    ]);
    const none = 'countries=Mali&source=radio&status=new';
    expect((await admin.get(`/api/admin/mail-pool/conditions?${none}`)).body).toEqual([]);
  });

  test('is looked at by those alone who may send', async () => {
    for (const browser of [site.visitor(), await site.loggedIn('member')])
      expect((await browser.get('/api/admin/mail-pool/conditions')).status).toBeGreaterThan(400);
  });
});

describe('a bulk mail to a segment', () => {
  test('goes to it alone, and its record says whom it was for', async () => {
    admin = await site.loggedIn('admin');
    campaigns = campaignClient(site, admin);
    const audience = {
      kinds: ['declaration'],
      countries: ['Ghana', 'Senegal'],
      source: 'radio',
      confirmed: true,
      since: '2026-10-01',
      until: '2026-10-31',
    };
    const sent = await campaigns.send({ audience, expectedCount: 1 });
    expect(sent.status).toBe(201);
    const { batchId } = sent.body as { batchId: string };
    await campaigns.work();
    const rows = await site.db.select().from(bulkMails).where(eq(bulkMails.batchId, batchId));
    expect(rows.map(({ address }) => address)).toEqual(['ama@example.org']);
    expect(await campaigns.batch(batchId)).toMatchObject({ audience });
    const named = await campaigns.queue(['kofi@example.org']);
    expect((await campaigns.batches()).map((batch) => batch.audience)).toEqual(
      expect.arrayContaining([null, audience]),
    );
    expect((await campaigns.batch(named)).audience).toBeNull();
  });

  test('of a batch from before there were several countries still goes to its country', async () => {
    const answer = await campaigns.send({ audience: { country: 'Kenya' }, expectedCount: 1 });
    const { batchId } = answer.body as { batchId: string };
    expect((await campaigns.batch(batchId)).audience).toEqual({ country: 'Kenya' });
    await campaigns.work();
    const rows = await site.db.select().from(bulkMails).where(eq(bulkMails.batchId, batchId));
    expect(rows.map(({ address }) => address)).toEqual(['kofi@example.org']);
  });
});
