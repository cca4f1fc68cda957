import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answers, inTurn, refuses, type Sent, serve } from '../../../web/testing.fetch.ts';
import { openPage } from '../../../web/testing.page.ts';
import { countSignatures } from '../../declaration/declaration.contract.ts';
import { DeclarationsTab } from './DeclarationsTab.tsx';
import type { AnswerOf } from '../../../shared/endpoint.ts';
import {
  invalidateSignatures,
  listUnusualDays,
  readSignatureSources,
  readSignatureTrend,
  restoreSignatures,
} from './signature.contract.ts';
import { listPaperSignatures } from '../paper/paper-signature.contract.ts';
import { listUnityDeclarations } from '../kinds/submissions.contract.ts';

const at = '2026-11-20T10:00:00.000Z';
const signature = {
  id: '6b1f8f9e-6f0e-4a57-9f0a-000000000001',
  fullName: 'Kofi Boateng',
  email: 'kofi@example.org',
  country: 'Ghana',
  signedAt: at,
  confirmedAt: at,
  invalidatedAt: null,
  mailed: false,
};
const list = answers(listUnityDeclarations, [signature], { 'X-Total-Count': '31' });
const tally = answers(countSignatures, { count: 40, byCountry: { Kenya: 10, Ghana: 30 } });
const sources = answers(readSignatureSources, {
  sources: [
    { source: 'direct', count: 20 },
    { source: 'radio_dakar', count: 12 },
    { source: 'referral', count: 5 },
    { source: null, count: 1 },
  ],
  others: 2,
  sharers: [{ id: signature.id, fullName: 'Kofi Boateng', count: 1200 }],
});
const days = [
  { day: '2026-11-19', count: 2 },
  { day: '2026-11-20', count: 31 },
  { day: '2026-11-21', count: 0 },
];
const quiet = answers(listUnusualDays, []);
const burst: AnswerOf<typeof listUnusualDays>[number] = {
  day: '2026-11-20',
  count: 1031,
  usual: 2.5,
  isBusy: true,
  hour: null,
  judged: 1031,
  verdict: 'check',
  reasons: [
    { name: 'network', count: 612, of: 800 },
    { name: 'domain', count: 400, of: 1031, domain: 'mails.example' },
    { name: 'names', count: 31, of: 1031 },
  ],
};
const trend = answers(readSignatureTrend, {
  days,
  invalidated: [],
  invalidatedBefore: 0,
  unconfirmed: 0,
  onPaper: 0,
});
const gone = answers(readSignatureTrend, {
  days,
  invalidated: [{ at, count: 31 }],
  invalidatedBefore: 2,
  unconfirmed: 0,
  onPaper: 0,
});

const path = '/admin/declarations';
const open = (below = '') => openPage(path + below, <DeclarationsTab />);
const tab = (name: string) => userEvent.click(screen.getByRole('tab', { name }));
const sentTo = (log: Sent[], address: string) => log.filter((sent) => sent.path === address);

