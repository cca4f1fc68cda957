import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import french from '../../web/locales/fr.json';
import { answers, inTurn, refuses, serve } from '../../web/testing.fetch.ts';
import { openPage } from '../../web/testing.page.ts';
import { WordsProvider } from '../../web/words.tsx';
import { personAddress, recordIn } from '../../shared/person-address.ts';
import {
  findPerson,
  listPersonTimeline,
  type OfAddress,
  type Person,
  searchPeople,
} from './person.contract.ts';
import { PeopleSearch } from './PeopleSearch.tsx';
import { PersonPage } from './PersonPage.tsx';
import type { Places } from './places.rules.ts';

const at = '2026-11-05T10:00:00.000Z';
const id = (n: number) => `6b1f8f9e-6f0e-4a57-9f0a-${String(n).padStart(12, '0')}`;
const to = (name: string) => (of: string) => `/${name}/${of}`;
const places: Places = {
  signature: to('signature'),
  paper: to('paper'),
  contact: to('contact'),
  volunteer: to('volunteer'),
  partner: to('partner'),
  application: to('application'),
  account: to('account'),
  donation: to('donation'),
  money: to('money'),
};

const awa: OfAddress = {
  email: 'awa@example.org',
  record: 'contact',
  id: id(9),
  names: ['Awa Diop', 'Awa D.'],
  signature: { id: id(1), country: 'Senegal', at, confirmedAt: null, invalidatedAt: null },
  paperSignatures: [],
  requests: { contact: 2, volunteer: 1, partner: 0, notes: 1 },
  applications: [
    {
      id: id(2),
      reference: 'PX-7K4M2',
      applicationStatus: 'approved',
      at,
      payment: { status: 'completed', plan: 'onetime', received: '1000.00', refunded: '100.00' },
    },
  ],
  account: {
    id: id(3),
    role: null,
    joinedAt: at,
    verifiedAt: at,
    lastSeenAt: null,
    suspendedAt: null,
  },
  donations: { count: 1, total: '25.00' },
  mails: { sent: 4, failed: 1, lastAt: at },
  suppression: { reason: 'bounced', at },
  reports: { count: 0, open: 0 },
  consent: { wantsNews: true, at },
};
/** A person of these addresses. */
const person = (...addresses: OfAddress[]): Person => ({
  hidden: [],
  next: [],
  tags: [],
  addresses,
});
const event = {
  of: id(2),
  email: awa.email,
  title: null,
  text: null,
  status: null,
  amount: null,
  by: null,
  at,
} as const;
const newest = [
  { ...event, id: 'a', kind: 'payment_step' as const, status: 'succeeded', amount: '1000.00' },
  {
    ...event,
    id: 'b',
    kind: 'answered' as const,
    of: id(4),
    status: 'contact',
    text: 'In May.',
    by: 'Kofi',
  },
];
const oldest = [
  { ...event, id: 'e', kind: 'signed_on_paper' as const, of: id(7), title: 'Ghana' },
  { ...event, id: 'd', kind: 'confirmed' as const, of: id(1) },
  { ...event, id: 'c', kind: 'signed' as const, of: id(1), title: 'Senegal' },
];
const happened = answers(listPersonTimeline, newest);

const open = (address = personAddress('contact', id(9))) =>
  openPage(
    address,
    <PersonPage places={places} startPath="/" writeTo={() => null} tagsOf={() => null} />,
  );

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

test('an address names a record, and no other words', () => {
  expect(recordIn(`contact.${id(9)}`)).toEqual({ record: 'contact', id: id(9) });
  for (const odd of ['', 'contact', 'contact.', `password.${id(9)}`])
    expect(recordIn(odd)).toBe(undefined);
  expect(personAddress('mail', id(9))).toBe(`/admin/person?of=mail.${id(9)}`);
});

