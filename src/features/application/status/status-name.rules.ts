import { words } from '../../../shared/words.ts';
import type { ApplicationStatus } from '../application.rules.ts';

/** How an application stands, as a title. By itself: a member's records say no more of it (standing.rules.ts). */
export const STANDING: Readonly<Record<ApplicationStatus, string>> = {
  draft: words('Not submitted yet'),
  submitted: words('Submitted'),
  in_review: words('Being reviewed'),
  needs_information: words('We need something from you'),
  approved: words('Approved'),
  dispatched: words('On its way to you'),
  delivered: words('Delivered'),
  cancelled: words('Cancelled'),
};
