import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { answers, inTurn, refuses, serve } from '../../../web/testing.fetch.ts';
import { openPage } from '../../../web/testing.page.ts';
import {
  countReports,
  listReports,
  type Party,
  type Report,
  resolveReport,
} from './moderation.contract.ts';
import { ReportsLabel, ReportsPage } from './ReportsPage.tsx';

const at = '2026-11-05T10:00:00.000Z';
const id = (n: number) => `6b1f8f9e-6f0e-4a57-9f0a-${String(n).padStart(12, '0')}`;
const party = (n: number, more: Partial<Party> = {}): Party => ({
  id: id(n),
  email: `p${n}@example.org`,
  firstName: 'Eve',
  lastName: `Seller ${n}`,
  isAdmin: false,
  suspendedAt: null,
  ...more,
});
const report = (n: number, more: Partial<Report> = {}): Report => ({
  id: id(n),
  messageId: id(100 + n),
  reason: 'spam',
  note: 'I do not know her.',
  subject: 'An offer',
  content: '<b>Phones</b>\nfor everybody',
  sentAt: at,
  createdAt: at,
  reporter: party(2, { firstName: 'Nia', lastName: 'Reader' }),
  reported: party(1),
  othersInAll: 0,
  others: [],
  outcome: null,
  resolution: null,
  resolvedAt: null,
  resolvedBy: null,
  ...more,
});
const reports = (...rows: Report[]) =>
  answers(listReports, rows, { 'X-Total-Count': String(rows.length) });
const waiting = (n: number) => answers(countReports, { waiting: n, since: n ? at : null });

