import type { Caller, House } from '../../server/context.ts';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';

/**
 * For what members do with each other. Throws 403 (`reason: verify`) for who has not opened the link in our mail,
 * unless MESSAGING_REQUIRES_VERIFIED_EMAIL is off.
 */
export function demandProvedAddress({ settings }: Pick<House, 'settings'>, caller: Caller): void {
  if (caller.isVerified || !settings.messagingRequiresVerifiedEmail) return;
  throw new Fault(
    403,
    words('Please confirm your email address first: the link is in the mail that we sent you.'),
    { detail: { reason: 'verify' } },
  );
}
