import { expect, test } from 'vitest';
import { idOf } from '../../../shared/content.ts';
import { KNOWN_TEXTS } from '../texts/known-texts.rules.ts';
import { layOpen, showValue, takeTexts } from './useShownTexts.ts';
import { marked } from './marks.rules.ts';

const mark = (id: string, words: string) =>
  marked(
    KNOWN_TEXTS.findIndex((text) => idOf(text) === id),
    words,
  );

let page: Document;
function draw(html: string) {
  const title = mark('site.tagline', 'Title');
  page = new DOMParser().parseFromString(`<title>${title}</title><body>${html}`, 'text/html');
  const shown = takeTexts(page);
  return {
    shown,
    said: shown.map(({ text, nodes, alt }) => [
      idOf(text),
      alt ?? nodes.map(({ nodeValue }) => nodeValue).join('|'),
    ]),
  };
}

test('texts are found in the order of the page, and no mark is left', () => {
  const { said } = draw(
    `<h1><span>${mark('hero.title_line1', 'Fifty')}</span> <span>${mark('hero.title_line2', 'One')}</span></h1>
     <a>${mark('hero.apply_button_text', 'Apply')}, $1,000</a>
     <img alt="${mark('hero.passport_alt', 'A booklet')}">
     <nav aria-label="${mark('vision.title', 'Vision')}"></nav>`,
  );
  expect(said).toEqual([
    ['hero.title_line1', 'Fifty'],
    ['hero.title_line2', 'One'],
    ['hero.apply_button_text', 'Apply'],
    ['hero.passport_alt', 'A booklet'],
  ]);
  expect(new XMLSerializer().serializeToString(page)).not.toMatch(/[\u{E000}-\u{E0FF}]/u);
  expect(page.title).toBe('Title');
  expect(page.querySelector('a')?.textContent).toBe('Apply, $1,000');
});

test('the paragraphs of a text are one text, and one that is shown twice is two places', () => {
  const [first, second] = mark('faq.q1_answer', 'One.\n\nTwo.').split('\n\n');
  const button = mark('hero.apply_button_text', 'Apply');
  expect(draw(`<p>${first}</p><p>${second}</p><a>${button}</a><a>${button}</a>`).said).toEqual([
    ['faq.q1_answer', 'One.|Two.'],
    ['hero.apply_button_text', 'Apply'],
    ['hero.apply_button_text', 'Apply'],
  ]);
});

test('what is folded is opened where a text is in it, and links lead nowhere', () => {
  const { shown } = draw(
    `<details name="number"><p>${mark('numbers.people_meaning', 'People')}</p></details>
     <details id="other"><p>Nothing of ours</p></details><a href="/elsewhere">Link</a>`,
  );
  layOpen(page, shown);
  const [opened, other] = page.querySelectorAll('details');
  expect([opened?.open, other?.open]).toEqual([true, false]);
  expect(page.querySelector('a')?.hasAttribute('href')).toBe(false);
});

test('typed words are shown at once as text, and those with holes or paragraphs are left to the server', () => {
  const { shown } = draw(`<p>${mark('hero.description', 'Old')}</p>`);
  const [text] = shown;
  if (!text) throw new Error('No text was found.');
  showValue(text, '<b onclick="alert(1)">New</b>');
  expect(page.querySelector('p')?.textContent).toBe('<b onclick="alert(1)">New</b>');
  expect(page.querySelector('b')).toBeNull();
  showValue(text, 'It costs {amount}.');
  showValue(text, 'One.\n\nTwo.');
  expect(page.querySelector('p')?.textContent).toBe('<b onclick="alert(1)">New</b>');
});
