import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Database } from '../../server/database/database.ts';
import { type Application, passportApplications } from '../application/application.store.ts';
import { applicationOwners } from '../application/browser.store.ts';
import { instalments, paymentSchedules } from '../payments/core/schedule.store.ts';
import { memberClaims } from '../member-records/claim.store.ts';
import { hasMoney, isInBooks, isOwing, isUnderWay, isUnpaid } from './application-money.store.ts';
import { type Expiring, rowsOf } from './expiring.store.ts';

const { id, applicationStatus, updatedAt, email, homeAddress } = passportApplications;

const details = {
  dateOfBirth: '',
  placeOfBirth: '',
  currentNationality: '',
  telephone: '',
  homeAddress: '',
} satisfies Partial<Application>;
const whole = { ...details, firstName: '', lastName: '', email: '', wantsNews: false };

const hasName = ne(email, '');
/** Of an application: it is over, in one of three ways. */
export const isCancelled = sql`${eq(applicationStatus, 'cancelled')} and not ${isUnderWay} and not ${hasMoney} and not ${isOwing}`;
export const isDelivered = sql`${eq(applicationStatus, 'delivered')} and not ${isUnderWay} and not ${isUnpaid}`;
export const isIdleDraft = sql`${eq(applicationStatus, 'draft')} and not ${isUnderWay} and not ${hasMoney} and not ${isOwing}`;

/** Nobody is behind these any more: the books keep a number. */
export async function strip(tx: Database, ids: string[]): Promise<void> {
  const { kind, recordId } = memberClaims;
  await tx.delete(memberClaims).where(and(eq(kind, 'application'), inArray(recordId, ids)));
  await tx.delete(applicationOwners).where(inArray(applicationOwners.applicationId, ids));
  await tx.update(passportApplications).set(whole).where(inArray(id, ids));
}

/** What only the kit needed. */
export async function bare(tx: Database, ids: string[]): Promise<void> {
  await tx
    .update(passportApplications)
    .set(details)
    .where(and(inArray(id, ids), ne(homeAddress, '')));
}

/** Drafts go altogether; one that the books name leaves them its number, and they lose nothing. */
export async function removeDrafts(tx: Database, ids: string[]): Promise<void> {
  await strip(tx, ids);
  const { rows } = await tx.execute<{ id: string }>(
    sql`select ${id}::text as id from ${passportApplications} where ${inArray(id, ids)} and not ${isInBooks}`,
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

const table = passportApplications;
export const idleDrafts: Expiring = rowsOf({
  table,
  since: updatedAt,
  ripe: sql`${isIdleDraft} and ${hasName}`,
  end: removeDrafts,
});

export const cancelledApplications: Expiring = rowsOf({
  table,
  since: updatedAt,
  ripe: sql`${isCancelled} and ${hasName}`,
  end: strip,
});

export const deliveredKits: Expiring = rowsOf({
  table,
  since: updatedAt,
  ripe: sql`${isDelivered} and ${ne(homeAddress, '')}`,
  end: bare,
});
