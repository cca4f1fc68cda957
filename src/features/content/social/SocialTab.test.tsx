import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { anyone } from '../../../shared/access.ts';
import { HIDDEN } from '../../../shared/content.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { answers, inTurn, refuses, type Sent, serve } from '../../../web/testing.fetch.ts';
import { openPage } from '../../../web/testing.page.ts';
import { CARD } from '../texts/card.rules.ts';
import {
  listContent,
  listContentDrafts,
  publishContent,
  withdrawContent,
} from '../publishing/content.contract.ts';
import { addPicture } from '../pictures/pictures.contract.ts';
import { SHARE } from '../texts/share.rules.ts';
import { SocialTab } from './SocialTab.tsx';

const notice = 'A campaign document, not a travel document.';
const image = (language: string) => `https://one.example/pictures/share-${language}.png`;

/** The start page as its documents begin, and as any program of a stranger gets it. */
const startPage = endpoint({
  name: 'startPage',
  summary: 'The campaign’s page',
  method: 'GET',
  path: '/',
  access: anyone,
  answer: 'csv',
});
const pageIn = ({ query }: Pick<Sent, 'query'>) => {
  const language = query.get('lang') ?? '';
  const properties = {
    title: language === 'fr' ? 'Un passeport' : 'Two & one',
    site_name: 'Two & one',
    description: `${language === 'fr' ? 'En français.' : CARD.summary.fallback} ${notice}`,
    url: `https://one.example/?lang=${language}`,
    image: image(language),
  };
  return `<!doctype html><title>x</title>${Object.entries(properties)
    .map(
      ([name, said]) => `<meta property="og:${name}" content="${said.replaceAll('&', '&amp;')}">`,
    )
    .join('')}`;
};

const rowOf = (section: string, key: string, value: string, language = 'en') => ({
  section,
  key,
  value,
  id: crypto.randomUUID(),
  language,
  version: 1,
  status: 'published',
  updatedBy: crypto.randomUUID(),
  updatedAt: '2026-11-05T10:00:00.000Z',
});

function open(rows: object[] = [], address = '/admin/social') {
  const log = serve(
    answers(startPage, pageIn),
    answers(listContent, rows),
    answers(listContentDrafts, []),
  );
  openPage(address, createElement(SocialTab));
  return log;
}

/** A text with its buttons, by its label. */
const row = async (label: string) =>
  within(
    (await screen.findByText(label, { selector: 'dt' })).closest('dl')
      ?.parentElement as HTMLElement,
  );

beforeEach(() => {
  vi.unstubAllGlobals();
});
afterEach(cleanup);

