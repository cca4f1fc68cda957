import { randomUUID } from 'node:crypto';
import { route } from '../../server/http/route.ts';
import { words } from '../../shared/words.ts';
import { proposePartnership } from './partner.contract.ts';
import { addPartnerSubmission } from './partner.store.ts';

export const partnerRoutes = [
  route(proposePartnership, async ({ db, body, clock, jobs, language }) => {
    const { organizationSize = null, website = null, wantsNews = false, ...proposal } = body;
    const id = randomUUID();
    await addPartnerSubmission(db, {
      id,
      ...proposal,
      organizationSize,
      website,
      wantsNews,
      locale: language,
      createdAt: clock.now(),
    });
    await jobs.send(db, 'partner-received', { id });
    return {
      message: words('Thank you for your proposal. We read every proposal and reply by email.'),
    };
  }),
];
