import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memoOf } from '../../../core/payment.rules.ts';
import {
  lookupKey,
  lookupKeysIn,
  type LookedUp,
  memosIn,
  type PayableInstalment,
  proposeMatches,
} from './match.rules.ts';

describe('our reference', () => {
  test.each([
    ['ZELLE FROM AMA MENSAH PX-7K4M2', 'PX-7K4M2', undefined],
    ['px-7k4m2 thanks', 'PX-7K4M2', undefined],
    ['MEMO:PX7K4M2;', 'PX-7K4M2', undefined],
    ['PX 7K4M2', 'PX-7K4M2', undefined],
    ['PX - 7K4 M2', 'PX-7K4M2', undefined],
    ['PX-7K4M2-3', 'PX-7K4M2', 3],
    ['PX7K4M212', 'PX-7K4M2', 12],
    ['PX-7K4M2 1000.00', 'PX-7K4M2', undefined],
    ['PX-7K4M2 12 NOV', 'PX-7K4M2', undefined],
    ['PX-7K4M2-11/20', 'PX-7K4M2', undefined],
  ])('is found in %j', (text, reference, instalment) => {
    expect(memosIn(text)).toEqual([{ reference, instalment }]);
  });

  test.each(['SPX-7K4M2', 'PX-7K4M', 'PX-7K4MO', 'PX-7K4M2Z', 'APEX 7K4M2', ''])(
    'is not seen in %j',
    (text) => expect(memosIn(text)).toEqual([]),
  );

  test('is found as every memo that we show, with or without its dashes', () => {
    const letters = fc
      .array(fc.constantFrom(...'234679ACDEFGHJKMNPQRTWXY'), { minLength: 5, maxLength: 5 })
      .map((all) => `PX-${all.join('')}`);
    fc.assert(
      fc.property(letters, fc.integer({ min: 1, max: 60 }), fc.boolean(), (own, number, bare) => {
        const memo = memoOf(own, number);
        const [found] = memosIn(`TRANSFER ${bare ? memo.replaceAll('-', '') : memo} THANKS`);
        expect(found).toEqual({ reference: own, instalment: number === 1 ? undefined : number });
      }),
    );
  });
});

describe('a number', () => {
  test('is the same however it is spaced, dashed and misread', () => {
    for (const text of ['ZC-77O8', 'zc 7708', 'ZC7708', 'ZC.77.08'])
      expect(lookupKey(text)).toBe('ZC7708');
  });

  test.each(['REF ZC-7708 OK', 'REF ZC 7708 OK', 'REF/ZC7708/OK', 'REF:ZC7708,OK'])(
    'is found in %j',
    (text) => expect(lookupKeysIn(text)).toContain('ZC7708'),
  );

  test('of a text are bounded', () => {
    expect(
      lookupKeysIn('abcd1234 '.repeat(5) + [...Array(500).keys()].map((n) => `w${n}xyz`).join(' ')),
    ).toHaveLength(80);
  });
});

const due = (change: Partial<PayableInstalment> = {}): PayableInstalment => ({
  applicationId: 'a',
  instalmentId: 'i1',
  reference: 'PX-7K4M2',
  name: 'Ama Mensah',
  number: 1,
  of: 12,
  isPayable: true,
  remainingCents: 10_000n,
  paymentId: 'p1',
  hasOtherPaymentUnderWay: false,
  ...change,
});
const known = (
  instalments: PayableInstalment[],
  claims: [string, PayableInstalment][] = [],
  recorded: string[] = [],
): LookedUp => ({
  recorded: new Set(recorded),
  instalments: Map.groupBy(instalments, ({ reference }) => reference),
  claims: new Map(claims.map(([key, one]) => [key, [{ key, due: one }]])),
});
const line = (text: string, amountCents = 10_000n) => ({ text, amountCents });

