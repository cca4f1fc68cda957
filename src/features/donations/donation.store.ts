import { asc, eq, sql } from 'drizzle-orm';
import { boolean, date, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at, cents } from '../../server/database/columns.store.ts';
import type { Database } from '../../server/database/database.ts';
import { listOf } from '../../server/lists/list.store.ts';
import type { DonationMethod } from './donation.rules.ts';

export const donations = pgTable(
  'donations',
  {
    id: uuid('id').primaryKey(),
    /** Null where it is unknown, or the donor did not want it known. */
    donorName: text('donor_name'),
    /** Trimmed and lower-cased. */
    donorEmail: text('donor_email'),
    donorCountry: text('donor_country'),
    donorPhone: text('donor_phone'),
    amountCents: cents('amount_cents').notNull(),
    paymentMethod: text('payment_method').$type<DonationMethod>().notNull().default('credit_card'),
    message: text('message'),
    isAnonymous: boolean('is_anonymous').notNull().default(false),
    /** The calendar day on which the money arrived. */
    receivedOn: date('received_on', { mode: 'string' }).notNull(),
    /** The administrator who entered it. */
    recordedBy: uuid('recorded_by').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    index('donations_newest').on(t.createdAt, t.id),
    index('donations_donor').on(t.donorEmail).where(sql`${t.donorEmail} is not null`),
  ],
);

export type StoredDonation = typeof donations.$inferSelect;

export const donationList = listOf({
  table: donations,
  id: donations.id,
  columns: {
    id: donations.id,
    donorName: donations.donorName,
    donorEmail: donations.donorEmail,
    donorCountry: donations.donorCountry,
    donorPhone: donations.donorPhone,
    amountCents: donations.amountCents,
    paymentMethod: donations.paymentMethod,
    message: donations.message,
    isAnonymous: donations.isAnonymous,
    receivedOn: donations.receivedOn,
    createdAt: donations.createdAt,
  },
  sorts: {
    createdAt: donations.createdAt,
    receivedOn: donations.receivedOn,
    donationAmount: donations.amountCents,
  },
  search: [
    donations.donorName,
    donations.donorEmail,
    donations.donorCountry,
    donations.donorPhone,
    donations.message,
  ],
  country: donations.donorCountry,
});

export async function addDonation(tx: Database, donation: StoredDonation): Promise<void> {
  await tx.insert(donations).values(donation);
}

/** Deletes a donation and answers it as it was; undefined when there is none. */
export async function removeDonation(
  tx: Database,
  id: string,
): Promise<StoredDonation | undefined> {
  const [removed] = await tx.delete(donations).where(eq(donations.id, id)).returning();
  return removed;
}

/** Those of a donor's address, oldest first. */
export async function listDonationsOf(db: Database, address: string): Promise<StoredDonation[]> {
  return db
    .select()
    .from(donations)
    .where(eq(donations.donorEmail, address))
    .orderBy(asc(donations.receivedOn), asc(donations.id));
}