describe('the tab', () => {
  test('shows the sharing image and the size that is recommended', async () => {
    open();
    const heading = await screen.findByRole('heading', { name: 'Sharing image' });
    const part = within(heading.parentElement as HTMLElement);
    const picture = part.getByRole<HTMLImageElement>('img', {
      name: 'The sharing image in this language',
    });
    // From where the dashboard is, whatever the campaign's address.
    expect(picture.getAttribute('src')).toBe('/pictures/share-en.png');
    expect(part.getByText(/^Recommended size: 1200x630 pixels\./)).toBeTruthy();
    expect(part.getByText(/This is the built-in picture/)).toBeTruthy();
    expect(part.getByText(image('en'))).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('reads the page as a stranger’s program does, without anybody’s cookies', async () => {
    const fetched = vi.fn();
    open();
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
      if (address.startsWith('/?')) fetched(address, init.credentials);
      return fetch(address, init);
    });
    await userEvent.click(await screen.findByRole('tab', { name: 'Français' }));
    await waitFor(() => expect(fetched.mock.calls).toEqual([['/?lang=fr', 'omit']]));
  });

  test('draws the link as a large card and in a chat, with what is written beside it', async () => {
    open([rowOf('share', 'text', 'Weave with us')]);
    for (const name of [/large card/, /In a chat/]) {
      const figure = within(
        (await screen.findByText(name, { selector: 'figcaption' })).closest(
          'figure',
        ) as HTMLElement,
      );
      expect(figure.getByText('Two & one')).toBeTruthy();
      expect(figure.getByText('one.example')).toBeTruthy();
      expect(figure.getByText(/^Weave with us/)).toBeTruthy();
      expect(figure.getByText(new RegExp(`${notice}$`))).toBeTruthy();
    }
  });

  test('names each text of the site info, copies it and leads to where it is changed', async () => {
    const user = userEvent.setup();
    open([rowOf('site', 'name', 'Two & one')]);
    await screen.findByRole('heading', { name: 'Site info' });
    for (const [label, value, section, key] of [
      ['Site name', 'Two & one', 'site', 'name'],
      ['Site description', CARD.summary.fallback, 'card', 'summary'],
      ['Sharing text', SHARE.text.fallback, 'share', 'text'],
    ] as const) {
      const text = await row(label);
      expect(text.getByText(value)).toBeTruthy();
      await user.click(text.getByRole('button', { name: `Copy ${label}` }));
      expect(await navigator.clipboard.readText()).toBe(value);
      const link = text.getByRole('link', { name: `Change in Content ${label}` });
      expect(link.getAttribute('href')).toBe(
        `/admin/content?language=en&section=${section}&key=${key}`,
      );
    }
    expect(screen.getByText(notice, { selector: 'q' })).toBeTruthy();
    const address = await row('Address of the page');
    await user.click(address.getByRole('button', { name: 'Copy Address of the page' }));
    expect(await navigator.clipboard.readText()).toBe('https://one.example/?lang=en');
    // It is the server's setting.
    expect(address.queryByRole('link')).toBeNull();
  });

  test('says that a text is hidden instead of offering its mark', async () => {
    open([rowOf('share', 'text', HIDDEN)]);
    const text = await row('Sharing text');
    expect(text.getByText('This text is hidden.')).toBeTruthy();
    expect(text.queryByRole('button', { name: /Copy/ })).toBeNull();
    expect(text.getByRole('link', { name: /Change/ })).toBeTruthy();
  });

  test('says so when the browser lets nothing be copied', async () => {
    const user = userEvent.setup();
    open();
    const text = await row('Address of the image');
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
    await user.click(text.getByRole('button', { name: /Copy/ }));
    expect(await screen.findByText('Copy Failed')).toBeTruthy();
  });
});

describe('the language', () => {
  test('is in the address, and its texts and picture are shown', async () => {
    open([rowOf('site', 'name', 'Two & one'), rowOf('card', 'summary', 'En français.', 'fr')]);
    await userEvent.click(screen.getByRole('tab', { name: 'Français' }));
    expect(location.search).toBe('?language=fr');
    await screen.findByText(image('fr'));
    const shown = within(
      screen.getByRole('tabpanel', { name: 'Français' }).closest('div') as HTMLElement,
    );
    expect(shown.getByText('En français.', { selector: 'dd' }).lang).toBe('fr');
    // The English name holds in every language, and is changed there for this one.
    expect(shown.getByText('Two & one', { selector: 'dd' })).toBeTruthy();
  });

  test('of the address is opened, and another one is none', async () => {
    open([], '/admin/social?language=fr');
    expect(screen.getByRole('tab', { name: 'Français' }).getAttribute('aria-selected')).toBe(
      'true',
    );
    await screen.findByText(image('fr'));
    cleanup();
    open([], '/admin/social?language=xx');
    await screen.findByText(image('en'));
    expect(location.search).toBe('?language=en');
  });
});

test('what could not be loaded is said, and asked for again', async () => {
  serve(
    inTurn(
      refuses(startPage, 503, { message: 'Please try again soon.' }),
      answers(startPage, pageIn),
    ),
    answers(listContent, []),
    answers(listContentDrafts, []),
  );
  openPage('/admin/social', createElement(SocialTab));
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('Please try again soon.')).toBeTruthy();
  await userEvent.click(alert.getByRole('button', { name: 'Try again' }));
  await screen.findByText(image('en'));
});

