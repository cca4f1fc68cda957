import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CARD } from '../features/content/texts/card.rules.ts';
import { HERO } from '../features/content/texts/hero.rules.ts';
import { KNOWN_TEXTS } from '../features/content/texts/known-texts.rules.ts';
import { DEFAULT_PRICING, publicPlans } from '../features/payments/pricing/pricing.rules.ts';
import { idOf, type Overrides } from '../shared/content.ts';
import { type Language, LANGUAGES } from '../shared/language.ts';
import type { SentPageData, PageRequest } from '../shared/page.ts';
import { renderPage } from './entry.server.tsx';
import { PRINTING } from './pages/ReceiptPage.tsx';
import { translateInto } from './translateInto.ts';

/** Shows a page as the server draws it: no script has run. */
async function draw(
  path: string,
  content: Overrides = {},
  language: Language = 'en',
  own: Omit<PageRequest, 'path' | 'language'> = {},
) {
  const page = await renderPage(
    { path, language, ...own },
    {
      signatures: 6,
      byCountry: { Ghana: 6 },
      plans: publicPlans(DEFAULT_PRICING),
      content,
      publicUrl: 'https://one.example',
      waysToPay: ['card'],
      sandbox: false,
      year: 2031,
    },
  );
  document.body.replaceChildren(document.createRange().createContextualFragment(page.markup));
  return page;
}

beforeEach(() => document.body.replaceChildren());
afterEach(() => document.body.replaceChildren());

test.each(['/', '/countries', '/privacy'])(
  'what %s leaves out of its markup the browser adds again',
  async (path) => {
    const { markup } = await draw(path);
    expect(markup).not.toMatch(/<\/(?:option|li)><(?:option|li)\b|<\/path>/);
    for (const tag of ['li', 'option', 'td', 'dd'])
      for (const element of document.querySelectorAll(tag))
        expect(element.querySelector(`:scope > ${tag}`)).toBeNull();
  },
);

describe('the start page', () => {
  test('has ten sections in the order of the specification', async () => {
    await draw('/');
    const sections = document.querySelectorAll('header, main section[id], footer');
    expect([...sections].map((one) => one.id || one.tagName)).toEqual([
      'HEADER',
      'home',
      'vision',
      'benefits',
      'history',
      'testimonials',
      'buy-now',
      'call-to-action',
      'contact',
      'footer',
    ]);
  });

  test('ends with a title whose first line is the shorter one, in English and in French', async () => {
    const lines = async (language: Language) => {
      await draw('/', {}, language);
      return [...document.querySelectorAll('#call-to-action > h2 > span')].map(
        (line) => line.textContent,
      );
    };
    expect(await lines('en')).toEqual(['Weave ', 'your name in']);
    expect(await lines('fr')).toEqual(['Ajoutez ', 'votre\u00a0nom à l’étoffe']);
  });

  test('has a place for every link that leads to one of its sections', async () => {
    await draw('/');
    const links = [...document.querySelectorAll('a[href^="#"], a[href^="/#"]')];
    const places = new Set(links.map((link) => link?.getAttribute('href')?.replace('/', '') ?? ''));
    for (const id of ['home', 'vision', 'benefits', 'history', 'buy-now', 'contact'])
      expect([...places]).toContain(`#${id}`);
    for (const place of places) expect(document.querySelector(place), place).toBeTruthy();
  });

  test.each([
    'title_line1',
    'title_line2',
    'title_line3',
    'description',
    'apply_button_text',
    'learn_button_text',
    'headquarters_alt',
    'passport_alt',
    'passport_caption_1',
    'passport_caption_2',
  ] as const)('shows its own %s in the hero until another one was published', async (key) => {
    const own = HERO[key].fallback;
    expect(own.length).toBeGreaterThan(5);
    await draw('/');
    expect(heroSays()).toContain(own);
    await draw('/', { [`hero.${key}`]: 'What we wrote today' });
    expect(heroSays()).toContain('What we wrote today');
    expect(heroSays()).not.toContain(own);
  });

  test('is described to programs as published, and always by what the kit is not', async () => {
    const kit = 'A campaign document, not a travel document.';
    expect((await draw('/')).description).toBe(`${CARD.summary.fallback} ${kit}`);
    const page = await draw('/', { 'card.summary': 'Threads of one cloth.' });
    expect(page.description).toBe(`Threads of one cloth. ${kit}`);
  });

  test('asks for information under its title, beside the address and blocks of information', async () => {
    await draw('/');
    const contact = within(document.querySelector('#contact') as HTMLElement);
    expect(contact.getAllByRole('heading').map((one) => one.textContent)).toEqual([
      'Request Information',
      'Write to us',
      'What we can help with',
      'What we cannot do',
    ]);
    const address = contact.getByRole('link', { name: 'hello@oneafricapassport.org' });
    expect(address.getAttribute('href')).toBe('mailto:hello@oneafricapassport.org');
  });

  test('ends with the name, the tagline, the address and two lists of links', async () => {
    await draw('/');
    const footer = within(screen.getByRole('contentinfo'));
    expect(footer.getByText('One Africa Passport')).toBeTruthy();
    expect(footer.getByText('Fifty-four threads. One cloth.')).toBeTruthy();
    expect(footer.getByRole('link', { name: 'hello@oneafricapassport.org' })).toBeTruthy();
    for (const name of ['The campaign', 'Get Involved'])
      expect(footer.getByRole('navigation', { name })).toBeTruthy();
  });
});

