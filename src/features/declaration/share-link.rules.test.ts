import { expect, test } from 'vitest';
import { referralOf, sourceOf } from './share-link.rules.ts';

const site = 'https://oneafrica.example';

test.each([
  [`${site}/?by=abcd2345`, { by: 'abcd2345' }],
  [
    `${site}/sign?lang=fr&by=ABCD2345&utm_source=Radio_Dakar`,
    { by: 'abcd2345', utmSource: 'radio_dakar' },
  ],
  [`${site}/?utm_source=whatsapp`, { utmSource: 'whatsapp' }],
  [`${site}/`, {}],
])('the address %s says %j of where its reader came from', (address, referral) => {
  expect(referralOf(address, site)).toEqual(referral);
});

test.each([
  undefined,
  'nonsense',
  'https://elsewhere.example/?by=abcd2345&utm_source=x',
  'http://oneafrica.example/?by=abcd2345',
  `${site}/?by=abcd234`,
  `${site}/?by=abcd23450`,
  `${site}/?by=abcl2345`,
  `${site}/?by=abcd-345&utm_source=`,
  `${site}/?utm_source=two%20words`,
  `${site}/?utm_source=${'x'.repeat(33)}`,
  `${site}/?utm_source=%3Cscript%3E`,
])('the address %s says nothing', (address) => {
  expect(referralOf(address, site)).toEqual({});
});

test.each([
  [{ utmSource: 'radio' }, true, 'radio'],
  [{ utmSource: 'radio' }, false, 'radio'],
  [{}, true, 'referral'],
  [{}, false, 'direct'],
])('the source of %j, shared: %s, is %s', (referral, isShared, source) => {
  expect(sourceOf(referral, isShared)).toBe(source);
});
