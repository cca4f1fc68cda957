import { describe, expect, test } from 'vitest';
import { renderMail } from '../features/mail/frame/render.mail.tsx';
import type { MailProps, MailTemplate } from './mails.ts';
import { exampleProps } from './testing.mails.ts';

const claim = { reference: 'PX-7K4M2', method: 'Bank transfer', amount: '$100.00', number: '4711' };
const awa = { name: 'Awa Ndiaye', email: 'awa@example.sn', country: 'Ivory Coast' };
const statusUrl = 'https://one.example/a';
const props: MailProps = {
  ...exampleProps({
    name: awa.name,
    firstName: awa.name,
    reason: '–',
    words: '–',
    note: '–',
    courier: '–',
  }),
  'declaration-signed': awa,
  'contact-received': awa,
  'contact-notification': { ...awa, message: '–' },
  'volunteer-received': awa,
  'volunteer-notification': {
    ...awa,
    phone: '+221 77 123 45 67',
    availability: 'Flexible as needed',
    skills: '–',
    experience: '–',
    motivation: '–',
  },
  'partner-received': awa,
  'partner-notification': {
    ...awa,
    organization: 'Téranga',
    type: 'Business/Corporation',
    size: '1-10 employees',
    website: 'https://example.sn',
    partnership: 'Strategic Partnership',
    contribution: '–',
    message: '–',
  },
  'application-submitted': {
    ...awa,
    ...claim,
    plan: 'Payment plan',
    schedule: { payments: 12, total: '$1,200.00' },
    statusUrl: 'https://one.example/a',
  },
  'claim-received': { ...awa, ...claim },
  'payment-confirmed': {
    ...awa,
    ...claim,
    receivedOn: '2026-11-21',
    number: 1,
    payments: 12,
    sendsKit: true,
    paymentsLeft: 11,
    difference: { due: '$120.00', rest: '$20.00' },
    receipt: { name: 'OAP-000123', url: 'https://one.example/receipt/OAP-000123?key=k' },
  },
  'refund-recorded': {
    ...awa,
    reference: 'PX-7K4M2',
    amount: '$100.00',
    refundedOn: '2026-11-21',
    reason: '–',
    receipt: 'OAP-000123',
  },
  'claim-rejected': { ...awa, ...claim, reason: '–' },
  'transfer-details': {
    ...awa,
    ...claim,
    memo: 'PX-7K4M2',
    destination: { bankName: 'Téranga' },
    statusUrl,
  },
  'transfer-reminder': {
    ...awa,
    ...claim,
    memo: 'PX-7K4M2',
    destination: { bankName: 'Téranga' },
    statusUrl,
  },
  'transfer-expired': { ...awa, ...claim, statusUrl },
  'claim-waiting': { ...awa, ...claim, number: '4711', statusUrl },
  'claims-waiting': {
    count: 21,
    claims: [{ ...claim, days: 4 }],
    adminUrl: 'https://one.example/admin',
  },
  'claim-notification': { ...claim, adminUrl: 'https://one.example/admin' },
  'payment-review': {
    ...claim,
    number: '4711',
    reason: 'MISMATCH',
    paypalCode: null,
    adminUrl: 'https://one.example/admin',
  },
  'approval-asked': {
    asker: 'Awa Diop',
    action: 'Record a refund',
    amount: '$1,000.00',
    reference: 'PX-7K4M2',
    name: 'Awa Diop',
    reason: null,
    expiresAt: '2026-11-28T03:42:00.000Z',
    adminUrl: 'https://one.example/admin',
  },
  'money-waits': {
    count: 3,
    kinds: [
      { kind: 'Less received than due', count: 2 },
      { kind: 'Unmatched crypto payment', count: 1 },
    ],
    adminUrl: 'https://one.example/admin',
  },
  'payment-destination-changed': {
    changedBy: awa.email,
    configType: 'Zelle',
    before: '–',
    after: '–',
    when: '2026-11-21T03:42:00.000Z',
  },
  'mail-server-changed': {
    changedBy: awa.email,
    before: { sender: awa.email, server: '192.0.2.1:587' },
    after: { sender: awa.email, server: '192.0.2.2:587' },
    when: '2026-11-21T03:42:00.000Z',
  },
  'notification-email-changed': {
    changedBy: awa.email,
    before: null,
    after: awa.email,
    when: '2026-11-21T03:42:00.000Z',
  },
  'email-test': {
    server: '192.0.2.1:587',
    sender: awa.email,
    when: '2026-11-21T03:42:00.000Z',
  },
  'messages-waiting': {
    name: awa.name,
    count: 7,
    people: [
      { name: 'Kofi Mensah', count: 6 },
      { name: '', count: 1 },
    ],
    others: 2,
    offUrl: 'https://one.example/account/mail-off#key=k',
    oneClickUrl: 'https://one.example/api/messages/mail-off?key=k',
  },
  'failure-digest': {
    count: 9,
    since: '2026-11-21T03:42:00.000Z',
    failed: { single: 3, notices: 1, bulk: 2 },
    mails: [{ domain: 'example.sn', words: '–', at: '2026-11-21T03:42:00.000Z' }],
    stopped: { count: 2, named: [{ subject: '–', tried: 40, troubled: 3 }] },
    jobs: [{ name: '–', count: 2, words: '–' }],
    webhooks: [{ host: '–', count: 2 }],
    waiting: [
      { kind: 'money', count: 2, days: 4 },
      { kind: 'contact', count: 1, days: 3 },
    ],
    mailUrl: 'https://one.example/admin/email',
    adminUrl: 'https://one.example/admin',
  },
  'reports-waiting': { count: 2, adminUrl: 'https://one.example/admin/users' },
  'second-factor-changed': {
    name: awa.name,
    change: 'passkey-added',
    passkey: '–',
    when: '2026-11-21T03:42:00.000Z',
    notMeUrl: 'https://one.example/account/not-me#key=k',
    isAdmin: false,
  },
  'recovery-code-used': {
    name: awa.name,
    left: 9,
    when: '2026-11-21T03:42:00.000Z',
    notMeUrl: 'https://one.example/account/not-me#key=k',
    isAdmin: false,
  },
  'submission-reply': { subject: '–', text: '–', message: '–' },
  letter: { subject: '–', message: '–' },
  news: { subject: '–', message: '–', offUrl: 'https://one.example/account/off#key=k' },
};
/** Their subjects are an administrator’s words. */
const WRITTEN: readonly MailTemplate[] = ['submission-reply', 'letter', 'news'];
const render = <T extends MailTemplate>(template: T, locale: string, change = {}) =>
  renderMail(template, Object.assign({}, props[template], change), {
    publicUrl: 'https://one.example',
    locale,
    sandbox: false,
    campaign: { name: 'One Africa Passport', address: 'bonjour@example.sn' },
  });

