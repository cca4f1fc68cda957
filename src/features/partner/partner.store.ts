import { eq } from 'drizzle-orm';
import { boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Database } from '../../server/database/database.ts';
import { searchVectorOf } from '../../server/database/search.store.ts';
import type { Language } from '../../shared/language.ts';

export const partnerSubmissions = pgTable(
  'partner_submissions',
  {
    id: uuid('id').primaryKey(),
    organizationName: text('organization_name').notNull(),
    contactFirstName: text('contact_first_name').notNull(),
    contactLastName: text('contact_last_name').notNull(),
    /** Trimmed and lower-cased. */
    contactEmail: text('contact_email').notNull(),
    country: text('country').notNull(),
    organizationType: text('organization_type').notNull(),
    organizationSize: text('organization_size'),
    /** An address of the web, http or https. */
    website: text('website'),
    partnershipType: text('partnership_type').notNull(),
    proposedContribution: text('proposed_contribution').notNull(),
    message: text('message').notNull(),
    wantsNews: boolean('wants_news').notNull(),
    /** In which they read the form, and are written to. */
    locale: text('locale').$type<Language>().notNull().default('en'),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (t) => [
    // Read backwards: `desc()` here would mean NULLS LAST, which no `order by … desc` can use.
    index('partner_submissions_newest').on(t.createdAt, t.id),
    index('partner_submissions_email').on(t.contactEmail),
    index('partner_submissions_words').using(
      'gin',
      searchVectorOf(t.organizationName, t.contactFirstName, t.contactLastName, t.contactEmail),
    ),
  ],
);

export type PartnerSubmission = typeof partnerSubmissions.$inferSelect;

export async function addPartnerSubmission(
  db: Database,
  submission: PartnerSubmission,
): Promise<void> {
  await db.insert(partnerSubmissions).values(submission);
}

export async function findPartnerSubmission(
  db: Database,
  id: string,
): Promise<PartnerSubmission | undefined> {
  const [found] = await db.select().from(partnerSubmissions).where(eq(partnerSubmissions.id, id));
  return found;
}
