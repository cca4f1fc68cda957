import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  answers,
  holdBack,
  inTurn,
  refuses,
  type Sent,
  serve,
} from '../../../web/testing.fetch.ts';
import { openPage } from '../../../web/testing.page.ts';
import { countSignatures } from '../../declaration/declaration.contract.ts';
import { roundAbove, stacksOf } from './chart.rules.ts';
import { Overview } from './Overview.tsx';
import { type Overview as Answer, readOverview, readTrends } from './overview.contract.ts';
import { periodsOf, type TrendSpan, WAITING_KINDS, type WaitingKind } from './overview.rules.ts';

const at = '2026-11-21T14:00:00.000Z';
const places = Object.fromEntries(WAITING_KINDS.map((kind) => [kind, `/admin/${kind}`])) as Record<
  WaitingKind,
  string
>;

const none = { today: 0, yesterdayByNow: 0, yesterday: 0 };
const quiet: Answer = {
  at,
  waiting: WAITING_KINDS.map((kind) => ({ kind, count: 0, since: null })),
  setup: [],
  onPaper: 0,
  today: {
    signatures: none,
    applications: none,
    members: none,
    received: { today: '0.00', yesterday: '0.00' },
  },
};
const busy: Answer = {
  at,
  waiting: [
    { kind: 'claims', count: 1, since: '2026-11-21T09:00:00.000Z' },
    { kind: 'contact', count: 1204, since: '2026-11-17T09:00:00.000Z' },
    { kind: 'mails', count: 0, since: null },
  ],
  setup: [],
  onPaper: 1200,
  today: {
    signatures: { today: 1500, yesterdayByNow: 1100, yesterday: 2345 },
    applications: { today: 3, yesterdayByNow: 5, yesterday: 9 },
    members: { today: 2, yesterdayByNow: 2, yesterday: 4 },
    received: { today: '1100.00', yesterday: '600.00' },
  },
};

/** Nothing, but for the last two periods. */
const trendsOf = (span: TrendSpan, last: readonly object[] = []) => ({
  span,
  periods: periodsOf(span, new Date(at)).map(({ name }, n, all) => ({
    name,
    signatures: 0,
    applications: 0,
    received: {},
    ...last[n - all.length + last.length],
  })),
});
const moved = [
  { signatures: 30, applications: 1, received: { paypal: '100.00' } },
  { signatures: 12, received: { paypal: '900.00', crypto: '50.00' } },
];
const trends = answers(readTrends, ({ query }: Sent) =>
  trendsOf(query.get('span') === 'months' ? 'months' : 'days', moved),
);
const signatures = answers(countSignatures, { count: 42, byCountry: { Ghana: 30, Kenya: 12 } });
const nobody = answers(countSignatures, { count: 0, byCountry: {} });

const open = (path = '/admin') =>
  openPage(path, <Overview places={places} countriesPath="/admin/declarations" />);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

test('signatures on paper are named beside the figures, unless there are none', async () => {
  serve(answers(readOverview, busy), trends, signatures);
  open();
  await screen.findByText('Online signatures only. 1,200 more are on paper.');
  cleanup();
  serve(answers(readOverview, quiet), trends, signatures);
  open();
  await screen.findByText('Days are counted in UTC.');
  expect(screen.queryByText(/on paper/)).toBeNull();
});

describe('what waits', () => {
  test('is said with how long, and each line leads to exactly that', async () => {
    serve(answers(readOverview, busy), trends, signatures);
    open();
    const claims = await screen.findByRole('link', {
      name: '1 payment to check for less than a day',
    });
    expect(claims.getAttribute('href')).toBe('/admin/claims');
    const contact = screen.getByRole('link', {
      name: '1,204 unanswered messages for 4 days',
    });
    expect(contact.getAttribute('href')).toBe('/admin/contact');
    expect(screen.queryByText(/mail/)).toBeNull();
  });

  test('is nothing, and that is said', async () => {
    serve(answers(readOverview, quiet), trends, signatures);
    open();
    expect(await screen.findByText('Nothing to do right now.')).toBeTruthy();
  });
});

