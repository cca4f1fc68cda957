import { shown } from '../../shared/shown.ts';
import { type Values, words } from '../../shared/words.ts';

/** A name that the whole internet knows, in the letters that travel: no `localhost`, no number of a machine. */
const PUBLIC_NAME = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/**
 * The address of a donation page as a browser follows it: https alone, on the usual port, with nobody's
 * name or password in it. Undefined for anything else. Asked when it is stored and again when it is shown.
 */
export function donationAddress(text: string): string | undefined {
  const address = /^https:\/\/[^\s\\]+$/i.test(text) ? parsed(text) : undefined;
  if (!address) return undefined;
  const { protocol, hostname, port, username, password, href } = address;
  const isSound =
    protocol === 'https:' && port === '' && `${username}${password}` === '' && href.length <= 500;
  return isSound && PUBLIC_NAME.test(hostname) ? href : undefined;
}

function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined; // Not an address: what the question was. (`URL.parse` is too young for many phones.)
  }
}

/** Where such an address leads, in the letters that travel: a look-alike of a known name shows itself. */
export const hostOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '');

/** Services that many campaigns collect by. Who collects there is each page's own matter. */
const SERVICES: readonly string[] = [
  'buymeacoffee.com',
  'donorbox.org',
  'every.org',
  'flutterwave.com',
  'givebutter.com',
  'globalgiving.org',
  'gofundme.com',
  'helloasso.com',
  'justgiving.com',
  'ko-fi.com',
  'opencollective.com',
  'patreon.com',
  'paypal.com',
  'paystack.com',
  'stripe.com',
  'zeffy.com',
];

/** Whether a host belongs to one of the services above. */
export const isKnownService = (host: string): boolean =>
  SERVICES.some((service) => host === service || host.endsWith(`.${service}`));

/** A link on one line for the administrators' mail, in the words that `say` has for ours. */
export function describeLink(
  link: { name: string; url: string; isActive: boolean } | undefined,
  say: (sentence: string, values?: Values) => string,
): string {
  if (!link) return say(words('none'));
  const { name, url, isActive } = link;
  const state = say(isActive ? words('on the page') : words('not on the page'));
  return `${say(words('{name}: {value}'), { name: shown(name), value: url })} (${state})`;
}
