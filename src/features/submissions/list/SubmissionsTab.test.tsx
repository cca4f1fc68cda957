import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Permission } from '../../../shared/access.ts';
import type { AnswerOf } from '../../../shared/endpoint.ts';
import { permissionsOf } from '../../../shared/roles.ts';
import { useAddress } from '../../../web/address.ts';
import { PermissionsContext } from '../../../web/permissions.tsx';
import {
  answers,
  inTurn,
  refuses,
  type Sent,
  serve as serveAlone,
} from '../../../web/testing.fetch.ts';
import { openPage } from '../../../web/testing.page.ts';
import { ApplicationPayments } from '../../payments/admin/ApplicationPayments.tsx';
import { WaitingClaims } from '../../payments/rails/transfer/confirmation/WaitingClaims.tsx';
import {
  confirmPayment,
  findMatchSuggestions,
  listPaymentsForAdmin,
  type PaymentRow,
  rejectPayment,
} from '../../payments/rails/transfer/confirmation/confirmation.contract.ts';

import { countSignatures } from '../../declaration/declaration.contract.ts';
import { DeclarationsTab } from '../signatures/DeclarationsTab.tsx';
import { CONTACT_PATH } from '../kinds/Kinds.tsx';
import { DECLARATIONS_PATH } from '../signatures/paths.rules.ts';
import { KindTab } from './KindTab.tsx';
import { SubmissionsTab } from './SubmissionsTab.tsx';
import { findReplies, sendReply } from '../reply/reply.contract.ts';
import { readSignatureTrend } from '../signatures/signature.contract.ts';
import {
  exportSubmissions,
  listContactSubmissions,
  listPassportApplications,
  listUnityDeclarations,
  listVolunteerSubmissions,
  summarizeSubmissions,
} from '../kinds/submissions.contract.ts';
import { findTriage, listTriageChoices, type Triage } from '../triage/triage.contract.ts';

const at = '2026-11-05T10:00:00.000Z';
const id = (n: number) => `6b1f8f9e-6f0e-4a57-9f0a-${String(n).padStart(12, '0')}`;

const untouched: Triage = { status: 'new', owner: null, tags: [], version: 0, daysWaited: null };

const contactOf = (n: number, more: object = {}) => ({
  id: id(n),
  firstName: 'Amina',
  lastName: `Bello ${n}`,
  email: `person.${n}@example.org`,
  country: 'Ghana',
  message: `Message ${n}`,
  createdAt: at,
  mailed: false,
  triage: untouched,
  ...more,
});

const claim: PaymentRow = {
  id: id(900),
  applicationId: id(800),
  reference: 'PX-7K4M2',
  name: 'Kwame Mensah',
  email: 'kwame@example.org',
  method: 'zelle',
  status: 'claimed',
  flag: 'none',
  numberInReview: false,
  sameNumber: 1,
  amount: '1000.00',
  currency: 'USD',
  received: null,
  receivedOn: null,
  statementLine: null,
  number: 'ZL12345',
  reason: null,
  instalment: 1,
  of: 1,
  createdAt: at,
  updatedAt: at,
};

const application = {
  id: id(800),
  reference: 'PX-7K4M2',
  firstName: 'Kwame',
  lastName: 'Mensah',
  dateOfBirth: '02/11/1988',
  placeOfBirth: 'Kumasi',
  currentNationality: 'Ghana',
  telephone: '+233 20 123 4567',
  email: 'kwame@example.org',
  homeAddress: 'House 14, Osu, Accra',
  paymentPlan: 'onetime',
  paymentAmount: '1000.00',
  paymentMethod: 'zelle',
  paypalOrderId: null,
  paymentStatus: 'awaiting_verification',
  applicationStatus: 'submitted',
  noticeVersion: '2026-11',
  createdAt: at,
  updatedAt: at,
  payments: [
    {
      id: claim.id,
      method: 'zelle',
      number: 'ZL12345',
      status: 'claimed',
      flag: 'none',
      amount: '1000.00',
      received: null,
      createdAt: at,
    },
  ],
  paymentsMade: 0,
  paymentsInAll: 1,
  mailed: true,
};

const volunteer = {
  id: id(700),
  firstName: 'Esi',
  lastName: 'Owusu',
  email: 'esi@example.org',
  country: 'Ghana',
  phone: null,
  skills: 'Carpentry',
  experience: null,
  availability: 'Project-based',
  motivation: 'One cloth.',
  createdAt: at,
  mailed: false,
  triage: untouched,
};

const partner = {
  id: id(600),
  organizationName: 'Baobab Ltd',
  contactFirstName: 'Kofi',
  contactLastName: 'Boateng',
  contactEmail: 'kofi@example.org',
  country: 'Ghana',
  organizationType: 'Business/Corporation',
  organizationSize: null,
  website: 'https://baobab.example',
  partnershipType: 'Advocacy & Awareness',
  proposedContribution: 'Rooms in Accra',
  message: 'When may we begin?',
  createdAt: at,
  mailed: true,
  triage: untouched,
};

