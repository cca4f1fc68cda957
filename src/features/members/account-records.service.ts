import type { Database } from '../../server/database.ts';
import { listClaimedApplications, listClaimsOf } from '../profile/claim.store.ts';
import { recordsOf } from '../profile/records.service.ts';
import type { Row } from './account-export.rules.ts';
import type { UserRow } from './member.store.ts';

const asCaller = ({ id, email, emailVerifiedAt }: UserRow) => ({
  id,
  email,
  isVerified: emailVerifiedAt !== null,
});

/** What the account has taken over, whole; what was made with its proved address and is free, as the profile shows it. */
export async function applicationRows(db: Database, user: UserRow): Promise<Row[]> {
  const whole = new Map(
    (await listClaimedApplications(db, user.id)).map(({ application }) => [
      application.id,
      application,
    ]),
  );
  const { applications } = await recordsOf(db, asCaller(user));
  return applications.map((told) => {
    const row: Row = {
      reference: told.reference,
      name: told.name,
      status: told.applicationStatus,
      paymentStatus: told.paymentStatus,
      totalAmount: told.totalAmount,
      receivedAmount: told.receivedAmount,
      createdAt: told.createdAt,
      claimedAt: told.claimedAt,
    };
    const application = whole.get(told.id);
    if (!application) return row;
    return {
      ...row,
      dateOfBirth: application.dateOfBirth,
      placeOfBirth: application.placeOfBirth,
      nationality: application.currentNationality,
      telephone: application.telephone,
      email: application.email,
      homeAddress: application.homeAddress,
      plan: application.paymentPlan,
      method: application.paymentMethod,
      wantsNews: application.wantsNews,
      language: application.locale,
      updatedAt: application.updatedAt,
      submittedAt: application.submittedAt,
    };
  });
}

/** The payments of those applications, as the profile shows them. */
export async function paymentRows(db: Database, user: UserRow): Promise<Row[]> {
  const { applications } = await recordsOf(db, asCaller(user));
  return applications.flatMap(({ reference, payments }) =>
    payments.map(({ instalment, method, status, amount, updatedAt }) => ({
      reference,
      instalment,
      method,
      status,
      amount,
      updatedAt,
    })),
  );
}

/** The signatures of the account's addresses. */
export async function signatureRows(db: Database, user: UserRow): Promise<Row[]> {
  const { signatures } = await recordsOf(db, asCaller(user));
  return signatures.map(({ id: _, ...signature }) => signature);
}

/** What the account has taken over, by number. */
export async function claimRows(db: Database, userId: string): Promise<Row[]> {
  return (await listClaimsOf(db, userId)).map(({ kind, recordId, email, claimedAt }) => ({
    kind,
    record: recordId,
    email,
    claimedAt,
  }));
}
