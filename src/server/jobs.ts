import { auditJobs } from '../features/audit/audit.jobs.ts';
import { contactJobs } from '../features/contact/contact.jobs.ts';
import { pictureJobs } from '../features/content/pictures/pictures.jobs.ts';
import { declarationJobs } from '../features/declaration/declaration.jobs.ts';
import { accountJobs } from '../features/members/password/password.jobs.ts';
import { memberJobs } from '../features/members/login/login.jobs.ts';
import { digestJobs } from '../features/failure-digest/failure-digest.jobs.ts';
import { emailJobs } from '../features/mail/queue/mail-queue.jobs.ts';
import { campaignJobs } from '../features/campaigns/campaign.jobs.ts';
import { statementJobs } from '../features/payments/rails/transfer/confirmation/statement-booking.jobs.ts';
import { transferJobs } from '../features/payments/rails/transfer/transfer.jobs.ts';
import { cardJobs } from '../features/payments/rails/card/card.jobs.ts';
import { cryptoJobs } from '../features/payments/rails/crypto/watch/crypto.jobs.ts';
import { paymentMailJobs } from '../features/payments/notifications/payment-mails.jobs.ts';
import { scheduleJobs } from '../features/payments/core/schedule/schedule.jobs.ts';
import { correctionJobs, refundJobs, reviewJobs } from '../features/payments/admin/admin.jobs.ts';

import { messageJobs } from '../features/messages/message.jobs.ts';
import { partnerJobs } from '../features/partner/partner.jobs.ts';
import { reminderJobs } from '../features/application-status/notifications/instalment-reminder.jobs.ts';
import { mergeJobs } from '../features/people/merge.jobs.ts';
import { statusJobs } from '../features/application-status/notifications/status.jobs.ts';
import { volunteerJobs } from '../features/volunteer/volunteer.jobs.ts';
import { webhookJobs } from '../features/webhooks/webhook.jobs.ts';
import { closedAccountJobs } from '../features/retention/closed-accounts/closed-account.jobs.ts';
import { retentionJobs } from '../features/retention/retention.jobs.ts';
import type { AppContext } from './context.ts';
import type { Job } from './queue/queue.ts';
import { sweep } from './queue/sweep.ts';

/** Every kind of work that the queue does. */
export const jobs: Job<AppContext>[] = [
  ...auditJobs,
  ...cardJobs,
  ...contactJobs,
  ...cryptoJobs,
  ...declarationJobs,
  ...digestJobs,
  ...emailJobs,
  ...campaignJobs,
  ...statementJobs,
  ...transferJobs,
  ...memberJobs,
  ...mergeJobs,
  ...accountJobs,
  ...messageJobs,
  ...partnerJobs,
  ...pictureJobs,
  ...paymentMailJobs,
  ...refundJobs,
  ...correctionJobs,
  ...retentionJobs,
  ...closedAccountJobs,
  ...reminderJobs,
  ...reviewJobs,
  ...scheduleJobs,
  ...statusJobs,
  ...volunteerJobs,
  ...webhookJobs,
  sweep,
];
