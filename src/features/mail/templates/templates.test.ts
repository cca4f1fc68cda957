import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../../../server/testing.ts';

describe('the mails that leave by themselves', () => {
  let site: Site;
  let admin: Awaited<ReturnType<Site['loggedIn']>>;
  beforeAll(async () => {
    site = await openSite();
    admin = await site.loggedIn('admin');
  });
  afterAll(() => site.close());

  test('are named by their subjects in a language', async () => {
    const { status, body } = await admin.get('/api/admin/mail-templates?language=fr');
    expect(status).toBe(200);
    const mails = body as { name: string; subject: string }[];
    expect(mails.length).toBeGreaterThan(50);
    expect(mails.find(({ name }) => name === 'contact-received')?.subject).toBe(
      'Nous avons bien reçu votre message',
    );
    for (const { name, subject } of mails) expect(subject, name).toMatch(/^[^{}]+$/);
  });

  test.each([
    ['en', 'We have your message'],
    ['fr', 'Nous avons bien reçu votre message'],
  ])('are drawn with their example in %s', async (language, subject) => {
    const path = `/api/admin/mail-templates/contact-received?language=${language}`;
    const { body } = await admin.get(path);
    expect(body).toMatchObject({ subject, html: expect.stringContaining(`lang="${language}"`) });
    expect((body as { text: string }).text).toContain('Awa Diop');
  });

  test('that do not exist are not found', async () => {
    const drawn = await admin.get('/api/admin/mail-templates/constructor?language=en');
    expect([drawn.status, drawn.body]).toEqual([404, { message: 'This email does not exist.' }]);
  });

  test('are the administrators’ to look at', async () => {
    const list = await site.visitor().get('/api/admin/mail-templates?language=en');
    expect(list.status).toBe(401);
  });
});
