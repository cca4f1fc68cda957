import { expect, test } from 'vitest';
import {
  ChainMismatchError,
  HttpRequestError,
  InsufficientFundsError,
  TransactionExecutionError,
  UserRejectedRequestError,
} from 'viem';
import { mainnet } from 'viem/chains';
import { ConnectorNotFoundError, ProviderNotFoundError } from 'wagmi';
import { shortAddress } from '../crypto.rules.ts';
import {
  groupedDigits,
  paymentUri,
  readableAmount,
  secondsLeft,
  walletSentence,
} from './wallet.rules.ts';

test.each([
  ['0.029417263518723450', '≈ 0.029417'],
  ['0.133', '0.133'],
  ['1000.000042', '1000.000042'],
  ['1', '1'],
])('%s is read as %s, and its digits lose nothing in groups', (amount, readable) => {
  expect(readableAmount(amount)).toBe(readable);
  expect(groupedDigits(amount).join('')).toBe(amount);
});

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

test('an address is shown by its first six and last four characters', () => {
  expect(shortAddress(address)).toBe('0x5aAe…BeAed'.replace('BeAed', 'eAed'));
});

test.each([
  [60_000, 0, 60],
  [60_000, 1, 60],
  [60_000, 59_001, 1],
  [60_000, 60_000, 0],
  [60_000, 90_000, 0],
])('of a quote that ends at %i are at %i left %i seconds', (expires, now, left) => {
  expect(secondsLeft(expires, now)).toBe(left);
});

test('a payment is written as wallets read it from a picture', () => {
  const common = { chainId: 1, address, usdtAddress: '0xdAC17F958D2ee523a2206206994597C13D831ec7' };
  expect(paymentUri({ ...common, token: 'ETH', units: 5n * 10n ** 17n })).toBe(
    `ethereum:${address}@1?value=500000000000000000`,
  );
  expect(paymentUri({ ...common, token: 'USDT', units: 100_000_001n })).toBe(
    `ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=${address}&uint256=100000001`,
  );
});

const sending = (cause: Error) =>
  new TransactionExecutionError(cause as never, { account: null, chain: mainnet });

test.each([
  ['wagmi’s own', new ProviderNotFoundError(), /^The wallet was not found in this browser/],
  ['viem’s own', new ChainMismatchError({ chain: mainnet, currentChainId: 5 }), /another network/],
  [
    'the cause of another',
    sending(new UserRejectedRequestError(new Error('no'))),
    /^You declined the request in your wallet/,
  ],
  ['a lack of money', sending(new InsufficientFundsError()), /does not hold enough/],
  [
    'the network’s',
    new HttpRequestError({ url: 'https://rpc.test', body: {} }),
    /^The network could not be reached/,
  ],
  ['a wallet’s plain object with a code', { code: 4001 }, /^You declined the request/],
  ['a wallet’s that asks already', { code: -32_002, message: 'pending' }, /waiting for an answer/],
  [
    'a wallet’s own words',
    { code: -32_000, message: 'insufficient funds for gas' },
    /not hold enough/,
  ],
  ['nobody’s', new ConnectorNotFoundError(), 'Your wallet reported an error. Nothing was sent.'],
  ['nothing at all', undefined, 'Your wallet reported an error. Nothing was sent.'],
])('an error that is %s is said as something to do', (_whose, error, sentence) => {
  expect(walletSentence(error)).toMatch(sentence);
});