describe('one person', () => {
  test('is shown with everything known, each with the way to it', async () => {
    const log = serve(answers(findPerson, person(awa)), happened);
    open();
    const heading = await screen.findByRole('heading', { name: 'Awa Diop' });
    expect(document.activeElement).toBe(heading);
    expect(screen.getByText('Also as: “Awa D.”')).toBeTruthy();
    const known = within(screen.getByRole('region', { name: 'What we know' }));
    for (const [name, href] of [
      ['Signed on 5 Nov 2026', `/signature/${id(1)}`],
      ['PX-7K4M2', `/application/${id(2)}`],
      ['$1,000.00 received', `/money/${id(2)}`],
      ['Joined on 5 Nov 2026', `/account/${id(3)}`],
    ] as const)
      expect(known.getByRole('link', { name }).getAttribute('href')).toBe(href);
    for (const words of [
      '2 messages, 1 volunteer application, 1 internal note',
      '1 donation, $25.00 in total',
      '1 not delivered',
      /Said yes on 5 Nov 2026/,
      'No bulk email since 5 Nov 2026',
      'The activity log records that you viewed this page.',
    ])
      expect(known.getByText(words)).toBeTruthy();
    expect(log[0]?.path).toBe(`/api/admin/people/contact/${id(9)}`);
  });

  test('who runs the site is no owner of a submission, and mails are counted, in both languages', async () => {
    const owner = {
      ...awa,
      account: awa.account && { ...awa.account, role: 'owner' as const },
      mails: { sent: 1204, failed: 1000, lastAt: at },
    };
    serve(answers(findPerson, person(owner)), happened);
    open();
    const known = within(await screen.findByRole('region', { name: 'What we know' }));
    for (const words of [
      'Site owner',
      /^1,204 sent, the last on 5 Nov 2026/,
      '1,000 not delivered',
    ])
      expect(known.getByText(words)).toBeTruthy();
    cleanup();
    serve(
      answers(findPerson, person({ ...owner, mails: { sent: 1, failed: 0, lastAt: at } })),
      happened,
    );
    openPage(
      personAddress('contact', id(9)),
      <WordsProvider locale={{ tag: 'fr', catalogue: french }}>
        <PersonPage places={places} startPath="/" writeTo={() => null} tagsOf={() => null} />
      </WordsProvider>,
    );
    const connu = within(await screen.findByRole('region', { name: 'Ce que nous savons' }));
    expect(connu.getByText('Propriétaire du site')).toBeTruthy();
    expect(screen.getByText(/^Aussi sous le nom de : «.Awa D\..»$/)).toBeTruthy();
    expect(connu.getByText('1 envoyé, le dernier le 5 nov. 2026')).toBeTruthy();
  });

  test('has a signature that is confirmed or waits for it, and those on paper', async () => {
    const { signature } = awa;
    const paper = { id: id(7), sheet: 'ACC-12', line: 3, country: 'Ghana', signedOn: '2026-10-03' };
    for (const [confirmedAt, said] of [
      [null, 'Not confirmed yet'],
      ['2026-11-06T10:00:00.000Z', 'Confirmed on 6 Nov 2026'],
    ] as const) {
      const shown = { ...awa, signature: signature && { ...signature, confirmedAt } };
      serve(answers(findPerson, person({ ...shown, paperSignatures: [paper] })), happened);
      open();
      const known = within(await screen.findByRole('region', { name: 'What we know' }));
      expect(known.getByText(said)).toBeTruthy();
      const link = known.getByRole('link', { name: 'Sheet ACC-12, line 3' });
      expect(link.getAttribute('href')).toBe(`/paper/${id(7)}`);
      expect(link.parentElement?.textContent).toBe('Sheet ACC-12, line 3, Ghana, 3 October 2026');
      cleanup();
    }
  });

  test('whose parts a role does not show says which', async () => {
    serve(
      answers(findPerson, {
        hidden: ['account', 'payments'],
        next: [],
        tags: [],
        addresses: [
          {
            ...awa,
            account: null,
            applications: awa.applications.map((one) => ({ ...one, payment: null })),
          },
        ],
      }),
      happened,
    );
    open();
    expect(await screen.findByText('Your role cannot see: the account, payments.')).toBeTruthy();
    expect(screen.queryByText('No account')).toBeNull();
    expect(screen.queryByText(/received$/)).toBeNull();
  });

  test('has one timeline, which goes on when it is asked for', async () => {
    serve(
      answers(findPerson, person(awa)),
      inTurn(
        answers(listPersonTimeline, newest, {
          Link: `</api/admin/people/contact/${id(9)}/moments?cursor=next>; rel="next"`,
        }),
        answers(listPersonTimeline, oldest),
      ),
    );
    open();
    const line = within(await screen.findByRole('region', { name: 'Timeline' }));
    expect(await line.findByText('$1,000.00, received')).toBeTruthy();
    expect(line.getByRole('link', { name: 'We replied' }).getAttribute('href')).toBe(
      `/contact/${id(4)}`,
    );
    expect(line.getByText('In May.')).toBeTruthy();
    await userEvent.setup().click(line.getByRole('button', { name: 'Show earlier events' }));
    expect(await line.findByRole('link', { name: 'Signed the Unity Declaration' })).toBeTruthy();
    for (const [name, href] of [
      ['Confirmed the signature', `/signature/${id(1)}`],
      ['A signature on paper was entered', `/paper/${id(7)}`],
    ] as const)
      expect(line.getByRole('link', { name }).getAttribute('href')).toBe(href);
    expect(line.getAllByRole('listitem')).toHaveLength(5);
    expect(line.queryByRole('button')).toBeNull();
  });

  test('who is gone is said to be, and one that does not come is asked for again', async () => {
    const gone = 'This record is not linked to a person, or no longer is.';
    serve(refuses(findPerson, 404, { message: gone }), happened);
    open();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(`${gone}Search for someone`);
    cleanup();
    serve(
      inTurn(refuses(findPerson, 503, { message: 'Away.' }), answers(findPerson, person(awa))),
      happened,
    );
    open();
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Awa Diop' })).toBeTruthy();
  });

  test('who is not chosen yet is searched for', async () => {
    serve();
    open('/admin/person');
    expect(await screen.findByText('No person selected')).toBeTruthy();
  });
});

