import { words } from '../../shared/words.ts';

/** Of share codes: small letters and digits that nobody takes for one another. */
export const SHARE_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
export const SHARE_CODE_LENGTH = 8;

const SHARE_CODE = new RegExp(`^[${SHARE_ALPHABET}]{${SHARE_CODE_LENGTH}}$`);
const SOURCE = /^[a-z0-9_-]{1,32}$/;

/** What the address of a page says of where its reader came from. */
export interface Referral {
  /** The share code of who sent them; it need not exist. */
  by?: string | undefined;
  /** One word that the campaign put into a link of its own. */
  utmSource?: string | undefined;
}

/** What a signer shares: who signs behind it is counted for them. */
export const shareAddress = (publicUrl: string, code: string) => `${publicUrl}/?by=${code}`;

/** Reads `by` and `utm_source` of a query; what is no code and no word says nothing. */
export function referralIn(query: { by?: unknown; utm_source?: unknown }): Referral {
  const given = (text: unknown, pattern: RegExp) => {
    const value = typeof text === 'string' ? text.trim().toLowerCase() : '';
    return pattern.test(value) ? value : undefined;
  };
  return { by: given(query.by, SHARE_CODE), utmSource: given(query.utm_source, SOURCE) };
}

/** The same of an address of ours; a foreign one says nothing. */
export function referralOf(address: string | undefined, publicUrl: string): Referral {
  if (!address || !URL.canParse(address)) return {};
  const { origin, searchParams } = new URL(address);
  if (origin !== new URL(publicUrl).origin) return {};
  return referralIn(Object.fromEntries(searchParams));
}

/** The word that is kept of where a signature came from. */
export const sourceOf = ({ utmSource }: Referral, isShared: boolean): string =>
  utmSource ?? (isShared ? 'referral' : 'direct');

/** The sources that the site itself names; others are words of the campaign's links. */
export const SOURCE_LABELS: ReadonlyMap<string | null, string> = new Map<string | null, string>([
  ['direct', words('Direct')],
  ['referral', words('Signers’ share links')],
  [null, words('Not recorded')],
]);
