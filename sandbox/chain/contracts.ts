/** The addresses of the contracts: the first three as on mainnet. */
export const CONTRACTS = {
  usdt: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  ethUsdFeed: '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419',
  usdtUsdFeed: '0x3E7d1eAB13ad0104d2750B8863b489D65364e32D',
  /** A wallet that is a contract, out of which anyone may pay, and whose signatures are those of the first account. */
  smartWallet: '0x5a11e70000000000000000000000000000000001',
  /** A token that looks like USDT and is worth nothing. */
  lookAlike: '0xfa4e000000000000000000000000000000000002',
} as const;

/** 32 bytes, as a contract keeps a number; negative ones in two's complement. */
export const word = (value: bigint | number): `0x${string}` =>
  `0x${BigInt.asUintN(256, BigInt(value)).toString(16).padStart(64, '0')}`;