/** Equal in every language: names, addresses, amounts, what people wrote. */
const shared =
  /One Africa Passport|Awa(?: Ndiaye)?|Kofi Mensah|Téranga|Zelle|PX-7K4M2|OAP-000123|[\w.]+@example\.sn|https:\S+|UTC/g;
/** The lines that hold words of ours; or the paragraphs, which break into lines at other places in every language. */
const linesOf = ({ subject, text }: { subject: string; text: string }, end = /\n+/) =>
  [subject, ...text.split(end)]
    .map((line) => line.replace(shared, '').trim())
    .filter((line) => /\p{L}/u.test(line));

describe.each(Object.keys(props) as MailTemplate[])('the mail %s in French', (template) => {
  test('has a subject of its own and no line of the English one', async () => {
    const [english, french] = [await render(template, 'en'), await render(template, 'fr')];
    if (WRITTEN.includes(template)) expect(french.subject).toBe('–');
    else expect(french.subject).not.toBe(english.subject);
    const said = linesOf(french);
    // “Message”, “Motivation” and “Total” are the same word; MISMATCH is a word of PayPal's.
    const same = linesOf(english).filter((line) => said.includes(line));
    expect(same.filter((line) => !/^(Message|Motivation|MISMATCH|Total\b.*)$/i.test(line))).toEqual(
      [],
    );
    expect(linesOf(french, /\n{2,}/)).toHaveLength(linesOf(english, /\n{2,}/).length);
  });

  test('says which language it is in', async () => {
    const french = await render(template, 'fr');
    expect(french.html).toMatch(/<html[^>]* lang="fr"/);
  });
});

describe('a mail in French', () => {
  test('has its dates in French', async () => {
    expect((await render('payment-confirmed', 'fr')).text).toContain('21 novembre 2026');
    expect((await render('payment-destination-changed', 'fr')).text).toContain(
      '21 novembre 2026 à 03:42 UTC',
    );
  });

  test('names countries, plans and ways to pay in French', async () => {
    expect((await render('contact-notification', 'fr')).text).toContain('Côte d’Ivoire');
    const { text } = await render('application-submitted', 'fr');
    expect(text).toContain('Paiement échelonné');
    expect(text).toContain('Virement bancaire');
  });

  test('writes the amounts of a plan in French', async () => {
    const plan = { payments: 12, each: '$100.00', total: '$1,200.00', number: 4, count: 12 };
    const { text } = await render('transfer-details', 'fr', { plan });
    expect(text.replaceAll(/\s+/g, ' ')).toContain('12 × $100,00, soit $1 200,00 au total');
    expect(text).toContain('4 sur 12');
  });

  test.each([
    [0, 'Vous avez tout payé.'],
    [1, 'Il reste un paiement.'],
    [11, 'Il reste 11 paiements.'],
  ])('with %i payments left says “%s”', async (paymentsLeft, sentence) => {
    const { text } = await render('payment-confirmed', 'fr', {
      paymentsLeft,
      difference: undefined,
    });
    expect(text.replaceAll(/\s+/g, ' ')).toContain(sentence);
  });

  test('leads to pages that open in French', async () => {
    const { html } = await render('declaration-signed', 'fr');
    expect(html).toContain('href="https://one.example/sign?lang=fr"');
  });
});

test('a mail in a language that the site does not speak is an English one and says so', async () => {
  const { subject, html } = await render('welcome', 'sw');
  expect(subject).toBe('Welcome to One Africa Passport');
  expect(html).toMatch(/<html[^>]* lang="en"/);
});
