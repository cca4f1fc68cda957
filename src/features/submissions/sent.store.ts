import { asc, eq } from 'drizzle-orm';
import type { Database } from '../../server/database/database.ts';
import { contactSubmissions } from '../contact/contact.store.ts';
import { partnerSubmissions } from '../partner/partner.store.ts';
import { volunteerSubmissions } from '../volunteer/volunteer.store.ts';
import { TRIAGED, type TriagedKind } from './triage/triage.rules.ts';

const SENT = {
  contact: { table: contactSubmissions, email: contactSubmissions.email },
  volunteer: { table: volunteerSubmissions, email: volunteerSubmissions.email },
  partner: { table: partnerSubmissions, email: partnerSubmissions.contactEmail },
} as const;

/** What was sent from an address, oldest first. */
export async function listSent(db: Database, kind: TriagedKind, address: string) {
  const { table, email } = SENT[kind];
  return db
    .select()
    .from(table)
    .where(eq(email, address))
    .orderBy(asc(table.createdAt), asc(table.id));
}

/** Deletes everything that was sent from an address; status, notes and answers go with it. */
export async function removeSent(tx: Database, address: string): Promise<void> {
  for (const kind of TRIAGED) {
    const { table, email } = SENT[kind];
    await tx.delete(table).where(eq(email, address));
  }
}
