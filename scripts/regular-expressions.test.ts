import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { analyse } from 'scslre';
import { expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '../src');

/** The regular expressions of a file that read a long text more than once: 16,000 spaces in a header may take seconds. */
function slowIn(file: string, source: string): string[] {
  const slow: string[] = [];
  const { program } = parseSync(file, source);
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return;
      const { pattern, flags } = node.regex;
      const { reports } = analyse({ source: pattern, flags });
      for (const { type } of reports) slow.push(`${file}: /${pattern}/${flags} (${type})`);
    },
  }).visit(program);
  return slow;
}

test.each(['\\s+$', '^(a+)+$', '^[a-z]*[a-z0-9]*@'])('the check finds /%s/', (pattern) => {
  expect(slowIn('a.ts', `export const some = /${pattern}/;`)).toHaveLength(1);
});

test('no regular expression of the site takes much longer than its text is long', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)testing[^/]*$/.test(file),
  );
  expect(files.flatMap((file) => slowIn(file, readFileSync(join(src, file), 'utf8')))).toEqual([]);
});
