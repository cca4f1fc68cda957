import { readFile } from 'node:fs/promises';
import { encodeAbiParameters, keccak256, stringToHex } from 'viem/utils';
import { z } from 'zod';
import { CONTRACTS, word } from './contracts.ts';
import type { Node } from './node.ts';

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
  await rpc('anvil_setStorageAt', smartWallet, word(0), word(BigInt(accounts[0] ?? 0)));
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
