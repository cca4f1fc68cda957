import { randomInt } from 'node:crypto';
import type { RequestContext } from '../../server/context.ts';
import type { signDeclaration } from './declaration.contract.ts';
import {
  referralIn,
  referralOf,
  SHARE_ALPHABET,
  SHARE_CODE_LENGTH,
  sourceOf,
} from './share-link.rules.ts';
import { findSharer } from './share-link.store.ts';

/** A share code that nobody has, as far as chance lets it: there are 800 billion. */
export const newShareCode = (): string =>
  Array.from(
    { length: SHARE_CODE_LENGTH },
    () => SHARE_ALPHABET[randomInt(SHARE_ALPHABET.length)],
  ).join('');

type SigningContext = Pick<
  RequestContext<typeof signDeclaration>,
  'db' | 'publicUrl' | 'query' | 'request'
>;

/**
 * Where a signature came from, by the address of the page that sent it: as its form says, else as the browser does. A
 * code that nobody has says nothing.
 */
export async function findReferral({ db, publicUrl, query, request }: SigningContext) {
  const said = referralIn(query);
  const referral = said.by || said.utmSource ? said : referralOf(request.referrer, publicUrl);
  const cameBy = referral.by ? await findSharer(db, referral.by) : null;
  return { cameBy, source: sourceOf(referral, cameBy !== null) };
}
