import { expect, test } from 'vitest';
import { secretsFrom } from '../secrets.ts';
import { openedAtOf, openedValue } from './spam.ts';

const [secret, earlier, other] = ['a', 'b', 'c'].map((letter) => letter.repeat(32));
const openedAtMs = Date.UTC(2026, 10, 30);
const read = (cookie: string | undefined) =>
  openedAtOf({ secrets: secretsFrom(secret ?? '', earlier) }, cookie);

test('the time at which a page was opened is read where our secret, or the one before it, sealed it', () => {
  for (const by of [secret, earlier])
    expect(read(openedValue(secretsFrom(by ?? ''), openedAtMs))).toBe(openedAtMs);
});

test('a time that was sealed by others, changed, or is not sealed is none', () => {
  const [at = '', seal = ''] = openedValue(secretsFrom(secret ?? ''), openedAtMs).split('.');
  const longer = secretsFrom(secret ?? '').digest('opened', at);
  for (const cookie of [
    undefined,
    '',
    at,
    `${at}.`,
    `${(openedAtMs - 1).toString(36)}.${seal}`,
    `${at}.${seal.slice(1)}`,
    `${at}.${longer}`,
    openedValue(secretsFrom(other ?? ''), openedAtMs),
  ])
    expect(read(cookie), cookie).toBeUndefined();
});
