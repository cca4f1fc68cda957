import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sidesIn } from './directions.ts';

const src = resolve(import.meta.dirname, '../src');

/** LIST of what may name a side, each with its reason. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {};

test('no component and no sheet names a side: written from right to left, the page is its own mirror', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.(tsx|css)$/.test(file),
  );
  // Else nothing was looked at.
  expect(files.length).toBeGreaterThan(200);
  const found = files.flatMap((file) =>
    sidesIn(file, readFileSync(join(src, file), 'utf8'))
      .filter((side) => !ALLOWED[file]?.includes(side))
      .map((side) => `${file}: ${side}`),
  );
  expect(found).toEqual([]);
});

describe('the check finds', () => {
  test.each([
    '<p className="flex pl-4" />',
    '<p className="md:hover:-ml-2.5" />',
    '<p className={`grid ${wide} text-right`} />',
    "const box = 'absolute right-0';",
    "const box = 'data-[open]:rounded-tl-lg border';",
    "const box = 'border-l-2';",
    "const box = '[&_td]:text-left';",
    '<p style={{ marginLeft: 4 }} />',
    '<p style={{ left: `${at}%` }} />',
  ])('the side in %s', (source) => {
    expect(sidesIn('A.tsx', source)).toHaveLength(1);
  });

  test.each([
    'p { margin-left: 1px }',
    'p{padding-right:calc(1px + 2px)}',
    'p { right: 0 }',
    'p { text-align: right }',
    'p { border-left: 1px solid }',
    'p { border-top-left-radius: 2px }',
    'p { margin: 0 1px 0 calc(1px + 2px) }',
    'p { inset: 0 auto 0 0 }',
    'p { background: linear-gradient(to right, red, blue) }',
    'p { @apply flex ml-2 }',
  ])('the side in %s', (source) => {
    expect(sidesIn('a.css', source)).toHaveLength(1);
  });
});

test.each([
  [
    'A.tsx',
    '<p className="ms-4 pe-2 text-start end-0 rounded-s border-s-2">Turn left-handed, right-handed.</p>',
  ],
  ['A.tsx', "t('{count} characters left'); const side = 'What is left-over, we put right.';"],
  ['A.tsx', 'leftJoin(a); const right = { left: 1 }; const keys = { ArrowLeft: 1 };'],
  ['a.css', 'p { margin-inline-start: 1px; inset: 0 2px; margin: 0 1px 0 1px } /* left: 0; */'],
  ['a.css', 'p { padding: max(1px, 2px) env(a) 0 env(a); text-align: end; color: bright-red }'],
])('the check finds nothing in %s %s', (file, source) => {
  expect(sidesIn(file, source)).toEqual([]);
});