describe('what a new site needs', () => {
  test('is listed with what is done, and each thing leads to where it is done', async () => {
    const setup = [
      { item: 'who', isDone: true },
      { item: 'mail', isDone: false },
      { item: 'two_step', isDone: false },
    ];
    serve(answers(readOverview, { ...quiet, setup }), trends, signatures);
    open();
    await screen.findByRole('heading', { name: 'Set up your campaign' });
    expect(screen.getByText('1 of 3 done')).toBeTruthy();
    expect(
      screen
        .getAllByRole('listitem')
        .slice(0, 3)
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Who we are Done Change',
      'Email server Signatures, receipts and new passwords are confirmed by email. Set up email',
      'Two-step login for all administrators One stolen password then opens nothing. See who lacks it',
    ]);
    const mail = screen.getByRole('link', { name: 'Set up email' });
    expect(mail.getAttribute('href')).toBe('/admin/email');
    expect(mail.closest('details')?.open).toBe(true);
  });

  test('is not shown once all of it is done', async () => {
    serve(
      answers(readOverview, { ...quiet, setup: [{ item: 'who', isDone: true }] }),
      trends,
      signatures,
    );
    open();
    await screen.findByRole('region', { name: 'Today' });
    expect(screen.queryByText('Set up your campaign')).toBeNull();
  });

  test('is folded once half of it is done', async () => {
    const setup = [
      { item: 'who', isDone: true },
      { item: 'social', isDone: false },
    ];
    serve(answers(readOverview, { ...quiet, setup }), trends, signatures);
    open();
    const progress = await screen.findByText('1 of 2 done');
    expect(progress.closest('details')?.open).toBe(false);
  });
});

test('today is compared in words, more, fewer or as many', async () => {
  serve(answers(readOverview, busy), trends, signatures);
  open();
  const today = within(await screen.findByRole('region', { name: 'Today' }));
  expect(today.getByText('1,500')).toBeTruthy();
  for (const sentence of [
    '400 more than at this time yesterday. Yesterday’s total: 2,345',
    '2 fewer than at this time yesterday. Yesterday’s total: 9',
    'Same as at this time yesterday. Yesterday’s total: 4',
    'Yesterday: $600.00',
  ])
    expect(today.getByText(sentence)).toBeTruthy();
});

describe('the charts', () => {
  test('say their sums and their highest day, and hold every number in a table', async () => {
    serve(answers(readOverview, busy), trends, signatures);
    open();
    const money = await screen.findByRole('figure', { name: /Money received/ });
    expect(within(money).getByText('$1,050.00')).toBeTruthy();
    expect(within(money).getByText('Highest: $950.00, 21 November 2026')).toBeTruthy();
    await userEvent.setup().click(within(money).getByText('Show the numbers'));
    const rows = within(within(money).getByRole('table')).getAllByRole('row');
    expect(
      rows.map((row) => [...row.children].map((cell) => cell.textContent)).slice(0, 3),
    ).toEqual([
      ['When', 'Card or PayPal', 'Zelle', 'Bank wire', 'Crypto', 'Total'],
      ['21 November 2026', '$900.00', '$0.00', '$0.00', '$50.00', '$950.00'],
      ['20 November 2026', '$100.00', '$0.00', '$0.00', '$0.00', '$100.00'],
    ]);
    expect(rows).toHaveLength(31);
  });

  test('turn to months, which the address keeps', async () => {
    const log = serve(answers(readOverview, busy), trends, signatures);
    open('/admin?kind=users');
    const months = await screen.findByRole('button', { name: '12 months' });
    expect(months.getAttribute('aria-pressed')).toBe('false');
    await userEvent.setup().click(months);
    expect(await screen.findAllByText(/November 2026/)).not.toHaveLength(0);
    expect(await screen.findByText('Highest: 30, October 2026')).toBeTruthy();
    expect(months.getAttribute('aria-pressed')).toBe('true');
    expect(location.search).toBe('?kind=users&span=months');
    expect(
      log.filter(({ path }) => path === readTrends.path).map(({ query }) => query.get('span')),
    ).toEqual(['days', 'months']);
  });

  test('have no money in them for who may not see it', async () => {
    const { received: _, ...today } = busy.today;
    const bare = trendsOf('days', moved);
    serve(
      answers(readOverview, { ...busy, today: { ...today, received: null } }),
      answers(readTrends, {
        ...bare,
        periods: bare.periods.map((one) => ({ ...one, received: null })),
      }),
      signatures,
    );
    open();
    expect(await screen.findByRole('figure', { name: /Signatures/ })).toBeTruthy();
    expect(screen.queryByText('Money received')).toBeNull();
  });

  test('say where nothing came in these days, though it did before', async () => {
    const before = answers(readTrends, ({ query }: Sent) =>
      query.get('span') === 'months' ? trendsOf('months', moved) : trendsOf('days'),
    );
    serve(answers(readOverview, quiet), before, signatures);
    open();
    expect(await screen.findAllByText('Nothing in this period')).toHaveLength(3);
    expect(screen.getAllByText('None yet today, none yesterday')).toHaveLength(3);
    expect(screen.queryByText('Nothing has happened yet')).toBeNull();
  });

  test.each(['/admin', '/admin?span=months'])(
    'are one sentence where nothing has happened yet: %s',
    async (path) => {
      const never = answers(readTrends, ({ query }: Sent) =>
        trendsOf(query.get('span') === 'months' ? 'months' : 'days'),
      );
      serve(answers(readOverview, quiet), never, nobody);
      open(path);
      expect(
        await screen.findByText('When someone signs, applies or pays, you will see it here.'),
      ).toBeTruthy();
      expect(screen.queryByText('Nothing in this period')).toBeNull();
    },
  );
});

