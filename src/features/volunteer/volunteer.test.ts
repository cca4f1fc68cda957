import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../../server/testing.ts';
import { CONTACT_ADDRESS } from '../../shared/email-address.ts';
import { putNotificationEmail } from '../mail/smtp/email-config.store.ts';
import { outgoingMails } from '../mail/queue/outgoing-mail.store.ts';
import { AVAILABILITY } from './volunteer.rules.ts';
import { volunteerSubmissions } from './volunteer.store.ts';

const path = '/api/volunteer';
const awa = {
  firstName: 'Awa',
  lastName: 'Diop',
  email: 'awa@example.org',
  country: 'Senegal',
  skills: 'Translation,\nWolof and French',
  availability: 'Event-based only',
  motivation: 'My grandmother needed three visas.',
};
const whole = { ...awa, phone: '+221 77 123 45 67', experience: 'Ten years in a school.' };

let site: Site;
beforeAll(async () => {
  site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '100' } });
});
beforeEach(() => site.db.delete(volunteerSubmissions));
afterAll(() => site.close());

const rows = () => site.db.select().from(volunteerSubmissions);

test('an application brings its sender a receipt in their language, and the administrators a notice they can answer', async () => {
  const working = await openSite();
  await putNotificationEmail(working.db, {
    notificationEmail: 'office@example.org',
    updatedBy: null,
    updatedAt: new Date(),
  });
  await working.visitor({ 'accept-language': 'fr' }).post(path, whole);
  const mails = await working.until(async () => {
    const found = await working.db.select().from(outgoingMails).orderBy(outgoingMails.template);
    expect(found).toHaveLength(2);
    return found;
  });
  expect(mails).toMatchObject([
    {
      template: 'volunteer-notification',
      recipientAddress: 'office@example.org',
      replyTo: { name: 'Awa Diop', address: 'awa@example.org' },
      locale: 'en',
    },
    {
      template: 'volunteer-received',
      recipientAddress: 'awa@example.org',
      recipientName: 'Awa Diop',
      replyTo: { name: 'One Africa Passport', address: CONTACT_ADDRESS },
      locale: 'fr',
    },
  ]);
  const mailProps = mails.map(({ id, sealedProps }) =>
    JSON.parse(working.context.secrets.unseal('mail-props', id, sealedProps)),
  );
  const { firstName: _, lastName: __, ...facts } = whole;
  expect(mailProps).toEqual([
    { name: 'Awa Diop', ...facts },
    // Nothing of what was written: the address may be a stranger's.
    { name: 'Awa Diop' },
  ]);
  await working.close();
});

