import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { fieldsOf } from '../../shared/record.ts';
import { loadTexts } from '../../web/locales.ts';
import { createQueryClient } from '../../web/queries.ts';
import { answers, holdBack, inTurn, refuses, type Sent, serve } from '../../web/testing.fetch.ts';
import { ConfirmProvider } from '../../web/ui/confirm.tsx';
import { Toaster } from '../../web/ui/toast.tsx';
import { ContentTab } from './ContentTab.tsx';
import {
  dropContentDraft,
  listContent,
  listContentDrafts,
  publishContent,
  saveContentDraft,
  withdrawContent,
} from './publishing/content.contract.ts';
import { HERO } from './texts/hero.rules.ts';
import { OWNERS_TEXTS } from './texts/known-texts.rules.ts';

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

function open(address: string) {
  history.replaceState(null, '', address);
  return render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <ConfirmProvider>
        <ContentTab />
      </ConfirmProvider>
      <Toaster />
    </QueryClientProvider>,
  );
}
const TITLE = '?language=en&section=hero&key=title_line1';
const field = (name: string) => screen.findByLabelText<HTMLTextAreaElement>(name);
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
const publish = () => press(/^Publish/);
/** At once: on a busy machine a press by hand takes longer than the pause after which words are saved. */
const publishAtOnce = () => fireEvent.click(screen.getByRole('button', { name: /^Publish/ }));
const puts = (log: Sent[], path = '/api/admin/content') =>
  log.filter((sent) => sent.method === 'PUT' && sent.path === path).map(({ body }) => body);

// The catalogue is cut when it is first asked for, which can take longer than a test waits.
beforeAll(async () => void (await loadTexts('fr')));
beforeEach(() => vi.unstubAllGlobals());
afterEach(cleanup);

describe('the page', () => {
  test('is the one of the section, with its drafts, and runs nothing', async () => {
    serve(published(), drafts());
    open('/admin/content?language=fr&section=volunteer&key=intro');
    const frame = await screen.findByTitle('Preview of the page');
    expect(frame.getAttribute('src')).toBe('/preview?lang=fr&page=%2Fvolunteer&marks=1');
    expect(frame.getAttribute('sandbox')).toBe('allow-same-origin');
    // The Tab key goes past it, to the texts over it.
    expect(frame.hasAttribute('inert')).toBe(true);
  });

  test('is fetched again once what was typed is a draft', async () => {
    const log = serve(
      published(),
      inTurn(drafts(), drafts(draftOf('Sixty threads.'))),
      answers(saveContentDraft, said),
    );
    open(`/admin/content${TITLE}`);
    expect(await screen.findAllByTitle('Preview of the page')).toHaveLength(1);
    fireEvent.change(await field('English'), { target: { value: 'Sixty threads.' } });
    await waitFor(() => expect(screen.getAllByTitle('Preview of the page')).toHaveLength(2));
    expect(puts(log, '/api/admin/content/draft')).toEqual([
      {
        language: 'en',
        section: 'hero',
        key: 'title_line1',
        value: 'Sixty threads.',
        version: 0,
        draft: null,
      },
    ]);
  });

  test('asks for what only the campaign can write, until it is written', async () => {
    const written = { section: 'vision', key: 'who_country' };
    serve(published(rowOf('Ghana', written)), drafts());
    open('/admin/content');
    const asked = within(await screen.findByRole('region', { name: 'Only you can write these' }));
    expect(asked.queryByRole('button', { name: 'The country you work from' })).toBeNull();
    expect(asked.getAllByRole('button')).toHaveLength(OWNERS_TEXTS.length - 1);
    await userEvent.click(asked.getByRole('button', { name: 'What the price of a kit pays for' }));
    expect(location.search).toBe('?language=en&section=vision&key=who_price');
    expect(document.activeElement).toBe(await field('English'));
  });

  test('says how many texts of a language are to be updated', async () => {
    serve(published(rowOf('My title')), drafts());
    open('/admin/content');
    expect(await screen.findByRole('button', { name: 'Français, 1 to update' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'English' })).toBeTruthy();
  });
});

