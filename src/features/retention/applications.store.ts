import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Database } from '../../server/database/database.ts';
import { type Application, passportApplications } from '../application/application.store.ts';
import { applicationOwners } from '../application/browser.store.ts';
import { instalments, paymentSchedules } from '../payments/core/schedule/schedule.store.ts';
import { memberClaims } from '../member-records/claim.store.ts';
import {
  hasMoney,
  isInPaymentRecords,
  isUnderWay,
  isUnpaid,
  owesMoney,
} from './application-money.store.ts';

const { id, applicationStatus, email, homeAddress } = passportApplications;

const kitDetails = {
  dateOfBirth: '',
  placeOfBirth: '',
  currentNationality: '',
  telephone: '',
  homeAddress: '',
} satisfies Partial<Application>;
const personalDetails = { ...kitDetails, firstName: '', lastName: '', email: '', wantsNews: false };

/** Whether personal details are still there. */
export const hasPersonalDetails = ne(email, '');
/** Whether the details that only the kit needed are still there. */
export const hasKitDetails = ne(homeAddress, '');
/** Of an application: it is over, in one of three ways. */
export const isCancelled = sql`${eq(applicationStatus, 'cancelled')} and not ${isUnderWay} and not ${hasMoney} and not ${owesMoney}`;
export const isDelivered = sql`${eq(applicationStatus, 'delivered')} and not ${isUnderWay} and not ${isUnpaid}`;
export const isIdleDraft = sql`${eq(applicationStatus, 'draft')} and not ${isUnderWay} and not ${hasMoney} and not ${owesMoney}`;

/** Removes who the applicants are; payment records keep the application's number. */
export async function removePersonalDetails(tx: Database, ids: string[]): Promise<void> {
  const { kind, recordId } = memberClaims;
  await tx.delete(memberClaims).where(and(eq(kind, 'application'), inArray(recordId, ids)));
  await tx.delete(applicationOwners).where(inArray(applicationOwners.applicationId, ids));
  await tx.update(passportApplications).set(personalDetails).where(inArray(id, ids));
}

/** Removes the details that only the kit needed. */
export async function removeKitDetails(tx: Database, ids: string[]): Promise<void> {
  await tx
    .update(passportApplications)
    .set(kitDetails)
    .where(and(inArray(id, ids), hasKitDetails));
}

/** Deletes drafts; of those that payment records name, the row stays without personal details. */
export async function removeDrafts(tx: Database, ids: string[]): Promise<void> {
  await removePersonalDetails(tx, ids);
  const { rows } = await tx.execute<{ id: string }>(
    sql`select ${id}::text as id from ${passportApplications} where ${inArray(id, ids)} and not ${isInPaymentRecords}`,
  );
  const free = rows.map((row) => row.id);
  if (free.length === 0) return;
  const schedules = tx
    .select({ id: paymentSchedules.id })
    .from(paymentSchedules)
    .where(inArray(paymentSchedules.applicationId, free));
  await tx.delete(instalments).where(inArray(instalments.scheduleId, schedules));
  await tx.delete(paymentSchedules).where(inArray(paymentSchedules.applicationId, free));
  await tx.delete(passportApplications).where(inArray(id, free));
}