describe('an application to volunteer', () => {
  test('is stored as it was written and thanked for', async () => {
    const answer = await site
      .visitor()
      .post(path, { ...whole, email: ' Awa@Example.org ', wantsNews: true });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      message: 'Thank you for offering your time. We read every application and reply by email.',
    });
    expect(await rows()).toEqual([
      {
        ...whole,
        wantsNews: true,
        locale: 'en',
        id: expect.any(String),
        createdAt: expect.any(Date),
      },
    ]);
  });

  test.each([
    ['left out', {}],
    ['empty', { phone: '', experience: ' \n ' }],
  ])('needs neither phone nor experience (%s), nor news', async (_how, optional) => {
    expect((await site.visitor().post(path, { ...awa, ...optional })).status).toBe(201);
    expect(await rows()).toMatchObject([{ phone: null, experience: null, wantsNews: false }]);
  });

  test('may come twice from one person: both are kept', async () => {
    const visitor = site.visitor();
    await visitor.post(path, awa);
    await visitor.post(path, { ...awa, motivation: 'One more thing.' });
    expect(await rows()).toHaveLength(2);
  });

  test('is done once for one idempotency key', async () => {
    const key = {
      'idempotency-key': 'volunteer-1',
      'idempotency-secret': 'drawn-by-one-page-alone',
    };
    const first = await site.visitor().post(path, awa, key);
    const again = await site.visitor().post(path, awa, key);
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(await rows()).toHaveLength(1);
  });

  test('is kept in the language in which the form was read', async () => {
    await site.visitor().post(`${path}?lang=fr`, awa);
    expect(await rows()).toMatchObject([{ locale: 'fr' }]);
  });

  test('is kept in the language of the page whose script sends it, whatever was chosen in another window', async () => {
    const visitor = site.visitor({ 'content-language': 'en', 'accept-language': 'fr' });
    visitor.cookies.set('lang', 'fr');
    await visitor.post(path, awa);
    await visitor.post(path, awa, { 'content-language': 'de' });
    expect((await rows()).map(({ locale }) => locale).sort()).toEqual(['en', 'fr']);
  });

  test('has the words of the specification to choose from', () => {
    expect(AVAILABILITY).toEqual([
      'Part-time (1-5 hours/week)',
      'Part-time (6-10 hours/week)',
      'Part-time (11-20 hours/week)',
      'Full-time (20+ hours/week)',
      'Project-based',
      'Event-based only',
      'Flexible as needed',
    ]);
  });

  test.each(AVAILABILITY)('may name the availability %s', async (availability) => {
    expect((await site.visitor().post(path, { ...awa, availability })).status).toBe(201);
    expect(await rows()).toMatchObject([{ availability }]);
  });

  test.each([
    ['Ghana', '+233 24 123 4567'],
    ['Ghana', '024 123 4567'],
    ['Seychelles', '2 510 123'],
    ['United States (Diaspora)', '(202) 555-0100'],
    ['Other Diaspora Location', '+33 6 12 34 56 78'],
  ])('from %s may carry the phone %s', async (country, phone) => {
    expect((await site.visitor().post(path, { ...awa, country, phone })).status).toBe(201);
    expect(await rows()).toMatchObject([{ phone }]);
  });

  const skills = 'Please shorten your skills to at most 2,000 characters';
  const list = 'Please choose your availability from the list';
  const phone = 'Please enter a valid phone number';
  test.each([
    ['firstName', '', 'Please enter your first name'],
    ['firstName', undefined, 'Please enter your first name'],
    ['lastName', 'x'.repeat(101), 'Please shorten your last name to at most 100 characters'],
    [
      'lastName',
      'Diop\r\nBcc: all@example.org',
      'Please shorten your last name to at most 100 characters',
    ],
    ['email', 'awa@localhost', 'Please enter a valid email address'],
    ['country', 'France', 'Please choose your country from the list'],
    ['phone', 'call me maybe', phone],
    ['phone', '+221 1', phone],
    ['phone', '0'.repeat(41), phone],
    ['phone', 775551234, phone],
    ['phone', null, phone],
    ['skills', ' ', 'Please tell us what you are good at'],
    ['skills', 'x'.repeat(2001), skills],
    ['experience', 'x'.repeat(2001), skills.replace('skills', 'experience')],
    ['availability', undefined, list],
    ['availability', '', list],
    ['availability', 'Sundays', list],
    ['availability', 'project-based', list],
    ['motivation', undefined, 'Please tell us why you want to volunteer'],
    ['motivation', 'x'.repeat(2001), skills.replace('skills', 'motivation')],
  ])('is refused with the sentence of the field when %s is %j', async (field, value, sentence) => {
    const answer = await site.visitor().post(path, { ...awa, [field]: value });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ message: sentence, fields: { [field]: sentence } });
    expect(await rows()).toEqual([]);
  });

  test('says the sentence of every wrong field at once', async () => {
    const answer = await site.visitor().post(path, {});
    expect(Object.keys((answer.body as { fields: object }).fields)).toEqual(Object.keys(awa));
  });

  test('takes texts of exactly 2,000 characters', async () => {
    const long = 'é'.repeat(2000);
    const texts = { skills: long, experience: long, motivation: long };
    expect((await site.visitor().post(path, { ...awa, ...texts })).status).toBe(201);
  });

  test('stores nothing that the form does not ask for', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    const answer = await site.visitor().post(path, { ...awa, id, locale: 'xx', createdAt: 0 });
    expect(answer.status).toBe(201);
    const [row] = await rows();
    expect(row?.id).not.toBe(id);
    expect(row?.locale).toBe('en');
  });

  test('sent as a plain form, with what may be empty left empty, leads to the thank-you page', async () => {
    const form = new URLSearchParams({ ...awa, phone: '', experience: '', wantsNews: 'on' });
    const answer = await site.visitor().post(path, form);
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe('/thanks/volunteer#main');
    expect(await rows()).toMatchObject([{ phone: null, experience: null, wantsNews: true }]);
  });

  test.each([
    [{ availability: '' }, 'Please choose your availability from the list'],
    [{ phone: '+221 1' }, 'Please enter a valid phone number'],
  ])('sent as a plain form with %j comes back with every word kept', async (wrong, sentence) => {
    const answer = await site.visitor().post(path, new URLSearchParams({ ...awa, ...wrong }));
    expect(answer.status).toBe(400);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.text).toContain(sentence);
    expect(answer.text).toContain('My grandmother needed three visas.');
    expect(await rows()).toEqual([]);
  });

  test('sent as a plain form with the trap filled in is refused', async () => {
    const form = new URLSearchParams({ ...awa, websiteAddress: 'https://spam.example' });
    expect((await site.visitor().post(path, form)).status).toBe(400);
    expect(await rows()).toEqual([]);
  });

  test('sent by a foreign page is refused', async () => {
    const answer = await site.visitor({ 'sec-fetch-site': 'cross-site' }).post(path, awa);
    expect(answer.status).toBe(403);
    expect(await rows()).toEqual([]);
  });

  test('beyond ten from one address is asked for a proof of work', async () => {
    const strict = await openSite({ work: false });
    for (let n = 0; n < 10; n++) expect((await strict.visitor().post(path, awa)).status).toBe(201);
    const answer = await strict.visitor().post(path, awa);
    expect([answer.status, answer.body]).toEqual([
      429,
      expect.objectContaining({ challenge: expect.anything() }),
    ]);
    expect(await strict.db.select().from(volunteerSubmissions)).toHaveLength(10);
    await strict.close();
  });
});
