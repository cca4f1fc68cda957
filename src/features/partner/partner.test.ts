import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../../server/testing.ts';
import { CONTACT_ADDRESS } from '../../shared/email-address.ts';
import { putNotificationEmail } from '../mail/smtp/email-config.store.ts';
import { outgoingMails } from '../mail/queue/outgoing-mail.store.ts';
import { ORGANIZATION_SIZES, ORGANIZATION_TYPES, PARTNERSHIP_TYPES } from './partner.rules.ts';
import { partnerSubmissions } from './partner.store.ts';

const path = '/api/partner';
const school = {
  organizationName: 'Lycée de la Teranga',
  organizationType: 'Educational Institution',
  country: 'Senegal',
  contactFirstName: 'Awa',
  contactLastName: 'Diop',
  contactEmail: 'awa@example.org',
  partnershipType: 'Educational & Training',
  proposedContribution: 'A day of the continent\nin every class.',
  message: 'When may we begin?',
};
const whole = {
  ...school,
  organizationSize: '51-200 employees',
  website: 'https://teranga.example.org/école?a=b',
};

let site: Site;
beforeAll(async () => {
  site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '100' } });
});
beforeEach(() => site.db.delete(partnerSubmissions));
afterAll(() => site.close());

const rows = () => site.db.select().from(partnerSubmissions);

test('a proposal brings its sender a receipt in their language, and the administrators a notice they can answer', async () => {
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
      template: 'partner-notification',
      recipientAddress: 'office@example.org',
      replyTo: { name: 'Awa Diop', address: 'awa@example.org' },
      locale: 'en',
    },
    {
      template: 'partner-received',
      recipientAddress: 'awa@example.org',
      recipientName: 'Awa Diop',
      replyTo: { name: 'One Africa Passport', address: CONTACT_ADDRESS },
      locale: 'fr',
    },
  ]);
  const mailProps = mails.map(({ id, sealedProps }) =>
    JSON.parse(working.context.secrets.unseal('mail-props', id, sealedProps)),
  );
  expect(mailProps).toEqual([
    {
      name: 'Awa Diop',
      email: 'awa@example.org',
      organization: whole.organizationName,
      type: whole.organizationType,
      size: whole.organizationSize,
      country: whole.country,
      website: whole.website,
      partnership: whole.partnershipType,
      contribution: whole.proposedContribution,
      message: whole.message,
    },
    // Nothing of what was written: the address may be a stranger's.
    { name: 'Awa Diop' },
  ]);
  await working.close();
});