describe('a line of a statement', () => {
  test('with our reference and the amount due is sure', () => {
    expect(proposeMatches([line('ZELLE PX7K4M2')], known([due()]))).toEqual([
      {
        due: due(),
        difference: 'equal',
        reasons: ['Its text contains our reference.'],
        isSure: true,
      },
    ]);
  });

  test.each([
    [9_999n, 'less', 'It is less than the amount due.'],
    [10_001n, 'more', 'It is more than the amount due.'],
  ] as const)('over %s cents for 10,000 is %s and not sure', (amountCents, difference, reason) => {
    const [proposal] = proposeMatches([line('PX-7K4M2', amountCents)], known([due()]));
    expect(proposal).toMatchObject({ difference, isSure: false });
    expect(proposal?.reasons).toContain(reason);
  });

  test('with a number under which money is recorded is not sure, and says so', () => {
    const all = known([due()], [], ['FT26325ABC']);
    const [proposal] = proposeMatches([line('PX-7K4M2 FT26325ABC')], all);
    expect(proposal).toMatchObject({ isSure: false });
    expect(proposal?.reasons).toContain('Money with this number is already recorded.');
  });

  test('with the number of a claim is sure, and says so', () => {
    const [proposal] = proposeMatches([line('FT 26325-ABC')], known([], [['FT26325ABC', due()]]));
    expect(proposal).toMatchObject({
      isSure: true,
      reasons: ['Its text contains the number the payer gave.'],
    });
  });

  test('names its instalment, and falls to the next where that is paid, which is not sure', () => {
    const instalments = [
      due({ isPayable: false, remainingCents: 0n }),
      due({ number: 2, instalmentId: 'i2' }),
      due({ number: 3, instalmentId: 'i3' }),
    ];
    const numbers = proposeMatches([line('PX-7K4M2-3'), line('PX-7K4M2')], known(instalments));
    expect(numbers.map((one) => one?.due.number)).toEqual([3, 2]);
    expect(numbers.map((one) => one?.isSure)).toEqual([true, false]);
    expect(numbers[1]?.reasons).toContain(
      'The payment it names is already paid, so the next one is suggested.',
    );
  });

  test('is said to be paid before what is said of the next payment', () => {
    const instalments = [
      due({ isPayable: false, remainingCents: 0n }),
      due({ number: 2, instalmentId: 'i2', paymentId: null }),
    ];
    const [proposal] = proposeMatches([line('PX-7K4M2', 9_000n)], known(instalments));
    expect(proposal?.reasons).toEqual([
      'Its text contains our reference.',
      'The payment it names is already paid, so the next one is suggested.',
      'The payer has not reported this payment yet.',
      'It is less than the amount due.',
    ]);
    expect(proposal?.isSure).toBe(false);
  });

  test('fits nothing when all is paid or no one knows the reference', () => {
    expect(
      proposeMatches(
        [line('PX-7K4M2'), line('PX-22222'), line('RENT')],
        known([due({ isPayable: false })]),
      ),
    ).toEqual([undefined, undefined, undefined]);
  });

  test('that comes second for an instalment is not sure', () => {
    const [first, second] = proposeMatches([line('PX-7K4M2'), line('PX-7K4M2')], known([due()]));
    expect([first?.isSure, second?.isSure]).toEqual([true, false]);
  });

  test('that names two applications is not sure', () => {
    const other = due({ reference: 'PX-22222', instalmentId: 'j1' });
    const [proposal] = proposeMatches([line('PX-7K4M2 PX-22222')], known([due(), other]));
    expect(proposal).toMatchObject({ isSure: false });
  });

  test('for an instalment with another payment under way is not sure', () => {
    const [proposal] = proposeMatches(
      [line('PX-7K4M2')],
      known([due({ hasOtherPaymentUnderWay: true })]),
    );
    expect(proposal).toMatchObject({ isSure: false });
  });

  test('that the payer has not reported is sure by the reference, and says so', () => {
    const [proposal] = proposeMatches([line('PX-7K4M2')], known([due({ paymentId: null })]));
    expect(proposal).toMatchObject({ isSure: true });
    expect(proposal?.reasons).toContain('The payer has not reported this payment yet.');
  });

  test('with a number that the payer gave is not said to be unreported', () => {
    // The attempt with the number has expired, and another has begun since.
    const claims: [string, PayableInstalment][] = [['FT26325ABC', due({ paymentId: null })]];
    const [proposal] = proposeMatches([line('FT 26325-ABC')], known([], claims));
    expect(proposal?.reasons).toEqual(['Its text contains the number the payer gave.']);
  });
});