test('joining says what members get, and its forms are there before any script', async () => {
  await draw('/join');
  const benefits = screen.getByRole('complementary', { name: 'As a member, you can' });
  expect(within(benefits).getAllByRole('listitem')).toHaveLength(4);
  const email = screen.getByLabelText('Email');
  expect(email.closest('form')?.method).toBe('dialog');
  expect(email.closest('.needs-script')).toBeTruthy();
});

/** All words of the hero, those of its pictures too. */
function heroSays() {
  const hero = document.querySelector('#home') as HTMLElement;
  const pictures = [...hero.querySelectorAll('[role=img], img')];
  const names = pictures.map((one) => one.getAttribute('aria-label') ?? one.getAttribute('alt'));
  return [hero.textContent, ...names].join('\n');
}

describe.each([
  ['/sign', 'Unity Declaration', 'Sign the declaration'],
  ['/volunteer', 'Volunteer Application', 'Submit Application'],
  ['/partner', 'Partnership Application', 'Submit Application'],
  ['/share', 'Share the campaign', 'Copy link'],
  ['/apply', 'Buy Now', 'Continue to Payment'],
  ['/contact', 'Request Information', 'Send message'],
  ['/join', 'Join the Movement', 'Login'],
])('the address %s', (path, name, button) => {
  test('is a whole page: header, one title, its form and footer, and nothing of the start page', async () => {
    expect((await draw(path)).status).toBe(200);
    expect(screen.getAllByRole('heading', { level: 1 }).map((one) => one.textContent)).toEqual([
      name,
    ]);
    const header = within(screen.getByRole('banner'));
    expect(header.getAllByRole('link', { name: 'Vision' })[0]?.getAttribute('href')).toBe(
      '/#vision',
    );
    expect(header.getAllByRole('link', { name: 'Join Us' })[0]?.getAttribute('href')).toBe('/join');
    expect(screen.getByRole('contentinfo')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    for (const id of ['home', 'vision', 'benefits', 'history', 'testimonials'])
      expect(document.getElementById(id)).toBeNull();
    if (button)
      expect(within(screen.getByRole('main')).getByRole('button', { name: button })).toBeTruthy();
  });

  test('has links that lead on without scripts, which open no dialog there', async () => {
    await draw(path);
    const link = within(screen.getByRole('contentinfo')).getByRole('link', { name: 'Volunteer' });
    expect(link.getAttribute('href')).toBe('/volunteer');
    expect(document.querySelector('a[data-live]')).toBeNull();
  });
});

test('the page that partners frame is a count and a link that opens signing beside their page', async () => {
  const { markup } = await draw('/embed', { 'site.name': 'One <b>Africa</b>' });
  expect(screen.getByRole('heading').textContent).toBe('One <b>Africa</b>');
  expect(screen.getByText('6 people have signed.')).toBeTruthy();
  const [link, ...others] = screen.getAllByRole<HTMLAnchorElement>('link');
  expect(others).toEqual([]);
  expect(link?.getAttribute('href')).toBe('/sign?utm_source=embed');
  expect([link?.target, link?.rel]).toEqual(['_blank', 'noopener']);
  expect(markup).not.toMatch(/<(script|form|style|img)|id="/);
  await draw('/embed', {}, 'fr');
  expect(screen.getByRole('link').getAttribute('href')).toBe('/sign?utm_source=embed&lang=fr');
});

test('only the sheet and the poster carry styles for print and the button’s script', async () => {
  for (const path of ['/sheet', '/poster'])
    expect(await draw(path)).toMatchObject({ isForPrint: true, script: PRINTING, isStill: true });
  for (const path of ['/', '/share', '/privacy']) {
    const page = await draw(path);
    expect([page.isForPrint, page.script], path).toEqual([false, undefined]);
  }
});

test.each(['/sign', '/volunteer', '/partner', '/share', '/apply', '/contact'])(
  'search engines and cards find %s by its own title, description and address',
  async (path) => {
    const start = await draw('/');
    const page = await draw(path);
    expect(page.canonicalPath).toBe(path);
    expect(page.title).not.toBe(start.title);
    expect(page.description).not.toBe(start.description);
    expect(page.description).toContain('A campaign document, not a travel document.');
  },
);

test('what belongs to the reader of /receipt is in its markup alone', async () => {
  const own = {
    receipt: {
      applicationId: null,
      name: 'OAP-000123',
      issuedAt: '2026-11-05T10:00:00.000Z',
      reference: 'k-17',
      payer: 'Awa Diop',
      email: 'awa@example.org',
      method: 'Zelle',
      plan: 'One-Time Payment',
      instalment: 1,
      instalments: 1,
      received: '1000.00',
      due: '1000.00',
      currency: 'USD',
      receivedOn: '2026-11-05',
      railReference: null,
      isTest: false,
      refunded: null,
      isVoid: false,
      lastInstalment: null,
      isOnChain: false,
      balance: null,
      today: '2026-11-05',
      key: null,
      successor: null,
    },
  } as const;
  const page = await draw('/receipt', {}, 'en', own);
  expect(page.markup).toContain('Awa Diop');
  expect(JSON.stringify(page.state)).not.toMatch(/Awa|k-17/);
  expect(page).toMatchObject({ kind: 'public', isStill: true });
});

test('a page that only says something fetches nothing for a visitor, and has the same header', async () => {
  for (const path of ['/privacy', '/thanks/volunteer', '/nowhere']) {
    expect(await draw(path)).toMatchObject({ kind: 'public', isStill: true });
    expect(within(screen.getByRole('banner')).getAllByText('Join Us').length).toBeGreaterThan(0);
  }
  for (const path of ['/', '/sign', '/application', '/signature', '/thanks/declaration'])
    expect((await draw(path)).isStill, path).not.toBe(true);
});

test.each([
  ['/', '/'],
  ['/volunteer', '/volunteer'],
  ['/contact', '/contact'],
  ['/privacy', '/privacy'],
  ['/nowhere', '/'],
])(
  'the other language of %s is found at the path %s, wherever its form was sent',
  async (path, own) => {
    await draw(path);
    const [link] = screen.getAllByRole<HTMLAnchorElement>('link', { name: 'Français' });
    expect(link?.getAttribute('href')).toMatch(/^\//);
    expect(link?.pathname).toBe(own);
    expect(new URLSearchParams(link?.search).get('lang')).toBe('fr');
  },
);

test.each(['/nowhere', '/sign/here', '/index.html'])(
  '%s is a page that is not found',
  async (path) => {
    const { status, title } = await draw(path);
    expect([status, title]).toEqual([404, 'Page Not Found']);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Page Not Found');
    expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe(
      '/',
    );
  },
);

describe('the browser is given', () => {
  const given = async (language: Language, content: Overrides) => {
    const { state } = await draw('/', content, language);
    return (state as { data: SentPageData }).data.content;
  };

  test.each(LANGUAGES)(
    'no text that is built in, in %s, after all were seeded',
    async (language) => {
      const seeded = KNOWN_TEXTS.filter(({ fallback }) => fallback).map(
        (text) => [idOf(text), translateInto(text.fallback, language)] as const,
      );
      expect(await given(language, Object.fromEntries(seeded))).toBeUndefined();
    },
  );

  test('published or hidden texts of the hydrated parts, and none of the others', async () => {
    const live = {
      'contact.title': 'Ask us',
      'share.text': '-',
      'site.social_x': 'https://x.example',
    };
    expect(await given('en', { ...live, 'hero.title_line1': 'Hello' })).toEqual(live);
  });

  test('an English text where a French one is built in', async () => {
    const english = { 'site.tagline': 'Fifty-four threads. One cloth.' };
    expect(await given('fr', english)).toEqual(english);
  });
});
