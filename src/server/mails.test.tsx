import { describe, expect, test } from 'vitest';
import { NO_REFUND_SENTENCE } from '../shared/plan.ts';
import { KIT_SENTENCE } from '../features/payments/pricing/pricing.rules.ts';
import { textOf } from '../features/mail/frame/plain-text.mail.tsx';
import { renderMail } from '../features/mail/frame/render.mail.tsx';
import type { MailProps, MailTemplate } from './mails.ts';
import { exampleProps } from './testing.mails.ts';

const hostile = 'Eve\r\nBcc: everybody <script>alert(1)</script>';
const claim = { reference: 'PX-7K4M2', method: 'Zelle', amount: '$100.00', number: '42' };
const statusUrl = 'https://one.example/a';
const props: MailProps = {
  ...exampleProps({
    name: hostile,
    firstName: hostile,
    reason: hostile,
    words: hostile,
    note: hostile,
    courier: hostile,
  }),
  'declaration-signed': { name: hostile },
  'declaration-ask': { name: hostile, linkKey: 'k' },
  'declaration-reminder': { name: hostile, linkKey: 'k' },
  'contact-received': { name: hostile },
  'contact-notification': {
    name: hostile,
    email: 'eve@example.org',
    country: hostile,
    message: hostile,
  },
  'volunteer-received': { name: hostile },
  'volunteer-notification': {
    name: hostile,
    email: 'eve@example.org',
    country: hostile,
    phone: hostile,
    availability: hostile,
    skills: hostile,
    experience: hostile,
    motivation: hostile,
  },
  'partner-received': { name: hostile },
  'partner-notification': {
    name: hostile,
    email: 'eve@example.org',
    organization: hostile,
    type: hostile,
    size: hostile,
    country: hostile,
    website: hostile,
    partnership: hostile,
    contribution: hostile,
    message: hostile,
  },
  'application-submitted': {
    name: hostile,
    plan: hostile,
    ...claim,
    statusUrl: 'https://one.example/a',
  },
  'claim-received': { name: hostile, ...claim, number: hostile },
  'payment-confirmed': {
    name: hostile,
    ...claim,
    receivedOn: '2026-11-21',
    number: 1,
    payments: 12,
    sendsKit: true,
    paymentsLeft: 11,
    receipt: { name: 'OAP-000123', url: 'https://one.example/receipt/OAP-000123?key=k' },
  },
  'refund-recorded': {
    name: hostile,
    reference: 'PX-7K4M2',
    amount: '$100.00',
    refundedOn: '2026-11-21',
    reason: hostile,
    receipt: 'OAP-000123',
  },
  'claim-rejected': { name: hostile, ...claim, reason: hostile },
  'transfer-details': {
    name: hostile,
    ...claim,
    memo: 'PX-7K4M2',
    destination: { bankName: hostile },
    statusUrl,
  },
  'transfer-reminder': {
    name: hostile,
    ...claim,
    memo: 'PX-7K4M2',
    destination: { bankName: hostile },
    statusUrl,
  },
  'transfer-expired': { name: hostile, ...claim, statusUrl },
  'claim-waiting': { name: hostile, ...claim, number: hostile, statusUrl },
  'claims-waiting': {
    count: 21,
    claims: [{ ...claim, reference: hostile, days: 4 }],
    adminUrl: 'https://one.example/admin',
  },
  'claim-notification': { ...claim, number: hostile, adminUrl: 'https://one.example/admin' },
  'payment-review': {
    ...claim,
    number: hostile,
    reason: hostile,
    paypalCode: hostile,
    adminUrl: 'https://one.example/admin',
  },
  'approval-asked': {
    asker: hostile,
    action: hostile,
    amount: '$1,000.00',
    reference: hostile,
    name: hostile,
    reason: hostile,
    expiresAt: '2026-11-28T03:42:00.000Z',
    adminUrl: 'https://one.example/admin',
  },
  'money-waits': {
    count: 3,
    kinds: [{ kind: hostile, count: 3 }],
    adminUrl: 'https://one.example/admin',
  },
  'payment-destination-changed': {
    changedBy: hostile,
    configType: hostile,
    before: hostile,
    after: hostile,
    when: '2026-11-21T03:42:00.000Z',
  },
  'mail-server-changed': {
    changedBy: hostile,
    before: { sender: hostile, server: hostile },
    after: { sender: hostile, server: hostile },
    when: '2026-11-21T03:42:00.000Z',
  },
  'notification-email-changed': {
    changedBy: hostile,
    before: null,
    after: hostile,
    when: '2026-11-21T03:42:00.000Z',
  },
  'email-test': { server: hostile, sender: hostile, when: '2026-11-21T03:42:00.000Z' },
  'messages-waiting': {
    name: hostile,
    count: 7,
    people: [{ name: hostile, count: 7 }],
    others: 2,
    offUrl: 'https://one.example/account/mail-off#key=k',
    oneClickUrl: 'https://one.example/api/messages/mail-off?key=k',
  },
  'failure-digest': {
    count: 9,
    since: '2026-11-21T03:42:00.000Z',
    failed: { single: 3, notices: 1, bulk: 2 },
    mails: [{ domain: hostile, words: hostile, at: '2026-11-21T03:42:00.000Z' }],
    stopped: { count: 2, named: [{ subject: hostile, tried: 40, troubled: 3 }] },
    jobs: [{ name: hostile, count: 2, words: hostile }],
    webhooks: [{ host: hostile, count: 2 }],
    waiting: [{ kind: 'money', count: 2, days: 4 }],
    mailUrl: 'https://one.example/admin/email',
    adminUrl: 'https://one.example/admin',
  },
  'reports-waiting': { count: 2, adminUrl: 'https://one.example/admin' },
  'second-factor-changed': {
    name: hostile,
    change: 'passkey-added',
    passkey: hostile,
    when: '2026-11-21T03:42:00.000Z',
    notMeUrl: 'https://one.example/account/not-me#key=k',
    isAdmin: false,
  },
  'recovery-code-used': {
    name: hostile,
    left: 9,
    when: '2026-11-21T03:42:00.000Z',
    notMeUrl: 'https://one.example/account/not-me#key=k',
    isAdmin: false,
  },
  'submission-reply': { subject: hostile, text: hostile, message: hostile },
  letter: { subject: hostile, message: hostile },
  news: { subject: hostile, message: hostile, offUrl: 'https://one.example/account/off#key=k' },
};
/** These contain a number and an address of ours only. */
const UNTYPED: readonly MailTemplate[] = ['reports-waiting'];
const campaign = { name: 'One Africa Passport', address: 'hello@one.example' };
const options = { publicUrl: 'https://one.example', locale: 'en', sandbox: false, campaign };
const render = <T extends MailTemplate>(template: T, change: Partial<MailProps[T]> = {}) =>
  renderMail(template, Object.assign({}, props[template], change), options);

