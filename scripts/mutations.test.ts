import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ACCESS } from '../prove/mutations/access.ts';
import { MONEY } from '../prove/mutations/money.ts';
import { TEXTS } from '../prove/mutations/texts.ts';

// The proof itself takes hours; a line that was changed since would only be noticed then.
test.each([...ACCESS, ...TEXTS, ...MONEY])(
  'the defence “$name” is where the proof takes it out, and its tests exist',
  ({ file, line, tests }) => {
    expect(readFileSync(file, 'utf8').split(line)).toHaveLength(2);
    expect(existsSync(tests.split(' ')[1] ?? '')).toBe(true);
  },
);
