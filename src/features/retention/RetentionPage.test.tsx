import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { answers, inTurn, refuses, serve } from '../../web/testing.fetch.ts';
import { openPage } from '../../web/testing.page.ts';
import {
  readRetention,
  type Retention,
  setRetention,
  setUnconfirmedDays,
} from './retention.contract.ts';
import { KEEP_ALL, type Periods, periodsOf, RETENTION_KINDS } from './retention.rules.ts';
import { RetentionPage } from './RetentionPage.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ofEach = <T,>(make: (kind: (typeof RETENTION_KINDS)[number]) => T) =>
  Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, make(kind)])) as Record<
    (typeof RETENTION_KINDS)[number],
    T
  >;

/** Of messages seven are older than two years; drafts are too many, and signatures could not be counted. */
const retention = (periods: Partial<Periods> = {}, version = 0): Retention => ({
  version,
  periods: { ...KEEP_ALL, ...periods },
  unconfirmedDays: 30,
  preview: {
    ...ofEach((kind) => ({ due: Object.fromEntries(periodsOf(kind).map((n) => [n, 0])) })),
    contact: { due: { 24: 7 } },
    drafts: { due: { 12: 100_000 } },
    signatures: { due: null },
  },
  lastRun: null,
});

const open = () => openPage('/admin/settings/retention', <RetentionPage />);
const kind = async (name: string) => screen.findByLabelText<HTMLSelectElement>(name);
const pick = async (name: string, period: string) =>
  userEvent.selectOptions(await kind(name), period);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const question = () => screen.findByRole('alertdialog');
