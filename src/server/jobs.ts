import { auditJobs } from '../features/audit/audit.jobs.ts';
import { contactJobs } from '../features/contact/contact.jobs.ts';
import { pictureJobs } from '../features/content/pictures/pictures.jobs.ts';
import { declarationJobs } from '../features/declaration/declaration.jobs.ts';
import { accountJobs } from '../features/members/account.jobs.ts';
import { memberJobs } from '../features/members/member.jobs.ts';
import { digestJobs } from '../features/email/digest/digest.jobs.ts';
import { emailJobs } from '../features/email/email.jobs.ts';
import { mailingJobs } from '../features/email/mailing/mailing.jobs.ts';
import { manualJobs } from '../features/payments/manual/manual.jobs.ts';
import { cardJobs } from '../features/payments/card/card.jobs.ts';
import { cryptoJobs } from '../features/payments/crypto/crypto.jobs.ts';
import { paymentJobs } from '../features/payments/payment.jobs.ts';
import { refundJobs } from '../features/payments/ledger/refund.jobs.ts';
import { reviewJobs } from '../features/payments/ledger/review.jobs.ts';
import { messageJobs } from '../features/messages/message.jobs.ts';
import { partnerJobs } from '../features/partner/partner.jobs.ts';
import { reminderJobs } from '../features/tracking/reminder.jobs.ts';
import { trackingJobs } from '../features/tracking/tracking.jobs.ts';
import { volunteerJobs } from '../features/volunteer/volunteer.jobs.ts';
import { retentionJobs } from '../features/retention/retention.jobs.ts';
import type { House } from './context.ts';
import type { Job } from './queue.ts';
import { sweep } from './sweep.ts';

/** Every kind of work that the queue does. */
export const jobs: Job<House>[] = [
  ...auditJobs,
  ...cardJobs,
  ...contactJobs,
  ...cryptoJobs,
  ...declarationJobs,
  ...digestJobs,
  ...emailJobs,
  ...mailingJobs,
  ...manualJobs,
  ...memberJobs,
  ...accountJobs,
  ...messageJobs,
  ...partnerJobs,
  ...pictureJobs,
  ...paymentJobs,
  ...refundJobs,
  ...retentionJobs,
  ...reminderJobs,
  ...reviewJobs,
  ...trackingJobs,
  ...volunteerJobs,
  sweep,
] as Job<House>[];
