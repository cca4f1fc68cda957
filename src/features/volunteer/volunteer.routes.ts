import { randomUUID } from 'node:crypto';
import { route } from '../../server/http/route.ts';
import { isPossibleTelephone } from '../../server/telephone.ts';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import { applyToVolunteer, NO_PHONE } from './volunteer.contract.ts';
import { addVolunteerSubmission } from './volunteer.store.ts';

export const volunteerRoutes = [
  route(applyToVolunteer, async ({ db, body, clock, jobs, language }) => {
    const { phone = null, experience = null, wantsNews = false, ...person } = body;
    if (phone !== null && !isPossibleTelephone(phone, person.country))
      throw new Fault(400, NO_PHONE, { fields: { phone: NO_PHONE } });
    const id = randomUUID();
    await addVolunteerSubmission(db, {
      id,
      ...person,
      phone,
      experience,
      wantsNews,
      locale: language,
      createdAt: clock.now(),
    });
    await jobs.send(db, 'volunteer-received', { id });
    return {
      message: words(
        'Thank you for offering your time. We read every application and reply by email.',
      ),
    };
  }),
];
