import { readdirSync, readFileSync } from 'node:fs';
import { cleanup, render, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { COOKIES } from '../../../features/content/texts/cookies.rules.ts';
import { DEFAULT_PRICING, publicPlans } from '../../../features/payments/pricing/pricing.rules.ts';
import { HIDDEN, type Overrides } from '../../../shared/content.ts';
import type { PageData } from '../../../shared/page.ts';
import { ContentProvider } from '../../content.tsx';
import { WordsProvider } from '../../words.tsx';
import { STATIC_PAGES } from './staticPages.tsx';

const data: PageData = {
  signatures: 5,
  byCountry: { Kenya: 2, 'Other Diaspora Location': 2, Ghana: 1, Togo: 0 },
  plans: publicPlans(DEFAULT_PRICING),
  content: {},
  publicUrl: 'https://one.example',
  waysToPay: ['card'],
  sandbox: false,
  year: 2026,
};

function draw(path: string, content: Overrides = {}, given: PageData = data, tag = 'en') {
  const Page = STATIC_PAGES[path];
  if (!Page) throw new Error(`Nothing is drawn at ${path}.`);
  return render(
    <WordsProvider locale={{ tag, catalogue: {} }}>
      <ContentProvider content={content}>
        <Page data={given} />
      </ContentProvider>
    </WordsProvider>,
  ).container;
}
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

describe('thanks', () => {
  test.each([
    ['contact', 'your message'],
    ['volunteer', 'your application'],
    ['partner', 'your proposal'],
  ])('after %s say what happens next, by whom, and where to go on', (form, what) => {
    draw(`/thanks/${form}`);
    const next = screen.getByRole('region', { name: 'What happens next' });
    const [now, then, late] = within(next).getAllByRole('listitem');
    expect(now?.textContent).toContain('spam');
    expect(then?.textContent).toContain(`One of us reads ${what} and replies by email.`);
    expect(late?.textContent).toContain('Reply to the confirmation');
    expect(hrefOf('Sign the declaration')).toBe('/sign');
    expect(hrefOf('Share the campaign')).toBe('/share');
    expect(hrefOf('Apply for the kit')).toBe('/apply');
    expect(screen.queryAllByRole('link', { name: 'Volunteer' })).toHaveLength(
      form === 'volunteer' ? 0 : 1,
    );
  });
});

test('a cell of the table of what is kept carries its heading for narrow windows', () => {
  draw('/privacy');
  const table = screen.getByRole('table', { name: 'What, why and how long' });
  for (const row of within(table).getAllByRole('row').slice(1))
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.dataset.label),
    ).toEqual(['Why', 'How long']);
});

describe('updates', () => {
  test('say so when there is nothing to report', () => {
    draw('/updates');
    expect(screen.getByRole('heading', { level: 1, name: 'Progress Updates' })).toBeTruthy();
    expect(screen.getByText('Nothing to report yet')).toBeTruthy();
    expect(screen.queryByRole('list')).toBeNull();
  });

  test('tell what was written, in its order and in its paragraphs', () => {
    draw('/updates', {
      'updates.item1_title': 'We stood before parliament',
      'updates.item1_date': 'May 2027',
      'updates.item1_text': 'With 400 names.\n\nAnd with drums.',
      'updates.item3_text': 'A note without a title.',
    });
    const items = screen.getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'May 2027We stood before parliamentWith 400 names.And with drums.',
      'A note without a title.',
    ]);
    expect(screen.queryByText('Nothing to report yet')).toBeNull();
  });

  test('show a picture that has no title and words', () => {
    const picture = `${'a'.repeat(43)}-200x100.webp A drum`;
    draw('/updates', { 'updates.item4_picture': picture });
    const drum = within(screen.getByRole('listitem')).getByRole('img', { name: 'A drum' });
    // Never blown up: its own width, and no class that fills the place.
    expect(drum.getAttribute('width')).toBe('200');
    expect(drum.classList.contains('w-full')).toBe(false);
    expect(screen.queryByText('Nothing to report yet')).toBeNull();
  });

  test('show a picture in two widths, with its words and its place kept free', () => {
    const hash = 'a'.repeat(43);
    const page = draw('/updates', {
      'updates.item2_title': 'Aflao',
      'updates.item2_picture': `${hash}-960x640.webp A queue at the gate`,
      'updates.item3_title': 'Lomé',
      'updates.item3_picture': '-',
    });
    const [picture, ...more] = page.querySelectorAll('ol img');
    expect(more).toEqual([]);
    const said = ['src', 'srcset', 'alt', 'width', 'height', 'loading'];
    expect(said.map((name) => picture?.getAttribute(name))).toEqual([
      `/uploads/${hash}-960x640.webp`,
      `/uploads/${hash}-480x320.webp 480w, /uploads/${hash}-960x640.webp 960w`,
      'A queue at the gate',
      '960',
      '640',
      'lazy',
    ]);
  });
});

