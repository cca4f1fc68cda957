/** What an address says of where its reader came from. */
const REFERRAL = ['by', 'utm_source'];
const WORD = /^[\w-]{1,32}$/;

/** Whether the address of the page before has anything to keep. Cheap, as every request for a page is asked it. */
export const hasReferral = (referrer: string | undefined): boolean =>
  referrer !== undefined && REFERRAL.some((name) => referrer.includes(`${name}=`));

/**
 * The address to lead on to, where a link within the site has dropped what the page before said of where its reader
 * came from. Pages are the same for everyone, so their links cannot carry it. Undefined where nothing was dropped.
 */
export function withReferral(
  url: string,
  referrer: string | undefined,
  publicUrl: string,
): string | undefined {
  if (!referrer || !hasReferral(referrer) || !URL.canParse(referrer)) return undefined;
  const [from, to] = [new URL(referrer), new URL(url, publicUrl)];
  if (from.origin !== to.origin || REFERRAL.some((name) => to.searchParams.has(name)))
    return undefined;
  for (const name of REFERRAL) {
    const value = from.searchParams.get(name);
    if (value && WORD.test(value)) to.searchParams.set(name, value);
  }
  return REFERRAL.some((name) => to.searchParams.has(name)) ? to.pathname + to.search : undefined;
}