beforeEach(() => {
  // jsdom lays nothing out: no row is ever in sight.
  vi.stubGlobal('IntersectionObserver', undefined);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

describe('the numbers', () => {
  test('above the list say how many signatures wait for their confirmation, and how many are on paper', async () => {
    const waiting = {
      days,
      invalidated: [],
      invalidatedBefore: 0,
      unconfirmed: 1200,
      onPaper: 120,
    };
    serve(quiet, list, sources, tally, answers(readSignatureTrend, waiting));
    open();
    expect(await screen.findByText(/1,200 not confirmed yet/)).toBeTruthy();
    expect(screen.getByText(/and 120 on paper/)).toBeTruthy();
  });

  test('are listed by country, most first, with their share', async () => {
    serve(quiet, list, sources, tally, trend);
    open('/countries');
    const table = await screen.findByRole('table', { name: 'By country' });
    const rows = within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(rows).toEqual([
      ['Country', 'Signatures', 'Share of total'],
      ['Ghana', '30', '75%'],
      ['Kenya', '10', '25%'],
    ]);
  });

  test('of a country are one click from its number, and their signers one more from a mail', async () => {
    serve(quiet, list, sources, tally, trend);
    open('/countries');
    await userEvent.click(await screen.findByRole('link', { name: 'Kenya' }));
    expect(location.pathname + location.search).toBe('/admin/declarations?country=Kenya');
    const write = await screen.findByRole('link', { name: 'Write to signers from Kenya' });
    expect(write.getAttribute('href')).toBe('/admin/email/bulk?signers=Kenya');
    cleanup();
    open('');
    await screen.findByRole('row', { name: /Kofi Boateng/ });
    expect(screen.queryByRole('link', { name: /^Write to signers/ })).toBeNull();
  });

  test('are listed by where they came from, with the best share links', async () => {
    serve(quiet, list, sources, tally, trend);
    open('/countries');
    const rowsOf = async (name: string) =>
      within(await screen.findByRole('table', { name }))
        .getAllByRole('row')
        .map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(await rowsOf('By source')).toEqual([
      ['Source', 'Signatures'],
      ['Direct', '20'],
      ['radio_dakar', '12'],
      ['Signers’ share links', '5'],
      ['Not recorded', '1'],
      ['Other sources', '2'],
    ]);
    expect(await rowsOf('Best share links')).toEqual([
      ['Full name', 'Signatures'],
      ['Kofi Boateng', '1,200'],
    ]);
  });

  test('show eight countries, and all on request', async () => {
    const names = ['Ghana', 'Kenya', 'Mali', 'Niger', 'Togo', 'Chad', 'Benin', 'Egypt', 'Libya'];
    const byCountry = Object.fromEntries(names.map((name) => [name, 1]));
    serve(quiet, list, sources, answers(countSignatures, { count: 9, byCountry }), trend);
    open('/countries');
    const table = await screen.findByRole('table', { name: 'By country' });
    expect(within(table).getAllByRole('row')).toHaveLength(1 + 8);
    await userEvent.click(screen.getByRole('button', { name: 'Show all 9 countries' }));
    expect(within(table).getAllByRole('row')).toHaveLength(1 + 9);
    await userEvent.click(screen.getByRole('button', { name: 'Show fewer countries' }));
    expect(within(table).getAllByRole('row')).toHaveLength(1 + 8);
  });

  test('name the day with most', async () => {
    serve(quiet, list, sources, tally, trend);
    open('/countries');
    expect(await screen.findByText('Highest: 31 on 20 November 2026')).toBeTruthy();
  });

  test('of nobody are said in a sentence', async () => {
    serve(quiet, list, sources, answers(countSignatures, { count: 0, byCountry: {} }), trend);
    open('/countries');
    expect(await screen.findByText('No signatures yet.')).toBeTruthy();
  });

  test('that do not come say so and are asked for again, while the list is there', async () => {
    serve(
      quiet,
      sources,
      list,
      tally,
      inTurn(refuses(readSignatureTrend, 503, { message: 'The database is away.' }), trend),
    );
    open();
    expect((await screen.findByRole('alert')).textContent).toContain('The database is away.');
    expect(await screen.findByRole('row', { name: /Kofi Boateng/ })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Total signatures:')).toBeTruthy();
  });
});

describe('the unusual days', () => {
  const unusual = (...all: (typeof burst)[]) => answers(listUnusualDays, all);
  const itemOf = async (name: RegExp) => {
    const item = (await screen.findByRole('link', { name })).closest('li');
    return within(item as HTMLElement);
  };

  test('say what is unusual with figures and how it is judged', async () => {
    const group = {
      ...burst,
      day: '2026-11-19',
      verdict: 'group',
      isBusy: false,
      hour: 23,
    } as const;
    const busy = { ...burst, day: '2026-11-18', verdict: 'busy' } as const;
    serve(
      unusual(burst, { ...group, judged: 80 }, { ...busy, reasons: [] }),
      list,
      sources,
      tally,
      trend,
    );
    open('/unusual-days');
    const first = await itemOf(/^20 November 2026: 1,031 signatures/);
    expect(first.getByText('Check')).toBeTruthy();
    expect(first.getByText('usual: 2.5')).toBeTruthy();
    expect(first.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      '20 November 2026: 1,031 signatures',
      '612 of 800 came from one network',
      '400 of 1,031 have an email address at mails.example',
      '31 of 1,031 have a name that is repeated, numbered or random',
    ]);
    const second = await itemOf(/^19 November/);
    expect(second.getByText('May be a group')).toBeTruthy();
    expect(second.getByText('From 23:00 to 24:00:')).toBeTruthy();
    const third = await itemOf(/^18 November/);
    expect(third.getByText('Only many')).toBeTruthy();
    expect(third.getAllByRole('link')).toHaveLength(1);
    expect(screen.getByText(/^Many signatures alone are not suspicious\./)).toBeTruthy();
  });

  test('of more signatures than are judged say of how many the figures are', async () => {
    serve(unusual({ ...burst, judged: 1000 }), list, sources, tally, trend);
    open('/unusual-days');
    expect(
      await screen.findByText('Of this day a random 1,000 signatures were judged.'),
    ).toBeTruthy();
  });

  test('lead from each reason to its signatures, which are invalidated, and back to the day', async () => {
    const log = serve(
      unusual(burst),
      list,
      sources,
      tally,
      trend,
      answers(invalidateSignatures, { message: 'The signatures count no more.', at }),
    );
    open('/unusual-days');
    await userEvent.click(await screen.findByRole('link', { name: /^31 of 1,031 have a name/ }));
    expect(location.search).toBe('?day=2026-11-20&reason=names');
    const heading = await screen.findByRole('heading', {
      name: 'Signatures with repeated, numbered or random names',
    });
    expect(document.activeElement).toBe(heading);
    await waitFor(() =>
      expect(sentTo(log, listUnityDeclarations.path).at(-1)?.query.get('reason')).toBe('names'),
    );
    await userEvent.click(await screen.findByRole('button', { name: /^Invalidate these 31/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Invalidate' }));
    expect(await screen.findByText('The signatures count no more.')).toBeTruthy();
    expect(sentTo(log, invalidateSignatures.path)[0]?.body).toEqual({
      day: '2026-11-20',
      reason: 'names',
      count: 31,
    });
    await userEvent.click(
      screen.getByRole('link', { name: 'Show all signatures of 20 November 2026' }),
    );
    expect(location.search).toBe('?day=2026-11-20');
    expect(screen.getByLabelText<HTMLInputElement>('Day').value).toBe('2026-11-20');
    expect(screen.queryByRole('heading', { name: /^Signatures with repeated/ })).toBeNull();
  });

  test('lead to the signatures of the day', async () => {
    serve(unusual(burst), list, sources, tally, trend);
    open('/unusual-days');
    await userEvent.click(await screen.findByRole('link', { name: /^20 November 2026: 1,031/ }));
    const heading = await screen.findByRole('heading', { name: 'Signatures of 20 November 2026' });
    expect(document.activeElement).toBe(heading);
    const day = screen.getByLabelText('Day');
    day.focus();
    fireEvent.change(day, { target: { value: '2026-11-19' } });
    expect(
      await screen.findByRole('heading', { name: 'Signatures of 19 November 2026' }),
    ).toBeTruthy();
    expect(document.activeElement).toBe(day);
  });

  test('that do not come say so and are asked for again', async () => {
    const away = refuses(listUnusualDays, 503, { message: 'The database is away.' });
    serve(inTurn(away, quiet), list, sources, tally, trend);
    open('/unusual-days');
    expect((await screen.findByRole('alert')).textContent).toContain('The database is away.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No day of the last six weeks was unusual.')).toBeTruthy();
  });
});

test('the list comes first, and one tab each has the numbers, the unusual days and those on paper', async () => {
  serve(
    quiet,
    list,
    sources,
    tally,
    trend,
    answers(listPaperSignatures, [], { 'X-Total-Count': '0' }),
  );
  open();
  expect(await screen.findByRole('row', { name: /Kofi Boateng/ })).toBeTruthy();
  await tab('By country');
  expect(await screen.findByRole('table', { name: 'By country' })).toBeTruthy();
  expect(location.pathname).toBe('/admin/declarations/countries');
  expect(screen.queryByRole('row', { name: /kofi@example\.org/ })).toBeNull();
  await tab('Unusual days');
  expect(await screen.findByText('No day of the last six weeks was unusual.')).toBeTruthy();
  expect(location.pathname).toBe('/admin/declarations/unusual-days');
  await tab('Paper signatures');
  expect(await screen.findByText(/^No paper signatures yet\./)).toBeTruthy();
  expect(location.pathname).toBe('/admin/declarations/paper');
});

describe('invalidating', () => {
  test('is not offered for the whole list, nor for those that count no more', async () => {
    serve(quiet, list, sources, tally, trend);
    open();
    await screen.findByRole('row', { name: /Kofi Boateng/ });
    expect(screen.queryByRole('button', { name: /^Invalidate/ })).toBeNull();
    cleanup();
    open('?country=Ghana&status=invalidated');
    await screen.findByRole('row', { name: /Kofi Boateng/ });
    expect(screen.queryByRole('button', { name: /^Invalidate/ })).toBeNull();
  });

  test('says how many, does it after a yes with what the list is narrowed to, and can be undone', async () => {
    const log = serve(
      quiet,
      sources,
      list,
      tally,
      inTurn(trend, gone, gone, trend),
      answers(invalidateSignatures, { message: 'The signatures no longer count.', at }),
      answers(restoreSignatures, { message: 'The signatures count again.' }),
    );
    open('?country=Ghana&day=2026-11-20');
    await userEvent.click(
      await screen.findByRole('button', { name: 'Invalidate these 31 signatures...' }),
    );
    const question = await screen.findByRole('alertdialog', { name: 'Invalidate 31 signatures?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(sentTo(log, invalidateSignatures.path)).toEqual([]);
    await userEvent.click(
      screen.getByRole('button', { name: 'Invalidate these 31 signatures...' }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Invalidate' }));
    expect(await screen.findByText('The signatures no longer count.')).toBeTruthy();
    expect(sentTo(log, invalidateSignatures.path)[0]?.body).toEqual({
      country: 'Ghana',
      day: '2026-11-20',
      count: 31,
    });

    await tab('Unusual days');
    expect(await screen.findByText(/^2 older invalidations are not shown\./)).toBeTruthy();
    await userEvent.click(await screen.findByRole('button', { name: /^Undo 31 signatures on/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Count them again' }));
    expect(await screen.findByText('The signatures count again.')).toBeTruthy();
    expect(sentTo(log, restoreSignatures.path)[0]?.body).toEqual({ at });
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull());
    expect(screen.queryByText(/not shown/)).toBeNull();
  });

  test('is taken back from its message', async () => {
    const log = serve(
      quiet,
      list,
      tally,
      trend,
      answers(invalidateSignatures, { message: 'The signatures no longer count.', at }),
      answers(restoreSignatures, { message: 'The signatures count again.' }),
    );
    open('?country=Ghana');
    await userEvent.click(await screen.findByRole('button', { name: /^Invalidate these/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Invalidate' }));
    await screen.findByText('The signatures no longer count.');
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('The signatures count again.')).toBeTruthy();
    expect(sentTo(log, restoreSignatures.path)[0]?.body).toEqual({ at });
  });

  test('that is refused says why, and the list is asked for again', async () => {
    const sentence = 'The matching signatures have changed. Please check the list again.';
    const log = serve(
      quiet,
      sources,
      list,
      tally,
      trend,
      refuses(invalidateSignatures, 409, { message: sentence }),
    );
    open('?country=Ghana');
    await userEvent.click(await screen.findByRole('button', { name: /^Invalidate these/ }));
    const before = sentTo(log, listUnityDeclarations.path).length;
    await userEvent.click(await screen.findByRole('button', { name: 'Invalidate' }));
    expect((await screen.findByRole('alert')).textContent).toContain(sentence);
    await waitFor(() =>
      expect(sentTo(log, listUnityDeclarations.path).length).toBeGreaterThan(before),
    );
  });
});
