import { type Values, words } from '../../../shared/words.ts';

export const CONFIG_TYPES = ['pricing', 'zelle', 'bank', 'crypto'] as const;
export type ConfigType = (typeof CONFIG_TYPES)[number];

/** How a type is named to people. */
export const CONFIG_LABELS: Readonly<Record<ConfigType, string>> = {
  pricing: words('Pricing'),
  zelle: words('Zelle'),
  bank: words('Bank wire'),
  crypto: words('Crypto'),
};

/** How the parts of a destination are named to people, in the order in which they are read aloud (specification §3). */
export const DESTINATION_LABELS = {
  email: words('Email'),
  phone: words('Phone'),
  bankName: words('Bank name'),
  accountName: words('Account name'),
  accountNumber: words('Account number'),
  routingNumber: words('Routing number'),
  bic: words('SWIFT/BIC'),
  iban: words('IBAN'),
  ethereumAddress: words('Ethereum address'),
  bitcoinAddress: words('Bitcoin address'),
  usdtAddress: words('USDT address'),
} as const;

/** Whether it takes money from banks in the United States alone: Zelle, and an account without SWIFT/BIC and IBAN. */
export const isUsOnly = (configType: string, configData: Record<string, unknown> | undefined) =>
  configType === 'zelle' || (configType === 'bank' && !configData?.bic && !configData?.iban);

/** Where money goes: a change of one of these is mailed to every administrator (security.md §1.8). */
export const isDestination = (configType: ConfigType) => configType !== 'pricing';

/**
 * A destination on one line for the administrators' mail, in the words that `say` has for ours; of an
 * account number or IBAN the last four characters.
 */
export function describeDestination(
  config: { configData: Record<string, unknown>; isActive: boolean } | undefined,
  say: (sentence: string, values?: Values) => string,
): string {
  if (!config) return say(words('none'));
  const { configData } = config;
  const parts = Object.entries(DESTINATION_LABELS)
    .filter(([key]) => configData[key])
    .map(([key, label]) => {
      const value = String(configData[key]);
      return say(words('{name}: {value}'), {
        name: say(label),
        value: ['accountNumber', 'iban'].includes(key) ? `…${value.slice(-4)}` : value,
      });
    });
  return `${parts.join(', ')} (${say(config.isActive ? words('active') : words('off'))})`;
}
