import { describe, expect, test } from 'vitest';
import type { Values } from '../../shared/words.ts';
import { describeLink, donationAddress, hostOf, isKnownService } from './donation-link.rules.ts';

describe('the address of a donation page', () => {
  test.each([
    ['https://donorbox.org/one-africa', 'https://donorbox.org/one-africa'],
    ['HTTPS://Example.ORG', 'https://example.org/'],
    ['https://example.org:443/give?to=us#now', 'https://example.org/give?to=us#now'],
    ['https://gîve.example/é', 'https://xn--gve-vma.example/%C3%A9'],
    // Turned around for the eye, an octet for the browser.
    ['https://example.org/\u202Egro.live', 'https://example.org/%E2%80%AEgro.live'],
  ])('%s is followed as %s', (given, followed) => {
    expect(donationAddress(given)).toBe(followed);
  });

  test.each([
    'http://example.org/give',
    'javascript:alert(1)',
    'data:text/html,hello',
    'mailto:give@example.org',
    'example.org/give',
    '//example.org/give',
    'https:example.org',
    'https:\\\\example.org',
    'https://example.org\\@evil.example',
    'https://us:secret@example.org/give',
    'https://us@example.org/give',
    'https://example.org:8443/give',
    'https://localhost/give',
    'https://intranet/give',
    'https://127.0.0.1/give',
    'https://0x7f.1/give',
    'https://[::1]/give',
    'https://example..org',
    'https://example.org./give',
    'https://exam ple.org',
    'https://example.org/a b',
    `https://example.org/${'a'.repeat(500)}`,
    'https://',
    '',
  ])('%s is none', (given) => {
    expect(donationAddress(given)).toBeUndefined();
  });

  test('is taken again as it was kept, so that it is still shown', () => {
    const stored = donationAddress('https://Gîve.example/é ü'.replace(' ', '%20')) ?? '';
    expect(donationAddress(stored)).toBe(stored);
  });
});

test('a name that was stored with a turned direction leaves the address in the mail as it is', () => {
  const link = { name: 'Give \u202E\u2067now', url: 'https://example.org/', isActive: true };
  const say = (sentence: string, values: Values = {}) =>
    Object.entries(values).reduce(
      (text, [key, value]) => text.replace(`{${key}}`, String(value)),
      sentence,
    );
  expect(describeLink(link, say)).toBe('Give now: https://example.org/ (on the page)');
});

describe('a known service', () => {
  test.each(['https://www.gofundme.com/f/one', 'https://donate.stripe.com/x'])('%s is one', (url) =>
    expect(isKnownService(hostOf(url))).toBe(true),
  );

  test.each([
    'https://gofundme.com.example.org/f/one',
    'https://notgofundme.com/f/one',
    'https://example.org/gofundme.com',
    'https://gоfundme.com/f/one', // the first o is Cyrillic
  ])('%s is none', (url) => expect(isKnownService(hostOf(url))).toBe(false));
});
