import { eq } from 'drizzle-orm';
import { boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Database } from '../../server/database/database.ts';
import { searchVectorOf } from '../../server/database/search.store.ts';
import type { Language } from '../../shared/language.ts';

export const contactSubmissions = pgTable(
  'contact_submissions',
  {
    id: uuid('id').primaryKey(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** Trimmed and lower-cased. */
    email: text('email').notNull(),
    country: text('country').notNull(),
    message: text('message').notNull(),
    wantsNews: boolean('wants_news').notNull(),
    /** In which they read the form, and are written to. */
    locale: text('locale').$type<Language>().notNull().default('en'),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (t) => [
    // Read backwards: `desc()` here would mean NULLS LAST, which no `order by … desc` can use.
    index('contact_submissions_newest').on(t.createdAt, t.id),
    index('contact_submissions_email').on(t.email),
    index('contact_submissions_words').using(
      'gin',
      searchVectorOf(t.firstName, t.lastName, t.email),
    ),
  ],
);

export type ContactSubmission = typeof contactSubmissions.$inferSelect;

export async function addContactSubmission(
  db: Database,
  submission: ContactSubmission,
): Promise<void> {
  await db.insert(contactSubmissions).values(submission);
}

export async function findContactSubmission(
  db: Database,
  id: string,
): Promise<ContactSubmission | undefined> {
  const [found] = await db.select().from(contactSubmissions).where(eq(contactSubmissions.id, id));
  return found;
}
