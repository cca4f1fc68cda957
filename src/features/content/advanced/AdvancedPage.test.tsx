import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import fr from '../../../web/locales/fr.json';
import { loadTexts } from '../../../web/locales.ts';
import { createQueryClient } from '../../../web/queries.ts';
import {
  answers,
  holdBack,
  inTurn,
  refuses,
  type Sent,
  serve,
} from '../../../web/testing.fetch.ts';
import { ConfirmProvider } from '../../../web/ui/confirm.tsx';
import { Toaster } from '../../../web/ui/toast.tsx';
import { ContentTab } from '../ContentTab.tsx';
import { ADVANCED_PATH } from '../editing/paths.rules.ts';
import {
  dropContentDraft,
  listContent,
  listContentDrafts,
  publishContent,
  saveContentDraft,
  seedContent,
} from '../publishing/content.contract.ts';
import { HERO } from '../texts/hero.rules.ts';
import { addPicture } from '../pictures/pictures.contract.ts';

const rowOf = (value: string, more: object = {}) => ({
  section: 'hero',
  key: 'title_line1',
  value,
  id: crypto.randomUUID(),
  language: 'en',
  version: 3,
  status: 'published',
  updatedBy: crypto.randomUUID(),
  updatedAt: '2026-11-05T10:00:00.000Z',
  ...more,
});
const draftOf = (value: string, more: object = {}) =>
  rowOf(value, { version: 0, status: 'draft', ...more });

const said = { message: 'Done.' };
const published = (...rows: object[]) => answers(listContent, rows);
const drafts = (...rows: object[]) => answers(listContentDrafts, rows);

function open(query = '?section=hero&key=title_line1') {
  history.replaceState(null, '', `${ADVANCED_PATH}${query}`);
  return render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <ConfirmProvider>
        <ContentTab />
      </ConfirmProvider>
      <Toaster />
    </QueryClientProvider>,
  );
}

const value = () => screen.findByLabelText<HTMLTextAreaElement>('Value');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
/** A button with a label of its own while it works says both to who counts its letters. */
const publish = () => userEvent.click(screen.getByRole('button', { name: /^Publish/ }));
const writes = (log: Sent[], method: string, path = '/api/admin/content') =>
  log.filter((sent) => sent.method === method && sent.path === path);

// The catalogue is cut when it is first asked for, which can take longer than a test waits.
beforeAll(async () => void (await loadTexts('fr')));
beforeEach(() => vi.unstubAllGlobals());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('the texts', () => {
  test('of French are shown in French, with their French built-in words', async () => {
    serve(published(rowOf('My title'), rowOf('Mon titre', { language: 'fr' })), drafts());
    open();
    await value();
    await userEvent.selectOptions(screen.getByLabelText('Language of the texts'), 'Français');
    await waitFor(async () => expect((await value()).value).toBe('Mon titre'));
    expect(location.search).toBe('?language=fr&section=hero&key=title_line1');
    const catalogue: Record<string, string> = fr;
    expect(screen.getByText('Built-in').nextSibling?.textContent).toBe(
      catalogue[HERO.title_line1.fallback] ?? HERO.title_line1.fallback,
    );
  });

  test('say why they could not be loaded and try again', async () => {
    serve(
      inTurn(refuses(listContent, 503, { message: 'The database is away.' }), published()),
      drafts(),
    );
    open();
    expect(await screen.findByText('The database is away.')).toBeTruthy();
    await press('Try again');
    expect((await value()).value).toBe(HERO.title_line1.fallback);
  });
});

