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

/** Reads `?by=` and `utm_source` of an address of ours; what is foreign or no code and no word says nothing. */
export function referralOf(address: string | undefined, publicUrl: string): Referral {
  if (!address || !URL.canParse(address)) return {};
  const { origin, searchParams } = new URL(address);
  if (origin !== new URL(publicUrl).origin) return {};
  const given = (name: string, pattern: RegExp) => {
    const value = searchParams.get(name)?.trim().toLowerCase();
    return value !== undefined && pattern.test(value) ? value : undefined;
  };
  return { by: given('by', SHARE_CODE), utmSource: given('utm_source', SOURCE) };
}

/** The word that is kept of where a signature came from. */
export const sourceOf = ({ utmSource }: Referral, isShared: boolean): string =>
  utmSource ?? (isShared ? 'referral' : 'direct');
