import { fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { KNOWN_TEXTS } from '../../../features/content/texts/known-texts.rules.ts';
import { DEFAULT_PRICING, publicPlans } from '../../../features/payments/pricing/pricing.rules.ts';
import { HONEYPOT } from '../../../shared/form.ts';
import { HIDDEN, idOf, type Overrides } from '../../../shared/content.ts';
import type { PageData } from '../../../shared/page.ts';
import { ContentProvider } from '../../content.tsx';
import { WordsProvider } from '../../words.tsx';
import { Benefits } from './Benefits.tsx';
import { CallToAction } from './CallToAction.tsx';
import { Footer } from './Footer.tsx';
import { Heritage } from './Heritage.tsx';
import { Hero } from './hero/Hero.tsx';
import { QuickSignErrors } from './hero/QuickSignErrors.tsx';
import { Numbers } from './Numbers.tsx';
import { Testimonials } from './Testimonials.tsx';
import { Vision } from './Vision.tsx';

const data: PageData = {
  signatures: 6,
  byCountry: { Ghana: 1, Kenya: 3, Algeria: 1, Togo: 0, Mali: 1 },
  plans: publicPlans(DEFAULT_PRICING),
  content: {},
  publicUrl: 'https://one.example',
  waysToPay: ['card'],
  sandbox: false,
  year: 2031,
};

const draw = (part: React.ReactNode, content: Overrides = {}, tag = 'en') =>
  render(
    <WordsProvider locale={{ tag, catalogue: {} }}>
      <ContentProvider content={content}>{part}</ContentProvider>
    </WordsProvider>,
  ).container;
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

describe('the hero and the numbers', () => {
  test('says three lines, one sentence and three ways on', () => {
    draw(<Hero data={data} />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
      'Fifty-four threads. One cloth. One Africa.',
    );
    expect(hrefOf('Sign the declaration')).toBe('/sign');
    expect(hrefOf('Apply for the kit, $1,000')).toBe('#buy-now');
    expect(hrefOf('Read the vision')).toBe('#vision');
  });

  test('takes a signature as a plain form', () => {
    draw(<Hero data={data} />);
    const form = screen.getByRole<HTMLFormElement>('form', { name: 'Unity Declaration' });
    expect(form.method).toBe('post');
    expect(form.getAttribute('action')).toBe('/api/unity-declaration#errors');
    expect([...new FormData(form).keys()].sort()).toEqual(
      ['country', 'email', 'fullName', HONEYPOT].sort(),
    );
    const agreement = within(form).getByRole('checkbox', {
      name: 'I have read the Unity Declaration and I sign it.',
    });
    expect(agreement.getAttribute('name')).toBe('agreeToDeclaration');
    const link = within(form).getByRole('link', { name: 'Unity Declaration' });
    expect(link.getAttribute('href')).toBe('/sign');
  });

  test('says at the fields of its form what is wrong, until they are mended', () => {
    draw(
      <>
        <Hero data={data} />
        <QuickSignErrors />
      </>,
    );
    const form = screen.getByRole<HTMLFormElement>('form', { name: 'Unity Declaration' });
    const name = within(form).getByLabelText<HTMLInputElement>('Full name');
    const error = () =>
      document.getElementById(name.getAttribute('aria-describedby') ?? '')?.textContent;
    // What is not cancelled is sent by the browser.
    const isSent = () => fireEvent.submit(form);
    expect(isSent()).toBe(false);
    expect(document.activeElement).toBe(within(form).getByRole('alert'));
    expect([name.getAttribute('aria-invalid'), error()]).toEqual(['true', 'Full name is required']);

    fireEvent.input(name, { target: { value: 'Awa Diop' } });
    expect([name.getAttribute('aria-invalid'), error()]).toEqual(['false', undefined]);
    fireEvent.input(within(form).getByLabelText('Email'), { target: { value: 'awa@one.example' } });
    fireEvent.change(within(form).getByLabelText('Country'), { target: { value: 'Senegal' } });
    fireEvent.click(within(form).getByRole('option', { name: 'Senegal' }));
    fireEvent.click(within(form).getByRole('checkbox'));
    expect(isSent()).toBe(true);
    expect(within(form).queryByRole('alert')).toBeNull();
  });

  test.each([
    [100, '100 people have signed.', 'Goal: 200'],
    [1482, '1,482 people have signed.', 'Goal: 2,000'],
  ])('says how many have signed and the next goal: %i', (signatures, count, goal) => {
    draw(<Hero data={{ ...data, signatures }} />);
    expect(screen.getByText(count).hasAttribute('data-signatures')).toBe(true);
    expect(screen.getByText(goal)).toBeTruthy();
  });

  test('says before the first signature in one line who is wanted', () => {
    draw(<Hero data={{ ...data, signatures: 0 }} />);
    const said = screen.getByText('Be the first of 100 to sign.');
    expect(said.hasAttribute('data-signatures')).toBe(true);
    expect(screen.queryByText(/^Goal/)).toBeNull();
  });

  test.each(['54', '1.4B+', '200M+'])('explains %s one tap away, with its source', (number) => {
    draw(<Numbers />);
    const explained = screen.getByText(number).closest('details') as HTMLElement;
    const source = within(explained).getByText('Source');
    expect(source.getAttribute('href')).toMatch(/^\/sources#s\d+$/);
    expect(explained.querySelector('p')?.textContent).toMatch(/\d.+Source$/);
  });

  test('shows what was published instead, as text', () => {
    const published = '<b>Hallo</b>';
    draw(<Hero data={data} />, { 'hero.title_line1': published, 'hero.passport_alt': published });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain(published);
    expect(screen.getByRole('img', { name: published })).toBeTruthy();
  });
});

test('no heading, link, button or picture loses its name when every text was hidden', () => {
  const page = draw(
    <>
      <Hero data={data} />
      <Vision />
      <Benefits plans={data.plans} />
      <Heritage />
      <Testimonials />
      <CallToAction data={data} />
      <Footer data={data} path="/" />
    </>,
    Object.fromEntries(KNOWN_TEXTS.map((text) => [idOf(text), HIDDEN])),
  );
  const named = page.querySelectorAll('h1, h2, h3, a, button, summary, figcaption, caption, p, li');
  expect(named.length).toBeGreaterThan(40);
  for (const one of named)
    expect(
      one.textContent?.trim() || one.getAttribute('aria-label'),
      `${one.tagName}.${one.className}`,
    ).toBeTruthy();
  for (const image of page.querySelectorAll('img')) expect(image.alt).not.toBe('');
});

describe('a source', () => {
  const textOf = (content: Overrides, tag = 'en') =>
    draw(
      <>
        <Vision />
        <Heritage />
        <Testimonials />
      </>,
      content,
      tag,
    ).querySelectorAll('a[href*="/sources#"]').length;
  const whole = 3 + 1 + 10 + 4;

  test('is linked for each number, date and quotation that is built in', () => {
    expect(textOf({})).toBe(whole);
  });

  test.each([
    'numbers.people',
    'numbers.people_label',
    'numbers.people_meaning',
    'vision.text1',
    'heritage.event3_date',
    'heritage.event3_text',
    'testimonials.quote2_text',
    'testimonials.quote2_speaker',
    'testimonials.quote2_place',
  ])('is linked no more once %s was written anew', (id) => {
    expect(textOf({ [id]: 'Our own words, 1234' })).toBe(whole - 1);
    expect(screen.getByText(/Our own words, 1234/)).toBeTruthy();
  });

  test('stays when the very words that are built in were published', () => {
    const seeded = KNOWN_TEXTS.filter(({ fallback }) => fallback).map((text) => [
      idOf(text),
      text.fallback,
    ]);
    expect(textOf(Object.fromEntries(seeded))).toBe(whole);
  });
});

describe('vision and benefits', () => {
  test('leave out what was hidden', () => {
    const { childNodes } = draw(
      <>
        <Vision />
        <Benefits plans={data.plans} />
      </>,
      { 'vision.text2': HIDDEN, 'benefits.kit3': HIDDEN },
    );
    const [vision] = childNodes;
    expect((vision as HTMLElement).querySelectorAll('p:not(details p)')).toHaveLength(3);
    expect(screen.getAllByRole('listitem')).toHaveLength(2 + 4);
  });

  test('say nothing of who we are before somebody has written it', () => {
    draw(<Vision />);
    expect(screen.queryByText('Who we are')).toBeNull();
    expect(screen.queryByRole('term')).toBeNull();
  });

  test('say of who we are what was written, and no more', () => {
    draw(<Vision />, {
      'vision.who_people': 'Ama Owusu and six friends',
      'vision.who_country': 'Ghana',
    });
    expect(screen.getByRole('heading', { name: 'Who we are' })).toBeTruthy();
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'People',
      'Country',
    ]);
    expect(screen.getByText('Ama Owusu and six friends').tagName).toBe('DD');
  });

  test('keep the kit and the cause in lists of their own', () => {
    draw(<Benefits plans={data.plans} />);
    const [kit, cause] = screen.getAllByRole('list') as [HTMLElement, HTMLElement];
    expect(kit.textContent).not.toMatch(/visa|ratif/i);
    expect(cause.textContent).not.toMatch(/booklet|card|letter/i);
  });

  test('say the price with what it does not buy, and lead to the application', () => {
    draw(<Benefits plans={data.plans} />);
    const price = screen.getByText('$1,000').parentElement as HTMLElement;
    expect(price.textContent).toBe('$1,000 once, or 12 × $100 ($1,200 in all)');
    expect(hrefOf('Apply for the kit')).toBe('#buy-now');
    const notice = screen.getByText(/^A campaign document/).closest('details') as HTMLElement;
    expect(notice.textContent).toContain('not valid for travel, identification or visas');
    expect(screen.getByRole('img', { name: /^The open booklet/ })).toBeTruthy();
  });

  test('promise the kit for when an owner has set it to go', () => {
    draw(<Benefits plans={{ ...data.plans, kitRelease: 'fully_paid' }} />);
    expect(screen.getByText(/receive your form and all of its payments\.$/)).toBeTruthy();
    expect(screen.queryByText(/one-time or first payment/)).toBeNull();
  });
});

