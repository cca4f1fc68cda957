import { randomInt } from 'node:crypto';
import type { RequestContext } from '../../server/context.ts';
import type { Database } from '../../server/database/database.ts';
import type { signDeclaration } from './declaration.contract.ts';
import {
  referralIn,
  referralOf,
  SHARE_ALPHABET,
  SHARE_CODE_LENGTH,
  sourceOf,
} from './share-link.rules.ts';
import { findSharers } from './share-link.store.ts';

/** A share code that nobody has, as far as chance lets it: there are 800 billion. */
export const newShareCode = (): string =>
  Array.from(
    { length: SHARE_CODE_LENGTH },
    () => SHARE_ALPHABET[randomInt(SHARE_ALPHABET.length)],
  ).join('');

type SigningContext = Pick<
  RequestContext<typeof signDeclaration>,
  'publicUrl' | 'query' | 'request'
>;

/**
 * Where signatures came from, by the addresses of the pages that sent them: as the form says, else as the browser
 * does. A code that nobody has says nothing.
 */
export async function findReferrals(db: Database, contexts: readonly SigningContext[]) {
  const referrals = contexts.map(({ publicUrl, query, request }) => {
    const said = referralIn(query);
    return said.by || said.utmSource ? said : referralOf(request.referrer, publicUrl);
  });
  const sharers = await findSharers(
    db,
    referrals.flatMap(({ by }) => by ?? []),
  );
  return referrals.map((referral) => {
    const cameBy = sharers.get(referral.by ?? null) ?? null;
    return { cameBy, source: sourceOf(referral, cameBy !== null) };
  });
}
