import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../../../server/testing.ts';
import { mailBatches } from '../batches/batch.store.ts';
import { campaignClient } from '../testing.campaigns.ts';
import { NO_FALLBACK, UNKNOWN_FIELD } from './merge-fields.rules.ts';

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

const mail = {
  subject: 'News for {firstName|you}',
  message: 'Dear {firstName|friend},\n\nThe march has begun, {name|dear reader}.',
};

describe('a bulk mail with fields', () => {
  test('says to each their own name, and its other words to those whose name is not known', async () => {
    await campaigns.sign(['awa@example.org'], { fullName: 'Awa <b>O’Diop</b> & Sons' });
    await campaigns.sign(['spam@example.org'], { fullName: 'Win www.spam.example' });
    await campaigns.sign(['awa-fr@example.org'], { fullName: 'Élodie Traoré', locale: 'fr' });
    const recipients = ['awa@example.org', 'spam@example.org', 'awa-fr@example.org'];
    await campaigns.queue(recipients, mail);
    await campaigns.work();
    const [awa] = await site.inbox.messages({ to: 'awa@example.org' });
    expect(awa?.subject).toBe('[Sandbox] News for Awa');
    expect(awa?.text).toContain('Dear Awa,');
    expect(awa?.text).toContain('The march has begun, Awa <b>O’Diop</b> & Sons.');
    expect(awa?.html).toContain('Awa &lt;b&gt;O’Diop&lt;/b&gt; &amp; Sons.');
    expect(awa?.html).not.toContain('<b>O’Diop');
    const [spam] = await site.inbox.messages({ to: 'spam@example.org' });
    expect(spam?.subject).toBe('[Sandbox] News for you');
    expect(spam?.text).toContain('Dear friend,');
    expect(spam?.text).toContain('The march has begun, dear reader.');
    const [elodie] = await site.inbox.messages({ to: 'awa-fr@example.org' });
    expect(elodie?.subject).toBe('[Sandbox] News for Élodie');
    expect(elodie?.html).toContain('The march has begun, Élodie Traoré.');
    for (const one of [awa, spam, elodie]) {
      expect(`${one?.subject}${one?.text}${one?.html}`).not.toMatch(/[\uE000-\uF8FF]/u);
      expect(`${one?.subject}${one?.text}`).not.toContain('{');
      expect(one?.text).toMatch(/#key=\S+/);
    }
  });

  test.each([
    [{ subject: 'For {surname|you}' }, 'subject', UNKNOWN_FIELD],
    [{ message: 'Dear {firstName},' }, 'message', NO_FALLBACK],
  ])('of %j is refused at its field, in the preview as well', async (change, field, sentence) => {
    admin = await site.loggedIn('admin');
    campaigns = campaignClient(site, admin);
    const before = await site.db.$count(mailBatches);
    const refused = { status: 400, body: { fields: { [field]: sentence } } };
    const recipients = ['awa@example.org'];
    expect(await campaigns.send({ recipients, ...mail, ...change })).toMatchObject(refused);
    expect(await site.db.$count(mailBatches)).toBe(before);
    const body = { language: 'en', ...mail, ...change };
    expect(await admin.post('/api/admin/preview-email', body)).toMatchObject(refused);
    // One to one person has no fields.
    const letter = await admin.post('/api/admin/preview-email', { ...body, template: 'letter' });
    expect(letter.status).toBe(200);
  });

  test('is previewed for a reader with a name and for one without', async () => {
    const body = { ...mail, language: 'en' };
    const named = await admin.post('/api/admin/preview-email', { ...body, reader: 'named' });
    expect(named.body).toMatchObject({ subject: '[Sandbox] News for Awa' });
    expect((named.body as { text: string }).text).toContain('The march has begun, Awa Diop.');
    const unnamed = await admin.post('/api/admin/preview-email', { ...body, reader: 'unnamed' });
    expect(unnamed.body).toMatchObject({ subject: '[Sandbox] News for you' });
    expect((unnamed.body as { html: string }).html).toContain('Dear friend,');
  });
});
