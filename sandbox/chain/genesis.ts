import { readFile } from 'node:fs/promises';
import { encodeAbiParameters, keccak256, stringToHex } from 'viem/utils';
import { z } from 'zod';
import type { Node } from './node.ts';

/** Where the contracts stand: the first three as on mainnet. */
export const CONTRACTS = {
  usdt: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  ethUsdFeed: '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419',
  usdtUsdFeed: '0x3E7d1eAB13ad0104d2750B8863b489D65364e32D',
  /** A wallet that is a contract and anyone may use. */
  smartWallet: '0x5a11e70000000000000000000000000000000001',
  /** A token that looks like USDT and is worth nothing. */
  lookAlike: '0xfa4e000000000000000000000000000000000002',
} as const;

const Artefacts = z.record(
  z.enum(['Token', 'Feed', 'SmartWallet']),
  z.object({ abi: z.array(z.unknown()), code: z.templateLiteral(['0x', z.string()]) }),
);

/** They take this long, so the chain begins so long ago. */
const START_BLOCKS = 32;
const START_SECONDS = 12;
export const BEGUN_MS_AGO = START_BLOCKS * START_SECONDS * 1000;

/** Of the token: a million USDT for each account. */
const START_UNITS = 1_000_000n * 10n ** 6n;

/** 32 bytes, as a contract keeps a number; negative ones in two's complement. */
export const word = (value: bigint | number): `0x${string}` =>
  `0x${BigInt.asUintN(256, BigInt(value)).toString(16).padStart(64, '0')}`;

/** Puts contracts and balances on an empty chain, with some blocks above them which may be reorganised. */
export async function layGenesis({ rpc }: Node): Promise<void> {
  const text = await readFile(new URL('./contracts/Sandbox.json', import.meta.url), 'utf8');
  const { Token, Feed, SmartWallet } = Artefacts.parse(JSON.parse(text));
  const accounts = await rpc<`0x${string}`[]>('eth_accounts');
  const { usdt, ethUsdFeed, usdtUsdFeed, smartWallet, lookAlike } = CONTRACTS;
  for (const token of [usdt, lookAlike]) {
    await rpc('anvil_setCode', token, Token.code);
    for (const holder of [...accounts, smartWallet] as const)
      await rpc('anvil_setStorageAt', token, balanceSlot(holder), word(START_UNITS));
    await rpc('anvil_setStorageAt', token, word(4), word(BigInt(token))); // who gets the fees: itself
  }
  for (const [feed, description] of [
    [ethUsdFeed, 'ETH / USD'],
    [usdtUsdFeed, 'USDT / USD'],
  ] as const) {
    await rpc('anvil_setCode', feed, Feed.code);
    await rpc('anvil_setStorageAt', feed, word(3), shortString(description));
  }
  await rpc('anvil_setCode', smartWallet, SmartWallet.code);
  await rpc('anvil_setBalance', smartWallet, word(1000n * 10n ** 18n));
  await rpc('anvil_mine', START_BLOCKS, START_SECONDS);
}

/** Where Solidity keeps `balanceOf[holder]`, a mapping in slot 0. */
const balanceSlot = (holder: `0x${string}`) =>
  keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [holder, 0n]));

/** How Solidity keeps a string below 32 bytes: the text from the left, twice its length in the last byte. */
function shortString(text: string): `0x${string}` {
  const length = (text.length * 2).toString(16).padStart(2, '0');
  return `${stringToHex(text, { size: 31 })}${length}` as `0x${string}`;
}