type Summary = AnswerOf<typeof summarizeSubmissions>;
const empty: Summary = {
  counts: {
    contact: 0,
    passportApplications: 0,
    unityDeclarations: 0,
    volunteers: 0,
    partners: 0,
    users: 0,
  },
  recent: {
    contact: [],
    passportApplications: [],
    unityDeclarations: [],
    volunteers: [],
    partners: [],
    users: [],
  },
  claimsWaiting: 0,
};
const some: Summary = {
  ...empty,
  counts: { ...empty.counts, contact: 1204, passportApplications: 1, users: 3 },
  recent: { ...empty.recent, contact: [contactOf(1, { mailed: true }), contactOf(2)] },
};

const noClaims = answers(listPaymentsForAdmin, [], { 'X-Total-Count': '0' });
const oneClaim = answers(listPaymentsForAdmin, [claim], { 'X-Total-Count': '1' });
const nothingNear = answers(findMatchSuggestions, { lines: [], claims: [] });

const noChoices = answers(listTriageChoices, { administrators: [], owners: [], tags: [] });
const untriaged = answers(findTriage, {
  ...untouched,
  changedBy: null,
  changedAt: null,
  notes: [],
});
const unanswered = answers(findReplies, {
  to: { name: 'Amina Bello', email: 'person.1@example.org', language: 'en' },
  subject: 'Re: Your message to One Africa Passport',
  replyTo: 'team@example.org',
  replies: [],
});
/** Beside what a test is about, what has come in is triaged and answered by nobody. */
const serve = (...fakes: Parameters<typeof serveAlone>) =>
  serveAlone(...fakes, noChoices, untriaged, unanswered);

/** The tab that the address is in, as the page chooses it. */
function Tabs() {
  const { path } = useAddress();
  if (path === CONTACT_PATH) return <KindTab type="contact-submissions" />;
  if (path === DECLARATIONS_PATH) return <DeclarationsTab />;
  return (
    <SubmissionsTab
      board={{
        path: '/admin/fulfilment',
        label: 'Applications and kits',
        permission: 'applications:fulfil',
        content: 'The board',
      }}
      waiting={<WaitingClaims />}
      applicationExtra={({ payments, id }) =>
        payments ? <ApplicationPayments payments={payments} applicationId={id} /> : null
      }
    />
  );
}

/** As somebody who may everything, or with these permissions alone. */
const open = (path: string, rights?: readonly Permission[]) =>
  openPage(
    path,
    <PermissionsContext value={rights}>
      <Tabs />
    </PermissionsContext>,
  );

const asked = (log: Sent[]) => log.filter((sent) => sent.path === listContactSubmissions.path);
const lists = '/admin/contact';