describe('publishing', () => {
  test('sends section, key, value, language and the version that was read', async () => {
    const log = serve(
      inTurn(published(rowOf('My title')), published(rowOf('A better title', { version: 4 }))),
      drafts(),
      answers(saveContentDraft, said),
      answers(publishContent, { message: 'The text is published.' }),
    );
    const answer = holdBack(publishContent);
    open();
    const area = await value();
    const button = screen.getByRole('button', { name: /^Publish/ });
    // One right after the other: on a busy machine looking for the button takes longer than the pause.
    fireEvent.change(area, { target: { value: 'A better title' } });
    fireEvent.click(button);
    // What waits for a pause is not made a draft again, though the pause is over before the answer is here.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(writes(log, 'PUT', '/api/admin/content/draft')).toEqual([]);
    answer();
    expect(await screen.findByText('Content Updated')).toBeTruthy();
    expect(writes(log, 'PUT').map(({ body }) => body)).toEqual([
      {
        section: 'hero',
        key: 'title_line1',
        value: 'A better title',
        language: 'en',
        version: 3,
        draft: null,
      },
    ]);
    expect((await value()).value).toBe('A better title');
    expect(writes(log, 'PUT', '/api/admin/content/draft')).toEqual([]);
  });

  test('is done once the list shows what was published', async () => {
    serve(
      inTurn(published(rowOf('My title')), published(rowOf('A better title', { version: 4 }))),
      drafts(),
      answers(saveContentDraft, said),
      answers(publishContent, { message: 'The text is published.' }),
    );
    open();
    fireEvent.change(await value(), { target: { value: 'A better title' } });
    const answer = holdBack(listContent);
    const asked = vi.spyOn(globalThis, 'fetch');
    await publish();
    await waitFor(() =>
      expect(asked.mock.calls.map(([address]) => address)).toContain(listContent.path),
    );
    expect(screen.queryByText('Content Updated')).toBeNull();
    answer();
    expect(await screen.findByText('Content Updated')).toBeTruthy();
    const table = within(screen.getByRole('table', { name: 'Current content' }));
    expect(table.getByText('A better title')).toBeTruthy();
  });

  test('needs all three fields', async () => {
    const log = serve(published(), drafts());
    open('');
    await value();
    await publish();
    expect(await screen.findByText('Missing Information')).toBeTruthy();
    const sentence = 'Please fill in all content fields.';
    expect(screen.getAllByText(sentence).length).toBeGreaterThan(3);
    expect(log.some(({ method }) => method !== 'GET')).toBe(false);
  });

  test('that is refused keeps the words and says why twice', async () => {
    serve(
      published(),
      drafts(),
      answers(saveContentDraft, said),
      refuses(publishContent, 503, { message: 'The database is away.' }),
    );
    open();
    fireEvent.change(await value(), { target: { value: 'Mine' } });
    await publish();
    expect(await screen.findByText('Update Failed')).toBeTruthy();
    expect(screen.getAllByText('The database is away.')).toHaveLength(2);
    expect((await value()).value).toBe('Mine');
  });

  test('of a text under a name that no page knows is allowed and said', async () => {
    const log = serve(published(), drafts(), answers(publishContent, said));
    open('');
    await userEvent.type(await screen.findByLabelText('Section'), 'spring');
    await userEvent.type(screen.getByLabelText('Key'), 'greeting');
    expect(screen.getByText(/No page shows a text with this name/)).toBeTruthy();
    await userEvent.type(await value(), 'Hello');
    await publish();
    await waitFor(() => expect(writes(log, 'PUT')).toHaveLength(1));
    expect(writes(log, 'PUT')[0]?.body).toEqual({
      section: 'spring',
      key: 'greeting',
      value: 'Hello',
      language: 'en',
      version: 0,
      draft: null,
    });
  });

  test('over what somebody else has published meanwhile asks whose words to publish', async () => {
    const theirs = rowOf('Theirs', { version: 4 });
    const log = serve(
      inTurn(published(rowOf('My title')), published(theirs)),
      drafts(),
      answers(saveContentDraft, said),
      inTurn(
        refuses(publishContent, 409, { message: 'Someone else has changed this text.' }),
        answers(publishContent, said),
      ),
    );
    open();
    fireEvent.change(await value(), { target: { value: 'Mine' } });
    await publish();
    const goOn = await screen.findByRole('button', { name: 'Continue with my version' });
    const notice = goOn.closest('[role=alert]') as HTMLElement;
    const form = within(goOn.closest('form') as HTMLElement);
    await waitFor(() =>
      expect(within(notice).getByText('Published now').nextSibling?.textContent).toBe('Theirs'),
    );
    expect((await value()).value).toBe('Mine');
    // Said once, and where the focus is.
    expect(form.getAllByRole('alert')).toEqual([notice]);
    expect(document.activeElement).toBe(notice);
    await userEvent.click(goOn);
    expect(form.queryByRole('alert')).toBeNull();
    expect(document.activeElement).toBe(await value());
    await publish();
    await waitFor(() => expect(writes(log, 'PUT')).toHaveLength(2));
    expect(writes(log, 'PUT')[1]?.body).toMatchObject({ value: 'Mine', version: 4 });
  });

  test('over a draft that someone else has saved meanwhile shows that draft', async () => {
    serve(
      published(),
      inTurn(drafts(), drafts(draftOf('Their draft'))),
      refuses(saveContentDraft, 409, { message: 'Someone else has saved a draft.' }),
    );
    open();
    fireEvent.change(await value(), { target: { value: 'Mine' } });
    const goOn = await screen.findByRole('button', { name: 'Continue with my version' });
    const notice = within(goOn.closest('[role=alert]') as HTMLElement);
    expect(await notice.findByText('Their draft')).toBeTruthy();
    expect((await value()).value).toBe('Mine');
  });
});

