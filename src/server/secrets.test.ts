import { describe, expect, test } from 'vitest';
import { secretsFrom } from './secrets.ts';

const secrets = secretsFrom('a secret of more than thirty-two bytes, for tests');
const other = secretsFrom('another secret of more than thirty-two bytes, too');

describe('a sealed text', () => {
  const sealed = secrets.seal('smtp', 'row-1', 'pässword');

  test('opens where it was sealed', () => {
    expect(secrets.unseal('smtp', 'row-1', sealed)).toBe('pässword');
    expect(secrets.unseal('smtp', 'row-1', secrets.seal('smtp', 'row-1', ''))).toBe('');
  });

  test('is another one each time and never holds the text', () => {
    expect(secrets.seal('smtp', 'row-1', 'pässword')).not.toBe(sealed);
    expect(Buffer.from(sealed, 'base64url').toString()).not.toContain('pässword');
  });

  test('does not open in another row, for another purpose, or with another secret', () => {
    expect(() => secrets.unseal('smtp', 'row-2', sealed)).toThrow();
    expect(() => secrets.unseal('vault', 'row-1', sealed)).toThrow();
    expect(() => other.unseal('smtp', 'row-1', sealed)).toThrow();
  });

  test('does not open when any part of it was altered or cut', () => {
    const parts = sealed.split('.');
    for (const [n, part] of parts.entries()) {
      const flipped = (part[0] === 'A' ? 'B' : 'A') + part.slice(1);
      for (const altered of [flipped, part.slice(0, -2), '']) {
        const whole = parts.with(n, altered).join('.');
        expect(() => secrets.unseal('smtp', 'row-1', whole), whole).toThrow();
      }
    }
    for (const nonsense of ['', 'k1', 'k1...', 'x'])
      expect(() => secrets.unseal('smtp', 'row-1', nonsense)).toThrow();
  });

  test('does not open with a tag that was cut to fewer bytes, which would be easier to guess', () => {
    const [key, nonce, tag = '', body] = sealed.split('.');
    const short = Buffer.from(tag, 'base64url').subarray(0, 4).toString('base64url');
    expect(() => secrets.unseal('smtp', 'row-1', [key, nonce, short, body].join('.'))).toThrow();
  });
});

describe('a signed text', () => {
  const signed = secrets.sign('link', 'user-7|é');

  test('comes back as it was', () => {
    expect(secrets.verify('link', signed)).toBe('user-7|é');
  });

  test('is refused for another purpose or by another secret', () => {
    expect(secrets.verify('opened', signed)).toBeUndefined();
    expect(other.verify('link', signed)).toBeUndefined();
  });

  test('is refused when it was touched', () => {
    const [text = '', signature = ''] = signed.split('.');
    const forged = Buffer.from('user-8|é').toString('base64url');
    for (const wrong of [
      `${forged}.${signature}`,
      text,
      `${text}.`,
      `.${signature}`,
      `${signed}.x`,
      `${text}.${signature}A`,
      '',
      '..',
    ]) {
      expect(secrets.verify('link', wrong), wrong).toBeUndefined();
    }
  });
});

describe('beside a previous secret', () => {
  const both = secretsFrom(
    'another secret of more than thirty-two bytes, too',
    'a secret of more than thirty-two bytes, for tests',
  );

  test('what the previous one has sealed or signed is accepted, and what is new is the current one’s', () => {
    expect(both.unseal('smtp', 'row-1', secrets.seal('smtp', 'row-1', 'x'))).toBe('x');
    expect(both.verify('link', secrets.sign('link', 'x'))).toBe('x');
    expect(other.unseal('smtp', 'row-1', both.seal('smtp', 'row-1', 'x'))).toBe('x');
    expect(other.verify('link', both.sign('link', 'x'))).toBe('x');
    expect(both.digest('a', 'x')).toBe(other.digest('a', 'x'));
    expect(both.digests('a', 'x')).toEqual([other.digest('a', 'x'), secrets.digest('a', 'x')]);
  });

  test('a sealed text names its secret without telling it, and opens with no other', () => {
    const [name] = secrets.seal('smtp', 'row-1', 'x').split('.');
    expect(name).toMatch(/^[\w-]{8}$/);
    expect(both.keyIds).toEqual([other.keyIds[0], name]);
    const renamed = secrets.seal('smtp', 'row-1', 'x').replace(/^[^.]+/, both.keyIds[0] ?? '');
    expect(() => both.unseal('smtp', 'row-1', renamed)).toThrow();
    const third = secretsFrom('a third secret of more than thirty-two bytes, too');
    expect(() => both.unseal('smtp', 'row-1', third.seal('smtp', 'row-1', 'x'))).toThrow(
      'unknown secret',
    );
  });

  test('a text of an earlier version, which names none, opens with either', () => {
    for (const one of [secrets, other]) {
      const unnamed = one.seal('smtp', 'row-1', 'x').replace(/^[^.]+/, 'k1');
      expect(both.unseal('smtp', 'row-1', unnamed)).toBe('x');
      expect(() => both.unseal('smtp', 'row-2', unnamed)).toThrow();
    }
  });
});

test('a digest differs by purpose, by text and by secret', () => {
  const digests = [
    secrets.digest('a', 'x'),
    secrets.digest('b', 'x'),
    secrets.digest('a', 'y'),
    other.digest('a', 'x'),
  ];
  expect(new Set(digests).size).toBe(4);
  expect(secrets.digest('a', 'x')).toBe(digests[0]);
});
