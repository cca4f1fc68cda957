import type { Caller, Context } from '../../server/context.ts';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import { enterBrowser } from '../application/browser.service.ts';
import { bindApplication } from '../application/browser.store.ts';
import {
  addClaim,
  findClaimant,
  findClaimedApplication,
  holdAddressOf,
  holdsProvedAddress,
  removeClaim,
} from './claim.store.ts';
import type { ClaimedKind } from './records.contract.ts';

type Desk = Pick<Context<never>, 'db' | 'clock' | 'request' | 'setCookie'>;

/**
 * Takes a record into an account that has proved its address; again is no error. Throws 403 before the proof,
 * 404 for what was made with another address, 409 for what another account has claimed.
 */
export async function claimFor(
  { db, clock }: Pick<Desk, 'db' | 'clock'>,
  caller: Caller,
  { kind, id }: { kind: ClaimedKind; id: string },
): Promise<void> {
  const email = await holdAddressOf(db, kind, id);
  const record = email ? { kind, recordId: id, email } : undefined;
  if (record && (await findClaimant(db, record)) === caller.id) return;
  if (!caller.isVerified)
    throw new Fault(
      403,
      words('Please confirm your email address first: the link is in the mail that we sent you.'),
      {
        detail: { reason: 'verify' },
      },
    );
  if (!record || !(await holdsProvedAddress(db, caller.id, record.email))) throw isNotTheirs();
  await addClaim(db, { ...record, userId: caller.id, claimedAt: clock.now() });
  if ((await findClaimant(db, record)) !== caller.id)
    throw new Fault(
      409,
      words(
        'This belongs to another account, which had the same address before. Write to us if that is wrong.',
      ),
    );
}

/** Takes a record out of the account: it is as if it had never been claimed. Throws 404 where it is not there. */
export async function releaseFor(
  { db }: Pick<Desk, 'db'>,
  caller: Caller,
  { kind, id }: { kind: ClaimedKind; id: string },
): Promise<void> {
  if (!(await removeClaim(db, caller.id, kind, id))) throw isNotTheirs();
}

/** Opens a claimed application in this browser as if its mailed link had been used. Throws 404 for any other. */
export async function openFor(
  desk: Desk,
  caller: Caller,
  id: string,
): Promise<{ reference: string }> {
  const application = await findClaimedApplication(desk.db, caller.id, id);
  if (!application) throw isNotTheirs();
  const browser = await enterBrowser(desk);
  await bindApplication(desk.db, browser.digest, id, desk.clock.now());
  return { reference: application.reference };
}

const isNotTheirs = () => new Fault(404, words('There is nothing like this in your account.'));
