import { describe, expect, test } from 'vitest';
import {
  type Columns,
  decodeStatement,
  guessColumns,
  isLine,
  guessDelimiter,
  readCents,
  readDay,
  readRows,
} from './statement.rules.ts';

const bytes = (...codes: number[]) => Uint8Array.from(codes);

describe('a file', () => {
  test.each([
    ['UTF-8', new TextEncoder().encode('Éléonore'), 'Éléonore'],
    ['UTF-8 with its mark', bytes(0xef, 0xbb, 0xbf, 0x41), 'A'],
    ['Latin-1', bytes(0xc9, 0x6c, 0xe9, 0x61), 'Éléa'],
    ['UTF-16 of Windows', bytes(0xff, 0xfe, 0x41, 0, 0x42, 0), 'AB'],
  ])('in %s is read as its text', (_name, given, text) => {
    expect(decodeStatement(given)).toBe(text);
  });

  test.each([
    ['a picture', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0)],
    ['a spreadsheet', bytes(0x50, 0x4b, 0x03, 0x04, 0x14, 0x00)],
  ])('that is %s is no text', (_name, given) => {
    expect(decodeStatement(given)).toBeUndefined();
  });
});

describe('a day', () => {
  test.each([
    ['2026-11-20', 'YMD', '2026-11-20'],
    ['20261120', 'YMD', '2026-11-20'],
    ['2026/11/20 14:03', 'YMD', '2026-11-20'],
    ['11/20/2026', 'MDY', '2026-11-20'],
    ['1/2/26', 'MDY', '2026-01-02'],
    ['20.11.2026', 'DMY', '2026-11-20'],
    ['20-11-26', 'DMY', '2026-11-20'],
    ['20 Nov 2026', 'MDY', '2026-11-20'],
    ['Nov 20, 2026', 'DMY', '2026-11-20'],
  ] as const)('%s as %s is %s', (text, format, day) => {
    expect(readDay(text, format)).toBe(day);
  });

  test.each([
    ['02/30/2026', 'MDY'],
    ['13/13/2026', 'DMY'],
    ['20/11/2026', 'MDY'],
    ['2026', 'YMD'],
    ['20 Foo 2026', 'DMY'],
    ['=1+1', 'YMD'],
    ['', 'YMD'],
  ] as const)('%s as %s is none', (text, format) => {
    expect(readDay(text, format)).toBeUndefined();
  });
});

describe('an amount', () => {
  test.each([
    ['1000', '.', 100_000n],
    ['1,000.00', '.', 100_000n],
    ['1.000,00', ',', 100_000n],
    ['1 000,5', ',', 100_050n],
    ["1'000.50", '.', 100_050n],
    ['$1,000.00', '.', 100_000n],
    ['-$1,000.00', '.', -100_000n],
    ['1.000,00 USD', ',', 100_000n],
    ['+12.50', '.', 1250n],
    ['(12.50)', '.', -1250n],
    ['12.50-', '.', -1250n],
    ['−12.50', '.', -1250n],
    ['999,999,999.99', '.', 99_999_999_999n],
  ] as const)('%s with a decimal %s is %s cents', (text, sign, amount) => {
    expect(readCents(text, sign)).toBe(amount);
  });

  test.each([
    ['10,50', '.'],
    ['10.50', ','],
    ['1,000', ','],
    ['1.000', '.'],
    ['1,00,000.00', '.'],
    ['1.005', '.'],
    ['(12.50', '.'],
    ['1e3', '.'],
    ['0x10', '.'],
    ['€12.00', '.'],
    ['=12', '.'],
    ['', '.'],
  ] as const)('%s with a decimal %s is refused, not guessed', (text, sign) => {
    expect(readCents(text, sign)).toBeUndefined();
  });
});

const columns: Columns = {
  delimiter: ',',
  hasHeader: true,
  date: 0,
  dateFormat: 'YMD',
  amount: 1,
  credit: null,
  debit: null,
  decimal: '.',
  text: [2, 3],
  currency: null,
  balance: null,
};

