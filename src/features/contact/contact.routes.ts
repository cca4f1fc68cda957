import { randomUUID } from 'node:crypto';
import { route } from '../../server/http/route.ts';
import { words } from '../../shared/words.ts';
import { sendContactRequest } from './contact.contract.ts';
import { addContactSubmission } from './contact.store.ts';

export const contactRoutes = [
  route(sendContactRequest, async ({ db, body, clock, jobs, language }) => {
    const id = randomUUID();
    const { wantsNews = false, ...person } = body;
    await addContactSubmission(db, {
      id,
      ...person,
      wantsNews,
      locale: language,
      createdAt: clock.now(),
    });
    await jobs.send(db, 'contact-received', { id });
    return {
      message: words('Thank you. We have your message and will reply by email.'),
    };
  }),
];
