import { randomInt } from 'node:crypto';

const LETTERS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const ofLength = (length: number, letters = LETTERS) =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('');

/** Ids in the forms that PayPal's have. */
export const newId = {
  order: () => ofLength(17),
  capture: () => ofLength(17),
  refund: () => ofLength(17),
  payer: () => ofLength(13, '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'),
  token: () => ofLength(17, '0123456789abcdefghijklmnopqrstuvwxyz'),
  customer: () => ofLength(10, '0123456789'),
  dispute: () => `PP-R-${ofLength(3)}-${ofLength(8, '0123456789')}`,
  /** What PayPal's support asks for: 13 hexadecimal digits. */
  debug: () => ofLength(13, '0123456789abcdef'),
  notice: () => `WH-${ofLength(17)}-${ofLength(17)}`,
};
