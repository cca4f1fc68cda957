import { describe, expect, test } from 'vitest';
import { hours } from '../../shared/time.ts';
import { afterAttempt, mailboxOf, presentableName, statesBefore } from './mail.rules.ts';

describe('the rules', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  const pause = (
    kind: 'transactional' | 'bulk',
    attempts: number,
    result: 'temporary' | 'uncertain',
  ) => {
    const next = afterAttempt({ kind, attempts }, { result, words: '' }, now);
    return next.nextAttemptAt ? next.nextAttemptAt.getTime() - now.getTime() : next.state;
  };

  test('let the pauses grow and give up after ten attempts, two days on', () => {
    const pauses = Array.from({ length: 10 }, (_, n) => pause('transactional', n + 1, 'temporary'));
    expect(pauses[9]).toBe('failed');
    const numbers = pauses.slice(0, 9) as number[];
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(numbers.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(hours(47));
  });

  test('let nothing follow a mail that was sent, failed or skipped', () => {
    const states = ['queued', 'sending', 'sent', 'failed', 'uncertain', 'skipped'] as const;
    for (const end of ['sent', 'failed', 'skipped'] as const) {
      expect(states.filter((next) => statesBefore(next).includes(end))).toEqual([]);
    }
  });
});

test.each([
  ['awa@example.org', 'awa@example.org'],
  [' Awa+News@Example.org ', 'awa@example.org'],
  ['a.wa@example.org', 'a.wa@example.org'],
  ['a.w.a+1@gmail.com', 'awa@gmail.com'],
  ['awa@googlemail.com', 'awa@gmail.com'],
])('mail to %j comes into the mailbox %j', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});

describe('a name in a mail', () => {
  test.each(['Awa Diop', 'J. R. R. Tolkien', 'J.R. Diop', "N'Golo-Kanté", 'عائشة', 'Dr. Diop'])(
    '(%s) stays as it is',
    (name) => expect(presentableName(name)).toBe(name),
  );

  test.each([
    'https://evil.example/x',
    'javascript://x',
    'WWW.evil',
    'Win at evil.example now',
    'evil.com',
    'evil。com',
    'evil.\u200Bcom',
    'write to me\u2060@here',
    'write to me@here',
  ])('(%s) is left out when it leads somewhere', (name) => expect(presentableName(name)).toBe(''));

  test('turns nothing around and hides nothing', () => {
    expect(presentableName('Awa \u202Epoid\u202C\u200B Diop\u2066')).toBe('Awa poid Diop');
    expect(presentableName('\u200B\u2060')).toBe('');
    expect(presentableName('علي \u200Cرضا')).toContain('رضا');
  });

  test('is one line of at most sixty characters', () => {
    expect(presentableName(' Awa\r\n Diop ')).toBe('Awa  Diop');
    expect(presentableName('x'.repeat(200))).toHaveLength(60);
    expect(presentableName(`${'x'.repeat(59)}👑`).isWellFormed()).toBe(true);
  });
});