describe('a proposal of partnership', () => {
  test('is stored as it was written and thanked for', async () => {
    const answer = await site
      .visitor()
      .post(path, { ...whole, contactEmail: ' Awa@Example.org ', wantsNews: true });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      message: 'Thank you for your proposal. We read every proposal and reply by email.',
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
    ['empty', { organizationSize: '', website: '  ' }],
  ])('needs neither size nor website (%s), nor news', async (_how, optional) => {
    expect((await site.visitor().post(path, { ...school, ...optional })).status).toBe(201);
    expect(await rows()).toMatchObject([
      { organizationSize: null, website: null, wantsNews: false },
    ]);
  });

  test('may come twice from one organization: both are kept', async () => {
    const visitor = site.visitor();
    await visitor.post(path, school);
    await visitor.post(path, { ...school, message: 'One more thing.' });
    expect(await rows()).toHaveLength(2);
  });

  test('is done once for one idempotency key', async () => {
    const key = { 'idempotency-key': 'partner-1', 'idempotency-secret': 'drawn-by-one-page-alone' };
    const first = await site.visitor().post(path, school, key);
    const again = await site.visitor().post(path, school, key);
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(await rows()).toHaveLength(1);
  });

  test('is kept in the language in which the form was read', async () => {
    await site.visitor().post(`${path}?lang=fr`, school);
    expect(await rows()).toMatchObject([{ locale: 'fr' }]);
  });

  test('has the words of the specification to choose from', () => {
    expect(ORGANIZATION_TYPES).toEqual([
      'Government Agency',
      'Non-Governmental Organization (NGO)',
      'Business/Corporation',
      'Educational Institution',
      'Religious Organization',
      'Community Organization',
      'International Organization',
      'Media Organization',
      'Research Institution',
      'Other',
    ]);
    expect(ORGANIZATION_SIZES).toEqual([
      '1-10 employees',
      '11-50 employees',
      '51-200 employees',
      '201-1000 employees',
      '1000+ employees',
      'Not applicable',
    ]);
    expect(PARTNERSHIP_TYPES).toEqual([
      'Strategic Partnership',
      'Financial Support/Sponsorship',
      'Advocacy & Awareness',
      'Technology & Innovation',
      'Educational & Training',
      'Media & Communications',
      'Research & Development',
      'Event Collaboration',
      'Other',
    ]);
  });

  test.each([
    ...ORGANIZATION_TYPES.map((word) => ['organizationType', word]),
    ...ORGANIZATION_SIZES.map((word) => ['organizationSize', word]),
    ...PARTNERSHIP_TYPES.map((word) => ['partnershipType', word]),
  ] as [string, string][])('may say %s: %s', async (field, word) => {
    expect((await site.visitor().post(path, { ...school, [field]: word })).status).toBe(201);
    expect(await rows()).toMatchObject([{ [field]: word }]);
  });

  test.each([
    'https://example.org',
    'http://www.example.org/a/b?c=d#e',
    'HTTPS://Example.ORG:8443',
    'https://école.example',
    `https://example.org/${'x'.repeat(480)}`,
  ])('may name the website %s', async (website) => {
    expect((await site.visitor().post(path, { ...school, website })).status).toBe(201);
    expect(await rows()).toMatchObject([{ website }]);
  });

  test.each([
    ['example.org', 'https://example.org'],
    [' www.example.org/a?b=c ', 'https://www.example.org/a?b=c'],
  ])('may name the website %j without its scheme', async (website, stored) => {
    expect((await site.visitor().post(path, { ...school, website })).status).toBe(201);
    expect(await rows()).toMatchObject([{ website: stored }]);
  });

  const noAddress = 'Please enter a web address such as https://example.org, or leave it empty';
  test.each([
    'gbeko',
    'awa@example.org',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.org',
    'mailto:awa@example.org',
    '//example.org',
    'https:example.org',
    'https://',
    'https://localhost',
    'https://example.org and more',
    'https://exa\nmple.org',
    'https://awa:secret@example.org',
    'https://example.org@evil.example',
    `https://example.org/${'x'.repeat(481)}`,
    5,
    null,
    ['https://example.org'],
  ])('is refused when its website is %j', async (website) => {
    const answer = await site.visitor().post(path, { ...school, website });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ message: noAddress, fields: { website: noAddress } });
    expect(await rows()).toEqual([]);
  });

  const shorten = (what: string, most: string) =>
    `Please shorten ${what} to at most ${most} characters`;
  test.each([
    ['organizationName', ' ', 'Please enter the name of your organization'],
    ['organizationName', 'x'.repeat(201), shorten('the name of your organization', '200')],
    ['organizationType', 'Club', 'Please choose the type of your organization from the list'],
    ['organizationType', undefined, 'Please choose the type of your organization from the list'],
    ['organizationSize', '2 people', 'Please choose the size of your organization from the list'],
    ['country', 'France', 'Please choose your country from the list'],
    ['contactFirstName', '', 'Please enter the contact person’s first name'],
    ['contactFirstName', 'x'.repeat(101), shorten('the contact person’s first name', '100')],
    ['contactLastName', undefined, 'Please enter the contact person’s last name'],
    ['contactLastName', 'x'.repeat(101), shorten('the contact person’s last name', '100')],
    ['contactEmail', 'awa', 'Please enter a valid email address'],
    ['contactEmail', 'a@b.org\r\nBcc: all@b.org', 'Please enter a valid email address'],
    ['partnershipType', '', 'Please choose the type of partnership from the list'],
    ['proposedContribution', '', 'Please describe what your organization can offer'],
    ['proposedContribution', 'x'.repeat(5001), shorten('your proposal', '5,000')],
    ['message', undefined, 'Please write your message'],
    ['message', 'x'.repeat(5001), shorten('your message', '5,000')],
  ])('is refused with the sentence of the field when %s is %j', async (field, value, sentence) => {
    const answer = await site.visitor().post(path, { ...school, [field]: value });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ message: sentence, fields: { [field]: sentence } });
    expect(await rows()).toEqual([]);
  });

  test('says the sentence of every wrong field at once', async () => {
    const answer = await site.visitor().post(path, {});
    expect(Object.keys((answer.body as { fields: object }).fields)).toEqual(Object.keys(school));
  });

  test('takes texts of exactly 5,000 characters', async () => {
    const texts = { proposedContribution: 'é'.repeat(5000), message: 'é'.repeat(5000) };
    expect((await site.visitor().post(path, { ...school, ...texts })).status).toBe(201);
  });

  test('stores nothing that the form does not ask for', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    const answer = await site.visitor().post(path, { ...school, id, locale: 'xx' });
    expect(answer.status).toBe(201);
    const [row] = await rows();
    expect(row?.id).not.toBe(id);
    expect(row?.locale).toBe('en');
  });

  test('sent as a plain form, with what may be empty left empty, leads to the thank-you page', async () => {
    const form = new URLSearchParams({ ...school, organizationSize: '', website: '' });
    const answer = await site.visitor().post(path, form);
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe('/thanks/partner#main');
    expect(await rows()).toMatchObject([{ organizationSize: null, website: null }]);
  });

  test('sent as a plain form with a mistake comes back with every word kept', async () => {
    const form = new URLSearchParams({ ...school, website: 'example' });
    const answer = await site.visitor().post(path, form);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(noAddress);
    expect(answer.text).toContain('When may we begin?');
    expect(await rows()).toEqual([]);
  });

  test('sent as a plain form with the trap filled in is refused', async () => {
    const form = new URLSearchParams({ ...whole, websiteAddress: 'https://spam.example' });
    expect((await site.visitor().post(path, form)).status).toBe(400);
    expect(await rows()).toEqual([]);
  });

  test('sent by a foreign page is refused', async () => {
    const answer = await site.visitor({ 'sec-fetch-site': 'cross-site' }).post(path, school);
    expect(answer.status).toBe(403);
    expect(await rows()).toEqual([]);
  });
});
