import { randomUUID } from 'node:crypto';
import { route } from '../../server/http/route.ts';
import { words } from '../../shared/words.ts';
import { requireOpen } from '../maintenance/pause.service.ts';
import {
  confirmSignature,
  countSignatures,
  signDeclaration,
  withdrawSignature,
} from './declaration.contract.ts';
import { putDeclaration } from './declaration.store.ts';
import { sentKeyOf } from './signature-link.service.ts';
import { findReferral, newShareCode } from './share-link.service.ts';
import { markOf } from './signature-mark.service.ts';
import { confirmByKey, withdrawByKey } from './signature-link.service.ts';
import { readTally } from './tally.service.ts';

export const declarationRoutes = [
  route(signDeclaration, async (context) => {
    const { db, body, clock, jobs, language, settings } = context;
    await requireOpen({ db, language }, 'signing');
    const { agreeToDeclaration: _, wantsNews = false, ...person } = body;
    const [linkId, shareCode] = [randomUUID(), newShareCode()];
    const id = await putDeclaration(
      db,
      {
        ...person,
        id: randomUUID(),
        wantsNews,
        locale: language,
        signedAt: clock.now(),
        linkId,
        shareCode,
        ...(await findReferral(context)),
        ...markOf(context),
      },
      { isAsked: settings.signaturesNeedConfirmation },
    );
    await jobs.send(db, 'declaration-signed', { id, linkId });
    const emails = 1 + (Number(context.query.again) || 0);
    context.keepInThanks(
      sentKeyOf(context, { person: { ...person, wantsNews }, shareCode, emails }),
    );
    // The same words for who signed before: nobody learns here who has signed.
    return { message: words('Thank you for signing the Unity Declaration.'), shareCode };
  }),
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