describe('the rows', () => {
  const head = ['Date', 'Amount', 'Description', 'Memo'];

  test('are money in, money out, or said to be unreadable, each with its place in the file', () => {
    const rows = [
      head,
      ['2026-11-20', '100.00', 'ZELLE FROM AMA', ' PX-7K4M2 '],
      ['2026-11-20', '-30.00', 'Rent', ''],
      ['', '', '', ''],
      ['soon', '5.00', 'x', ''],
      ['2026-11-20', 'five', 'x', ''],
      ['2019-12-31', '5.00', 'old', ''],
      ['2026-11-21', '5.00', 'early', ''],
      ['2026-11-20', '0.00', 'nothing', ''],
      ['2026-11-20', '9999999999.99', 'absurd', ''],
    ];
    expect(readRows(rows, columns, '2026-11-20')).toEqual([
      {
        row: 2,
        kind: 'credit',
        bookedOn: '2026-11-20',
        amountCents: 10_000n,
        text: 'ZELLE FROM AMA · PX-7K4M2',
        balanceCents: undefined,
      },
      {
        row: 3,
        kind: 'debit',
        bookedOn: '2026-11-20',
        amountCents: -3000n,
        text: 'Rent',
        balanceCents: undefined,
      },
      { row: 5, kind: 'unreadable', problem: 'The date could not be read.' },
      { row: 6, kind: 'unreadable', problem: 'The amount could not be read.' },
      { row: 7, kind: 'unreadable', problem: 'The date could not be read.' },
      {
        row: 8,
        kind: 'unreadable',
        problem: 'This date is in the future. Check the date format.',
      },
      { row: 10, kind: 'unreadable', problem: 'The amount could not be read.' },
    ]);
  });

  test('of another currency are not taken for dollars', () => {
    const rows = [
      ['2026-11-20', '100.00', 'x', 'EUR'],
      ['2026-11-20', '100.00', 'x', 'USD'],
    ];
    const read = readRows(
      rows,
      { ...columns, hasHeader: false, text: [2], currency: 3 },
      '2026-11-20',
    );
    expect(read.map(({ kind }) => kind)).toEqual(['unreadable', 'credit']);
  });

  test('with money in and out in two columns are below zero when it left, with a minus or without', () => {
    const rows = [
      ['2026-11-20', '', '30.00', 'Rent'],
      ['2026-11-20', '', '-30.00', 'Rent'],
      ['2026-11-20', '100.00', '', 'Zelle'],
      ['2026-11-20', '', '', 'Neither'],
    ];
    const apart = { hasHeader: false, amount: null, credit: 1, debit: 2, text: [3] };
    const read = readRows(rows, { ...columns, ...apart }, '2026-11-20');
    expect(read.map((row) => (isLine(row) ? row.amountCents : row.problem))).toEqual([
      -3000n,
      -3000n,
      10_000n,
      'The amount could not be read.',
    ]);
  });

  test('keep a formula as the text that it is', () => {
    const rows = [['2026-11-20', '1.00', '=HYPERLINK("http://x")', '']];
    const [read] = readRows(rows, { ...columns, hasHeader: false }, '2026-11-20');
    expect(read).toMatchObject({ kind: 'credit', text: '=HYPERLINK("http://x")' });
  });
});

describe('a file that no one has explained', () => {
  test('of an American bank is read by the names of its columns', () => {
    const rows = [
      ['Details', 'Posting Date', 'Description', 'Amount', 'Type', 'Balance'],
      [
        'CREDIT',
        '11/20/2026',
        'Zelle payment from AMA MENSAH PX-7K4M2',
        '1,000.00',
        'QUICKPAY',
        '5,000.00',
      ],
      ['DEBIT', '11/19/2026', 'RENT', '-30.00', 'ACH', '4,000.00'],
    ];
    expect(guessColumns(rows, ',')).toMatchObject({
      hasHeader: true,
      date: 1,
      dateFormat: 'MDY',
      amount: 3,
      credit: null,
      debit: null,
      decimal: '.',
      text: expect.arrayContaining([2]),
    });
  });

  test('of a European bank, with comma and money in apart', () => {
    const rows = [
      ['Date', 'Libellé', 'Débit', 'Crédit', 'Devise'],
      ['20/11/2026', 'VIR AMA MENSAH PX7K4M2', '', '1.000,00', 'USD'],
      ['13/11/2026', 'Loyer', '30,00', '', 'USD'],
    ];
    expect(guessColumns(rows, ';')).toMatchObject({
      date: 0,
      dateFormat: 'DMY',
      amount: null,
      credit: 3,
      decimal: ',',
      text: [1],
      currency: 4,
    });
  });

  test.each([
    ['DMY', 'dots', ['01.12.2026', '02.12.2026']],
    ['DMY', 'days of one week', ['02/11/2026', '06/11/2026']],
    ['MDY', 'days of one week', ['11/02/2026', '11/06/2026']],
    ['MDY', 'a day alone', ['12/01/2026']],
    ['MDY', 'a day above 12', ['01/02/2026', '01/13/2026', '02/01/2026']],
    ['YMD', 'the year first', ['2026-12-01', '2026-11-12']],
  ])('is read as %s by %s', (format, _, days) => {
    const rows = days.map((day) => [day, 'RENT', '-30.00']);
    expect(guessColumns(rows, ';')).toMatchObject({ dateFormat: format });
  });

  test('without names is read by what is in its columns', () => {
    const rows = [
      ['2026-11-20', 'ZELLE AMA', '100.00'],
      ['2026-11-21', 'ZELLE KOFI', '100.00'],
    ];
    expect(guessColumns(rows, ',')).toMatchObject({
      hasHeader: false,
      date: 0,
      dateFormat: 'YMD',
      amount: 2,
      text: [1],
    });
  });

  test('never fails, whatever it is', () => {
    for (const rows of [[], [[]], [['']], [['a']], [['a', 'b'], ['c']]])
      expect(guessColumns(rows, ',').text.length).toBeGreaterThan(0);
  });

  test.each([
    ['a,b\n1,2', ','],
    ['a;b\n"1,5";2', ';'],
    ['a;b\n1,5;2,5\n2,5;3', ';'],
    ['a\tb\n1,5\t2', '\t'],
    ['just words', ','],
  ])('%j is distinguished by %j', (content, sign) => {
    expect(guessDelimiter(content)).toBe(sign);
  });
});
