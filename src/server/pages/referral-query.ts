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
  const said = saidBy(from);
  for (const [name, value] of said) to.searchParams.set(name, value);
  return said.length > 0 ? to.pathname + to.search : undefined;
}

/** What an address says of where its reader came from, else the page before: `?by=…`; undefined where neither does. */
export function referralQuery(
  url: string,
  referrer: string | undefined,
  publicUrl: string,
): string | undefined {
  const said = saidBy(new URL(withReferral(url, referrer, publicUrl) ?? url, publicUrl));
  return said.length > 0 ? `?${new URLSearchParams(said)}` : undefined;
}

const saidBy = ({ searchParams }: URL) =>
  REFERRAL.flatMap((name): [string, string][] => {
    const value = searchParams.get(name);
    return value && WORD.test(value) ? [[name, value]] : [];
  });
