import { words } from '../../shared/words.ts';
import type { ReportOutcome, ReportReason } from './report.rules.ts';

/** Why a message was reported, as administrators read it. */
export const REASON_LABELS: Readonly<Record<ReportReason, string>> = {
  spam: words('Spam'),
  harassment: words('Harassment'),
  impersonation: words('Pretends to be somebody else'),
  scam: words('Scam'),
  other: words('Something else'),
};

/** How a report ended. */
export const OUTCOME_LABELS: Readonly<Record<ReportOutcome, string>> = {
  dismissed: words('Dismissed'),
  warned: words('Member warned'),
  suspended: words('Member suspended'),
};
