import type { AppContext } from '../../server/context.ts';
import { job } from '../../server/queue/queue.ts';
import { ById } from '../../shared/schema.ts';
import { notifyAdmins, queueMail } from '../mail/queue/mail-queue.service.ts';
import { findVolunteerSubmission } from './volunteer.store.ts';

export const volunteerJobs = [
  job<AppContext, typeof ById>({
    name: 'volunteer-received',
    data: ById,
    retries: 10,
    async handle({ id }, { context }) {
      const volunteer = await findVolunteerSubmission(context.db, id);
      if (!volunteer) return; // erased in the meantime
      const { email, country, phone, availability, skills, experience, motivation } = volunteer;
      const name = `${volunteer.firstName} ${volunteer.lastName}`;
      await queueMail(context, {
        batch: `volunteer:${id}`,
        to: { name, address: email },
        locale: volunteer.locale,
        template: 'volunteer-received',
        props: { name },
      });
      await notifyAdmins(context, {
        batch: `volunteer-notification:${id}`,
        replyTo: { name, address: email },
        template: 'volunteer-notification',
        props: { name, email, country, phone, availability, skills, experience, motivation },
      });
    },
  }),
];