describe('a picture of one’s own', () => {
  const file = `${'a'.repeat(43)}-1200x630.jpg`;
  const jpeg = (bytes = '\xff\xd8\xff\xe0') =>
    new File([Uint8Array.from(bytes, (c) => c.charCodeAt(0))], 'us.jpg', { type: 'image/jpeg' });
  const said = { message: 'Done.' };
  const ours = rowOf('card', 'picture', `${file} A queue at a border`);

  /** The tab, with these texts one after the other; a picture that is opened has this shape. */
  function openWith(rows: object[][], size = { width: 1200, height: 2400 }, adding?: object) {
    vi.stubGlobal('createImageBitmap', async () => ({ ...size, close: () => undefined }));
    const log = serve(
      answers(startPage, pageIn),
      inTurn(...rows.map((one) => answers(listContent, one))),
      answers(listContentDrafts, []),
      adding
        ? refuses(addPicture, 400, adding as { message: string })
        : answers(addPicture, { ...said, file }),
      answers(publishContent, said),
      answers(withdrawContent, said),
    );
    openPage('/admin/social', createElement(SocialTab));
    return log.filter.bind(log, ({ method }: Sent) => method !== 'GET') as () => Sent[];
  }
  const choose = async (chosen = jpeg()) =>
    userEvent.upload(await screen.findByLabelText('Picture file'), chosen, {
      applyAccept: false,
    });
  const use = () => userEvent.click(screen.getByRole('button', { name: /^Use this picture/ }));
  /** Faster than the button can say that it is at work. */
  function pressTwice(button: HTMLElement) {
    fireEvent.click(button);
    fireEvent.click(button);
  }

  test('is seen in the cards, asked for what it shows, sent and published in this language alone', async () => {
    const writes = openWith([[], [ours]]);
    await choose();
    const words = await screen.findByLabelText(/^What the picture shows/);
    const large = await screen.findByText(/large card/, { selector: 'figcaption' });
    const seen = large.closest('figure')?.querySelector('img');
    expect(seen?.getAttribute('src')).toMatch(/^data:image\/jpeg;base64,/);
    fireEvent.change(screen.getByRole('slider', { name: /from top to bottom/ }), {
      target: { value: '20' },
    });
    expect(seen?.style.objectPosition).toBe('50% 20%');
    await use();
    expect(screen.getByText(/^Please describe the picture/)).toBeTruthy();
    expect(document.activeElement).toBe(words);
    expect(writes()).toEqual([]);

    await userEvent.type(words, 'A queue at a border');
    // Pressed twice it is sent once: the second would find the first one's publication in its way.
    pressTwice(screen.getByRole('button', { name: /^Use this picture/ }));
    await screen.findByText('The sharing image is published.');
    expect(writes().map(({ path, body }) => [path, body])).toEqual([
      [
        '/api/admin/pictures',
        { use: 'card', content: btoa('\xff\xd8\xff\xe0'), focus: { x: 50, y: 20 } },
      ],
      [
        '/api/admin/content',
        {
          section: 'card',
          key: 'picture',
          language: 'en',
          version: 0,
          value: `${file} A queue at a border`,
        },
      ],
    ]);
    expect(await screen.findByText('A queue at a border', { selector: 'dd' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Use this picture/ })).toBeNull();
  });

  test('is refused here when it is none, and the server’s refusal loses nothing', async () => {
    const refusal = { message: 'This picture is animated. Please choose a still one.' };
    const writes = openWith([[]], { width: 1200, height: 630 }, refusal);
    await choose(jpeg('<svg>'));
    await screen.findByText('This is not a JPEG, PNG or WebP picture.');
    expect(writes()).toEqual([]);
    await choose();
    await userEvent.type(await screen.findByLabelText(/^What the picture shows/), 'A queue');
    // Nothing of it is cut off.
    expect(screen.queryByRole('slider')).toBeNull();
    await use();
    await screen.findByText(refusal.message);
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^What the picture shows/).value).toBe(
      'A queue',
    );
  });

  test('is taken off after a yes, and put back', async () => {
    const writes = openWith([[ours], [], [ours]]);
    await userEvent.click(await screen.findByRole('button', { name: /^Remove picture/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    const undo = await screen.findByRole('button', { name: /^Undo/ });
    // The button that was pressed is gone.
    await waitFor(() => expect(document.activeElement).toBe(undo));
    pressTwice(undo);
    const off = await screen.findByRole('button', { name: /^Remove picture/ });
    await waitFor(() => expect(document.activeElement).toBe(off));
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
    expect(writes().map(({ method, body }) => [method, body])).toEqual([
      ['DELETE', undefined],
      [
        'PUT',
        {
          section: 'card',
          key: 'picture',
          language: 'en',
          version: 0,
          value: `${file} A queue at a border`,
        },
      ],
    ]);
  });
});