describe('a text', () => {
  test('is shown in all languages with what is missing', async () => {
    serve(published(rowOf('My title')), drafts());
    open(`/admin/content${TITLE}`);
    expect((await field('English')).value).toBe('My title');
    expect((await field('Français')).value).toBe('Cinquante-quatre fils.');
    expect(screen.getByText('Changed here, not yet in French')).toBeTruthy();
    expect(screen.getByText('Changed in English, not yet here')).toBeTruthy();
  });

  test('is published in every language that was changed, over the versions that were read', async () => {
    // Refused: the fake list of drafts would not have one that was saved in between.
    const log = serve(
      published(rowOf('My title')),
      drafts(),
      refuses(saveContentDraft, 503, { message: 'Away.' }),
      answers(publishContent, said),
    );
    open(`/admin/content${TITLE}`);
    fireEvent.change(await field('English'), { target: { value: 'Sixty threads.' } });
    fireEvent.change(await field('Français'), { target: { value: 'Soixante fils.' } });
    await publish();
    expect(await screen.findByText('2 texts are published.')).toBeTruthy();
    const name = { section: 'hero', key: 'title_line1' };
    expect(puts(log)).toEqual([
      { ...name, language: 'en', value: 'Sixty threads.', version: 3, draft: null },
      { ...name, language: 'fr', value: 'Soixante fils.', version: 0, draft: null },
    ]);
  });

  test('keeps what is typed while it is being published, as a draft over the new version', async () => {
    const log = serve(
      inTurn(published(rowOf('My title')), published(rowOf('Sixty threads.', { version: 4 }))),
      drafts(),
      answers(publishContent, said),
      answers(saveContentDraft, said),
    );
    const answer = holdBack(publishContent);
    open(`/admin/content${TITLE}`);
    fireEvent.change(await field('English'), { target: { value: 'Sixty threads.' } });
    publishAtOnce();
    fireEvent.change(await field('English'), { target: { value: 'Sixty threads, and one.' } });
    // The pause is over before the answer is here.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(puts(log, '/api/admin/content/draft')).toEqual([]);
    answer();
    expect(await screen.findByText('Content Updated')).toBeTruthy();
    expect((await field('English')).value).toBe('Sixty threads, and one.');
    await waitFor(() =>
      expect(puts(log, '/api/admin/content/draft')).toMatchObject([
        { value: 'Sixty threads, and one.', version: 4, draft: null },
      ]),
    );
  });

  test('that was published is as before after Undo', async () => {
    const now = rowOf('Sixty threads.', { version: 4 });
    const french = rowOf('Soixante fils.', { language: 'fr', version: 1 });
    const log = serve(
      inTurn(published(rowOf('My title')), published(now, french), published(rowOf('My title'))),
      drafts(),
      refuses(saveContentDraft, 503, { message: 'Away.' }),
      answers(publishContent, said),
      answers(withdrawContent, said),
    );
    open(`/admin/content${TITLE}`);
    fireEvent.change(await field('English'), { target: { value: 'Sixty threads.' } });
    fireEvent.change(await field('Français'), { target: { value: 'Soixante fils.' } });
    await publish();
    await press('Undo');
    expect(await screen.findByText('Undone')).toBeTruthy();
    expect(puts(log).at(-1)).toMatchObject({ value: 'My title', language: 'en', version: 4 });
    expect(log.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      `/api/admin/content/${french.id}`,
    ]);
    expect((await field('English')).value).toBe('My title');
  });

  test('that someone else has published since is not published over by Undo', async () => {
    const log = serve(
      inTurn(
        published(rowOf('My title')),
        published(rowOf('Sixty threads.', { version: 4 })),
        published(rowOf('Theirs', { version: 5 })),
      ),
      drafts(),
      answers(publishContent, said),
      answers(saveContentDraft, said),
    );
    open(`/admin/content${TITLE}`);
    fireEvent.change(await field('English'), { target: { value: 'Sixty threads.' } });
    publishAtOnce();
    await screen.findByText('Content Updated');
    // A draft of another language brings the list anew.
    fireEvent.change(await field('Français'), { target: { value: 'Soixante fils.' } });
    await waitFor(async () => expect((await field('English')).value).toBe('Theirs'));
    await press('Undo');
    await waitFor(() => expect(puts(log).at(-1)).toMatchObject({ value: 'My title', version: 4 }));
  });

  test('of which some were published before the connection was lost says so of each', async () => {
    const french = rowOf('Soixante fils.', { language: 'fr', version: 1 });
    const log = serve(
      inTurn(published(rowOf('My title')), published(rowOf('Sixty threads.', { version: 4 }))),
      drafts(),
      refuses(saveContentDraft, 503, { message: 'Away.' }),
      answers(publishContent, ({ body }: Sent) => {
        if (fieldsOf(body).language === french.language) throw new TypeError('Failed to fetch');
        return said;
      }),
    );
    open(`/admin/content${TITLE}`);
    fireEvent.change(await field('English'), { target: { value: 'Sixty threads.' } });
    fireEvent.change(await field('Français'), { target: { value: 'Soixante fils.' } });
    publishAtOnce();
    expect(await screen.findByText('Update Failed')).toBeTruthy();
    expect(puts(log)).toHaveLength(2);
    const live = within(screen.getByRole('region', { name: 'Versions' })).getByText('Live');
    expect(live.nextSibling?.textContent).toContain('Sixty threads.');
    expect((await field('Français')).value).toBe('Soixante fils.');
    expect(screen.getAllByText(/We got no answer/)).toHaveLength(2);
  });

  test('of which two languages were not saved says so at each', async () => {
    serve(published(), drafts(), refuses(saveContentDraft, 503, { message: 'Away.' }));
    open(`/admin/content${TITLE}`);
    fireEvent.change(await field('English'), { target: { value: 'Sixty threads.' } });
    fireEvent.change(await field('Français'), { target: { value: 'Soixante fils.' } });
    await waitFor(() => expect(screen.getAllByText('Away.')).toHaveLength(2));
  });

  test('that someone else has published meanwhile is shown beside what was typed', async () => {
    const log = serve(
      inTurn(published(rowOf('My title')), published(rowOf('Theirs', { version: 4 }))),
      drafts(),
      refuses(saveContentDraft, 503, { message: 'Away.' }),
      inTurn(
        refuses(publishContent, 409, { message: 'Someone else has changed this text.' }),
        answers(publishContent, said),
      ),
    );
    open(`/admin/content${TITLE}`);
    fireEvent.change(await field('English'), { target: { value: 'Mine' } });
    await publish();
    const goOn = await screen.findByRole('button', { name: 'Continue with my version' });
    const notice = within(goOn.closest('[role=alert]') as HTMLElement);
    await waitFor(() =>
      expect(notice.getByText('Published now').nextSibling?.textContent).toBe('Theirs'),
    );
    expect((await field('English')).value).toBe('Mine');
    await userEvent.click(goOn);
    await publish();
    await waitFor(() => expect(puts(log)).toHaveLength(2));
    expect(puts(log)[1]).toMatchObject({ value: 'Mine', version: 4 });
  });

  test('of which someone else has saved a draft meanwhile is shown beside what was typed', async () => {
    const theirs = draftOf('Their draft', { updatedAt: '2026-11-06T10:00:00.000Z' });
    const log = serve(
      published(),
      inTurn(drafts(), drafts(theirs)),
      inTurn(
        refuses(saveContentDraft, 409, { message: 'Someone else has saved a draft.' }),
        answers(saveContentDraft, said),
      ),
    );
    open(`/admin/content${TITLE}`);
    fireEvent.change(await field('English'), { target: { value: 'Mine' } });
    const goOn = await screen.findByRole('button', { name: 'Continue with my version' });
    const notice = within(goOn.closest('[role=alert]') as HTMLElement);
    expect(await notice.findByText('Their draft')).toBeTruthy();
    expect((await field('English')).value).toBe('Mine');
    await userEvent.click(goOn);
    fireEvent.change(await field('English'), { target: { value: 'Mine, then.' } });
    await waitFor(() =>
      expect(puts(log, '/api/admin/content/draft').at(-1)).toMatchObject({
        value: 'Mine, then.',
        draft: '2026-11-06T10:00:00.000Z',
      }),
    );
  });

  test('that may not be empty is not published, and the field says so', async () => {
    const log = serve(published(), drafts());
    open(`/admin/content${TITLE}`);
    fireEvent.change(await field('English'), { target: { value: ' ' } });
    await publish();
    expect(await screen.findByText('Missing Information')).toBeTruthy();
    const area = await field('English');
    expect(area.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(area);
    expect(puts(log)).toEqual([]);
  });

  test('whose draft is discarded is brought back by Undo', async () => {
    const log = serve(
      published(),
      inTurn(drafts(draftOf('My draft')), drafts()),
      answers(dropContentDraft, said),
      answers(saveContentDraft, said),
    );
    open(`/admin/content${TITLE}`);
    expect((await field('English')).value).toBe('My draft');
    await press('Discard draft');
    expect(await screen.findByText('Draft discarded')).toBeTruthy();
    expect((await field('English')).value).toBe(HERO.title_line1.fallback);
    await press('Undo');
    expect((await field('English')).value).toBe('My draft');
    await waitFor(() => expect(puts(log, '/api/admin/content/draft')).toHaveLength(1));
  });

  test('is the built-in one again at once, and Undo publishes it anew', async () => {
    const row = rowOf('My title');
    const log = serve(
      inTurn(published(row), published(), published(row)),
      drafts(),
      answers(withdrawContent, { message: 'Visitors no longer see the published text.' }),
      answers(publishContent, said),
    );
    open(`/admin/content${TITLE}`);
    await field('English');
    await press('Use built-in text');
    expect(await screen.findByText('Visitors no longer see the published text.')).toBeTruthy();
    expect((await field('English')).value).toBe(HERO.title_line1.fallback);
    await press('Undo');
    expect(await screen.findByText('Undone')).toBeTruthy();
    expect(puts(log)).toEqual([
      {
        section: 'hero',
        key: 'title_line1',
        language: 'en',
        value: 'My title',
        version: 0,
        draft: null,
      },
    ]);
  });

  test('that was taken back with its draft has both again after Undo', async () => {
    const row = rowOf('My title');
    const log = serve(
      inTurn(published(row), published(), published({ ...row, version: 4 })),
      inTurn(drafts(draftOf('My draft')), drafts()),
      answers(withdrawContent, said),
      answers(publishContent, said),
      answers(saveContentDraft, said),
    );
    open(`/admin/content${TITLE}`);
    expect((await field('English')).value).toBe('My draft');
    await press('Use built-in text');
    await press('Undo');
    expect(await screen.findByText('Undone')).toBeTruthy();
    expect((await field('English')).value).toBe('My draft');
    await waitFor(() =>
      expect(puts(log, '/api/admin/content/draft')).toMatchObject([
        { value: 'My draft', version: 4 },
      ]),
    );
  });

  test('that was taken back leaves the draft of someone else as it is after Undo', async () => {
    const row = rowOf('My title');
    const log = serve(
      inTurn(published(row), published(), published({ ...row, version: 4 })),
      drafts(draftOf('Their draft')),
      answers(withdrawContent, said),
      answers(publishContent, said),
    );
    open(`/admin/content${TITLE}`);
    await press('Use built-in text');
    await press('Undo');
    expect(await screen.findByText('Undone')).toBeTruthy();
    expect((await field('English')).value).toBe('Their draft');
    expect(screen.getByText('Draft: visitors do not see it yet.')).toBeTruthy();
    expect(puts(log)).toMatchObject([{ value: 'My title', draft: null }]);
  });

  test.each([
    ['hero', 'title_line1', 'Use built-in text'],
    ['site', 'name', 'Use the English text'],
    ['site', 'social_x', 'Remove the text'],
  ])('%s / %s that is taken back gives way to what its button says', async (section, key, name) => {
    const language = name === 'Use the English text' ? 'fr' : 'en';
    const ours = { section, key };
    const english = rowOf('https://x.example/us', ours);
    const own = rowOf('https://x.example/nous', { ...ours, language });
    serve(published(...(language === 'fr' ? [english, own] : [english])), drafts());
    open(`/admin/content?language=${language}&section=${section}&key=${key}`);
    expect(await screen.findByRole('button', { name })).toBeTruthy();
  });

  test('shows which words its draft removes and adds', async () => {
    serve(published(rowOf('One large cloth.')), drafts(draftOf('One woven cloth.')));
    open(`/admin/content${TITLE}`);
    const versions = await screen.findByRole('region', { name: 'Versions' });
    const marked = (tag: string) =>
      [...versions.querySelectorAll(tag)].map(({ textContent }) => textContent?.trim());
    expect([marked('del'), marked('ins')]).toEqual([['removed: large'], ['added: woven']]);
  });
});

