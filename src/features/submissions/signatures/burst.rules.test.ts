import { describe, expect, test } from 'vitest';
import { days, hours, minutes, seconds } from '../../../shared/time.ts';
import { otherDomainOf } from './burst-pattern.rules.ts';
import { type JudgedSignature, judgeDay } from './burst.rules.ts';

const morning = Date.parse('2026-11-20T08:00:00Z');
const now = new Date('2026-11-20T23:00:00Z');

const GIVEN = 'Awa,Kofi,Ama,Yaw,Fatou,Moussa,Aïcha,Kwame,Zainab,Chidi'.split(',');
const FAMILY = 'Diop,Mensah,Ndiaye,Nkrumah,Okafor,Ndhlovu,Schmidt,Mwangi'.split(',');
const nth = (texts: string[], n: number) => texts[n % texts.length] as string;
const nameOf = (n: number) => `${nth(GIVEN, n)} ${nth(FAMILY, Math.floor(n / 10))}`;

type Change = Partial<JudgedSignature>;
let last = 0;
/** So many people who have nothing in common, over the day, unless said otherwise. */
const people = (many: number, change: (n: number) => Change = () => ({})): JudgedSignature[] =>
  Array.from({ length: many }, (_, n) => {
    last += 1;
    return {
      id: `id${last}`,
      fullName: nameOf(last),
      email: `${nth(['awa', 'kofi', 'yaw'], last)}.${last * 7919}@${nth(['gmail.com', 'yahoo.fr', 'orange.sn'], last)}`,
      signedAt: new Date(morning + n * minutes(11)),
      networkMark: `network ${last}`,
      openSeconds: 60 + n,
      wasAsked: true,
      isConfirmed: true,
      ...change(n),
    };
  });
const sameNetwork = () => ({ networkMark: 'ours' });
/** One after the other, so many seconds apart. */
const every = (s: number) => (n: number) => ({ signedAt: new Date(morning + n * seconds(s)) });

/** Verdict and figures of a day, as they are shown. */
function judged(signatures: JudgedSignature[], { isBusy = false, at = now } = {}) {
  const burst = judgeDay(signatures, { isBusy, now: at });
  return (
    burst && {
      verdict: burst.verdict,
      hour: burst.hour,
      reasons: burst.reasons.map(({ name, ids, of, domain }) =>
        [name, ids.length, of, domain].filter((part) => part !== undefined).join(' '),
      ),
    }
  );
}

const ordinary: [name: string, signatures: JudgedSignature[], isBusy: boolean, verdict?: string][] =
  [
    ['nobody', [], false],
    ['people with nothing in common', people(60), false],
    ['very many people with nothing in common', people(80), true, 'busy'],
    ['few of one network', people(19, sameNetwork), false],
    ['a family among others', [...people(60), ...people(9, sameNetwork)], false],
  ];

test.each(ordinary)('%s have no reason', (_, signatures, isBusy, verdict) => {
  const found = judged(signatures, { isBusy });
  expect([found?.verdict, found?.reasons ?? []]).toEqual([verdict, []]);
});

const school = (n: number) => ({
  ...sameNetwork(),
  email: `student${String(n).padStart(2, '0')}@lycee-demba.sn`,
  signedAt: new Date(morning + n * seconds(40)),
});

test.each<[name: string, signatures: JudgedSignature[], reasons: string[], hour: number | null]>([
  [
    'a mobile network that shares its addresses',
    [...people(60, sameNetwork), ...people(20)],
    ['network 60 80'],
    null,
  ],
  [
    'a school class with numbered addresses of the school',
    [...people(30, school), ...people(10)],
    ['network 30 40', 'domain 30 40 lycee-demba.sn'],
    null,
  ],
  [
    'an office that signs at one time and confirms nothing',
    people(25, (n) => ({
      ...sameNetwork(),
      email: `${nth(GIVEN, n)}.${n}@office.example`,
      signedAt: new Date(morning - days(3) + n * 300),
      isConfirmed: false,
    })),
    ['network 25 25', 'domain 25 25 office.example', 'time 25 25', 'unconfirmed 25 25'],
    null,
  ],
  [
    'people of whom half have not confirmed after two days',
    people(40, (n) => ({ signedAt: new Date(morning - days(3)), isConfirmed: n % 2 === 0 })),
    ['time 40 40', 'unconfirmed 20 40'],
    null,
  ],
  [
    'fast forms that share nothing else',
    people(60, (n) => ({ openSeconds: n % 2 ? 3 : 90 })),
    ['fast 30 60'],
    null,
  ],
  [
    'one network in one hour of a long day',
    [
      ...people(300, (n) => ({ signedAt: new Date(morning - hours(8) + n * minutes(2)) })),
      ...people(40, (n) => ({ ...sameNetwork(), signedAt: new Date(morning + n * seconds(80)) })),
    ],
    ['network 40 70'],
    8,
  ],
])('%s may be a group', (_, signatures, reasons, hour) => {
  expect(judged(signatures)).toEqual({ verdict: 'group', hour, reasons });
});

