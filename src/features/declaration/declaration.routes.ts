import { randomUUID } from 'node:crypto';
import type { RequestContext } from '../../server/context.ts';
import { route, routeTogether } from '../../server/http/route.ts';
import { words } from '../../shared/words.ts';
import { requireOpen } from '../maintenance/pause.service.ts';
import {
  confirmSignature,
  countSignatures,
  signDeclaration,
  withdrawSignature,
} from './declaration.contract.ts';
import { type NewSignature, putDeclarations } from './declaration.store.ts';
import { sentKeyOf } from './signature-link.service.ts';
import { findReferrals, newShareCode } from './share-link.service.ts';
import { markOf } from './signature-mark.service.ts';
import { confirmByKey, withdrawByKey } from './signature-link.service.ts';
import { readTally } from './tally.service.ts';

const WORDS = words('Thank you for signing the Unity Declaration.');

/** Signatures that came at the same time, in one transaction (`db` of each). */
async function sign(contexts: readonly RequestContext<typeof signDeclaration>[]) {
  const [first] = contexts;
  if (!first) return [];
  const { db, clock, jobs, settings } = first;
  await requireOpen(first, 'signing');
  const referrals = await findReferrals(db, contexts);
  const signatures = contexts.map((context, n): NewSignature => {
    const { agreeToDeclaration: _, wantsNews = false, ...person } = context.body;
    return {
      ...person,
      id: randomUUID(),
      wantsNews,
      locale: context.language,
      signedAt: clock.now(),
      linkId: randomUUID(),
      shareCode: newShareCode(),
      ...(referrals[n] ?? { cameBy: null, source: null }),
      ...markOf(context),
    };
  });
  // In one order in every transaction, so that no two wait for each other.
  const ordered = signatures.toSorted((a, b) => (a.email < b.email ? -1 : 1));
  const ids = await putDeclarations(db, ordered, {
    isAsked: settings.signaturesNeedConfirmation,
  });
  // One job for all: of each it would cost more than the signature.
  await jobs.send(db, 'declaration-signed', {
    signatures: signatures.map(({ email, linkId }) => ({ id: ids.get(email), linkId })),
  });
  return signatures.map(({ shareCode, fullName, email, country, wantsNews }, n) => {
    const context = contexts[n] as (typeof contexts)[number];
    const emails = 1 + (Number(context.query.again) || 0);
    const person = { fullName, email, country, wantsNews };
    context.keepInThanks(() => sentKeyOf(context, { person, shareCode, emails }));
    // The same words for who signed before: nobody learns here who has signed.
    return { message: WORDS, shareCode };
  });
}

export const declarationRoutes = [
  routeTogether(signDeclaration, sign),
  route(confirmSignature, async (context) => {
    await confirmByKey(context, context.body.key);
    return { message: words('Your signature is confirmed.') };
  }),
  route(withdrawSignature, async (context) => {
    await withdrawByKey(context, context.body.key);
    return { message: words('Your signature is withdrawn.') };
  }),
  route(countSignatures, ({ db, settings }) => readTally(db, settings)),
];
