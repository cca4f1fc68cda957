import { randomUUID } from 'node:crypto';
import type { output } from 'zod/v4/core';
import { addAudit } from '../../server/audit.store.ts';
import type { AppContext } from '../../server/context.ts';
import { Fault } from '../../shared/fault.ts';
import { cents, decimal } from '../../shared/money.ts';
import { days } from '../../shared/time.ts';
import { words } from '../../shared/words.ts';
import { dayOf } from '../payments/core/payment.rules.ts';
import type { NewDonation } from './donation.contract.ts';
import { addDonation, removeDonation, type StoredDonation } from './donation.store.ts';

/** The administrator and the time; `db` is the caller's transaction. */
type ChangeContext = Pick<AppContext, 'db' | 'clock'> & { actor: { id: string } };

/** Writes down a donation. Throws 400 for a day that no calendar on earth has reached. */
export async function enterDonation(
  { db, clock, actor }: ChangeContext,
  given: output<typeof NewDonation>,
): Promise<void> {
  const now = clock.now();
  const { donationAmount, receivedOn = dayOf(now), ...donation } = given;
  if (receivedOn > dayOf(new Date(now.getTime() + days(1)))) {
    const message = words('The date cannot be in the future.');
    throw new Fault(400, message, { fields: { receivedOn: message } });
  }
  const stored: StoredDonation = {
    id: randomUUID(),
    donorName: donation.donorName ?? null,
    donorEmail: donation.donorEmail ?? null,
    donorCountry: donation.donorCountry ?? null,
    donorPhone: donation.donorPhone ?? null,
    amountCents: cents(donationAmount),
    paymentMethod: donation.paymentMethod,
    message: donation.message ?? null,
    isAnonymous: donation.isAnonymous,
    receivedOn,
    recordedBy: actor.id,
    createdAt: now,
  };
  await addDonation(db, stored);
  await addAudit(db, {
    at: now,
    actorId: actor.id,
    action: 'donation.entered',
    subject: stored.id,
    before: null,
    after: auditSnapshot(stored),
  });
}

/** Deletes a donation that was entered by mistake. Throws 404. */
export async function dropDonation({ db, clock, actor }: ChangeContext, id: string): Promise<void> {
  const removed = await removeDonation(db, id);
  if (!removed) throw new Fault(404, words('This donation does not exist.'));
  await addAudit(db, {
    at: clock.now(),
    actorId: actor.id,
    action: 'donation.deleted',
    subject: id,
    before: auditSnapshot(removed),
    after: null,
  });
}

/** Only the money: personal data must not enter a log from which it cannot be erased. */
const auditSnapshot = ({
  amountCents,
  paymentMethod,
  receivedOn,
  isAnonymous,
}: StoredDonation) => ({
  donationAmount: decimal(amountCents),
  paymentMethod,
  receivedOn,
  isAnonymous,
});
