import { randomUUID } from 'node:crypto';
import { route } from '../../server/http/route.ts';
import { words } from '../../shared/words.ts';
import { requireOpen } from '../maintenance/pause.service.ts';
import { countSignatures, signDeclaration } from './declaration.contract.ts';
import { addDeclaration } from './declaration.store.ts';
import { readTally } from './tally.service.ts';

export const declarationRoutes = [
  route(signDeclaration, async ({ db, body, clock, jobs, language }) => {
    await requireOpen({ db, language }, 'signing');
    const { agreeToDeclaration: _, wantsNews = false, ...person } = body;
    const signed = await addDeclaration(db, {
      id: randomUUID(),
      ...person,
      wantsNews,
      locale: language,
      signedAt: clock.now(),
    });
    if (signed) await jobs.send(db, 'declaration-signed', { id: signed.id });
    // The same words for who signed before: nobody learns here who has signed.
    return { message: words('Thank you for signing the Unity Declaration.') };
  }),
  route(countSignatures, ({ db }) => readTally(db)),
];
