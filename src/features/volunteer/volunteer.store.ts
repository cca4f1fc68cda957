import { eq } from 'drizzle-orm';
import { boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Database } from '../../server/database/database.ts';
import { searchVectorOf } from '../../server/database/search.store.ts';
import type { Language } from '../../shared/language.ts';

export const volunteerSubmissions = pgTable(
  'volunteer_submissions',
  {
    id: uuid('id').primaryKey(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** Trimmed and lower-cased. */
    email: text('email').notNull(),
    country: text('country').notNull(),
    phone: text('phone'),
    skills: text('skills').notNull(),
    experience: text('experience'),
    availability: text('availability').notNull(),
    motivation: text('motivation').notNull(),
    wantsNews: boolean('wants_news').notNull(),
    /** In which they read the form, and are written to. */
    locale: text('locale').$type<Language>().notNull().default('en'),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (t) => [
    // Read backwards: `desc()` here would mean NULLS LAST, which no `order by … desc` can use.
    index('volunteer_submissions_newest').on(t.createdAt, t.id),
    index('volunteer_submissions_email').on(t.email),
    index('volunteer_submissions_words').using(
      'gin',
      searchVectorOf(t.firstName, t.lastName, t.email),
    ),
  ],
);

export type VolunteerSubmission = typeof volunteerSubmissions.$inferSelect;

export async function addVolunteerSubmission(
  db: Database,
  submission: VolunteerSubmission,
): Promise<void> {
  await db.insert(volunteerSubmissions).values(submission);
}

export async function findVolunteerSubmission(
  db: Database,
  id: string,
): Promise<VolunteerSubmission | undefined> {
  const [found] = await db
    .select()
    .from(volunteerSubmissions)
    .where(eq(volunteerSubmissions.id, id));
  return found;
}
