import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CONTACT_ADDRESS } from '../../shared/email-address.ts';
import { openSite, type Site } from '../../server/testing.ts';
import { putNotificationEmail } from '../mail/smtp/email-config.store.ts';
import { outgoingMails } from '../mail/queue/outgoing-mail.store.ts';
import { contactSubmissions } from './contact.store.ts';

const path = '/api/contact';
const awa = {
  firstName: 'Awa',
  lastName: 'Diop',
  email: 'awa@example.org',
  country: 'Senegal',
  message: 'How do I join?\nThank you.',
};

let site: Site;
beforeAll(async () => {
  site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '100' } });
});
beforeEach(() => site.db.delete(contactSubmissions));
afterAll(() => site.close());

test('a request brings its sender a receipt, and the administrators a notice they can answer', async () => {
  const working = await openSite();
  await putNotificationEmail(working.db, {
    notificationEmail: 'office@example.org',
    updatedBy: null,
    updatedAt: new Date(),
  });
  await working.visitor().post(path, awa);
  const mails = await working.until(async () => {
    const found = await working.db.select().from(outgoingMails).orderBy(outgoingMails.template);
    expect(found).toHaveLength(2);
    return found;
  });
  expect(mails).toMatchObject([
    {
      template: 'contact-notification',
      recipientAddress: 'office@example.org',
      replyTo: { name: 'Awa Diop', address: 'awa@example.org' },
    },
    {
      template: 'contact-received',
      recipientAddress: 'awa@example.org',
      recipientName: 'Awa Diop',
      replyTo: { name: 'One Africa Passport', address: CONTACT_ADDRESS },
    },
  ]);
  const mailProps = mails.map(({ id, sealedProps }) =>
    JSON.parse(working.context.secrets.unseal('mail-props', id, sealedProps)),
  );
  expect(mailProps).toEqual([
    { name: 'Awa Diop', email: awa.email, country: awa.country, message: awa.message },
    // Nothing of the message: the address may be a stranger's.
    { name: 'Awa Diop' },
  ]);
  await working.close();
});

describe('a request for information', () => {
  test('is stored as it was written and thanked for', async () => {
    const answer = await site
      .visitor()
      .post(path, { ...awa, email: ' Awa@Example.org ', wantsNews: true });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      message: 'Thank you. We have your message and will reply by email.',
    });
    const rows = await site.db.select().from(contactSubmissions);
    expect(rows).toEqual([
      {
        ...awa,
        wantsNews: true,
        locale: 'en',
        id: expect.any(String),
        createdAt: expect.any(Date),
      },
    ]);
  });

  test('that was written in French is kept as French, and answered so', async () => {
    const working = await openSite();
    await working.visitor({ 'accept-language': 'fr-SN,fr;q=0.9,en;q=0.5' }).post(path, awa);
    const [row] = await working.db.select().from(contactSubmissions);
    expect(row?.locale).toBe('fr');
    const [mail] = await working.until(async () => {
      const found = await working.db.select().from(outgoingMails);
      expect(found).toHaveLength(1);
      return found;
    });
    expect(mail).toMatchObject({ template: 'contact-received', locale: 'fr' });
    await working.close();
  });

  test('may come twice from one person: both are kept', async () => {
    const visitor = site.visitor();
    await visitor.post(path, awa);
    await visitor.post(path, { ...awa, message: 'One more thing.' });
    expect(await site.db.select().from(contactSubmissions)).toHaveLength(2);
  });

  test('does not subscribe anybody who did not ask for news', async () => {
    await site.visitor().post(path, awa);
    const [row] = await site.db.select().from(contactSubmissions);
    expect(row?.wantsNews).toBe(false);
  });

  test.each([
    'Algeria',
    'Zimbabwe',
    'Cabo Verde',
    'Ivory Coast',
    'São Tomé and Príncipe',
    'United States (Diaspora)',
    'Other Diaspora Location',
  ])('may come from %s', async (country) => {
    expect((await site.visitor().post(path, { ...awa, country })).status).toBe(201);
  });

  test.each([
    ['firstName', '', 'Please enter your first name'],
    ['firstName', undefined, 'Please enter your first name'],
    ['lastName', '   ', 'Please enter your last name'],
    ['lastName', 'x'.repeat(101), 'Please shorten your last name to at most 100 characters'],
    ['email', 'awa@localhost', 'Please enter a valid email address'],
    ['country', 'France', 'Please choose your country from the list'],
    ['country', 'senegal', 'Please choose your country from the list'],
    ['country', undefined, 'Please choose your country from the list'],
    ['message', ' \n ', 'Please write your message'],
    ['message', 'x'.repeat(5001), 'Please shorten your message to at most 5,000 characters'],
    ['message', ['Hello'], 'Please write your message'],
  ])('is refused with the sentence of the field when %s is %j', async (field, value, sentence) => {
    const answer = await site.visitor().post(path, { ...awa, [field]: value });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ message: sentence, fields: { [field]: sentence } });
    expect(await site.db.select().from(contactSubmissions)).toEqual([]);
  });

  test('says the sentence of every wrong field at once', async () => {
    const answer = await site.visitor().post(path, {});
    expect(Object.keys((answer.body as { fields: object }).fields)).toEqual(Object.keys(awa));
  });

  test('takes a message of exactly 5,000 characters', async () => {
    expect((await site.visitor().post(path, { ...awa, message: 'é'.repeat(5000) })).status).toBe(
      201,
    );
  });

  test('sent as a plain form leads to the thank-you page', async () => {
    const answer = await site.visitor().post(path, new URLSearchParams(awa));
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe('/thanks/contact#main');
    expect(await site.db.select().from(contactSubmissions)).toHaveLength(1);
  });

  test('sent as a plain form with a mistake comes back with every word kept', async () => {
    const answer = await site.visitor().post(path, new URLSearchParams({ ...awa, country: '' }));
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('Please choose your country from the list');
    expect(answer.text).toContain('How do I join?');
    expect(await site.db.select().from(contactSubmissions)).toEqual([]);
  });

  test('sent by a foreign page is refused', async () => {
    const answer = await site.visitor({ 'sec-fetch-site': 'cross-site' }).post(path, awa);
    expect(answer.status).toBe(403);
    expect(await site.db.select().from(contactSubmissions)).toEqual([]);
  });
});