describe('the words below a field', () => {
  const open1 = async (query: string) => {
    const log = serve(published(), drafts());
    open(`/admin/content?language=en&${query}`);
    return log;
  };

  test('ask for the other half of a picture, which is no draft before', async () => {
    const log = await open1('section=updates&key=item1_picture');
    const [words] = await screen.findAllByLabelText(/^What the picture shows/);
    fireEvent.change(words as HTMLElement, { target: { value: 'A market' } });
    expect(
      await screen.findByText('Not saved yet: add both a picture and its description.'),
    ).toBeTruthy();
    expect(screen.queryByText('Saved as a draft when you stop typing.')).toBeNull();
    expect(log.some(({ method }) => method !== 'GET')).toBe(false);
  });

  test('promise no draft of a text that no page shows', async () => {
    await open1('section=spring&key=greeting');
    fireEvent.change(await field('English'), { target: { value: 'Hello' } });
    expect(await screen.findByText('Not saved yet.')).toBeTruthy();
    expect(screen.queryByText('Saved as a draft when you stop typing.')).toBeNull();
  });
});

test('a review of which a draft was not published stays open with it', async () => {
  const second = draftOf('Une toile.', { key: 'title_line2', language: 'fr' });
  serve(
    published(),
    inTurn(drafts(draftOf('My new title'), second), drafts(second)),
    inTurn(
      answers(publishContent, said),
      refuses(publishContent, 409, { message: 'Someone else has changed this text.' }),
    ),
  );
  open('/admin/content');
  await press('Review 2 changes...');
  await press(/^Publish 2 changes/);
  expect(await screen.findByText('Update Failed')).toBeTruthy();
  const dialog = within(screen.getByRole('dialog', { name: 'Not published yet' }));
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Hero › Title line 2 (Français)'),
  ]);
});