beforeEach(() => {
  // jsdom lays nothing out: no row is ever in sight.
  vi.stubGlobal('IntersectionObserver', undefined);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

describe('the summary', () => {
  test('says when nothing has come in', async () => {
    serve(answers(summarizeSubmissions, empty), noClaims);
    open('/admin/submissions');
    expect(await screen.findByText('No form submissions yet.')).toBeTruthy();
    expect(screen.queryByText(/to be checked/)).toBeNull();
  });

  test('counts each kind and marks who was written to', async () => {
    serve(answers(summarizeSubmissions, some), noClaims);
    open('/admin');
    expect(await screen.findByRole('link', { name: 'Contact 1,204' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'User registrations 3' })).toBeTruthy();
    const [first, second] = screen.getAllByRole('button', { name: /Amina Bello/ });
    const ticks = (row: HTMLElement | undefined) =>
      row && within(row).queryAllByRole('img', { name: 'Has received an email' });
    expect(ticks(first)).toHaveLength(1);
    expect(ticks(second)).toHaveLength(0);
  });

  test('has six tiles, in the order of the specification', async () => {
    const counts = { ...some.counts, volunteers: 12, partners: 5 };
    serve(answers(summarizeSubmissions, { ...some, counts }), noClaims);
    open('/admin');
    await screen.findByRole('link', { name: 'Contact 1,204' });
    const tiles = screen.getAllByRole('link').filter((link) => /\d$/.test(link.textContent ?? ''));
    expect(tiles.map((tile) => [tile.textContent, tile.getAttribute('href')])).toEqual([
      ['Contact 1,204', lists],
      ['Passport applications 1', '/admin/submissions/passport-applications'],
      ['Unity declarations 0', '/admin/declarations'],
      ['Volunteers 12', '/admin/submissions/volunteer-submissions'],
      ['Partners 5', '/admin/submissions/partner-submissions'],
      ['User registrations 3', '/admin/submissions/users'],
    ]);
  });

  test('has neither tile nor list of accounts for who may not see them', async () => {
    const counts = { ...some.counts, users: null };
    const recent = { ...some.recent, users: null };
    serve(answers(summarizeSubmissions, { ...some, counts, recent }), noClaims);
    open('/admin', permissionsOf('finance'));
    await screen.findByRole('link', { name: 'Contact 1,204' });
    expect(screen.queryByText('User registrations')).toBeNull();
    expect(screen.queryByRole('link', { name: /^User registrations/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Passport applications 1' })).toBeTruthy();
  });

  test('opens everything that a partner has sent, by the name of the organization', async () => {
    const recent = { ...some.recent, partners: [partner] };
    serve(answers(summarizeSubmissions, { ...some, recent }), noClaims);
    open('/admin');
    await userEvent.click(await screen.findByRole('button', { name: /Baobab Ltd/ }));
    const dialog = await screen.findByRole('dialog', { name: /Baobab Ltd/ });
    const facts = [...dialog.querySelectorAll('dl > div')].map((fact) =>
      [...fact.children].map((part) => part.textContent),
    );
    expect(facts).toEqual([
      ['Organization type', 'Business/Corporation'],
      ['Organization size', '–'],
      ['Country', 'Ghana'],
      ['Website', 'https://baobab.example'],
      ['Contact person’s first name', 'Kofi'],
      ['Contact person’s last name', 'Boateng'],
      ['Email', 'kofi@example.org'],
      ['Partnership type', 'Advocacy & Awareness'],
      ['Proposed contribution', 'Rooms in Accra'],
      ['Message', 'When may we begin?'],
      ['Received', expect.stringContaining('2026')],
    ]);
    // What a stranger typed is no link for an administrator to follow.
    const links = within(dialog).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(['Open person']);
  });

  test('says why it could not be loaded', async () => {
    serve(refuses(summarizeSubmissions, 503, { message: 'The database is away.' }), noClaims);
    open('/admin');
    expect(await screen.findByText('The database is away.')).toBeTruthy();
  });

  test('opens a list by its tile and comes back by Back to Summary', async () => {
    serve(
      answers(summarizeSubmissions, some),
      noClaims,
      answers(listContactSubmissions, [contactOf(1)], { 'X-Total-Count': '1' }),
    );
    open('/admin');
    await userEvent.click(await screen.findByRole('link', { name: 'Contact 1,204' }));
    expect(location.pathname).toBe(lists);
    expect(await screen.findByRole('button', { name: 'Amina Bello 1' })).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Back to Summary' }));
    expect(await screen.findByRole('heading', { name: 'Most recent' })).toBeTruthy();
    expect(location.pathname).toBe('/admin/submissions');
  });
});

describe('the Contact tab', () => {
  test('shows name, email, country, date and message of every request', async () => {
    serve(answers(listContactSubmissions, [contactOf(1)], { 'X-Total-Count': '1' }));
    open('/admin/contact');
    const row = await screen.findByRole('row', { name: /Amina Bello 1/ });
    expect(screen.getByRole('heading', { name: 'Contact' })).toBeTruthy();
    const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(headers).toEqual([
      'Selected',
      'Name',
      'Status',
      'Email',
      'Country',
      'Received',
      'Message',
    ]);
    const cells = [...row.children].map(({ textContent }) => textContent);
    expect(cells).toEqual([
      '',
      'Amina Bello 1',
      'New',
      'person.1@example.org',
      'Ghana',
      '5 Nov 2026',
      'Message 1',
    ]);
  });

  test('is where the address below Submissions leads, with what it asked for', async () => {
    serve(answers(listContactSubmissions, [contactOf(1)], { 'X-Total-Count': '1' }));
    open('/admin/submissions/contact-submissions?country=Ghana');
    expect(await screen.findByRole('button', { name: 'Amina Bello 1' })).toBeTruthy();
    expect(location.pathname + location.search).toBe('/admin/contact?country=Ghana');
  });
});

describe('the Declarations tab', () => {
  const signature = {
    id: id(1),
    fullName: 'Kofi Boateng',
    email: 'kofi@example.org',
    country: 'Ghana',
    signedAt: at,
    confirmedAt: null,
    invalidatedAt: null,
    mailed: false,
  };
  const tally = { count: 1204, byCountry: { Ghana: 1204 } };

  test('shows full name, email, country and the moment of every signature, and how many there are', async () => {
    serve(
      answers(listUnityDeclarations, [signature], { 'X-Total-Count': '1' }),
      answers(countSignatures, tally),
      answers(readSignatureTrend, {
        days: [],
        invalidated: [],
        invalidatedBefore: 0,
        unconfirmed: 0,
        onPaper: 0,
      }),
    );
    open('/admin/declarations?country=Ghana');
    const row = await screen.findByRole('row', { name: /Kofi Boateng/ });
    const table = within(screen.getByRole('table', { name: 'Unity declarations' }));
    const headers = table.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(headers).toEqual(['Full name', 'Email', 'Country', 'Signed', 'Status']);
    expect(row.textContent).toMatch(
      /kofi@example\.org.*Ghana.*5 Nov 2026, \d\d:\d\d.*Not confirmed yet/,
    );
    // The total is of all, whatever the list is narrowed to.
    const label = await screen.findByText('Total signatures:');
    expect(label.parentElement?.textContent).toBe('Total signatures: 1,204');
  });
});

describe('a list', () => {
  test('asks the server for what its address says', async () => {
    const log = serve(answers(listContactSubmissions, [contactOf(1)], { 'X-Total-Count': '1' }));
    open(`${lists}?search=amina&country=Ghana&sort=-lastName`);
    await screen.findByRole('button', { name: 'Amina Bello 1' });
    expect(Object.fromEntries(asked(log)[0]?.query ?? [])).toEqual({
      search: 'amina',
      country: 'Ghana',
      sort: '-lastName',
      limit: '200',
      counted: 'part',
    });
    expect(screen.getByLabelText<HTMLInputElement>('Search').value).toBe('amina');
    expect(screen.getByLabelText<HTMLSelectElement>('Country').value).toBe('Ghana');
    const header = screen.getByRole('columnheader', { name: 'Name' });
    expect(header.getAttribute('aria-sort')).toBe('descending');
  });

  test('keeps search, filter and sort in the address', async () => {
    serve(answers(listContactSubmissions, [contactOf(1)], { 'X-Total-Count': '1' }));
    open(lists);
    await screen.findByRole('button', { name: 'Amina Bello 1' });
    await userEvent.type(screen.getByLabelText('Search'), 'aflao{Enter}');
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'Ghana');
    await userEvent.click(screen.getByRole('button', { name: 'Email' }));
    await waitFor(() => expect(location.search).toBe('?search=aflao&country=Ghana&sort=email'));
  });

  test('follows the browser back to the filter before', async () => {
    serve(answers(listContactSubmissions, [contactOf(1)], { 'X-Total-Count': '1' }));
    open(lists);
    await screen.findByRole('button', { name: 'Amina Bello 1' });
    const country = screen.getByLabelText<HTMLSelectElement>('Country');
    await userEvent.selectOptions(country, 'Ghana');
    expect(country.value).toBe('Ghana');
    history.back();
    await waitFor(() => expect(country.value).toBe(''));
  });

  test('goes on with the cursor of the Link header', async () => {
    const log = serve(
      inTurn(
        answers(listContactSubmissions, [contactOf(1)], {
          Link: '</api/admin/contact?limit=200&cursor=abc%2Bdef>; rel="next"',
          'X-Total-Count': '2',
        }),
        answers(listContactSubmissions, [contactOf(2)], { 'X-Total-Count': '2' }),
      ),
    );
    open(lists);
    expect(await screen.findByText('1 of 2 rows')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('2 of 2 rows')).toBeTruthy();
    expect(asked(log)[1]?.query.get('cursor')).toBe('abc+def');
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  test('says that nothing matches and shows everything again', async () => {
    serve(
      answers(listContactSubmissions, (sent: Sent) =>
        sent.query.get('search') ? [] : [contactOf(1)],
      ),
    );
    open(`${lists}?search=zzz`);
    expect(await screen.findByText('No results.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show everything' }));
    expect(await screen.findByRole('button', { name: 'Amina Bello 1' })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Search').value).toBe('');
  });

  test('says why it could not be loaded', async () => {
    serve(refuses(listContactSubmissions, 503, { message: 'The database is away.' }));
    open(lists);
    expect(await screen.findByText('The database is away.')).toBeTruthy();
  });

  test('opens a row with everything that was sent', async () => {
    const message = 'First line\n\nSecond line, '.repeat(40);
    serve(answers(listContactSubmissions, [contactOf(1, { message })], { 'X-Total-Count': '1' }));
    open(lists);
    await userEvent.click(await screen.findByRole('button', { name: 'Amina Bello 1' }));
    const dialog = await screen.findByRole('dialog', { name: 'Amina Bello 1' });
    expect(dialog.textContent).toContain(message);
    expect(within(dialog).getByText('person.1@example.org')).toBeTruthy();
  });
});

describe('an opened entry', () => {
  const known = answers(listContactSubmissions, [contactOf(1), contactOf(2)], {
    'X-Total-Count': '2',
  });
  const opened = (n: number) => screen.findByRole('dialog', { name: `Amina Bello ${n}` });

  test('has an address of its own beside the filters, and Back closes it', async () => {
    serve(known);
    open(`${lists}?country=Ghana`);
    await userEvent.click(await screen.findByRole('button', { name: 'Amina Bello 2' }));
    await opened(2);
    expect(location.search).toBe(`?country=Ghana&open=${id(2)}`);
    history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(location.search).toBe('?country=Ghana');
  });

  test('is opened by its address, and closing it leaves the list', async () => {
    serve(known);
    open(`${lists}?country=Ghana&open=${id(2)}`);
    const dialog = await opened(2);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(location.search).toBe('?country=Ghana');
  });

  test('that is on none of the pages shown is asked for alone', async () => {
    const log = serve(
      answers(listContactSubmissions, (sent: Sent) => [
        contactOf(sent.query.get('id') === id(7) ? 7 : 1),
      ]),
    );
    open(`${lists}?open=${id(7)}`);
    await opened(7);
    expect(asked(log).map(({ query }) => query.get('id'))).toEqual([null, id(7)]);
  });

  test('that does not exist says so', async () => {
    serve(
      answers(listContactSubmissions, (sent: Sent) => (sent.query.get('id') ? [] : [contactOf(1)])),
    );
    open(`${lists}?open=${id(7)}`);
    expect(await screen.findByRole('dialog', { name: 'Nothing found here' })).toBeTruthy();
  });

  test('of the summary has one too', async () => {
    serve(answers(summarizeSubmissions, some), noClaims);
    open('/admin/submissions');
    await userEvent.click(await screen.findByRole('button', { name: /Amina Bello 2/ }));
    await opened(2);
    expect(location.search).toBe(`?kind=contact-submissions&open=${id(2)}`);
    cleanup();
    open(location.pathname + location.search);
    await opened(2);
  });
});

describe('a plan', () => {
  test('that is paid in time says how far it is, without an alarm', async () => {
    const plan = { ...application, paymentStatus: 'partially_paid', payments: [] };
    serve(
      answers(listPassportApplications, [{ ...plan, paymentsMade: 1, paymentsInAll: 12 }], {
        'X-Total-Count': '1',
      }),
    );
    open('/admin/submissions/passport-applications');
    const said = await screen.findByText('1 of 12 paid');
    expect(said.className).toContain('text-muted');
  });
});

describe('an application', () => {
  test('whose person has been removed is listed by its number, and leads to nobody', async () => {
    const nobody = { firstName: '', lastName: '', email: '', dateOfBirth: '', homeAddress: '' };
    const row = { ...application, ...nobody, mailed: false, payments: [] };
    serve(answers(listPassportApplications, [row], { 'X-Total-Count': '1' }));
    open('/admin/submissions/passport-applications');
    await userEvent.click(await screen.findByRole('button', { name: application.reference }));
    const dialog = within(await screen.findByRole('dialog', { name: application.reference }));
    expect(dialog.queryByRole('link', { name: 'Open person' })).toBeNull();
  });

  test('is read without anything of its payments by who may not see them', async () => {
    const moneyless = {
      ...application,
      paymentAmount: null,
      payments: null,
      paymentsMade: null,
      paymentsInAll: null,
    };
    serve(answers(listPassportApplications, [moneyless], { 'X-Total-Count': '1' }));
    open('/admin/submissions/passport-applications', permissionsOf('moderator'));
    await userEvent.click(await screen.findByRole('button', { name: /Kwame Mensah/ }));
    const dialog = await screen.findByRole('dialog', { name: /Kwame Mensah/ });
    const labels = [...dialog.querySelectorAll('dt')].map((label) => label.textContent);
    expect(labels).toEqual(expect.arrayContaining(['Payment', 'Plan', 'Method']));
    expect(labels).not.toContain('Amount');
    expect(labels).not.toContain('Card order');
    expect(screen.queryByRole('columnheader', { name: 'Amount' })).toBeNull();
    expect(dialog.textContent).toContain('Awaiting verification');
  });
});

describe('the list of volunteers', () => {
  const path = '/admin/submissions/volunteer-submissions';

  test('is searched, sorted and downloaded like the others', async () => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    URL.createObjectURL = () => 'blob:one';
    const log = serve(
      answers(listVolunteerSubmissions, [volunteer], { 'X-Total-Count': '1' }),
      answers(exportSubmissions, 'id\r\n', { 'Content-Type': 'text/csv' }),
    );
    open(`${path}?search=carpentry&country=Ghana&sort=-availability`);
    expect(await screen.findByRole('button', { name: 'Esi Owusu' })).toBeTruthy();
    const request = log.find((sent) => sent.path === listVolunteerSubmissions.path);
    expect(Object.fromEntries(request?.query ?? [])).toMatchObject({
      search: 'carpentry',
      country: 'Ghana',
      sort: '-availability',
    });
    const header = screen.getByRole('columnheader', { name: 'Availability' });
    expect(header.getAttribute('aria-sort')).toBe('descending');
    await userEvent.click(screen.getByRole('button', { name: /Download CSV/ }));
    expect(await screen.findByText('Download Successful')).toBeTruthy();
    expect(log.at(-1)?.path).toBe('/api/admin/export/volunteer-submissions');
    expect(Object.fromEntries(log.at(-1)?.query ?? [])).toEqual({
      search: 'carpentry',
      country: 'Ghana',
      sort: '-availability',
    });
  });
});

describe('Send and next', () => {
  const two = answers(listContactSubmissions, [contactOf(1), contactOf(2)], {
    'X-Total-Count': '2',
  });
  const sent = answers(sendReply, { message: 'Your reply is on its way.' });
  let now = 0;
  beforeEach(() => {
    vi.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => vi.restoreAllMocks());

  async function answer(name: RegExp) {
    const dialog = within(await screen.findByRole('dialog', { name }));
    await userEvent.type(await dialog.findByRole('textbox', { name: 'Your reply' }), 'In May.');
    now += 500;
    await userEvent.click(dialog.getByRole('button', { name: 'Send and next' }));
  }

  test('sends the reply and opens the next message; after the last one the list has the focus', async () => {
    const log = serve(two, sent);
    open(lists);
    await userEvent.click(await screen.findByRole('button', { name: /Bello 1/ }));
    await answer(/Bello 1/);
    const second = await screen.findByRole('dialog', { name: /Bello 2/ });
    expect(document.activeElement?.textContent).toBe('Write');
    expect(location.search).toBe(`?open=${id(2)}`);
    expect(within(second).getByText('Your reply is on its way.')).toBeTruthy();
    await answer(/Bello 2/);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('That was the last one in this list.')).toBeTruthy();
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Contact' })),
    );
    expect(log.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      expect.objectContaining({ text: 'In May.' }),
      expect.objectContaining({ text: 'In May.' }),
    ]);
  });

  test('does not say that a message was the last one where the list goes on', async () => {
    const oneOfFive = answers(listContactSubmissions, [contactOf(1)], { 'X-Total-Count': '5' });
    serve(oneOfFive, sent);
    open(lists);
    await userEvent.click(await screen.findByRole('button', { name: /Bello 1/ }));
    await answer(/Bello 1/);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Your reply is on its way.')).toBeTruthy();
    expect(screen.queryByText('That was the last one in this list.')).toBeNull();
  });

  test('stays with the message while a note to it is not saved', async () => {
    serve(two, sent);
    open(lists);
    await userEvent.click(await screen.findByRole('button', { name: /Bello 1/ }));
    const dialog = within(await screen.findByRole('dialog', { name: /Bello 1/ }));
    const note = await dialog.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
    await userEvent.type(note, 'Calls again.');
    await answer(/Bello 1/);
    expect(await screen.findByText('Your reply is on its way.')).toBeTruthy();
    expect(screen.getByRole('dialog', { name: /Bello 1/ })).toBeTruthy();
    expect(note.value).toBe('Calls again.');
  });

  test('is no step of a reply that stays to be read: Send reply leaves the message open', async () => {
    serve(two, sent);
    open(lists);
    await userEvent.click(await screen.findByRole('button', { name: /Bello 1/ }));
    const dialog = within(await screen.findByRole('dialog', { name: /Bello 1/ }));
    await userEvent.type(await dialog.findByRole('textbox', { name: 'Your reply' }), 'In May.');
    await userEvent.click(dialog.getByRole('button', { name: 'Send reply' }));
    expect(await screen.findByText('Your reply is on its way.')).toBeTruthy();
    expect(screen.getByRole('dialog', { name: /Bello 1/ })).toBeTruthy();
  });
});

describe('Download CSV', () => {
  test('saves the file under the name of its type', async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    URL.createObjectURL = () => 'blob:one';
    const log = serve(
      answers(listContactSubmissions, [contactOf(1)], { 'X-Total-Count': '1' }),
      answers(exportSubmissions, 'id,firstName\r\n', { 'Content-Type': 'text/csv' }),
    );
    open(lists);
    await userEvent.click(await screen.findByRole('button', { name: /Download CSV/ }));
    expect(await screen.findByText('Download Successful')).toBeTruthy();
    expect(saved).toEqual(['contact-submissions.csv']);
    const sent = log.find(({ path }) => path.includes('export'));
    expect(sent?.path).toBe('/api/admin/export/contact-submissions');
    expect(sent?.headers.get('Accept')).toBe('text/csv');
    expect([...(sent?.query ?? [])]).toEqual([]);
  });

  test('says before which rows the file will hold', async () => {
    const applications = '/admin/submissions/passport-applications';
    serve(
      answers(listPassportApplications, [application], { 'X-Total-Count': '275' }),
      answers(listContactSubmissions, [contactOf(1)], { 'X-Total-Count': '1' }),
    );
    open(`${applications}?country=Kenya`);
    const rowsSaid = async (said: string) =>
      expect((await screen.findByText(said)).id).toBe(
        screen.getByRole('button', { name: 'Download CSV' }).getAttribute('aria-describedby'),
      );
    await rowsSaid('275 applications from Kenya');
    cleanup();
    open(`${lists}?country=Kenya&status=unanswered&owner=nobody&tag=press&search=visa`);
    await rowsSaid(
      '1 message from Kenya, status: Not answered yet, owner: Nobody yet, tag: press, search: “visa”',
    );
  });

  test('is narrowed to an owner who is no administrator any more', async () => {
    const left = { id: crypto.randomUUID(), name: 'Esi Left' };
    serve(
      answers(listTriageChoices, { administrators: [], owners: [left], tags: [] }),
      answers(listContactSubmissions, [contactOf(1)], { 'X-Total-Count': '1' }),
    );
    open(lists);
    await screen.findByRole('option', { name: 'Esi Left' });
    await userEvent.selectOptions(screen.getByLabelText('Owner'), 'Esi Left');
    expect(await screen.findByText('1 message, owner: Esi Left')).toBeTruthy();
  });

  test('that fails says so', async () => {
    serve(answers(listContactSubmissions, [contactOf(1)], { 'X-Total-Count': '1' }), {
      endpoint: exportSubmissions,
      reply: () => ({ status: 502, body: 'Bad gateway' }),
    });
    open(lists);
    await userEvent.click(await screen.findByRole('button', { name: /Download CSV/ }));
    expect(await screen.findByText('Download Failed')).toBeTruthy();
    expect(screen.getByText('Failed to download CSV file. Please try again.')).toBeTruthy();
  });
});

describe('a claim', () => {
  const applications = '/admin/submissions/passport-applications';
  const listed = answers(listPassportApplications, [application], { 'X-Total-Count': '1' });

  async function openApplication() {
    open(applications);
    await userEvent.click(await screen.findByRole('button', { name: /Kwame Mensah/ }));
    return screen.findByRole('dialog', { name: /Kwame Mensah/ });
  }

  test('is above the summary and opens from there', async () => {
    serve(answers(summarizeSubmissions, some), oneClaim, nothingNear);
    open('/admin');
    expect(await screen.findByText('1 payment to check')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /PX-7K4M2/ }));
    const dialog = await screen.findByRole('dialog', { name: 'PX-7K4M2 · Kwame Mensah' });
    expect(within(dialog).getByText('ZL12345')).toBeTruthy();
  });

  test('that is decided leaves the strip, which takes the focus', async () => {
    serve(
      answers(summarizeSubmissions, some),
      inTurn(oneClaim, noClaims),
      nothingNear,
      answers(rejectPayment, { message: 'The payer will get an email with the reason.' }),
    );
    open('/admin');
    await userEvent.click(await screen.findByRole('button', { name: /PX-7K4M2/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Reject...' }));
    await userEvent.type(screen.getByLabelText('Reason'), 'Nothing has arrived.');
    await userEvent.click(screen.getByRole('button', { name: /Reject payment/ }));
    const heading = await screen.findByText('No payments to check');
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(screen.queryByRole('button', { name: /PX-7K4M2/ })).toBeNull();
  });

  test('is confirmed with amount, day and statement line, after a yes, and the lists refresh', async () => {
    const paid = {
      ...application,
      paymentStatus: 'completed',
      payments: application.payments.map((payment) => ({ ...payment, status: 'succeeded' })),
    };
    const log = serve(
      inTurn(listed, answers(listPassportApplications, [paid], { 'X-Total-Count': '1' })),
      inTurn(oneClaim, noClaims),
      nothingNear,
      answers(confirmPayment, { message: 'Payment confirmed.' }),
    );
    const dialog = await openApplication();
    await userEvent.click(
      await within(dialog).findByRole('button', { name: 'Confirm payment...' }),
    );
    const amount = within(dialog).getByLabelText<HTMLInputElement>('Received amount in USD');
    expect(amount.value).toBe('1000.00');
    await userEvent.type(within(dialog).getByLabelText('Statement line'), 'ZELLE FROM K MENSAH');
    await userEvent.click(within(dialog).getByRole('button', { name: /Confirm payment/ }));
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('$1,000.00 from Kwame Mensah for PX-7K4M2');
    await userEvent.click(within(question).getByRole('button', { name: 'Confirm payment' }));
    expect(await screen.findByText('Payment confirmed.')).toBeTruthy();
    expect(screen.queryByText('Payment confirmed')).toBeNull();
    const sent = log.find(({ method }) => method === 'POST');
    expect(sent?.path).toBe(`/api/admin/payments/${claim.id}/confirm`);
    expect(sent?.body).toMatchObject({
      receivedAmount: '1000.00',
      statementLine: 'ZELLE FROM K MENSAH',
    });
    expect((await within(dialog).findAllByText(/Paid/)).length).toBeGreaterThan(0);
    expect(within(dialog).getByText('Completed')).toBeTruthy();
  });

  /** Opens the form, types what has arrived and presses the button; answers the question that comes up. */
  async function confirmWith(received: string) {
    const dialog = await openApplication();
    await userEvent.click(
      await within(dialog).findByRole('button', { name: 'Confirm payment...' }),
    );
    const amount = within(dialog).getByLabelText<HTMLInputElement>('Received amount in USD');
    await userEvent.clear(amount);
    await userEvent.type(amount, received);
    await userEvent.click(within(dialog).getByRole('button', { name: /Confirm payment/ }));
    return { amount, question: await screen.findByRole('alertdialog') };
  }

  test('with too much shows both numbers, and the focus is on changing it', async () => {
    const message = 'You confirm $9,000.00. Due: $1,000.00.';
    const warning = refuses(confirmPayment, 409, { message, reason: 'difference' });
    serve(listed, nothingNear, oneClaim, warning);
    const { question } = await confirmWith('9000');
    expect(question.textContent).toContain(message);
    const cancel = within(question).getByRole('button', { name: 'Change it' });
    await waitFor(() => expect(document.activeElement).toBe(cancel));
  });

  test('with what was due speaks of no difference', async () => {
    serve(listed, nothingNear, oneClaim);
    const { question } = await confirmWith('1000');
    expect(question.textContent).not.toMatch(/(more|less) than/);
    expect(within(question).getByRole('button', { name: 'Confirm payment' })).toBeTruthy();
  });

  test.each([
    [409, 'This payment was already confirmed with $900.00.'],
    [429, 'Too many requests. Please try again in a minute.'],
  ])('that is refused with %i keeps what was typed and says why', async (status, message) => {
    serve(listed, nothingNear, oneClaim, refuses(confirmPayment, status, { message }));
    const { amount, question } = await confirmWith('1000');
    await userEvent.click(within(question).getByRole('button', { name: 'Confirm payment' }));
    expect((await screen.findAllByText(message)).some((text) => text.closest('form'))).toBe(true);
    expect(amount.value).toBe('1000');
  });

  test('that meets no network keeps what was typed and says so', async () => {
    serve(listed, nothingNear, oneClaim, {
      endpoint: confirmPayment,
      reply: () => {
        throw new TypeError('Failed to fetch');
      },
    });
    const { amount, question } = await confirmWith('1000');
    await userEvent.click(within(question).getByRole('button', { name: 'Confirm payment' }));
    const said = await screen.findAllByText(/We got no answer. Please check your connection/);
    expect(said.some((text) => text.closest('form'))).toBe(true);
    expect(amount.value).toBe('1000');
  });

  test.each([
    ['900.00', '$100.00 less than the $1,000.00 due.'],
    ['1200.00', '$200.00 more than the $1,000.00 due.'],
  ])('confirmed with %s says beside the application “%s”', async (received, sentence) => {
    const payments = application.payments.map((one) => ({ ...one, status: 'succeeded', received }));
    serve(answers(listPassportApplications, [{ ...application, payments }]));
    const dialog = await openApplication();
    expect(dialog.textContent).toContain(sentence);
  });

  test('is not confirmed without a yes', async () => {
    const log = serve(listed, nothingNear, oneClaim);
    const dialog = await openApplication();
    await userEvent.click(
      await within(dialog).findByRole('button', { name: 'Confirm payment...' }),
    );
    await userEvent.click(within(dialog).getByRole('button', { name: /Confirm payment/ }));
    const question = await screen.findByRole('alertdialog');
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(log.some(({ method }) => method === 'POST')).toBe(false);
    expect(within(dialog).getByLabelText('Received on')).toBeTruthy();
  });

  test('is not confirmed with an amount that is none', async () => {
    const log = serve(listed, nothingNear, oneClaim);
    const dialog = await openApplication();
    await userEvent.click(
      await within(dialog).findByRole('button', { name: 'Confirm payment...' }),
    );
    const amount = within(dialog).getByLabelText('Received amount in USD');
    await userEvent.clear(amount);
    await userEvent.type(amount, 'a lot');
    await userEvent.click(within(dialog).getByRole('button', { name: /Confirm payment/ }));
    expect(amount.getAttribute('aria-invalid')).toBe('true');
    expect(log.some(({ method }) => method === 'POST')).toBe(false);
  });

  test('needs a reason to be rejected, and keeps it when the server says no', async () => {
    const log = serve(
      listed,
      oneClaim,
      nothingNear,
      refuses(rejectPayment, 409, { message: 'This payment was already rejected.' }),
    );
    const dialog = await openApplication();
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Reject...' }));
    await userEvent.click(within(dialog).getByRole('button', { name: /Reject payment/ }));
    const reason = within(dialog).getByLabelText<HTMLTextAreaElement>('Reason');
    expect(reason.getAttribute('aria-invalid')).toBe('true');
    await userEvent.type(reason, 'No transfer with this number has arrived.');
    await userEvent.click(within(dialog).getByRole('button', { name: /Reject payment/ }));
    expect((await screen.findAllByText('This payment was already rejected.')).length).toBe(2);
    expect(reason.value).toBe('No transfer with this number has arrived.');
    expect(log.find(({ method }) => method === 'POST')?.body).toEqual({
      reason: 'No transfer with this number has arrived.',
    });
  });
});
