import { describe, expect, test } from 'vitest';
import { csvLine } from './csv.ts';

describe('a CSV line', () => {
  test('quotes every field and ends as RFC 4180 says', () => {
    expect(csvLine(['a', 1, true])).toBe('"a","1","true"\r\n');
  });

  test('doubles quotes and keeps commas and line breaks inside a field', () => {
    expect(csvLine(['say "hi"', 'a,b', 'one\r\ntwo'])).toBe('"say ""hi""","a,b","one\r\ntwo"\r\n');
  });

  test('writes nothing for what is absent and ISO 8601 for a moment', () => {
    expect(csvLine([null, undefined, new Date(0)])).toBe('"","","1970-01-01T00:00:00.000Z"\r\n');
  });

  test.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '\0=1',
    '＝1',
    '＋1',
    '－1',
    '＠1',
  ])('does not let a spreadsheet run %j', (formula) => {
    expect(csvLine([formula])).toBe(`"'${formula}"\r\n`);
  });

  test('leaves a harmless field as it is', () => {
    expect(csvLine(['a=b', "O'Neil", 'x-y', ' =1'])).toBe(`"a=b","O'Neil","x-y"," =1"\r\n`);
  });
});
