/** Why a message is reported. */
export const REPORT_REASONS = ['spam', 'harassment', 'impersonation', 'scam', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** What an administrator did about it. */
export const REPORT_OUTCOMES = ['dismissed', 'warned', 'suspended'] as const;
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number];