test.each<[name: string, signatures: JudgedSignature[], reasons: string[]]>([
  [
    'one word with numbers',
    [...people(30), ...people(12, (n) => ({ fullName: `Test User ${n}` }))],
    ['names 12 42'],
  ],
  [
    'numbers in other digits, and other letters of the same name',
    [...people(30), ...people(12, (n) => ({ fullName: n % 2 ? 'Tést  ١٢' : 'TEST 7' }))],
    ['names 12 42'],
  ],
  [
    'one name again and again',
    [...people(30), ...people(12, () => ({ fullName: 'John Smith' }))],
    ['names 12 42'],
  ],
  [
    'letters that nobody can say',
    [...people(30), ...people(12, (n) => ({ fullName: `Xkqzpt${'abcdefghijkl'[n]} Bvnmrtw` }))],
    ['names 12 42'],
  ],
  [
    'addresses at a public provider that count up',
    [...people(30), ...people(12, (n) => ({ email: `signer${100 + n}@gmail.com` }))],
    ['addresses 12 42'],
  ],
  [
    'addresses that lead to one mailbox',
    [
      ...people(30),
      ...people(12, (n) => ({ email: `a.w.a+${String.fromCharCode(97 + n)}@gmail.com` })),
    ],
    ['addresses 12 42'],
  ],
  [
    'fast forms of one network',
    [...people(30), ...people(20, () => ({ ...sameNetwork(), openSeconds: 2 }))],
    ['network 20 50', 'fast 20 50'],
  ],
  [
    'fast forms at one time',
    [...people(30), ...people(20, (n) => ({ ...every(0.2)(n), openSeconds: 0 }))],
    ['fast 20 50', 'time 21 50'],
  ],
])('%s are to be checked', (_, signatures, reasons) => {
  expect(judged(signatures)).toEqual({ verdict: 'check', hour: null, reasons });
});

describe('what is not known', () => {
  const removed = { networkMark: null, openSeconds: null };

  test('plays no part, and is not counted beside what is', () => {
    const signatures = [...people(30, () => removed), ...people(20, sameNetwork)];
    expect(judged(signatures)?.reasons).toEqual(['network 20 20']);
    expect(judged(people(60, () => removed))).toBeUndefined();
  });

  test('is a confirmation that was not asked for, or of the last two days', () => {
    const silent = (change: Change) =>
      judged(people(40, (n) => ({ isConfirmed: n % 2 === 0, ...change })));
    expect(silent({})).toBeUndefined();
    expect(judged(people(40, () => ({ isConfirmed: false, wasAsked: false })))).toBeUndefined();
  });
});

test('fast forms and others of one network that are not the same ones stay a group', () => {
  const fast = people(20, () => ({ openSeconds: 2 }));
  expect(judged([...people(20, sameNetwork), ...fast])).toEqual({
    verdict: 'group',
    hour: null,
    reasons: ['network 20 40', 'fast 20 40'],
  });
});

test('namesakes with a year of birth in their address are no series', () => {
  const years = [1961, 1974, 1980, 1983, 1988, 1990, 1995, 1999, 2001, 2004, 2007];
  const namesakes = people(11, (n) => ({ email: `mohamed${years[n]}@gmail.com` }));
  expect(judged([...people(20), ...namesakes])).toBeUndefined();
});

test('a crowd with eighty names that signs after an evening on television may be a group', () => {
  const found = judged(people(3000, every(1)), { isBusy: true });
  expect(found).toEqual({ verdict: 'group', hour: null, reasons: ['time 3000 3000'] });
});

test.each([
  ['awa@gmail.com', undefined],
  ['awa@GMAIL.com', undefined],
  ['awa@yahoo.co.uk', undefined],
  ['awa@hotmail.fr', undefined],
  ['awa@orange.sn', undefined],
  ['awa@mail.lycee.sn', 'mail.lycee.sn'],
  ['awa@gmail.com.example.org', 'gmail.com.example.org'],
  ['awa@notgmail.com', 'notgmail.com'],
  ['awa@ministere.gouv.sn', 'ministere.gouv.sn'],
])('the domain of %s, unless anyone can have it, is %s', (email, domain) => {
  expect(otherDomainOf(email)).toBe(domain);
});
