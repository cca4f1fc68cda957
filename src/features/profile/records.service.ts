import type { Caller } from '../../server/context.ts';
import type { Database } from '../../server/database.ts';
import { decimal } from '../../shared/money.ts';
import { shownName, shown } from '../../shared/shown.ts';
import type { Application } from '../application/application.store.ts';
import { receivedCentsOf } from '../payments/instalment.rules.ts';
import type { ApplicationPaymentStatus } from '../payments/payment.rules.ts';
import { type JoinedPayment, listPaymentsOf } from '../payments/payment.store.ts';
import { listInstalmentsOf } from '../payments/schedule.store.ts';
import {
  listClaimedApplications,
  listClaimedSignatures,
  listFreeApplications,
  listFreeSignatures,
} from './claim.store.ts';
import { isTold } from './records.rules.ts';

/**
 * What a member did here: what the account has claimed, and what was made with its address as soon as that is
 * proved. Nothing is looked up by an address that somebody only typed.
 */
export async function recordsOf(
  db: Database,
  { id, email, isVerified }: Pick<Caller, 'id' | 'email' | 'isVerified'>,
) {
  const claimed = await listClaimedApplications(db, id);
  const free = isVerified ? await listFreeApplications(db, email) : [];
  const signed = await listClaimedSignatures(db, id);
  const unclaimed = isVerified ? await listFreeSignatures(db, email) : [];
  return {
    isVerified,
    applications: await tellApplications(db, [...free.map(isFree), ...claimed]),
    signatures: [...unclaimed.map(isFree), ...signed].map(({ signature, claimedAt }) => ({
      id: signature.id,
      fullName: shown(signature.fullName),
      country: signature.country,
      signedAt: signature.signedAt,
      claimedAt,
    })),
  };
}

const isFree = <T extends object>(found: T) => ({ ...found, claimedAt: null });

async function tellApplications(
  db: Database,
  found: { application: Application; claimedAt: Date | null }[],
) {
  const ids = found.map(({ application }) => application.id);
  const dues = await listInstalmentsOf(db, ids);
  const payments = await listPaymentsOf(db, ids);
  return found.map(({ application, claimedAt }) => {
    const owed = dues.filter(({ schedule }) => schedule.applicationId === application.id);
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
      receivedAmount: decimal(receivedCentsOf(paid.filter(isInForce).map((p) => p.payment))),
      createdAt: application.createdAt,
      claimedAt,
      payments: paid.filter(({ payment }) => isTold(payment.status)).map(tellPayment),
    };
  });
}

const tellPayment = ({ payment, instalment }: JoinedPayment) => ({
  id: payment.id,
  instalment: instalment.number,
  method: payment.rail,
  status: payment.status,
  amount: decimal(payment.receivedCents ?? payment.amountCents),
  updatedAt: payment.updatedAt,
});