describe('the search', () => {
  const found = answers(searchPeople, {
    people: [
      {
        email: 'awa@example.org',
        mergedWith: ['a.diop@example.com'],
        name: 'Awa Diop',
        record: 'application',
        id: id(2),
        records: ['application', 'signature'],
        signature: 'unconfirmed',
      },
    ],
    hasMore: true,
  });

  test('finds people while one types, and leaves nothing of it in the address', async () => {
    const log = serve(found);
    openPage('/admin', <PeopleSearch />);
    const user = userEvent.setup();
    const field = screen.getByRole('searchbox', { name: 'Search people' });
    await user.type(field, 'a');
    expect(log).toHaveLength(0);
    await user.type(field, 'wa');
    const link = await screen.findByRole('link', { name: /Awa Diop/ });
    expect(link.getAttribute('href')).toBe(`/admin/person?of=application.${id(2)}`);
    expect(link.textContent).toContain('awa@example.org, a.diop@example.com');
    expect(link.textContent).toContain('Application, Signature, not confirmed yet');
    expect(screen.getByText('There are more. Type more of the name or the address.')).toBeTruthy();
    expect(log.at(-1)?.body).toEqual({ search: 'awa' });
    expect(location.href).not.toContain('awa');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('link')).toBeNull();
    expect((field as HTMLInputElement).value).toBe('');
  });

  test('says when nobody is called so, and when it did not work', async () => {
    serve(
      inTurn(
        answers(searchPeople, { people: [], hasMore: false }),
        refuses(searchPeople, 503, { message: 'The database is away.' }),
      ),
    );
    openPage('/admin', <PeopleSearch />);
    const user = userEvent.setup();
    const field = screen.getByRole('searchbox', { name: 'Search people' });
    await user.type(field, 'nobody');
    expect(await screen.findByText('Nobody matches this search.')).toBeTruthy();
    await user.type(field, 'x');
    expect(await screen.findByText('The database is away.')).toBeTruthy();
  });
});