describe('heritage', () => {
  test('ties a knot for each date, in order, each leading to its source', () => {
    draw(<Heritage />);
    const dates = screen.getAllByRole('link', { name: /^\d{4}$/ });
    const years = dates.map(({ textContent }) => Number(textContent));
    expect(years).toEqual([1900, 1945, 1963, 1991, 2018, 1979, 2002, 2016, 2023, 2025]);
    for (const date of dates) expect(date.getAttribute('href')).toMatch(/^\/sources#s\d+$/);
  });

  test('shows five knots and the loose end at first, the others on a tap without a script', () => {
    draw(<Heritage />);
    const folded = screen.getByText('More dates').closest('details') as HTMLDetailsElement;
    const rows = within(folded).getAllByRole('listitem', { hidden: true });
    expect(rows).toHaveLength(5);
    expect(screen.getAllByRole('listitem')).toHaveLength(5 + 1 + rows.length);
    expect(folded.open).toBe(false);
  });

  test('unfolds nothing where every other date was hidden', () => {
    const others = [4, 6, 7, 9, 10].map((at) => [`heritage.event${at}_text`, HIDDEN]);
    draw(<Heritage />, Object.fromEntries(others));
    expect(screen.queryByText('More dates')).toBeNull();
  });

  test('leaves out a date that was hidden, and the loose end', () => {
    draw(<Heritage />, { 'heritage.event4_text': HIDDEN, 'heritage.next_text': HIDDEN });
    expect(screen.queryByText('1979')).toBeNull();
    expect(screen.getAllByRole('listitem')).toHaveLength(9);
  });
});

describe('testimonials', () => {
  const voices = () => within(screen.getByRole('region', { name: 'Voices before us' }));

  test('quote four people with place and source, and say that none is connected with us', () => {
    draw(<Testimonials />);
    expect(voices().getAllByRole('figure')).toHaveLength(4);
    for (const name of ['Anna Julia Cooper', 'Kwame Nkrumah', 'Julius Nyerere', 'Wangari Maathai'])
      expect(voices().getByRole('link', { name }).getAttribute('href')).toMatch(/^\/sources#s\d+$/);
    expect(screen.getByText(/^None of these people has any connection/)).toBeTruthy();
  });

  test('lead to each quotation by its year', () => {
    const page = draw(<Testimonials />);
    const ways = within(screen.getByRole('navigation', { name: 'Choose a voice' }));
    const links = ways.getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual(['1892', '1963', '1997', '2004']);
    expect(links.map(({ ariaLabel }) => ariaLabel)).toEqual([
      'Anna Julia Cooper, 1892',
      'Kwame Nkrumah, 1963',
      'Julius Nyerere, 1997',
      'Wangari Maathai, 2004',
    ]);
    for (const link of links)
      expect(page.querySelector(link.getAttribute('href') as string)?.tagName).toBe('FIGURE');
  });

  test('set real ones apart, under a heading of their own and without a source', () => {
    draw(<Testimonials />, {
      'testimonials.quote5_text': 'I signed with my mother.',
      'testimonials.quote5_speaker': 'Ama',
    });
    const ours = within(screen.getByRole('region', { name: 'Voices with us' }));
    expect(ours.getByText('I signed with my mother.')).toBeTruthy();
    expect(ours.queryByRole('link')).toBeNull();
    expect(voices().getAllByRole('figure')).toHaveLength(4);
  });

  test('are no section at all once every one was hidden', () => {
    const hidden = [1, 2, 3, 4].map((at) => [`testimonials.quote${at}_text`, HIDDEN]);
    expect(draw(<Testimonials />, Object.fromEntries(hidden)).childElementCount).toBe(0);
  });
});

describe('the call to action', () => {
  test.each([
    [0, 'Be the first of 100 to sign.'],
    [1, '1 person has signed.'],
    [1234, '1,234 people have signed.'],
  ])('counts %i', (signatures, sentence) => {
    draw(<CallToAction data={{ ...data, signatures }} />);
    expect(screen.getByText(sentence).hasAttribute('data-signatures')).toBe(true);
  });

  test('names the leading countries, most first and then by name, without empty ones', () => {
    draw(<CallToAction data={data} />);
    const table = within(screen.getByRole('table', { name: 'By country' }));
    const rows = table.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows).toEqual(['CountrySignatures', 'Kenya3', 'Algeria1', 'Ghana1', 'Mali1']);
  });

  test('names six countries at most, and leads to all', () => {
    const byCountry = Object.fromEntries([...'abcdefgh'].map((name, at) => [name, at + 1]));
    draw(<CallToAction data={{ ...data, byCountry }} />);
    const names = screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
    expect(names).toEqual([...'hgfedc']);
    expect(hrefOf('All countries')).toBe('/countries');
  });

  const places = {
    donationLinks: [
      { name: 'Donorbox', url: 'https://donorbox.org/one-africa' },
      { name: 'Ours', url: 'https://www.example.org/give' },
    ],
  };

  test('leads to where money can be given, naming whose page it is, and promises nothing for it', () => {
    draw(<CallToAction data={{ ...data, ...places }} />);
    const text = screen.getByText('To donate without buying anything, on other sites:');
    const links = within(text.parentElement as HTMLElement).getAllByRole('link');
    expect(
      links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('rel')]),
    ).toEqual([
      ['Donorbox (donorbox.org)', 'https://donorbox.org/one-africa', 'noopener noreferrer'],
      ['Ours (example.org)', 'https://www.example.org/give', 'noopener noreferrer'],
    ]);
  });

  test('says nothing of gifts where nobody can give', () => {
    const sentence = /To donate/;
    for (const donationLinks of [[], [{ name: 'Ours', url: 'javascript:alert(1)' }]])
      expect(draw(<CallToAction data={{ ...data, donationLinks }} />).textContent).not.toMatch(
        sentence,
      );
    expect(draw(<CallToAction data={data} />).textContent).not.toMatch(sentence);
  });

  test('shows no empty table before the first signature', () => {
    draw(<CallToAction data={{ ...data, signatures: 0, byCountry: {} }} />);
    expect(screen.queryByRole('table')).toBeNull();
  });

  test.each([
    ['Sign the Unity Declaration', '/sign'],
    ['Share the campaign', '/share'],
  ])('opens by “%s” the dialog at %s', (name, path) => {
    draw(<CallToAction data={data} />);
    const link = screen.getByRole('link', { name });
    expect([link.getAttribute('href'), link.hasAttribute('data-live')]).toEqual([path, true]);
  });
});

