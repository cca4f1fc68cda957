/** What mails about an administrator's decision on an account are told. */
export interface ModerationMailProps {
  /** `reason` is the administrator's. */
  'account-suspended': { name: string; reason: string };
  'account-restored': { name: string };
  /** Says nothing of the message or of who reported it: nobody is to suffer for a report. */
  'member-warned': { name: string; words: string };
  /** To every administrator and to the member: who may open the dashboard now, or no longer. */
  'administrator-changed': {
    name: string;
    /** Whom it is about and who did it, each by email. */
    member: string;
    changedBy: string;
    isAdmin: boolean;
    when: string;
  };
}