const flat = (text: string) => text.replaceAll(/\s+/g, ' ');

describe.each(Object.keys(props) as MailTemplate[])('the mail %s', (template) => {
  test('shows what people typed as text, in a subject of one line', async () => {
    const mail = await render(template);
    expect(mail.html.includes('&lt;script&gt;')).toBe(!UNTYPED.includes(template));
    expect(mail.html).not.toContain('<script>');
    expect(mail.subject).toMatch(/^[^\p{Cc}]+$/u);
  });

  test('leaves no placeholder open and loads nothing', async () => {
    const mail = await render(template);
    expect(`${mail.subject} ${mail.text}`).not.toMatch(/[{}]/);
    expect(mail.html).not.toMatch(/<img|<link|url\(|@import|src=/i);
  });
});

describe('a mail', () => {
  test.each([
    [0, 'You’ve paid in full.'],
    [1, 'One payment is left.'],
    [11, '11 payments are left.'],
  ])('with %i payments left says “%s”', async (paymentsLeft, sentence) => {
    expect((await render('payment-confirmed', { paymentsLeft })).text).toContain(sentence);
  });

  test.each([
    'totp-added',
    'totp-removed',
    'passkey-added',
    'passkey-removed',
    'recovery-codes-renewed',
  ] as const)(
    'about what guards an account (%s) lets who was robbed lock the account, and leads to us',
    async (change) => {
      const { text } = await render('second-factor-changed', { change });
      expect(text).toContain('https://one.example/account/not-me#key=k');
      expect(flat(text)).toContain(
        'If we later ask for an app or a passkey that isn’t yours, reply to this email. A person will make sure that it’s you and remove it.',
      );
    },
  );

  test.each(['password-changed', 'sign-in', 'second-factor-changed'] as const)(
    'to an administrator (%s) says that locking the account removes no app or passkey',
    async (template) => {
      const [admin, member] = await Promise.all(
        [true, false].map(async (isAdmin) => flat((await render(template, { isAdmin })).text)),
      );
      expect(member).toContain('removes any app or passkey added lately');
      expect(admin).not.toContain('removes any app or passkey');
      expect(admin).toContain(
        'The app and passkeys of an administrator stay: if one isn’t yours, reply to this email.',
      );
    },
  );

  test.each(['declaration-signed', 'declaration-reminder'] as const)(
    '(%s) says until when a signature can be confirmed, and what is deleted then',
    async (template) => {
      const asked = { linkKey: 'k', needsConfirmation: true, deletedOn: '2026-12-29' };
      expect(flat((await render(template, asked)).text)).toContain(
        'If you don’t confirm before 29 December 2026, we’ll delete your signature, including your name and email address.',
      );
      const confirmed = { ...asked, needsConfirmation: false };
      expect((await render('declaration-signed', confirmed)).text).not.toContain('delete');
    },
  );

  test('about a second factor that we took off says that the password alone is left', async () => {
    const { text } = await render('second-factor-changed', { change: 'all-removed', passkey: '' });
    expect(flat(text)).toContain('your password alone opens the account');
    expect(flat(text)).toContain('If you didn’t ask us for this');
    expect(text).not.toContain('It wasn’t me');
    expect(text).not.toContain('If it was you');
    expect(text).toContain('https://one.example/account/reset');
  });

  test('about a card payment that needs a decision says the problem in words, with its code for support', async () => {
    const { text } = await render('payment-review', { reason: 'MISMATCH', paypalCode: null });
    expect(flat(text)).toContain('PayPal’s record of this order does not match our request.');
    expect(flat(text)).toMatch(/Code for support:? MISMATCH/);
  });

  test('the example of changed payment details names Zelle as it is written', () => {
    expect(exampleProps({})['payment-destination-changed'].configType).toBe('Zelle');
  });

  test('of a plan that PayPal charges says what is taken next and when', async () => {
    const charge = { amount: '$100.00', dueOn: '2026-12-21' };
    const { text } = await render('payment-confirmed', { paymentsLeft: 11, charge });
    expect(flat(text)).toContain(
      '11 payments are left. PayPal will charge you $100.00 for the next one on 21 December 2026.',
    );
    expect(text).not.toContain('when the next one is due');
  });

  test('of a plan says what it costs in all, when the kit comes, and that nothing is paid back', async () => {
    const schedule = { payments: 12, total: '$1,200.00' };
    const { text } = await render('application-submitted', { schedule });
    expect(text).toContain('12 × $100.00');
    expect(text).toContain('$1,200.00');
    expect(text).toContain('You can cancel anytime after 3 payments');
    for (const sentence of [KIT_SENTENCE, NO_REFUND_SENTENCE])
      expect(flat(text)).toContain(sentence);
    expect((await render('application-submitted')).text).not.toContain('You can cancel');
  });

  test('of a plan names the days of the next and the last payment', async () => {
    const days = { nextOn: '2026-12-21', lastOn: '2027-10-21' };
    const schedule = { payments: 12, total: '$1,200.00', ...days };
    const { text } = await render('application-submitted', { schedule });
    expect(flat(text)).toMatch(/Next payment:? 21 December 2026/);
    expect(flat(text)).toMatch(/Last payment:? 21 October 2027/);
    const receipt = await render('payment-confirmed', { lastOn: '2027-10-21' });
    expect(flat(receipt.text)).toMatch(/Last payment:? 21 October 2027/);
  });

  test.each(['transfer-details', 'transfer-reminder'] as const)(
    '(%s) of a plan names the plan and which of its payments is to be made',
    async (template) => {
      const plan = { payments: 12, each: '$100.00', total: '$1,200.00', number: 4, count: 12 };
      const { text } = await render(template, { plan });
      expect(flat(text)).toMatch(/Plan:? 12 × \$100\.00, \$1,200\.00 in all Payment:? 4 of 12/);
      expect((await render(template)).text).not.toMatch(/Plan|Paid by/);
    },
  );

  test('lays out all rows of a table alike: values at the end, or below where one is a sentence', async () => {
    const rowsOf = (html: string) => {
      const [, table = ''] = /data-facts.*?<tbody>(.*?)<\/tbody>/s.exec(html) ?? [];
      return table
        .split('</tr>')
        .slice(0, -1)
        .map((row) => /colspan="2"/i.test(row));
    };
    const destination = {
      bankName: 'First National Bank of Delaware',
      accountNumber: '000123456789',
    };
    const beside = await render('transfer-details', { destination });
    expect(rowsOf(beside.html)).toEqual([false, false, false, false, false]);
    const mails = [
      { domain: 'a.example', words: 'No such user.', at: '2026-11-21T03:42:00.000Z' },
      { domain: 'b.example', words: 'Not now. '.repeat(9), at: '2026-11-21T03:42:00.000Z' },
    ];
    const below = await render('failure-digest', { mails });
    expect(rowsOf(below.html)).toEqual([true, true]);
  });

  test('about an application says in its largest number what is paid, and asks for no payment then', async () => {
    const schedule = { payments: 12, total: '$1,200.00' };
    const paid = { schedule, received: '$100.00', sendsKit: true };
    const { text } = await render('application-submitted', paid);
    expect(flat(text)).toMatch(/Paid:? \$100\.00/);
    expect(flat(text)).toContain('Your receipt comes in a separate email.');
    expect(flat(text)).toContain('We’ll send your kit within 2-3 business days');
    expect(flat(text)).not.toContain('after we receive');
    expect(text).not.toMatch(/Still to pay|Being checked/);
  });

  test.each(['application-submitted', 'payment-confirmed'] as const)(
    '(%s) of a payment that is there names the day by which the kit is sent',
    async (template) => {
      const { text } = await render(template, { sendsKit: true, kitBy: '2026-12-02' });
      expect(flat(text)).toContain(
        'We’ll send your kit within 2-3 business days, by 2 December 2026, and email you when it leaves.',
      );
    },
  );

  test.each([
    ['first_payment', 'Once we find it, we’ll send your kit'],
    ['fully_paid', 'after we receive your form and all of its payments.'],
  ] as const)(
    'about an application whose payment we check for says so (%s)',
    async (kitRelease, next) => {
      const schedule = { payments: 12, total: '$1,200.00' };
      const claimed = { schedule, kitRelease, claim: { amount: '$100.00', number: '4711' } };
      const { text } = await render('application-submitted', claimed);
      expect(flat(text)).toMatch(/Being checked:? \$100\.00/);
      expect(flat(text)).toContain(next);
      expect(flat(text)).not.toContain(KIT_SENTENCE);
    },
  );

  test('about an application whose payment is under way says that it is being confirmed', async () => {
    const { text } = await render('application-submitted', {
      claim: undefined,
      confirming: '$1,000.00',
    });
    expect(flat(text)).toMatch(/Being confirmed:? \$1,000\.00/);
    expect(flat(text)).toContain('Your payment of $1,000.00 is being confirmed. You don’t need');
    expect(text).not.toMatch(/Still to pay|Being checked/);
    expect(text).not.toContain('checking our account for it');
  });

  test('of a plan whose kit goes when everything is paid promises it for no earlier payment', async () => {
    const schedule = { payments: 12, total: '$1,200.00' };
    const kitRelease = 'fully_paid';
    const { text } = await render('application-submitted', { schedule, kitRelease });
    expect(flat(text)).toContain('after we receive your form and all of its payments.');
    expect(flat(text)).toContain('No kit is sent before everything is paid.');
    expect(flat(text)).not.toContain(KIT_SENTENCE);
  });

  test('about a payment that came short says what is left and where to pay it', async () => {
    const difference = { due: '$100.00', rest: '$25.00' };
    const mail = await render('payment-confirmed', { difference, paymentsLeft: 0 });
    expect(mail.text).toContain('$25.00 of this payment is still due');
    expect(mail.text).not.toContain('Everything is paid');
    expect(mail.html).toContain('href="https://one.example/application"');
    const linked = await render('payment-confirmed', {
      difference,
      statusUrl: 'https://x.example/#k',
    });
    expect(linked.html).toContain('href="https://x.example/#k"');
  });

  test.each([
    ['en', '$300 of $1,200 paid, $900 left. Next payment: $100 on 3 March 2027.'],
    ['fr', '$300 payés sur $1 200, il reste $900. Prochain paiement : $100 le 3 mars 2027.'],
  ])('about a payment says in both parts what is paid of the whole (%s)', async (locale, said) => {
    const next = { amount: '$100', day: '2027-03-03', isDue: false };
    const mail = await renderMail(
      'payment-confirmed',
      {
        ...props['payment-confirmed'],
        balance: { paid: '$300', total: '$1,200', left: '$900', next },
        railReference: `0x${'ab'.repeat(32)}`,
      },
      { ...options, locale },
    );
    const plain = (text: string) => flat(text).replaceAll(/[\u00a0\u202f]/g, ' ');
    for (const part of [mail.text, textOf(mail.html)]) {
      expect(plain(part)).toContain(said);
      expect(part).toContain(`0x${'ab'.repeat(32)}`);
    }
  });

  test('about the last payment says once that everything is paid', async () => {
    const balance = { paid: '$1,000.00', total: '$1,000.00', left: null, next: null };
    const { text } = await render('payment-confirmed', { paymentsLeft: 0, payments: 1, balance });
    expect(flat(text)).toContain('You’ve paid in full.');
    expect(text).not.toContain('of $1,000.00');
    // The kit is all that is left to wait for.
    expect(flat(text)).toMatch(/comes next\. We’ll send your kit/);
    const done = await render('payment-confirmed', { paymentsLeft: 0, balance, sendsKit: false });
    expect(flat(done.text)).toContain('You’ve paid in full.');
    expect(done.text).not.toContain('comes next');
  });

  test('about a payment that submitted the application says that we have it, and the plan’s terms', async () => {
    const submitted = { kitRelease: 'first_payment' as const };
    const mail = await render('payment-confirmed', {
      submitted,
      sendsKit: true,
      kitBy: '2026-12-02',
    });
    expect(mail.text).toContain('We have your application and your payment');
    expect(mail.text.indexOf('Payment received')).toBeLessThan(mail.text.indexOf('We have your'));
    for (const sentence of [
      'Keep your reference and quote it whenever you write to us.',
      'We’ll send your kit within 2-3 business days, by 2 December 2026,',
      'You can cancel anytime after 3 payments',
      NO_REFUND_SENTENCE,
    ])
      expect(flat(mail.text)).toContain(sentence);
    const once = await render('payment-confirmed', { submitted, payments: 1, sendsKit: false });
    expect(flat(once.text)).toContain(KIT_SENTENCE);
    expect(flat(once.text)).not.toContain('You can cancel');
    const { text } = await render('payment-confirmed');
    expect(text).not.toContain('We have your application');
    expect(text).not.toContain('You can cancel');
  });

  test('about a payment names its receipt and opens it', async () => {
    const mail = await render('payment-confirmed');
    expect(mail.text).toContain('OAP-000123');
    expect(mail.html).toContain('href="https://one.example/receipt/OAP-000123?key=k"');
  });

  test('about money that went back says how much, when and why', async () => {
    const { subject, text } = await render('refund-recorded', { reason: 'Paid twice.' });
    expect(subject).toBe('Your refund: PX-7K4M2');
    for (const said of ['$100.00', '21 November 2026', 'OAP-000123', 'Paid twice.'])
      expect(text).toContain(said);
  });

  test('about a payment that was too much says by how much', async () => {
    const difference = { due: '$100.00', over: '$800.00' };
    const { text } = await render('payment-confirmed', { difference, amount: '$900.00' });
    expect(text).toContain('You paid $800.00 more than was due');
    expect(text).not.toContain('still due');
  });

  test('has its dates in words', async () => {
    expect((await render('payment-confirmed')).text).toContain('21 November 2026');
    expect((await render('payment-destination-changed')).text).toMatch(
      /21 November 2026(,| at) 03:42 UTC/,
    );
  });

  test.each([
    ['claim-rejected', 'Enter the right number', '/application'],
    ['declaration-signed', 'Open the Unity Declaration', '/sign'],
  ] as const)('%s leads by “%s” to %s', async (template, words, path) => {
    const mail = await render(template);
    expect(mail.text).toContain(`${words}\nhttps://one.example${path}`);
  });

  test.each([
    ['due-soon', 'Pay $100.00 now'],
    ['due-today', 'Pay $100.00 now'],
    ['due-late', 'Pay $100.00 now'],
    ['plan-past-due', 'Pay $100.00 now'],
    ['due-payment-failed', 'Pay $100.00 now'],
    ['charge-soon', 'See your payments'],
    ['draft-link', 'Continue'],
    ['draft-saved', 'Continue to Payment'],
    ['application-needs-information', 'Correct my details'],
    ['application-dispatched', 'See your application'],
  ] as const)('%s leads to the application’s page by “%s”', async (template, label) => {
    const mail = await render(template);
    expect(mail.text).toContain(`${label}\nhttps://one.example/application#key=k`);
    expect(flat(mail.text)).toContain('Anyone with this link can open your application');
  });

  test('about a due names it, its day and its amount', async () => {
    const { text } = await render('due-late');
    expect(text).toContain('4 of 12');
    expect(text).toContain('21 February 2027');
    expect(text).toContain('$100.00');
  });

  test('about a charge says that it comes by itself, and one about a due that nothing does', async () => {
    expect(flat((await render('charge-soon')).text)).toContain('You don’t need to do anything.');
    expect(flat((await render('due-soon')).text)).toContain('You won’t be charged automatically.');
  });

  test('about a cancelled application says what becomes of the money that was paid, if there is any', async () => {
    const { text } = await render('application-cancelled', { received: '$100.00' });
    expect(flat(text)).toContain(
      'What you have paid, $100.00, is not refunded automatically, and your receipts stay valid.',
    );
    const { received: _, ...unpaid } = props['application-cancelled'];
    const silent = await renderMail('application-cancelled', unpaid, options);
    expect(silent.text).not.toContain('receipts');
  });

  test('leaves out a courier and a note that nobody gave', async () => {
    const sent = await render('application-dispatched', { courier: '', trackingNumber: '' });
    expect(sent.text).not.toMatch(/courier|tracking/i);
    const { html } = await render('application-cancelled', { note: '' });
    const bar = '<td width="4" style';
    expect(html).not.toContain(bar);
    expect((await render('application-cancelled')).html).toContain(bar);
  });

  test('is drawn at the width of the phone that reads it', async () => {
    expect((await render('welcome')).html).toContain(
      '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
    );
  });

  test('keeps the lines of a message in both forms', async () => {
    const mail = await render('contact-notification', { message: 'first\nsecond' });
    expect(mail.text).toContain('first\nsecond');
    expect(mail.html).toMatch(/first<br\/?>second/);
  });

  test('leaves out what a volunteer or a partner did not give', async () => {
    const volunteer = { phone: null, experience: null };
    const mail = await render('volunteer-notification', volunteer);
    expect(mail.text).toContain('Skills');
    expect(mail.text).not.toMatch(/Phone|Experience|null/);
    const partner = await render('partner-notification', { size: null, website: null });
    expect(partner.text).toContain('Organization type');
    expect(partner.text).not.toMatch(/Organization size|Website|null/);
  });

  test('is marked in its subject when it comes from the sandbox, and only then', async () => {
    const marked = await renderMail('welcome', props.welcome, { ...options, sandbox: true });
    expect(marked.subject).toBe('[Sandbox] Welcome to One Africa Passport');
    expect((await render('welcome')).subject).toBe('Welcome to One Africa Passport');
  });

  test.each([
    'declaration-signed',
    'contact-received',
    'volunteer-received',
    'partner-received',
    'claim-received',
    'draft-link',
    'draft-saved',
    'application-link',
    'due-soon',
    'application-approved',
    'verify-email',
    'email-change-link',
  ] as const)('(%s) greets nobody by a name that leads somewhere', async (template) => {
    const { html, text, subject } = await render(template, { name: 'Win at evil.example now' });
    expect(`${html} ${text} ${subject}`).not.toContain('evil');
    expect(text).toContain('Hello,');
  });

  test.each(['claim-received', 'claim-waiting', 'application-submitted'] as const)(
    '(%s) calls the number of a transfer as the field for it does',
    async (template) => {
      const textOfRail = async (method: string) =>
        (
          await render(template, {
            method,
            number: '4711',
            claim: { amount: '$100.00', number: '4711' },
          })
        ).text;
      expect(await textOfRail('Zelle')).toMatch(/Zelle confirmation number:?\s+4711/);
      expect(await textOfRail('Bank transfer')).toMatch(/Bank reference number:?\s+4711/);
    },
  );

  test('welcomes nobody by a name that leads somewhere', async () => {
    const { html, text, subject } = await render('welcome', { firstName: 'https://evil.example' });
    expect(`${html} ${text} ${subject}`).not.toContain('evil');
    expect(text).toContain('Welcome');
  });

  test('that does not exist is an error', async () => {
    await expect(renderMail('toString', {}, options)).rejects.toThrow(
      'There is no mail "toString".',
    );
  });
});