describe('the footer', () => {
  const shown = (content: Overrides = {}) => draw(<Footer data={data} path="/" />, content);

  test.each([
    ['Home', '#home'],
    ['Vision', '#vision'],
    ['Benefits', '#benefits'],
    ['Heritage', '#history'],
    ['Progress Updates', '/updates'],
    ['FAQ', '/faq'],
    ['Sources', '/sources'],
    ['Sign Unity Declaration', '/sign'],
    ['Volunteer', '/volunteer'],
    ['Partner with Us', '/partner'],
    ['Share', '/share'],
    ['Privacy Policy', '/privacy'],
    ['Terms of Service', '/terms'],
    ['Cookie Policy', '/cookies'],
  ])('leads by “%s” to %s', (name, href) => {
    shown();
    expect(hrefOf(name)).toBe(href);
  });

  test('leads from other pages to the sections of the start page', () => {
    draw(<Footer data={data} path="/terms" />, {}, 'fr');
    expect(hrefOf('Vision')).toBe('/?lang=fr#vision');
  });

  test('offers the other language in its own words', () => {
    shown();
    const other = screen.getByRole('link', { name: 'Français' });
    expect(other.getAttribute('href')).toBe('/?lang=fr&keep=1');
    expect(other.getAttribute('lang')).toBe('fr');
    expect(other.getAttribute('hreflang')).toBe('fr');
  });

  test('carries name, address and the years of the copyright', () => {
    const footer = shown({ 'site.contact_email': 'us@one.example' });
    expect(hrefOf('us@one.example')).toBe('mailto:us@one.example');
    expect(footer.textContent).toContain('© 2024–2031 One Africa Passport');
  });

  test.each(['write to us', 'a@b.example?bcc=c@d.example', 'a@b', 'a..b@c.example'])(
    'makes no link of “%s” as its address',
    (address) => {
      const footer = shown({ 'site.contact_email': address });
      expect(footer.textContent).toContain(address);
      expect(footer.querySelector('[href^="mailto:"]')).toBeNull();
    },
  );

  test('shows no social link as long as none is set', () => {
    shown();
    expect(screen.queryByRole('list', { name: 'The campaign on social media' })).toBeNull();
  });

  test('shows the social links that are set and safe', () => {
    shown({
      'site.social_facebook': 'https://facebook.example/one',
      'site.social_x': 'http://x.example/one',
      'site.social_instagram': 'javascript:alert(1)',
      'site.social_youtube': 'one africa',
    });
    const list = within(screen.getByRole('list', { name: 'The campaign on social media' }));
    const links = list.getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      'https://facebook.example/one',
    ]);
    expect(list.getByRole('link', { name: 'Facebook' })).toBe(links[0]);
  });
});
