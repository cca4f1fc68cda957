import type { AnswerOf } from '../../../../../shared/endpoint.ts';
import { words } from '../../../../../shared/words.ts';
import type { readCryptoEnvironment } from './crypto.contract.ts';
import type { Token } from '../crypto.rules.ts';

export type CryptoEnvironment = AnswerOf<typeof readCryptoEnvironment>;

/** Whole seconds until a quote ends, by the server's clock; at least 0. */
export const secondsLeft = (expires: number, serverNow: number): number =>
  Math.max(0, Math.ceil((expires - serverNow) / 1000));

/** An amount of whole tokens as people read it: one with more than eight decimals is rounded to six. */
export function readableAmount(amount: string): string {
  const [, fraction = ''] = amount.split('.');
  return fraction.length > 8 ? `≈ ${Number(amount).toFixed(6)}` : amount;
}

/** More than six digits after the point in threes, so that they can be compared. */
export function groupedDigits(amount: string): string[] {
  const [whole = '', fraction = ''] = amount.split('.');
  if (fraction.length <= 6) return [amount];
  const [first, ...others] = fraction.match(/.{1,3}/g) ?? [];
  return first === undefined ? [whole] : [`${whole}.${first}`, ...others];
}

interface Transfer {
  token: Token;
  chainId: number;
  address: string;
  /** Contract of the token. */
  usdtAddress: string;
  /** Wei, or units of the token. */
  units: bigint;
}

/** The network that the wallet pays on: a test network in the sandbox alone. */
export const networkName = ({ chainId }: Pick<CryptoEnvironment, 'chainId'>): string =>
  chainId === 11155111 ? 'Sepolia' : 'Ethereum Mainnet';

/** A payment as a URI for a QR code (https://eips.ethereum.org/EIPS/eip-681). */
export const paymentUri = ({ token, chainId, address, usdtAddress, units }: Transfer): string =>
  token === 'ETH'
    ? `ethereum:${address}@${chainId}?value=${units}`
    : `ethereum:${usdtAddress}@${chainId}/transfer?address=${address}&uint256=${units}`;

/** What the payer can do, by the name of the error that wallets, wagmi and viem throw (specification §8). */
const BY_NAME: Readonly<Record<string, string>> = {
  ChainNotConfiguredError: words(
    'We do not know this network. Please choose Ethereum Mainnet in your wallet.',
  ),
  ConnectorAlreadyConnectedError: words('This wallet is already connected.'),
  ConnectorNotConnectedError: words('No wallet is connected. Please connect one first.'),
  ConnectorUnavailableReconnectingError: words(
    'Your wallet is still being connected. Please wait a moment and try again.',
  ),
  ConnectorChainMismatchError: words(
    'Your wallet is not on the network this page expects. Please disconnect it and connect it again.',
  ),
  ChainMismatchError: words(
    'Your wallet is on another network. Please switch it to Ethereum Mainnet and try again.',
  ),
  ProviderNotFoundError: words(
    'The wallet was not found in this browser. Please install or unlock it and reload the page.',
  ),
  SwitchChainNotSupportedError: words(
    'This wallet’s network cannot be changed from here. Please choose Ethereum Mainnet in the wallet itself.',
  ),
  UserRejectedRequestError: words('You declined the request in your wallet. Nothing was sent.'),
  UrlRequiredError: words('The connection to the network is not set up. Please write to us.'),
  ConnectorAccountNotFoundError: words(
    'The account is no longer open in your wallet. Please choose it there and connect again.',
  ),
  AccountNotFoundError: words(
    'Your wallet shared no account that can pay. Please choose one in your wallet and connect again.',
  ),
  AccountTypeNotSupportedError: words(
    'This kind of account cannot pay from here. Please choose another one in your wallet.',
  ),
  ResourceUnavailableRpcError: words(
    'Your wallet is already waiting for an answer. Please open it and answer there.',
  ),
  InsufficientFundsError: words(
    'Your account does not hold enough for the amount and the network fee.',
  ),
  HttpRequestError: words('The network could not be reached. Please try again in a moment.'),
  TimeoutError: words('The network did not answer in time. Please try again in a moment.'),
};
/** By the codes of EIP-1193 and EIP-1474, for wallets that throw plain objects. */
const BY_CODE: Readonly<Record<number, string | undefined>> = {
  4001: BY_NAME.UserRejectedRequestError,
  4100: BY_NAME.ConnectorAccountNotFoundError,
  4902: BY_NAME.ChainNotConfiguredError,
  [-32_002]: BY_NAME.ResourceUnavailableRpcError,
};
const BY_MESSAGE: readonly [RegExp, string | undefined][] = [
  [/user rejected|user denied|request reset/i, BY_NAME.UserRejectedRequestError],
  [/insufficient funds|exceeds balance|insufficient balance/i, BY_NAME.InsufficientFundsError],
  [/cannot reach the network|failed to fetch/i, BY_NAME.HttpRequestError],
];

export const NOTHING_SENT = words('Your wallet reported an error. Nothing was sent.');

interface Thrown {
  name?: unknown;
  code?: unknown;
  message?: unknown;
  details?: unknown;
  cause?: unknown;
}
const isThrown = (value: unknown): value is Thrown => typeof value === 'object' && value !== null;

/** What the payer can do about a failure of the wallet, by its innermost known cause. */
export function walletSentence(error: unknown): string {
  let found: string | undefined;
  for (let at = error, depth = 0; isThrown(at) && depth < 10; depth += 1) {
    const text = `${String(at.message ?? '')} ${String(at.details ?? '')}`;
    found =
      BY_MESSAGE.find(([pattern]) => pattern.test(text))?.[1] ??
      BY_NAME[String(at.name)] ??
      BY_CODE[Number(at.code)] ??
      found;
    at = at.cause;
  }
  return found ?? NOTHING_SENT;
}