describe('the sheet', () => {
  test('has the ask, the address with a code, and fifteen empty lines', () => {
    draw('/sheet');
    expect(screen.getByRole('heading', { level: 1, name: 'Unity Declaration' })).toBeTruthy();
    expect(screen.getByText(/^We ask our governments to ratify/)).toBeTruthy();
    expect(screen.getByText('one.example')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'QR code to sign online' })).toBeTruthy();
    expect(screen.getByText('Sheet number')).toBeTruthy();
    const table = screen.getByRole('table', { name: 'Lines for signatures' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((one) => one.textContent),
    ).toEqual(['No.', 'Full name', 'Country', 'Email (optional)', 'Signature']);
    expect(within(table).getAllByRole('rowheader')).toHaveLength(15);
  });

  test('says where to send it, and says so where the campaign has published no address', () => {
    expect(draw('/sheet').textContent).toContain(
      'Email a photo or scan of the filled-in sheet to hello@oneafricapassport.org.',
    );
    cleanup();
    const without = draw('/sheet', { 'site.contact_email': '' }).textContent;
    expect(without).toContain('The campaign has not published an address for sheets yet.');
    expect(without).toContain('at one.example/contact.');
  });
});

test('the poster has the published title, a code, the address and what the kit is not', () => {
  const page = draw('/poster', { 'hero.title_line2': 'One market.' });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
    'Fifty-four threads. One market. One Africa.',
  );
  expect(screen.getByRole('img', { name: 'QR code to sign online' })).toBeTruthy();
  expect(screen.getByText('one.example')).toBeTruthy();
  expect(page.textContent).toContain('A campaign document, not a travel document.');
});

describe('questions and answers', () => {
  test('leave out what is hidden or empty, and take what was added', () => {
    draw('/faq', {
      'faq.q2_answer': '-',
      'faq.q9_question': 'Who may help?',
      'faq.q9_answer': 'You.',
    });
    expect(screen.getByRole('heading', { level: 1, name: 'Questions and answers' })).toBeTruthy();
    const asked = screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);
    expect(asked).toHaveLength(8);
    expect(asked).not.toContain('Who is behind the campaign?');
    expect(asked.at(-1)).toBe('Who may help?');
    expect(screen.getByText('You.')).toBeTruthy();
  });

  test('promise nothing of the kit and of one’s account that a setting or an operation belies', () => {
    const page = draw('/faq').textContent ?? '';
    expect(page).toContain('unless the checkout says that it is the last one.');
    expect(page).not.toContain('your one-time or first payment');
    expect(page).toContain('does not withdraw it');
    expect(draw('/terms').textContent).toContain(
      'unless the checkout says that it is the last one.',
    );
  });
});

