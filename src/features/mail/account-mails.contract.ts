import type { Device } from '../members/device.rules.ts';
import type { ModerationMailProps } from './moderation-mails.contract.ts';

/** When something was done to an account, as ISO 8601, and with what. */
interface Deed {
  name: string;
  when: string;
  device: Device;
}

interface NotMe {
  /** The link that locks the account, for whoever did not do it. */
  notMeUrl: string;
}

/** What each mail about a member's account is told. Links open once, at the press of a button. */
export interface AccountMailProps extends ModerationMailProps {
  welcome: { name: string; firstName: string; verifyUrl: string };
  'verify-email': { name: string; verifyUrl: string };
  'password-reset': Deed & { resetUrl: string };
  'password-changed': Deed & NotMe;
  /** To the new address. */
  'email-change-link': { name: string; confirmUrl: string };
  /** To the old address. */
  'email-change-asked': Deed & NotMe & { newEmail: string };
  /** To the old address; without the link where that was never proved. */
  'email-changed-from': Deed & NotMe & { newEmail: string };
  /** To the new address. */
  'email-changed-to': Deed;
  'sign-in': Deed & NotMe;
  'account-deleted': Deed;
}

/** Sent to an address that nobody has proved to hold: few a day, so that no form bombs a mailbox. */
export const ADDRESS_PROOFS = ['welcome', 'verify-email', 'email-change-link'] as const;
