import type { WaitingKind } from '../submissions/overview/overview.rules.ts';

/** What the daily mail about failures is told; no address of anybody is among it. */
export interface DigestMailProps {
  'failure-digest': {
    /** Of everything together. */
    count: number;
    since: string;
    failed: {
      /** To one person each, and how many of those were notices to the administrators. */
      single: number;
      notices: number;
      bulk: number;
    };
    /** The newest to one person, in the mail server’s words. */
    mails: { domain: string; words: string | null; at: string }[];
    /** Bulk mail that was paused by itself. */
    stopped: { count: number; named: { subject: string; tried: number; troubled: number }[] };
    /** Work that was given up, by its name in the code. */
    jobs: { name: string; count: number; words: string | null }[];
    /** What has waited for somebody for days. */
    waiting: { kind: WaitingKind; count: number; days: number }[];
    mailUrl: string;
    adminUrl: string;
  };
}
