import type { Role } from '../../shared/roles.ts';

/** What mails about an administrator's decision on an account are told. */
export interface ModerationMailProps {
  /** `reason` is the administrator's. */
  'account-suspended': { name: string; reason: string };
  'account-restored': { name: string };
  /** Says nothing of the message or of who reported it: nobody is to suffer for a report. */
  'member-warned': { name: string; words: string };
  /** To every owner and to the person: who may do what in the dashboard now. */
  'administrator-changed': {
    name: string;
    /** Whom it is about and who did it, each by email. */
    member: string;
    changedBy: string;
    isAdmin: boolean;
    /** The role before and now; a mail that was queued before there were roles names none. */
    was?: Role | null;
    role?: Role | null;
    when: string;
  };
}
