import { days } from '../../shared/time.ts';

/** The page on which an applicant follows an application. */
export const APPLICATION_PATH = '/application';

/** How long a link in a mail opens its application: until the next mail of a monthly plan has come. */
export const linkLivesMs = days(45);

/** What follows the # of the page's address: it reaches no server, no log and no other site. */
export interface Fragment {
  /** Opens an application for everyone who has it. */
  key?: string;
  /** The instalment to pay, from 1. */
  pay?: number;
  /** Which of the browser's applications is seen. */
  reference?: string;
}

/** A fragment with its #, as links carry it. */
export function fragmentOf({ key, pay, reference }: Fragment): string {
  if (reference) return `#${reference}`;
  const parts = [key && `key=${key}`, pay && `pay=${pay}`].filter(Boolean);
  return parts.length > 0 ? `#${parts.join('&')}` : '';
}

/** The same read back; undefined where the fragment is something else, such as the place of a skip link. */
export function readFragment(hash: string): Fragment | undefined {
  const text = hash.replace(/^#/, '');
  if (isReference(text)) return { reference: text };
  const given = new URLSearchParams(text);
  const key = given.get('key');
  const pay = Number(given.get('pay'));
  if (!key && !(pay > 0)) return text === '' ? {} : undefined;
  return { ...(key ? { key } : {}), ...(Number.isInteger(pay) && pay > 0 ? { pay } : {}) };
}

const isReference = (text: string) => /^PX-[A-Z0-9]{5}$/.test(text);

/** Normalizes a typed reference ("px 7k4m2"); undefined when it cannot be one. */
export function readReference(typed: string): string | undefined {
  const compact = typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const reference = `PX-${compact.replace(/^PX/, '')}`;
  return isReference(reference) ? reference : undefined;
}
