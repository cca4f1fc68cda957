import type { MailProps, MailTemplate } from '../mails.contract.ts';
import { accountMails } from './account-examples.rules.ts';
import { applicationMails } from './application-examples.rules.ts';

/** In an administrator's own words: those are previewed where they are written. */
type OwnWords = 'letter' | 'news' | 'submission-reply';
export type ExampleName = Exclude<MailTemplate, OwnWords>;

const when = '2026-11-21T09:30:00.000Z';
const adminUrl = 'https://one.example/admin';
const statusUrl = 'https://one.example/application#key=k';
const notMeUrl = 'https://one.example/account/not-me#key=k';
const awa = { name: 'Awa Diop' };
const kofi = { name: 'Kofi Mensah', email: 'kofi.mensah@example.org', country: 'Ghana' };
const paid = { reference: 'PX-7K4M2', method: 'Zelle', amount: '$100.00', number: '4711' };
const transfer = {
  ...awa,
  reference: paid.reference,
  method: 'Zelle',
  amount: '$100.00',
  memo: 'PX-7K4M2-4',
  destination: { email: 'pay@example.org', phone: '+1 202 555 0143' },
  statusUrl,
};

/** What each mail is told when somebody looks at it. All of these people are made up. */
export const EXAMPLES: { readonly [T in ExampleName]: MailProps[T] } = {
  'declaration-signed': awa,
  'contact-received': awa,
  'contact-notification': { ...kofi, message: 'When will you be in Accra?' },
  'volunteer-received': awa,
  'volunteer-notification': {
    ...kofi,
    phone: '+233 24 555 0143',
    availability: 'Flexible as needed',
    skills: 'Translation, photography',
    experience: null,
    motivation: 'I want my daughters to travel more easily than I did.',
  },
  'partner-received': awa,
  'partner-notification': {
    ...kofi,
    organization: 'Loom & Letters',
    type: 'Educational Institution',
    size: '11-50 employees',
    website: 'https://example.org',
    partnership: 'Educational & Training',
    contribution: 'Rooms for lessons about the declaration.',
    message: 'We would like to begin in spring.',
  },
  'application-submitted': {
    ...awa,
    ...paid,
    plan: 'Payment plan',
    schedule: { payments: 12, total: '$1,200.00' },
    statusUrl,
  },
  'claim-received': { ...awa, ...paid, statusUrl },
  'payment-confirmed': {
    ...awa,
    reference: paid.reference,
    amount: '$100.00',
    receivedOn: '2026-11-21',
    paymentsLeft: 11,
    receipt: { name: 'OAP-000123', url: 'https://one.example/receipt/OAP-000123?key=k' },
    statusUrl,
  },
  'refund-recorded': {
    ...awa,
    reference: paid.reference,
    amount: '$100.00',
    refundedOn: '2026-11-21',
    reason: 'It was paid twice.',
    receipt: 'OAP-000123',
  },
  'claim-rejected': {
    ...awa,
    reference: paid.reference,
    amount: '$100.00',
    reason: 'No payment with this number has arrived.',
    statusUrl,
  },
  'transfer-details': transfer,
  'transfer-reminder': transfer,
  'transfer-expired': { ...awa, reference: paid.reference, amount: '$100.00', statusUrl },
  'claim-waiting': { ...awa, ...paid, statusUrl },
  'claims-waiting': {
    count: 2,
    claims: [
      { reference: 'PX-7K4M2', method: 'Zelle', amount: '$100.00', days: 4 },
      { reference: 'PX-9Q2T5', method: 'Bank wire', amount: '$1,000.00', days: 3 },
    ],
    adminUrl,
  },
  'claim-notification': { ...paid, adminUrl },
  'payment-review': { ...paid, number: '8MC58553LB', issue: 'ORDER_ALREADY_CAPTURED', adminUrl },
  'money-waits': { count: 1, kinds: [{ kind: 'Less came than was due', count: 1 }], adminUrl },
  'payment-destination-changed': {
    changedBy: 'amara@example.org',
    configType: 'zelle',
    before: 'old@example.org',
    after: 'pay@example.org',
    when,
  },
  'mail-server-changed': {
    changedBy: 'amara@example.org',
    before: { sender: 'office@example.org', server: 'smtp.gmail.com:587' },
    after: { sender: 'team@example.org', server: 'smtp.example.org:465' },
    when,
  },
  'notification-email-changed': {
    changedBy: 'amara@example.org',
    before: null,
    after: 'desk@example.org',
    when,
  },
  'email-test': { server: 'smtp.example.org:587', sender: 'team@example.org', when },
  ...accountMails(awa),
  ...applicationMails({ ...awa, note: 'Please send us a clearer photo.', courier: 'DHL' }),
  'messages-waiting': {
    ...awa,
    count: 3,
    people: [{ name: 'Kofi Mensah', count: 3 }],
    others: 0,
    offUrl: 'https://one.example/account/mail-off#key=k',
    oneClickUrl: 'https://one.example/api/messages/mail-off?key=k',
  },
  'reports-waiting': { count: 2, adminUrl },
  'failure-digest': {
    count: 15,
    since: when,
    failed: { single: 1, notices: 1, bulk: 12 },
    mails: [
      {
        domain: 'example.org',
        words: '550 5.1.1 <…@example.org>: Recipient address rejected: User unknown',
        at: when,
      },
    ],
    stopped: {
      count: 1,
      named: [{ subject: 'The first kits are woven', tried: 40, troubled: 3 }],
    },
    jobs: [],
    waiting: [{ kind: 'contact', count: 2, days: 4 }],
    mailUrl: 'https://one.example/admin/email?status=failed',
    adminUrl,
  },
  'second-factor-changed': { ...awa, change: 'passkey-added', passkey: 'Phone', when, notMeUrl },
  'recovery-code-used': { ...awa, left: 9, when, notMeUrl },
};

/** Every mail that the site sends by itself, in the order of its people's way through it. */
export const EXAMPLE_NAMES = Object.keys(EXAMPLES) as ExampleName[];

export const isExample = (name: string): name is ExampleName => Object.hasOwn(EXAMPLES, name);