describe('typing', () => {
  test('becomes a draft when it pauses', async () => {
    const log = serve(
      published(),
      inTurn(drafts(), drafts(draftOf('Woven'))),
      answers(saveContentDraft, said),
    );
    open();
    await userEvent.type(await value(), '!');
    const put = () => writes(log, 'PUT', '/api/admin/content/draft');
    expect(put()).toEqual([]);
    await waitFor(() => expect(put()).toHaveLength(1));
    expect(put()[0]?.body).toEqual({
      section: 'hero',
      key: 'title_line1',
      value: `${HERO.title_line1.fallback}!`,
      language: 'en',
      version: 0,
      draft: null,
    });
    expect(await screen.findByText('Draft: visitors do not see it yet.')).toBeTruthy();
    // The words in the form are those that were typed, also where the server trims them.
    expect((await value()).value).toBe(`${HERO.title_line1.fallback}!`);
  });

  test('is kept when another text or language is looked at', async () => {
    // Refused: a draft that was saved would come back from the server, however slow the test.
    serve(published(), drafts(), refuses(saveContentDraft, 503, { message: 'Away.' }));
    open();
    fireEvent.change(await value(), { target: { value: 'Half a sen' } });
    await userEvent.selectOptions(screen.getByLabelText('Language of the texts'), 'Français');
    await waitFor(async () => expect((await value()).value).not.toBe('Half a sen'));
    await userEvent.selectOptions(screen.getByLabelText('Language of the texts'), 'English');
    await waitFor(async () => expect((await value()).value).toBe('Half a sen'));
  });

  test('that is not saved is asked about when the page is left', async () => {
    serve(published(), drafts(), refuses(saveContentDraft, 503, { message: 'Away.' }));
    open();
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true });
      dispatchEvent(event);
      return event.defaultPrevented;
    };
    await value();
    expect(leave()).toBe(false);
    fireEvent.change(await value(), { target: { value: 'Half a sen' } });
    expect(leave()).toBe(true);
    expect(await screen.findByText('Away.')).toBeTruthy();
    expect(leave()).toBe(true);
  });

  test('the name after the words moves them to that name', async () => {
    serve(published(), drafts());
    open('');
    await userEvent.type(await value(), 'Hello');
    await userEvent.type(screen.getByLabelText('Section'), 'spring');
    await userEvent.type(screen.getByLabelText('Key'), 'greeting');
    expect((await value()).value).toBe('Hello');
    expect(location.search).toBe('?language=en&section=spring&key=greeting');
  });

  test('a hidden character is reported before anything is published', async () => {
    const log = serve(published(), drafts(), refuses(saveContentDraft, 400, { message: 'No.' }));
    open();
    fireEvent.change(await value(), { target: { value: 'safe\u202Egnp' } });
    await publish();
    expect(screen.getAllByText(/This text contains a hidden character/).length).toBeGreaterThan(1);
    expect(writes(log, 'PUT')).toEqual([]);
  });
});

describe('a draft', () => {
  test('is shown in the form, is saved by its button, and goes with another', async () => {
    const log = serve(
      published(rowOf('My title')),
      inTurn(drafts(draftOf('My draft')), drafts(draftOf('My draft!')), drafts()),
      answers(saveContentDraft, said),
      answers(dropContentDraft, said),
    );
    open();
    expect((await value()).value).toBe('My draft');
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save as draft' });
    expect(save.disabled).toBe(true);
    await userEvent.type(await value(), '!');
    await userEvent.click(save);
    expect(await screen.findByText('Draft saved')).toBeTruthy();
    expect(writes(log, 'PUT', '/api/admin/content/draft')).toHaveLength(1);

    await press('Discard draft');
    await waitFor(async () => expect((await value()).value).toBe('My title'));
    const [dropped] = writes(log, 'DELETE', '/api/admin/content/draft');
    expect(Object.fromEntries(dropped?.query ?? [])).toEqual({
      section: 'hero',
      key: 'title_line1',
      language: 'en',
      draft: '2026-11-05T10:00:00.000Z',
    });
  });
});

test('earlier versions are fetched when they are unfolded, and written on from', async () => {
  const old = rowOf('The first title', { version: 1, status: 'archived' });
  const other = rowOf('Of another text', { key: 'title_line10', status: 'archived' });
  serve(
    answers(listContent, ({ query }: Sent) =>
      query.get('status') === 'archived' ? [old, other] : [rowOf('My title')],
    ),
    drafts(),
    answers(saveContentDraft, said),
  );
  open();
  await value();
  await userEvent.click(screen.getByText('Earlier versions'));
  const use = await screen.findByRole('button', { name: 'Start from this version' });
  const item = within(use.closest('li') as HTMLElement);
  expect([...use.closest('li')!.querySelectorAll('ins')].map((one) => one.textContent)).toEqual([
    'added: The first title',
  ]);
  expect(item.queryByText(/Of another text/)).toBeNull();
  await userEvent.click(use);
  expect((await value()).value).toBe('The first title');
});