test('a review stops where the connection is lost', async () => {
  const two = [draftOf('My new title'), draftOf('Une toile.', { language: 'fr' })];
  const log = serve(
    published(),
    drafts(...two),
    answers(publishContent, () => {
      throw new TypeError('Failed to fetch');
    }),
  );
  open('/admin/content');
  await press('Review 2 changes...');
  await press(/^Publish 2 changes/);
  expect(await screen.findByText('Update Failed')).toBeTruthy();
  expect(puts(log)).toHaveLength(1);
});

test('all drafts are reviewed word by word and published together', async () => {
  const log = serve(
    published(rowOf('My title')),
    inTurn(
      drafts(
        draftOf('My new title'),
        draftOf('Une toile.', { key: 'title_line2', language: 'fr' }),
      ),
      drafts(),
    ),
    answers(publishContent, said),
  );
  open('/admin/content');
  await press('Review 2 changes...');
  const dialog = within(await screen.findByRole('dialog', { name: 'Not published yet' }));
  expect(dialog.getByText('Hero › Title line 1 (English)')).toBeTruthy();
  expect(dialog.getByText('Hero › Title line 2 (Français)')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: /^Publish 2 changes/ }));
  expect(await screen.findByText('2 texts are published.')).toBeTruthy();
  expect(puts(log)).toMatchObject([
    { value: 'My new title', version: 3 },
    { value: 'Une toile.', language: 'fr', version: 0 },
  ]);
});