test('the map names the countries with the most signatures and leads to all', async () => {
  serve(answers(readOverview, busy), trends, signatures);
  open();
  const map = within(await screen.findByRole('region', { name: 'Where signatures come from' }));
  expect(await map.findByRole('img', { name: /Map of Africa/ })).toBeTruthy();
  const [, ghana] = map.getAllByRole('row');
  expect(ghana?.textContent).toBe('Ghana3071.4%');
  const link = map.getByRole('link', { name: 'Ghana' });
  expect(link.getAttribute('href')).toBe('/admin/declarations?country=Ghana');
  expect(map.getByRole('link', { name: 'See all countries and signatures' })).toBeTruthy();
});

test('the map says that it is on its way, or why it could not be loaded, and comes when it is asked for again', async () => {
  const away = refuses(countSignatures, 503, { message: 'Nobody counts now.' });
  serve(answers(readOverview, busy), trends, inTurn(away, signatures));
  const letGo = holdBack(countSignatures);
  open();
  const map = within(await screen.findByRole('region', { name: 'Where signatures come from' }));
  expect(map.getByText('Loading...')).toBeTruthy();
  letGo();
  expect((await map.findByRole('alert')).textContent).toContain('Nobody counts now.');
  await userEvent.click(map.getByRole('button', { name: 'Try again' }));
  expect(await map.findByRole('table')).toBeTruthy();
  expect(map.queryByRole('alert')).toBeNull();
});

test('what could not be loaded says why, and comes when it is asked for again', async () => {
  serve(
    inTurn(
      refuses(readOverview, 503, { message: 'The database is away.' }),
      answers(readOverview, busy),
    ),
    inTurn(refuses(readTrends, 503, { message: 'No numbers now.' }), trends),
    signatures,
  );
  open();
  expect((await screen.findByRole('alert')).textContent).toContain('The database is away.');
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await screen.findByRole('alert')).textContent).toContain('No numbers now.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

describe('the drawing', () => {
  test.each([
    [0, 2],
    [1, 2],
    [3, 4],
    [7, 10],
    [10, 10],
    [41, 50],
    [812, 1000],
    [350_001, 400_000],
  ])('ends above %i at %i', (most, top) => expect(roundAbove(most)).toBe(top));

  test('lays values on each other from the ground, and shows the smallest', () => {
    expect(stacksOf([50, 0, 25], { top: 100, height: 100 })).toEqual([
      { from: 50, tall: 50 },
      { from: 50, tall: 0 },
      { from: 25, tall: 25 },
    ]);
    expect(stacksOf([1], { top: 10_000, height: 100 })[0]?.tall).toBe(1.5);
  });
});