describe('seeding', () => {
  const seed = () => userEvent.click(screen.getByRole('button', { name: /^Seed initial content/ }));

  test('asks first, then says what it did', async () => {
    const log = serve(
      inTurn(published(), published(rowOf(HERO.title_line1.fallback))),
      drafts(),
      answers(seedContent, { message: '20 texts were added.' }),
    );
    open();
    await value();
    expect(screen.getByRole('heading', { name: 'Initialize Content' })).toBeTruthy();
    expect(screen.getByText('No custom content yet.')).toBeTruthy();
    await seed();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(log.some(({ method }) => method === 'POST')).toBe(false);
    await seed();
    await press('Initialize');
    expect(await screen.findByText('Content Seeded Successfully')).toBeTruthy();
    expect(screen.getByText('20 texts were added.')).toBeTruthy();
    expect(log.find(({ method }) => method === 'POST')?.body).toEqual({});
    expect(await screen.findByText('hero / title_line1')).toBeTruthy();
  });

  test('that fails says so', async () => {
    serve(published(), drafts(), refuses(seedContent, 500, {} as { message: string }));
    open();
    await value();
    await seed();
    await press('Initialize');
    expect(await screen.findByText('Seeding Failed')).toBeTruthy();
    expect(screen.getByText('Failed to seed initial content.')).toBeTruthy();
  });
});

describe('the current content', () => {
  test('shows section / key, the day, and the beginning of the value; a row opens its text', async () => {
    const long = 'word '.repeat(60).trim();
    serve(published(rowOf(long), rowOf('Autre', { language: 'fr', key: 'description' })), drafts());
    open('');
    const table = within(await screen.findByRole('table', { name: 'Current content' }));
    expect(table.getByText('5 Nov 2026')).toBeTruthy();
    expect(table.getByText(`${long.slice(0, 100).trimEnd()}…`)).toBeTruthy();
    expect(table.queryByText('Autre')).toBeNull();
    await userEvent.click(table.getByRole('button', { name: 'hero / title_line1' }));
    expect((await value()).value).toBe(long);
  });
});

test('a picture becomes a draft once it is sent and said in words, and not before', async () => {
  const file = `${'a'.repeat(43)}-960x640.webp`;
  vi.stubGlobal('createImageBitmap', async () => ({
    width: 960,
    height: 640,
    close: () => undefined,
  }));
  const log = serve(
    published(),
    drafts(),
    answers(addPicture, { ...said, file }),
    answers(saveContentDraft, said),
  );
  open('?section=updates&key=item1_picture');
  const png = new File([Uint8Array.of(0x89, 80, 78, 71, 13, 10, 26, 10)], 'us.png');
  await userEvent.upload(await screen.findByLabelText('Picture file'), png, {
    applyAccept: false,
  });
  await waitFor(() =>
    expect(document.querySelector('form img')?.getAttribute('src')).toBe(`/uploads/${file}`),
  );
  await publish();
  await screen.findByRole('link', { name: /^Please choose a picture and describe it/ });
  expect(screen.getByText('Not saved yet: add both a picture and its description.')).toBeTruthy();
  expect(writes(log, 'PUT', '/api/admin/content/draft')).toEqual([]);
  await userEvent.type(screen.getByLabelText(/^What the picture shows/), 'A market');
  await waitFor(() =>
    expect(writes(log, 'PUT', '/api/admin/content/draft').at(-1)?.body).toMatchObject({
      section: 'updates',
      key: 'item1_picture',
      value: `${file} A market`,
    }),
  );
});

test('a published picture is shown in the list with its words, and without the name of its file', async () => {
  const file = `${'a'.repeat(43)}-960x640.webp`;
  const alt = 'A market at the border. '.repeat(6).trim();
  serve(published(rowOf(`${file} ${alt}`, { section: 'updates', key: 'item1_picture' })), drafts());
  open('');
  const list = await screen.findByRole('table', { name: 'Current content' });
  expect(list.querySelector('img')?.getAttribute('src')).toBe(`/uploads/${file}`);
  expect(list.textContent).toContain('A market at the border. A market');
  expect(list.textContent).toContain('…');
  expect(list.textContent).not.toContain(file);
});