describe('countries', () => {
  test('are in one table, most signatures first and last what is no country', () => {
    draw('/countries');
    const table = screen.getByRole('table', { name: 'Signatures by country' });
    const headers = within(table).getAllByRole('rowheader');
    expect(headers.map(({ textContent }) => textContent)).toEqual([
      'Kenya',
      'Ghana',
      'Other Diaspora Location',
    ]);
    for (const header of headers) expect(header.getAttribute('scope')).toBe('row');
    expect(screen.getByText('5 people have signed.')).toBeTruthy();
  });

  test('can be read without walking through the threads of the cloth', () => {
    draw('/countries');
    const names = screen.getAllByRole('link').map((link) => link.textContent ?? '');
    const thread = names.findIndex((name) => name.startsWith('Algeria: '));
    expect(names.indexOf('Skip to the table')).toBe(thread - 1);
    const table = document.querySelector(hrefOf('Skip to the table') as string);
    expect(within(table as HTMLElement).getByRole('table')).toBeTruthy();
    // A map of 54 pictures would say everything a third time.
    expect(screen.getAllByRole('img')).toHaveLength(1);
  });

  test('are an empty loom before the first signature', () => {
    draw('/countries', {}, { ...data, signatures: 0, byCountry: {} });
    expect(screen.getByText('The loom is ready')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
    expect(hrefOf('Sign the Unity Declaration')).toBe('/sign');
  });

  test('lead to the declaration in the language of the page', () => {
    draw('/countries', {}, data, 'fr');
    expect(hrefOf('Sign the Unity Declaration')).toBe('/sign?lang=fr');
  });
});

test('sources are dated as exactly as they are known', () => {
  const page = draw('/sources');
  const dateOf = (id: string) => page.querySelector(`#${id} .hint`)?.textContent;
  expect(['s10', 's5', 's16'].map(dateOf)).toEqual(['25 May 1963', 'January 2018', '1892']);
});

describe.each([
  ['/privacy', 'Privacy Policy', 'privacy', 10],
  ['/terms', 'Terms of Service', 'terms', 10],
  ['/cookies', 'Cookie Policy', 'cookies', 7],
] as const)('%s', (path, title, section, sections) => {
  test('says its name, what the kit is not, and each section under its heading', () => {
    draw(path);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
    expect(screen.getByRole('note').textContent).toMatch(/not valid for travel/);
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(sections);
  });

  test('leaves out a section that was hidden, and parts a published one into paragraphs', () => {
    const page = draw(path, {
      [`${section}.s10_text`]: HIDDEN,
      [`${section}.s1_text`]: HIDDEN,
      [`${section}.s2_text`]: 'First.\n\n<i>Second</i>.',
    });
    const hidden = section === 'cookies' ? 1 : 2;
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(sections - hidden);
    const published = [...page.querySelectorAll('section')].find(({ textContent }) =>
      textContent.includes('First.'),
    );
    const paragraphs = [...(published?.querySelectorAll('p') ?? [])];
    expect(paragraphs.map(({ textContent }) => textContent)).toEqual(['First.', '<i>Second</i>.']);
  });
});

test('the Privacy Policy says in a table what is kept, why and how long', () => {
  draw('/privacy');
  const table = within(screen.getByRole('table', { name: 'What, why and how long' }));
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'What',
    'Why',
    'How long',
  ]);
  for (const row of table.getAllByRole('row').slice(1))
    expect(within(row).getAllByRole('cell')).toHaveLength(2);
  expect(
    table.getByRole('row', { name: /^Whose link you signed through .* 90 days$/ }),
  ).toBeTruthy();
});

describe('the Cookie Policy', () => {
  const policy = Object.values(COOKIES)
    .map(({ fallback }) => fallback)
    .join(' ');
  const codeIn = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/test/.test(name))
      .map((name) => readFileSync(`${folder}/${name}`, 'utf8'));

  test('names every cookie that the server sets, and no other', () => {
    const set = [...codeIn('src/server'), ...codeIn('src/features')].flatMap((source) => {
      const constant = (name: string) => new RegExp(`const ${name} = '(\\w+)'`).exec(source)?.[1];
      const calls = source.matchAll(/(?:setCookie|jar\.write)\(\s*(?:'(\w+)'|([A-Z]+)\b)/g);
      return [...calls].map(([, name, named]) => String(name ?? constant(String(named))));
    });
    const named = [...policy.matchAll(/“([a-z][a-z_]*)”/g)].map(([, name]) => name);
    expect([...new Set(named)].sort()).toEqual([...new Set(set)].sort());
  });

  test('says truly that nothing else is kept in the browser', () => {
    expect(policy).toContain('We keep nothing else in your browser’s storage.');
    const uses = [...codeIn('src/web'), ...codeIn('src/features')].flatMap((source) =>
      [...source.matchAll(/(localStorage|sessionStorage|indexedDB)[.[](?:\w+Item\(')?(\w+)/g)].map(
        ([, storage, key]) => `${storage} ${key}`,
      ),
    );
    expect(new Set(uses)).toEqual(new Set(['localStorage signed']));
  });
});
