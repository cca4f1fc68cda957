import type { Database } from '../../server/database/database.ts';
import {
  type DataSubject,
  dataPart,
  type PersonalDataSource,
  type Row,
} from '../../server/personal-data.ts';
import { shown } from '../../shared/shown.ts';
import { words } from '../../shared/words.ts';
import { APPLICATION_STATUS_LABELS } from '../application-status/status-labels.rules.ts';
import { PAYMENT_STATUS_LABELS, RAIL_NAMES } from '../payments/core/payment-labels.rules.ts';
import {
  listClaimedApplications,
  listClaimedSignatures,
  listClaimsOf,
  listFreeApplications,
  listFreeSignatures,
} from './claim.store.ts';
import { MEMBER_PAYMENT_LABELS } from './records.rules.ts';
import { isFree, recordsOf } from './records.service.ts';

const readRecords = (db: Database, { id, email, emailVerifiedAt }: DataSubject) =>
  recordsOf(db, { id, email, isVerified: emailVerifiedAt !== null });

/**
 * Claimed applications in full, and all of someone without an account; unclaimed ones of a member's confirmed address
 * as the profile shows them.
 */
async function applicationRows(db: Database, subject: DataSubject): Promise<Row[]> {
  const { id, email } = subject;
  const claimed =
    id === null ? await listFreeApplications(db, email) : await listClaimedApplications(db, id);
  const claimedById = new Map(claimed.map(({ application }) => [application.id, application]));
  const { applications } = await readRecords(db, subject);
  return applications.map((record) => {
    const row: Row = {
      reference: record.reference,
      name: record.name,
      status: record.applicationStatus,
      paymentStatus: record.paymentStatus,
      totalAmount: record.totalAmount,
      receivedAmount: record.receivedAmount,
      createdAt: record.createdAt,
      claimedAt: record.claimedAt,
    };
    const application = claimedById.get(record.id);
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

async function paymentRows(db: Database, subject: DataSubject): Promise<Row[]> {
  const { applications } = await readRecords(db, subject);
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

async function signatureRows(db: Database, subject: DataSubject): Promise<Row[]> {
  const free = subject.emailVerifiedAt ? await listFreeSignatures(db, subject.email) : [];
  const claimed = subject.id === null ? [] : await listClaimedSignatures(db, subject.id);
  return [...free.map(isFree), ...claimed].map(({ signature, claimedAt }) => ({
    fullName: shown(signature.fullName),
    country: signature.country,
    wantsNews: signature.wantsNews,
    signedAt: signature.signedAt,
    confirmedAt: signature.confirmedAt,
    source: signature.source,
    shareCode: signature.shareCode,
    claimedAt,
  }));
}

async function claimRows(db: Database, userId: string | null): Promise<Row[]> {
  if (userId === null) return [];
  return (await listClaimsOf(db, userId)).map(({ kind, recordId, email, claimedAt }) => ({
    kind,
    record: recordId,
    email,
    claimedAt,
  }));
}

/** Applications, payments and signatures of a person, and which of them the account has claimed. */
export const recordsData: PersonalDataSource = {
  export: (db, subject) => [
    dataPart('applications', words('Applications'), () => applicationRows(db, subject), {
      labels: {
        status: APPLICATION_STATUS_LABELS,
        paymentStatus: PAYMENT_STATUS_LABELS,
        method: RAIL_NAMES,
      },
    }),
    dataPart('payments', words('Payments'), () => paymentRows(db, subject), {
      labels: { method: RAIL_NAMES, status: MEMBER_PAYMENT_LABELS },
    }),
    dataPart('signatures', words('Signatures of the Unity Declaration'), () =>
      signatureRows(db, subject),
    ),
    dataPart(
      'claims',
      words('What you have added to your account'),
      () => claimRows(db, subject.id),
      {
        labels: {
          kind: { application: words('Application'), declaration: words('Unity Declaration') },
        },
      },
    ),
  ],
};
