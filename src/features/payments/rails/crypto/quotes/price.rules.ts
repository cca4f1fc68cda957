import { keysOf } from '../../../../../shared/record.ts';
import { words } from '../../../../../shared/words.ts';

/** Why no price is quoted, in a sentence for an administrator. */
export const PRICE_REFUSALS = {
  no_exchange: words(
    'Neither Coinbase nor Kraken can be reached, so the Chainlink price cannot be checked.',
  ),
  apart: words('The Chainlink price and an exchange differ by more than {percent}%.'),
  ahead: words('The Chainlink price is dated in the future. Check the clock of the server, too.'),
  unconfirmed: words(
    'Chainlink gives no current price, and Coinbase and Kraken do not both confirm one.',
  ),
  not_dollar: words('USDT is worth less than 0.99 or more than 1.01 dollars.'),
} as const;
export type PriceRefusal = keyof typeof PRICE_REFUSALS;
export const PRICE_REFUSAL_NAMES = keysOf(PRICE_REFUSALS);