function open(query = '', screenOf = <ReportsPage />) {
  openPage(`/admin/users/reports${query}`, screenOf);
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function decide(outcome: RegExp) {
  const card = await screen.findByRole('article');
  await userEvent.click(within(card).getByRole('button', { name: 'Decide...' }));
  await userEvent.click(within(card).getByLabelText(outcome));
  return card;
}

describe('a report', () => {
  test('shows the message as text, who wrote it and who reported it, and why', async () => {
    serve(reports(report(1)));
    open();
    const card = await screen.findByRole('article', { name: 'Spam' });
    const said = within(card).getByText(/<b>Phones<\/b>/);
    expect(said.textContent).toBe('<b>Phones</b>\nfor everybody');
    expect(card.querySelector('b')).toBeNull();
    for (const words of ['An offer', 'I do not know her.', 'p1@example.org', 'p2@example.org'])
      expect(card.textContent).toContain(words);
    const author = within(card).getByRole('link', { name: 'Eve Seller 1' });
    expect(author.getAttribute('href')).toBe(`/admin/users?open=${id(1)}`);
    expect(author.querySelector('bdi')).toBeTruthy();
    expect(within(card).getByText('There are no other reports about this member.')).toBeTruthy();
  });

  test('tells of the others about the same member, and that the newest are shown', async () => {
    const other = { id: id(5), reason: 'scam', createdAt: at, outcome: 'warned' } as const;
    serve(reports(report(1, { othersInAll: 12, others: [other] })));
    open();
    const card = await screen.findByRole('article');
    expect(within(card).getByText('12 other reports about this member')).toBeTruthy();
    expect(card.textContent).toContain('ScamMember warned');
    expect(card.textContent).toContain('The newest 1 are shown.');
  });

  test('needs an outcome, and words for the member', async () => {
    const log = serve(reports(report(1)));
    open();
    const card = await screen.findByRole('article');
    await userEvent.click(within(card).getByRole('button', { name: 'Decide...' }));
    await userEvent.click(within(card).getByRole('button', { name: 'Decide' }));
    expect((await within(card).findAllByText('Please choose what to do')).length).toBe(2);
    await userEvent.click(within(card).getByLabelText(/Warn the member/));
    await userEvent.click(within(card).getByRole('button', { name: 'Warn the member' }));
    const words = within(card).getByLabelText('Your message to the member');
    expect(words.getAttribute('aria-invalid')).toBe('true');
    expect(log.some(({ method }) => method === 'POST')).toBe(false);
  });

  test.each([
    [/Dismiss the report/, 'Dismiss the report', 'Note', 'Dismiss', 'dismissed'],
    [/Warn the member/, 'Warn the member', 'Your message to the member', 'Warn', 'warned'],
    [
      /Suspend the member/,
      'Suspend the member',
      'Your message to the member',
      'Suspend',
      'suspended',
    ],
  ])('is ended after a yes: %s', async (choice, button, field, yes, outcome) => {
    const log = serve(
      inTurn(reports(report(1)), reports()),
      waiting(0),
      answers(resolveReport, { message: 'The report is closed.' }),
    );
    open();
    const card = await decide(choice);
    await userEvent.type(within(card).getByLabelText(new RegExp(`^${field}`)), 'Please stop.');
    await userEvent.click(within(card).getByRole('button', { name: button }));
    expect(log.some(({ method }) => method === 'POST')).toBe(false);
    const question = await screen.findByRole('alertdialog');
    await userEvent.click(within(question).getByRole('button', { name: yes }));
    expect(await screen.findByText('There are no open reports.')).toBeTruthy();
    expect(screen.getByText('The report is closed.')).toBeTruthy();
    expect(log.find(({ method }) => method === 'POST')).toMatchObject({
      path: `/api/admin/reports/${id(1)}/resolve`,
      body: { outcome, resolution: 'Please stop.' },
    });
  });

  test('that somebody else has decided about keeps the words and says so', async () => {
    serve(
      reports(report(1)),
      refuses(resolveReport, 409, { message: 'Someone has already decided on this report.' }),
    );
    open();
    const card = await decide(/Warn the member/);
    const words = within(card).getByLabelText<HTMLTextAreaElement>('Your message to the member');
    await userEvent.type(words, 'Please stop.');
    await userEvent.click(within(card).getByRole('button', { name: 'Warn the member' }));
    const question = await screen.findByRole('alertdialog');
    await userEvent.click(within(question).getByRole('button', { name: 'Warn' }));
    expect(
      await within(card).findByText('Someone has already decided on this report.'),
    ).toBeTruthy();
    expect(words.value).toBe('Please stop.');
  });

  test('about one whose account is gone can only be dismissed', async () => {
    const gone = party(1, { email: null, firstName: null, lastName: null });
    serve(reports(report(1, { reported: gone })));
    open();
    const card = await screen.findByRole('article');
    expect(card.textContent).toContain('Former memberAccount deleted');
    await userEvent.click(within(card).getByRole('button', { name: 'Decide...' }));
    const isOpen = (label: RegExp) =>
      !within(card).getByLabelText<HTMLInputElement>(label).disabled;
    expect([isOpen(/Dismiss/), isOpen(/Warn/), isOpen(/Suspend/)]).toEqual([true, false, false]);
  });

  test('that was decided says how, by whom and with which words, and offers nothing', async () => {
    const log = serve(
      reports(
        report(1, {
          outcome: 'warned',
          resolution: 'Please stop.',
          resolvedAt: at,
          resolvedBy: party(9, { firstName: 'Boss', lastName: null, isAdmin: true }),
        }),
      ),
    );
    open('?status=resolved');
    const card = await screen.findByRole('article');
    for (const words of ['Member warned', 'Please stop.', 'Boss'])
      expect(card.textContent).toContain(words);
    expect(within(card).queryByRole('button', { name: 'Decide...' })).toBeNull();
    expect(log[0]?.query.toString()).toBe('status=resolved&sort=-createdAt&limit=20&counted=part');
  });
});

describe('the page', () => {
  test('asks for who has waited longest first, and goes on with the next page', async () => {
    const log = serve(
      inTurn(
        answers(listReports, [report(1)], {
          'X-Total-Count': '2',
          Link: '</api/admin/reports?cursor=abc>; rel="next"',
        }),
        answers(listReports, [report(2)], { 'X-Total-Count': '2' }),
      ),
    );
    open();
    expect(await screen.findByRole('heading', { name: '2 reports' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2));
    expect(log.map(({ query }) => query.get('cursor'))).toEqual([null, 'abc']);
    expect(log[0]?.query.get('sort')).toBe('createdAt');
  });

  test('is searched and narrowed by the address', async () => {
    const log = serve(reports());
    open('?search=phones');
    expect(await screen.findByText('No results.')).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('Reports'), 'Decided');
    await waitFor(() => expect(location.search).toBe('?search=phones&status=resolved'));
    expect(log.at(-1)?.query.get('search')).toBe('phones');
    await userEvent.click(screen.getByRole('button', { name: 'Show everything' }));
    await waitFor(() => expect(location.search).toBe('?status=resolved'));
  });

  test('that cannot be had says so and can be asked for again', async () => {
    serve(inTurn(refuses(listReports, 500, { message: 'Broken.' }), reports(report(1))));
    open();
    expect((await screen.findByRole('alert')).textContent).toContain('Broken.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('article')).toBeTruthy();
  });

  test.each([
    ['one of two', [report(2, { reason: 'scam' })], '1 report'],
    ['the last one', [], '0 reports'],
  ])('gives the focus to the number of reports when %s leaves', async (_which, left, number) => {
    serve(
      inTurn(reports(report(1), ...left), reports(...left)),
      waiting(left.length),
      answers(resolveReport, { message: 'The report is closed.' }),
    );
    open();
    const card = await screen.findByRole('article', { name: 'Spam' });
    await userEvent.click(within(card).getByRole('button', { name: 'Decide...' }));
    await userEvent.click(within(card).getByLabelText(/Dismiss the report/));
    await userEvent.click(within(card).getByRole('button', { name: 'Dismiss the report' }));
    const question = await screen.findByRole('alertdialog');
    await userEvent.click(within(question).getByRole('button', { name: 'Dismiss' }));
    const heading = await screen.findByRole('heading', { name: number });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  test('keeps the words about a report that a search leaves there, and the focus where it is typed', async () => {
    serve(
      inTurn(reports(report(1), report(2, { reason: 'scam' })), reports(report(2))),
      waiting(2),
    );
    open();
    const card = await screen.findByRole('article', { name: 'Scam' });
    await userEvent.click(within(card).getByRole('button', { name: 'Decide...' }));
    await userEvent.click(within(card).getByLabelText(/Dismiss the report/));
    await userEvent.type(within(card).getByLabelText(/Note/), 'Friends.');
    const search = screen.getByRole('searchbox', { name: 'Search' });
    await userEvent.type(search, 'scam{Enter}');
    expect(await screen.findByRole('heading', { name: '1 report' })).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>(/Note/).value).toBe('Friends.');
    expect(document.activeElement).toBe(search);
  });
});

describe('the dashboard', () => {
  test.each([
    [0, 'Reports'],
    [2, 'Reports (2)'],
  ])('with %i waiting calls the page “%s”', async (n, label) => {
    serve(waiting(n));
    open('', <ReportsLabel />);
    expect(await screen.findByText(label)).toBeTruthy();
  });
});
