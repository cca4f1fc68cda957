import { expect, test } from 'vitest';
import { encodeBody } from './bulk-smtp.gateway.ts';

const place = '0b0e3f5e-6f61-4f0a-9d1c-1f2f7d9a3c55';
const key = `k1.${'aB-_9'.repeat(40)}`;
const long = 'Dakar — Addis-Abeba, à pied ! '.repeat(9);
const words = {
  text: `= ${long}\n.\nhttps://example.org/out#key=${place}  \n${place}${place}`,
  html: `<p>${long}</p>\r\n<a href="https://example.org/out#key=${place}">${long}</a>`,
};

/** The parts of a body, decoded as RFC 2045 §6.7 says. */
function partsOf(body: string, boundary: string): string[] {
  const parts = body.split(`--${boundary}`).slice(1, -1);
  return parts.map((part) => {
    const coded = part.slice(part.indexOf('\r\n\r\n') + 4, -2).replaceAll('=\r\n', '');
    const bytes = coded.replaceAll(/=([\dA-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    return Buffer.from(bytes, 'latin1').toString();
  });
}

test('a body that was encoded once says to each reader what it would have said to them alone', () => {
  const { boundary, forReader } = encodeBody(words, [place]);
  const expected = [words.text, words.html].map((said) =>
    said.replaceAll(place, key).replaceAll(/\r?\n/g, '\r\n'),
  );
  expect(partsOf(forReader([key]), boundary)).toEqual(expected);
});

test('its lines are ASCII and at most 76 characters long', () => {
  const { forReader } = encodeBody(words, [place]);
  for (const line of forReader([key]).split('\r\n')) expect(line).toMatch(/^[\x20-\x7e]{0,76}$/);
});

test('what is a reader’s own is escaped in the form for browsers alone, however long and wherever it comes', () => {
  const places = ['\uE000', '\uE001'];
  const mail = {
    text: 'Dear \uE000,\nsee \uE001 \uE000\uE001.',
    html: '<p>Dear \uE000, <a title="\uE001">\uE001</a></p>',
  };
  const own = [`Élodie <b>“O'Neil”</b> & ${'Ngozi '.repeat(20)}`.trim(), ''];
  const { boundary, forReader } = encodeBody(mail, places);
  const name = own[0] ?? '';
  const escaped = name
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll("'", '&#39;');
  expect(partsOf(forReader(own), boundary)).toEqual([
    `Dear ${name},\r\nsee  ${name}.`,
    `<p>Dear ${escaped}, <a title=""></a></p>`,
  ]);
  for (const line of forReader(own).split('\r\n')) expect(line).toMatch(/^[\x20-\x7e]{0,76}$/);
});
