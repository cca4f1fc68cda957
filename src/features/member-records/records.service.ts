import type { Caller, RequestContext } from '../../server/context.ts';
import type { Database } from '../../server/database/database.ts';
import type { DataSubject } from '../../server/personal-data.ts';
import { decimal } from '../../shared/money.ts';
import { shown, shownName } from '../../shared/shown.ts';
import type { Application } from '../application/application.store.ts';
import { heldForAll } from '../payments/core/instalment.rules.ts';
import type { ApplicationPaymentStatus } from '../payments/core/payment.rules.ts';
import { type JoinedPayment, listPaymentsOf } from '../payments/core/payment.store.ts';
import { listInstalmentsOf } from '../payments/core/schedule/schedule.store.ts';
import {
  addClaim,
  findClaimant,
  findClaimedApplication,
  holdAddressOf,
  holdsProvedAddress,
  listClaimedApplications,
  listClaimedSignatures,
  listFreeApplications,
  listFreeSignatures,
  removeClaim,
} from './claim.store.ts';
import { isShownToMember } from './records.rules.ts';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import { enterBrowser } from '../application/browser.service.ts';
import { bindApplication } from '../application/browser.store.ts';
import type { ClaimedKind } from './records.contract.ts';

type ClaimContext = Pick<RequestContext<never>, 'db' | 'clock' | 'request' | 'setCookie'>;

/**
 * Takes a record into an account that has proved its address; again is no error. Throws 403 before the proof,
 * 404 for what was made with another address, 409 for what another account has claimed.
 */
export async function claimFor(
  { db, clock }: Pick<ClaimContext, 'db' | 'clock'>,
  caller: Caller,
  { kind, id }: { kind: ClaimedKind; id: string },
): Promise<void> {
  const email = await holdAddressOf(db, kind, id);
  const record = email ? { kind, recordId: id, email } : undefined;
  if (record && (await findClaimant(db, record)) === caller.id) return;
  if (!caller.isVerified)
    throw new Fault(
      403,
      words('Please confirm your email address first. The link is in the email we sent you.'),
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
        'This belongs to another account that had the same email address before. If that is wrong, write to us.',
      ),
    );
}

/** Takes a record out of the account: it is as if it had never been claimed. Throws 404 where it is not there. */
export async function releaseFor(
  { db }: Pick<ClaimContext, 'db'>,
  caller: Caller,
  { kind, id }: { kind: ClaimedKind; id: string },
): Promise<void> {
  if (!(await removeClaim(db, caller.id, kind, id))) throw isNotTheirs();
}

/** Opens a claimed application in this browser as if its mailed link had been used. Throws 404 for any other. */
export async function openFor(
  context: ClaimContext,
  caller: Caller,
  id: string,
): Promise<{ reference: string }> {
  const application = await findClaimedApplication(context.db, caller.id, id);
  if (!application) throw isNotTheirs();
  const browser = await enterBrowser(context);
  await bindApplication(context.db, browser.digest, id, context.clock.now());
  return { reference: application.reference };
}

const isNotTheirs = () => new Fault(404, words('This is not in your account.'));

/**
 * What a member did here: what the account has claimed, and what was made with its address as soon as that is
 * proved. Nothing is looked up by an address that was only typed.
 */
export async function recordsOf(
  db: Database,
  { id, email, isVerified }: Pick<DataSubject, 'id' | 'email'> & { isVerified: boolean },
) {
  const claimed = id === null ? [] : await listClaimedApplications(db, id);
  const free = isVerified ? await listFreeApplications(db, email) : [];
  const signed = id === null ? [] : await listClaimedSignatures(db, id);
  const unclaimed = isVerified ? await listFreeSignatures(db, email) : [];
  return {
    isVerified,
    applications: await describeApplications(db, [...free.map(isFree), ...claimed]),
    signatures: [...unclaimed.map(isFree), ...signed].map(({ signature, claimedAt }) => ({
      id: signature.id,
      fullName: shown(signature.fullName),
      country: signature.country,
      signedAt: signature.signedAt,
      claimedAt,
    })),
  };
}

/** What no account has claimed. */
export const isFree = <T extends object>(found: T) => ({ ...found, claimedAt: null });

async function describeApplications(
  db: Database,
  found: { application: Application; claimedAt: Date | null }[],
) {
  const ids = found.map(({ application }) => application.id);
  const instalments = await listInstalmentsOf(db, ids);
  const payments = await listPaymentsOf(db, ids);
  return found.map(({ application, claimedAt }) => {
    const owed = instalments.filter(({ schedule }) => schedule.applicationId === application.id);
    const paid = payments.filter((one) => one.application.id === application.id);
    // Tries of a plan that was exchanged for another one count for nothing now.
    const isInForce = ({ instalment }: JoinedPayment) =>
      owed.some((due) => due.instalment.id === instalment.id);
    return {
      id: application.id,
      reference: application.reference,
      name: shownName(application),
      applicationStatus: application.applicationStatus,
      paymentStatus: application.paymentStatus as ApplicationPaymentStatus,
      totalAmount: decimal(owed.reduce((sum, { instalment }) => sum + instalment.amountCents, 0n)),
      receivedAmount: decimal(
        heldForAll(
          owed.map(({ instalment }) => instalment),
          paid.filter(isInForce).map((p) => p.payment),
        ),
      ),
      createdAt: application.createdAt,
      claimedAt,
      payments: paid.filter(({ payment }) => isShownToMember(payment.status)).map(describePayment),
    };
  });
}

const describePayment = ({ payment, instalment }: JoinedPayment) => ({
  id: payment.id,
  instalment: instalment.number,
  method: payment.rail,
  status: payment.status,
  amount: decimal(payment.receivedCents ?? payment.amountCents),
  updatedAt: payment.updatedAt,
});
