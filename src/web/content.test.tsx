import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HIDDEN, section } from '../shared/content.ts';
import { ContentProvider, useContent } from './content.tsx';
import { WordsProvider } from './words.tsx';

const TEXTS = section('sample', { line: 'Woven in {year}', extra: 'If you like', none: '' }, [
  'extra',
]);
const french = { tag: 'fr', catalogue: { 'Woven in {year}': 'Tissé en {year}', Hello: 'Bonjour' } };

function Line({ text }: { text: keyof typeof TEXTS }) {
  return <p>{useContent()(TEXTS[text], { year: 2026 })}</p>;
}

const shown = (content: Record<string, string>, text: keyof typeof TEXTS = 'line') =>
  render(
    <WordsProvider locale={french}>
      <ContentProvider content={content}>
        <Line text={text} />
      </ContentProvider>
    </WordsProvider>,
  ).container.textContent;

test('a built-in text is said in the language of the page, its placeholders filled', () => {
  expect(shown({})).toBe('Tissé en 2026');
});

test('a published text is shown in its place as it was written, its placeholders filled', () => {
  expect(shown({ 'sample.line': 'Since {year}, <b>{who}</b>' })).toBe('Since 2026, <b>{who}</b>');
});

test('a published text is never translated', () => {
  expect(shown({ 'sample.line': 'Hello' })).toBe('Hello');
});

test('a text that may be left out and was hidden, or that nobody wrote, is empty', () => {
  expect(shown({ 'sample.extra': HIDDEN }, 'extra')).toBe('');
  expect(shown({ 'sample.none': HIDDEN }, 'none')).toBe('');
  expect(shown({}, 'none')).toBe('');
});

test('a text that the page needs is shown as it is built in when an administrator has hidden it', () => {
  expect(shown({ 'sample.line': HIDDEN })).toBe('Tissé en 2026');
});
