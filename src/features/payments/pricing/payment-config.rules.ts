import { words } from '../../../shared/words.ts';

export const CONFIG_TYPES = ['pricing', 'zelle', 'bank', 'crypto'] as const;
export type ConfigType = (typeof CONFIG_TYPES)[number];

/** Where money goes: a change of one of these is mailed to every administrator (security.md §1.8). */
export const isDestination = (configType: ConfigType) => configType !== 'pricing';

/** A destination on one line for the administrators' mail; of an account number the last four characters. */
export function describeDestination(config?: {
  configData: Record<string, unknown>;
  isActive: boolean;
}): string {
  if (!config) return words('none');
  const parts = Object.entries(config.configData)
    .filter(([, value]) => value !== '')
    .map(
      ([key, value]) =>
        `${key}: ${key === 'accountNumber' ? `…${String(value).slice(-4)}` : String(value)}`,
    );
  return `${parts.join(', ')} (${config.isActive ? words('active') : words('off')})`;
}