describe('all texts', () => {
  const rows = async () => {
    const table = await screen.findByRole('table', { name: 'All texts' });
    return within(table).getAllByRole('row').slice(1);
  };

  test('are found by their names and by what they say, and one opens beside the list', async () => {
    serve(published(rowOf('A rare word')), drafts());
    open('/admin/content/texts');
    const search = await screen.findByRole('searchbox', { name: 'Search the texts' });
    await userEvent.type(search, 'Hero › Title line');
    expect(await rows()).toHaveLength(3);
    await userEvent.clear(search);
    // With each key: a row that moved later, under a press, would lose it.
    await userEvent.type(search, 'RARE');
    expect(await rows()).toHaveLength(1);
    const [row] = await rows();
    expect(row?.textContent).toContain('Title line 1');
    expect(row?.textContent).toContain('not yet in French');
    await userEvent.click(within(row as HTMLElement).getAllByRole('button')[0] as HTMLElement);
    expect((await field('English')).value).toBe('A rare word');
    expect(location.pathname + location.search).toBe(`/admin/content/texts${TITLE}`);
    await press('Close');
    expect(screen.queryByLabelText('English')).toBeNull();
    const opener = within((await rows())[0] as HTMLElement).getAllByRole('button')[0];
    expect(document.activeElement).toBe(opener);
    await userEvent.click(opener as HTMLElement);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByLabelText('English')).toBeNull();
    expect(document.activeElement).toBe(opener);
  });

  test('say what is built in beside another text, and not beside the same', async () => {
    serve(published(rowOf('My title')), drafts());
    open(`/admin/content/texts${TITLE}`);
    await screen.findByRole('heading', { name: 'Versions' });
    expect(screen.getByText(HERO.title_line1.fallback, { selector: 'dd' })).toBeTruthy();
    await userEvent.type(screen.getByRole('searchbox'), 'Title line 2');
    await userEvent.click(screen.getByRole('button', { name: 'Hero › Title line 2' }));
    await screen.findByRole('heading', { name: 'Title line 2' });
    expect(screen.queryByRole('heading', { name: 'Versions' })).toBeNull();
    expect(screen.getByText('Earlier versions')).toBeTruthy();
  });

  test('are narrowed down to those that are not yet in every language', async () => {
    serve(published(rowOf('My title')), drafts());
    open('/admin/content/texts');
    await screen.findByRole('table', { name: 'All texts' });
    await userEvent.selectOptions(
      screen.getByRole('combobox', { name: 'Show' }),
      'Not yet in every language',
    );
    expect(await rows()).toHaveLength(1);
  });
});

test('the pictures are a page of their own, with what each shows', async () => {
  const file = `${'a'.repeat(43)}-960x640.webp`;
  serve(
    published(rowOf(`${file} A market`, { section: 'updates', key: 'item1_picture' })),
    drafts(),
  );
  open('/admin/content/pictures');
  const list = within(await screen.findByRole('list', { name: 'Pictures' }));
  expect(list.getByAltText('A market').getAttribute('src')).toBe(`/uploads/${file}`);
  expect(list.getByRole('button', { name: /Update 1: picture.*English: Published/ })).toBeTruthy();
  expect(list.getByRole('button', { name: /Update 2: picture.*No picture yet/ })).toBeTruthy();
  await userEvent.click(list.getByRole('button', { name: /Update 1: picture/ }));
  expect(location.search).toBe('?language=en&section=updates&key=item1_picture');
  expect(await screen.findByRole('heading', { name: 'Update 1: picture' })).toBeTruthy();
});
