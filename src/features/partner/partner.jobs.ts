import type { House } from '../../server/context.ts';
import { job } from '../../server/queue.ts';
import { ById } from '../../shared/schema.ts';
import { notifyAdmins, queueMail } from '../email/email.service.ts';
import { findPartnerSubmission } from './partner.store.ts';

export const partnerJobs = [
  job<House, typeof ById>({
    name: 'partner-received',
    data: ById,
    retries: 10,
    async handle({ id }, { services: house }) {
      const proposal = await findPartnerSubmission(house.db, id);
      if (!proposal) return; // erased in the meantime
      const name = `${proposal.contactFirstName} ${proposal.contactLastName}`;
      const address = proposal.contactEmail;
      await queueMail(house, {
        batch: `partner:${id}`,
        to: { name, address },
        locale: proposal.locale,
        template: 'partner-received',
        props: { name },
      });
      await notifyAdmins(house, {
        batch: `partner-notification:${id}`,
        replyTo: { name, address },
        template: 'partner-notification',
        props: {
          name,
          email: address,
          organization: proposal.organizationName,
          type: proposal.organizationType,
          size: proposal.organizationSize,
          country: proposal.country,
          website: proposal.website,
          partnership: proposal.partnershipType,
          contribution: proposal.proposedContribution,
          message: proposal.message,
        },
      });
    },
  }),
];
