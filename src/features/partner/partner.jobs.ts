import type { AppContext } from '../../server/context.ts';
import { job } from '../../server/queue/queue.ts';
import { ById } from '../../shared/schema.ts';
import { notifyAdmins, queueMail } from '../mail/queue/mail-queue.service.ts';
import { findPartnerSubmission } from './partner.store.ts';

export const partnerJobs = [
  job<AppContext, typeof ById>({
    name: 'partner-received',
    data: ById,
    retries: 10,
    async handle({ id }, { context }) {
      const proposal = await findPartnerSubmission(context.db, id);
      if (!proposal) return; // erased in the meantime
      const name = `${proposal.contactFirstName} ${proposal.contactLastName}`;
      const address = proposal.contactEmail;
      await queueMail(context, {
        batch: `partner:${id}`,
        to: { name, address },
        locale: proposal.locale,
        template: 'partner-received',
        props: { name },
      });
      await notifyAdmins(context, {
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
