/** What may change about how a member logs in. */
export type SecondFactorChange =
  | 'totp-added'
  | 'totp-removed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'recovery-codes-renewed'
  /** By an administrator, every one of them. */
  | 'all-removed';

/** Mails about what guards an account beside its password. */
export interface SecondFactorMailProps {
  'second-factor-changed': {
    name: string;
    change: SecondFactorChange;
    /** What its owner calls it; empty when it is not about one. */
    passkey: string;
    when: string;
    /** The link that locks the account, for whoever did not do it; empty where an administrator did. */
    notMeUrl: string;
  };
  /** `left` are open still. */
  'recovery-code-used': { name: string; left: number; when: string; notMeUrl: string };
}
