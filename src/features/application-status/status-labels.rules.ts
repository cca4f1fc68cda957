import { words } from '../../shared/words.ts';
import type { ApplicationStatus } from '../application/application.rules.ts';

/** The status of an application as a title. In its own file, because a member's records show nothing else of `next-steps.rules.ts`. */
export const APPLICATION_STATUS_LABELS: Readonly<Record<ApplicationStatus, string>> = {
  draft: words('Not submitted yet'),
  submitted: words('Submitted'),
  in_review: words('Being reviewed'),
  needs_information: words('We need something from you'),
  approved: words('Approved'),
  dispatched: words('On its way to you'),
  delivered: words('Delivered'),
  cancelled: words('Cancelled'),
};