const focused = () => document.activeElement?.textContent;
/** It comes after all choices, like the button that was pressed: on a phone the first of them is far above. */
function isBeside(notice: HTMLElement): boolean {
  const save = screen.getByRole('button', { name: 'Save the rules' });
  const last = screen.getAllByRole('combobox').at(-1) as HTMLElement;
  const isBehind = (one: Node, other: Node) =>
    (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
  return isBehind(notice, last) && isBehind(save, notice);
}

test('keeps everything until a period is chosen; the question names what goes, and what is answered with no sends nothing', async () => {
  const log = serve(
    inTurn(
      answers(readRetention, retention()),
      answers(readRetention, retention({ contact: 24 }, 5)),
    ),
    answers(setRetention, { message: 'Saved.', version: 5 }),
  );
  open();
  expect((await kind('Messages to the team')).value).toBe('');
  expect(screen.getByText('There has been none yet.')).toBeTruthy();
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save the rules' });
  expect(save.disabled).toBe(true);
  await pick('Messages to the team', '2 years (recommended)');
  expect(screen.getByText('7 older records now.')).toBeTruthy();
  await pick('Applications that were never sent', '1 year (recommended)');
  expect(screen.getByText('100,000 or more older records now.')).toBeTruthy();
  await pick('Signatures that do not count', '3 months');
  expect(screen.getByText('Counting the older records took too long.')).toBeTruthy();
  await pick('Signatures that do not count', 'No limit');

  await press('Save the rules');
  const asked = within(await question());
  expect(asked.getByText('Messages to the team · 2 years')).toBeTruthy();
  expect(asked.getByText('Older records are deleted. 7 older records now.')).toBeTruthy();
  expect(asked.queryByText(/Signatures that do not count/)).toBeNull();
  await userEvent.click(asked.getByRole('button', { name: 'Cancel' }));
  expect(log.some(({ method }) => method === 'PUT')).toBe(false);
  await press('Save the rules');
  await userEvent.click(within(await question()).getByRole('button', { name: 'Save the rules' }));
  expect(await screen.findByText('Rules saved')).toBeTruthy();
  const put = log.find(({ method }) => method === 'PUT');
  expect(put?.body).toEqual({ periods: { ...KEEP_ALL, contact: 24, drafts: 12 }, version: 0 });
  // The button that was pressed has nothing more to save.
  expect(focused()).toBe('Everything is saved.');
});

test('what removes less is saved without a question, and a refusal keeps what was chosen', async () => {
  const log = serve(
    answers(readRetention, retention({ contact: 1 }, 3)),
    refuses(setRetention, 403, { message: 'Not for you.' }),
  );
  open();
  await pick('Messages to the team', 'No limit');
  await press('Save the rules');
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toBe('Not for you.');
  expect(isBeside(notice)).toBe(true);
  expect(log.at(-1)?.body).toEqual({ periods: KEEP_ALL, version: 3 });
  expect((await kind('Messages to the team')).value).toBe('');
  await press('Undo');
  expect((await kind('Messages to the team')).value).toBe('1');
  expect(focused()).toBe('Everything is saved.');
});

test('what was saved is undone from the message, at the version that it made', async () => {
  const log = serve(
    inTurn(
      answers(readRetention, retention({ contact: 1 }, 3)),
      answers(readRetention, retention({}, 4)),
      answers(readRetention, retention({ contact: 1 }, 5)),
    ),
    inTurn(
      answers(setRetention, { message: 'Saved.', version: 4 }),
      answers(setRetention, { message: 'Saved.', version: 5 }),
    ),
  );
  open();
  await pick('Messages to the team', 'No limit');
  await press('Save the rules');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undone')).toBeTruthy();
  expect(log.findLast(({ method }) => method === 'PUT')?.body).toEqual({
    periods: { ...KEEP_ALL, contact: 1 },
    version: 4,
  });
  await waitFor(async () => expect((await kind('Messages to the team')).value).toBe('1'));
});

test('what is chosen and not saved is asked about when the page is left', async () => {
  serve(answers(readRetention, retention()));
  open();
  const asks = () => {
    const event = new Event('beforeunload', { cancelable: true });
    dispatchEvent(event);
    return event.defaultPrevented;
  };
  await kind('Messages to the team');
  expect(asks()).toBe(false);
  await pick('Messages to the team', '1 month');
  expect(asks()).toBe(true);
  await press('Undo');
  expect(asks()).toBe(false);
});

test('what somebody else has saved meanwhile is shown beside one’s own, which is kept', async () => {
  const log = serve(
    inTurn(
      answers(readRetention, retention()),
      answers(readRetention, retention({ history: 12 }, 9)),
    ),
    inTurn(
      refuses(setRetention, 409, { message: 'Someone else has changed this in the meantime.' }),
      answers(setRetention, { message: 'Saved.', version: 10 }),
    ),
  );
  open();
  await pick('Messages to the team', '1 month');
  await press('Save the rules');
  await userEvent.click(within(await question()).getByRole('button', { name: 'Save the rules' }));
  const alert = await screen.findByRole('alert');
  expect(isBeside(alert)).toBe(true);
  const notice = within(alert);
  expect(await notice.findByText('Email history', { selector: 'dt' })).toBeTruthy();
  expect(notice.getByText('1 year')).toBeTruthy();
  await userEvent.click(notice.getByRole('button', { name: 'Continue with my version' }));
  expect(focused()).toBe('Not saved yet');
  expect([(await kind('Messages to the team')).value, (await kind('Email history')).value]).toEqual(
    ['1', '12'],
  );
  await press('Save the rules');
  await userEvent.click(within(await question()).getByRole('button', { name: 'Save the rules' }));
  await waitFor(() =>
    expect(log.findLast(({ method }) => method === 'PUT')?.body).toEqual({
      periods: { ...KEEP_ALL, contact: 1, history: 12 },
      version: 9,
    }),
  );
});

test('says what the last run removed, what is always kept, and what could not be loaded', async () => {
  const lastRun = {
    startedAt: '2026-11-21T03:40:00.000Z',
    finishedAt: '2026-11-21T03:41:00.000Z',
    removed: { ...ofEach(() => 0), contact: 1234 },
  };
  serve(
    inTurn(
      refuses(readRetention, 503, { message: 'We are away for a moment.' }),
      answers(readRetention, { ...retention(), lastRun }),
    ),
  );
  open();
  expect((await screen.findByRole('alert')).textContent).toContain('We are away for a moment.');
  await press('Try again');
  const run = within(await screen.findByRole('region', { name: 'The last cleanup' }));
  expect(run.getByText(/has finished/)).toBeTruthy();
  expect(run.getByText('1,234')).toBeTruthy();
  const always = within(
    screen.getByRole('region', { name: 'What these rules do not remove, and why' }),
  );
  expect(always.getByText('Addresses that get no bulk email')).toBeTruthy();
});

test('offers the days until a signature goes that nobody confirmed, and saves them alone', async () => {
  const log = serve(
    inTurn(
      answers(readRetention, retention()),
      answers(readRetention, { ...retention(), unconfirmedDays: 14 }),
    ),
    answers(setUnconfirmedDays, { message: 'Saved.' }),
  );
  open();
  const days = await kind('Signatures that nobody confirmed');
  expect(days.value).toBe('30');
  expect([...days.options].map(({ text }) => text)).toEqual([
    '7 days',
    '14 days',
    '30 days (recommended)',
    '60 days',
    '90 days',
  ]);
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save the days' });
  expect(save.disabled).toBe(true);
  await pick('Signatures that nobody confirmed', '14 days');
  await press('Save the days');
  expect(await screen.findByText('Rules saved')).toBeTruthy();
  expect(log.find(({ method }) => method === 'PUT')?.body).toEqual({ days: 14 });
  await waitFor(() => expect(save.disabled).toBe(true));
  expect(days.value).toBe('14');
});
