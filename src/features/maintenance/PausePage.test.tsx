import { onlineManager } from '@tanstack/react-query';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { answers, inTurn, refuses, serve } from '../../web/testing.fetch.ts';
import { openPage } from '../../web/testing.page.ts';
import { PausePage } from './PausePage.tsx';
import { type Pauses, readPauses, setPause } from './site.contract.ts';

const none = { isPaused: false, words: { en: '', fr: '' }, version: 0 };
const pauses = (more: Partial<Pauses> = {}): Pauses => ({
  signing: none,
  applying: none,
  registering: none,
  ...more,
});
const words = { en: 'Back on Monday.', fr: '' };
const paused = answers(readPauses, pauses({ signing: { isPaused: true, words, version: 7 } }));
const open = () => openPage('/admin/settings/pauses', <PausePage />);
const card = async (name: string) => within(await screen.findByRole('region', { name }));
const yes = async (name: string) =>
  userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('a form that is open', () => {
  test('is paused with its words after a question, and says so', async () => {
    const log = serve(
      inTurn(answers(readPauses, pauses()), paused),
      answers(setPause, { message: 'The form is paused.', version: 7 }),
    );
    open();
    const signing = await card('Signing the declaration');
    expect(signing.getByText('Active')).toBeTruthy();
    expect(signing.queryByText('Open')).toBeNull();
    await userEvent.type(signing.getByLabelText('Message to visitors, in English'), words.en);
    await userEvent.click(signing.getByRole('button', { name: 'Pause...' }));
    await yes('Cancel');
    expect(log.some(({ method }) => method === 'PUT')).toBe(false);
    await userEvent.click(signing.getByRole('button', { name: 'Pause...' }));
    await yes('Pause');
    expect(await signing.findByText('Paused')).toBeTruthy();
    expect(
      signing.getByLabelText<HTMLTextAreaElement>('Message to visitors, in English').value,
    ).toBe(words.en);
    const [put] = log.filter(({ method }) => method === 'PUT');
    expect([put?.path, put?.body]).toEqual([
      '/api/admin/pauses/signing',
      { isPaused: true, words, version: 0 },
    ]);
  });

  test('that could not be paused says why and keeps the words', async () => {
    serve(answers(readPauses, pauses()), refuses(setPause, 403, { message: 'Not for you.' }));
    open();
    const form = await card('New members');
    const field = form.getByLabelText<HTMLTextAreaElement>('Message to visitors, in Français');
    await userEvent.type(field, 'Bientôt.');
    await userEvent.click(form.getByRole('button', { name: 'Pause...' }));
    await yes('Pause');
    expect((await form.findByRole('alert')).textContent).toBe('Not for you.');
    expect(field.value).toBe('Bientôt.');
  });
});

test('what is changed without a connection fails at once, and is not done later', async () => {
  const log = serve(paused, refuses(setPause, 503, { message: 'unused' }));
  open();
  const form = await card('Signing the declaration');
  const { fetch } = globalThis;
  const offline = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', offline);
  onlineManager.setOnline(false);
  try {
    await userEvent.type(form.getByLabelText('Message to visitors, in Français'), 'Lundi.');
    await userEvent.click(form.getByRole('button', { name: 'Save the message' }));
    expect((await form.findByRole('alert')).textContent).toMatch(/^We got no answer/);
  } finally {
    vi.stubGlobal('fetch', fetch);
    onlineManager.setOnline(true);
  }
  expect(form.getByLabelText<HTMLTextAreaElement>('Message to visitors, in Français').value).toBe(
    'Lundi.',
  );
  expect(log.filter(({ method }) => method === 'PUT')).toEqual([]);
});

describe('a form that is paused', () => {
  test('gets other words, or is opened again', async () => {
    const log = serve(
      paused,
      inTurn(
        answers(setPause, { message: 'The form is paused.', version: 8 }),
        answers(setPause, { message: 'The form is open again.', version: 9 }),
      ),
    );
    open();
    const form = await card('Signing the declaration');
    await userEvent.type(form.getByLabelText('Message to visitors, in Français'), 'Lundi.');
    await userEvent.click(form.getByRole('button', { name: 'Save the message' }));
    const puts = () => log.filter(({ method }) => method === 'PUT').map(({ body }) => body);
    await waitFor(() => expect(puts()).toHaveLength(1));
    await userEvent.click(await form.findByRole('button', { name: 'Reopen' }));
    await waitFor(() => expect(puts()).toHaveLength(2));
    expect(puts()).toEqual([
      { isPaused: true, words: { ...words, fr: 'Lundi.' }, version: 7 },
      { isPaused: false, words: { ...words, fr: 'Lundi.' }, version: 8 },
    ]);
  });
});

describe('what somebody else has changed meanwhile', () => {
  const meanwhile = 'Someone else has changed this in the meantime.';
  /** Kofi paused signing after the page was opened. */
  const conflictingSave = () =>
    serve(
      inTurn(answers(readPauses, pauses()), paused),
      inTurn(
        refuses(setPause, 409, { message: `${meanwhile} Please look at it.` }),
        answers(setPause, { message: 'The form is paused.', version: 8 }),
      ),
    );
  /** Types into the card of signing and presses Pause. */
  async function tryToPause(typed: string) {
    open();
    const signing = await card('Signing the declaration');
    const field = signing.getByLabelText<HTMLTextAreaElement>('Message to visitors, in English');
    if (typed) await userEvent.type(field, typed);
    await userEvent.click(signing.getByRole('button', { name: 'Pause...' }));
    await yes('Pause');
    return { signing, field };
  }

  test('is shown beside one’s own words, which are kept and saved over it', async () => {
    const log = conflictingSave();
    const { signing, field } = await tryToPause('Closed.');
    const notice = within(
      (await signing.findByText('Back on Monday.', { selector: 'dd' })).closest(
        '[role=alert]',
      ) as HTMLElement,
    );
    expect(signing.getAllByRole('alert')).toHaveLength(1);
    expect(signing.getByText('Paused')).toBeTruthy();
    expect(field.value).toBe('Closed.');
    await userEvent.click(notice.getByRole('button', { name: 'Continue with my version' }));
    expect(signing.queryByRole('alert')).toBeNull();
    expect([field.value, document.activeElement]).toEqual(['Closed.', field]);
    await userEvent.click(signing.getByRole('button', { name: 'Save the message' }));
    await waitFor(() =>
      expect(log.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({
        isPaused: true,
        words: { en: 'Closed.', fr: '' },
        version: 7,
      }),
    );
  });

  test('can be taken in the place of one’s own words', async () => {
    conflictingSave();
    const { signing, field } = await tryToPause('Closed.');
    await userEvent.click(await signing.findByRole('button', { name: 'Use the saved version' }));
    expect(signing.queryByRole('alert')).toBeNull();
    expect([field.value, document.activeElement]).toEqual([words.en, field]);
  });

  test('fills the fields where nothing was typed, and is said', async () => {
    conflictingSave();
    const { signing, field } = await tryToPause('');
    await waitFor(() => expect(field.value).toBe(words.en));
    expect(signing.getByRole('alert').textContent).toContain(meanwhile);
    expect(signing.queryByRole('button', { name: 'Continue with my version' })).toBeNull();
  });
});

test('switches that could not be read can be read again', async () => {
  serve(inTurn(refuses(readPauses, 503, { message: 'Please wait.' }), paused));
  open();
  expect((await screen.findByRole('alert')).textContent).toContain('Please wait.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Paused')).toBeTruthy();
});
