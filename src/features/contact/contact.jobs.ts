import type { AppContext } from '../../server/context.ts';
import { job } from '../../server/queue/queue.ts';
import { ById } from '../../shared/schema.ts';
import { notifyAdmins, queueMail } from '../mail/queue/mail-queue.service.ts';
import { findContactSubmission } from './contact.store.ts';

export const contactJobs = [
  job<AppContext, typeof ById>({
    name: 'contact-received',
    data: ById,
    retries: 10,
    async handle({ id }, { context }) {
      const request = await findContactSubmission(context.db, id);
      if (!request) return; // erased in the meantime
      const { message, country } = request;
      const name = `${request.firstName} ${request.lastName}`;
      await queueMail(context, {
        batch: `contact:${id}`,
        to: { name, address: request.email },
        locale: request.locale,
        template: 'contact-received',
        props: { name },
      });
      await notifyAdmins(context, {
        batch: `contact-notification:${id}`,
        replyTo: { name, address: request.email },
        template: 'contact-notification',
        props: { name, email: request.email, country, message },
      });
    },
  }),
];
