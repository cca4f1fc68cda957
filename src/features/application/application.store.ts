import { randomInt } from 'node:crypto';
import { and, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at, cents } from '../../server/database/columns.store.ts';
import type { Database } from '../../server/database/database.ts';
import { searchVectorOf } from '../../server/database/search.store.ts';
import { Fault } from '../../shared/fault.ts';
import type { Plan } from '../../shared/plan.ts';
import { words } from '../../shared/words.ts';
import {
  type ApplicationStatus,
  CORRECTABLE,
  IN_QUESTION,
  NOT_SENT,
  type Person,
} from './application.rules.ts';

const anyOf = (names: readonly string[]) => sql.raw(names.map((name) => `'${name}'`).join(', '));

/**
 * Whether a kit that has not left yet may leave: fulfilment.rules' `whyNotSent` as SQL. An index holds exactly these:
 * any other query scans the table.
 */
export const isFreeToLeave = (
  application: Readonly<
    Record<'applicationStatus' | 'noticeVersion' | 'paymentStatus' | 'kitReleasedAt', SQLWrapper>
  >,
): SQL =>
  sql`${application.applicationStatus} in (${anyOf(NOT_SENT)}) and ${application.noticeVersion} is not null and ${application.paymentStatus} not in (${anyOf(IN_QUESTION)}) and ${application.kitReleasedAt} is not null`;

export const passportApplications = pgTable(
  'passport_applications',
  {
    id: uuid('id').primaryKey(),
    /** Ours and short, such as PX-7K4M2: the memo of a payment. */
    reference: text('reference').notNull().unique(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** MM/DD/YYYY, as the applicant wrote it. */
    dateOfBirth: text('date_of_birth').notNull(),
    placeOfBirth: text('place_of_birth').notNull(),
    currentNationality: text('current_nationality').notNull(),
    telephone: text('telephone').notNull(),
    /** Trimmed and lower-cased. */
    email: text('email').notNull(),
    homeAddress: text('home_address').notNull(),
    paymentPlan: text('payment_plan').$type<Plan>().notNull(),
    /** Of one payment of the plan. */
    paymentAmountCents: cents('payment_amount_cents').notNull(),
    paymentMethod: text('payment_method').notNull(),
    paypalOrderId: text('paypal_order_id'),
    /** A view of the payments, written by payment.service only. */
    paymentStatus: text('payment_status').notNull(),
    applicationStatus: text('application_status').$type<ApplicationStatus>().notNull(),
    noticeVersion: text('notice_version'),
    noticeAcknowledgedAt: at('notice_acknowledged_at'),
    wantsNews: boolean('wants_news').notNull(),
    /** BCP 47 tag of the language in which the applicant is written to. */
    locale: text('locale').notNull(),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    submittedAt: at('submitted_at'),
    /** When the payment that releases the kit was booked; null while it is not. A view like the payment status. */
    kitReleasedAt: at('kit_released_at'),
  },
  (t) => [
    index('passport_applications_newest').on(t.createdAt, t.id),
    index('passport_applications_email').on(t.email),
    index('passport_applications_status').on(t.applicationStatus),
    // A column of the kits board: what was released first comes first, what waits for money comes last.
    index('passport_applications_board').on(
      t.applicationStatus,
      t.kitReleasedAt,
      t.submittedAt,
      t.id,
    ),
    // Kits that can leave and have not; the oldest are overdue.
    index('passport_applications_free_to_leave')
      .on(t.applicationStatus, t.kitReleasedAt, t.submittedAt, t.id)
      .where(isFreeToLeave(t)),
    // The trend counts what was sent, by its day.
    index('passport_applications_submitted')
      .on(t.submittedAt)
      .where(sql`${t.submittedAt} is not null`),
    index('passport_applications_words').using(
      'gin',
      searchVectorOf(t.firstName, t.lastName, t.email, t.reference),
    ),
  ],
);

export type Application = typeof passportApplications.$inferSelect;

/** A search looks for its text in these, in the order of the search index of migration 0001. */
export const applicationTexts = [
  sql`${passportApplications.firstName} || ' ' || ${passportApplications.lastName}`,
  passportApplications.email,
  passportApplications.reference,
  passportApplications.telephone,
];

/** Without 0 O, 1 I L, 5 S, 8 B, Z, U V: what is read aloud or copied by hand stays itself. */
export const REFERENCE_ALPHABET = '234679ACDEFGHJKMNPQRTWXY';

const REFERENCE_LETTERS = 5;

const newReference = () =>
  `PX-${Array.from({ length: REFERENCE_LETTERS }, () => REFERENCE_ALPHABET[randomInt(REFERENCE_ALPHABET.length)]).join('')}`;

/** Adds an application under a fresh reference. */
export async function addApplication(
  db: Database,
  application: Omit<Application, 'reference'>,
): Promise<Application> {
  // 8 million references: a taken one is drawn now and then, ten in a row never.
  for (let tries = 0; tries < 10; tries++) {
    const [added] = await db
      .insert(passportApplications)
      .values({ ...application, reference: newReference() })
      .onConflictDoNothing({ target: passportApplications.reference })
      .returning();
    if (added) return added;
  }
  throw new Error('Ten references in a row were taken; lengthen them.');
}

/** Writes over a draft; a submitted application is never overwritten. */
export async function updateDraft(
  db: Database,
  id: string,
  change: Partial<Omit<Application, 'id' | 'reference' | 'applicationStatus' | 'createdAt'>>,
): Promise<Application> {
  const [updated] = await db
    .update(passportApplications)
    .set(change)
    .where(
      and(eq(passportApplications.id, id), eq(passportApplications.applicationStatus, 'draft')),
    )
    .returning();
  if (!updated)
    throw new Fault(409, words('This application has been submitted and cannot be changed here.'));
  return updated;
}

/** Stores the applicant's corrections, in a draft or when we have asked for them; else 409. */
export async function correctDetails(
  tx: Database,
  id: string,
  change: Partial<Omit<Application, 'id' | 'reference' | 'applicationStatus' | 'createdAt'>>,
): Promise<void> {
  const corrected = await tx
    .update(passportApplications)
    .set(change)
    .where(
      and(
        eq(passportApplications.id, id),
        inArray(passportApplications.applicationStatus, [...CORRECTABLE]),
      ),
    )
    .returning({ id: passportApplications.id });
  if (corrected.length === 0)
    throw new Fault(
      409,
      words('You can change your details only before the first payment, or when we ask you to.'),
    );
}

/** The application, locked until the transaction ends: everything about one application happens in turn. */
export async function lockApplication(tx: Database, id: string): Promise<Application> {
  const [locked] = await tx
    .select()
    .from(passportApplications)
    .where(eq(passportApplications.id, id))
    .for('update');
  if (!locked) throw new Fault(404, words('This application does not exist.'));
  return locked;
}

/** The application of a reference and the address that its mails go to; both must fit. */
export async function findApplicationOf(
  db: Database,
  reference: string,
  email: string,
): Promise<Application | undefined> {
  const [found] = await db
    .select()
    .from(passportApplications)
    .where(
      and(eq(passportApplications.reference, reference), eq(passportApplications.email, email)),
    );
  return found;
}

export async function findApplication(db: Database, id: string): Promise<Application | undefined> {
  const [found] = await db
    .select()
    .from(passportApplications)
    .where(eq(passportApplications.id, id));
  return found;
}

/** Writes what schedule and payments add up to; payment.service is its only caller. */
export async function setPaymentView(
  tx: Database,
  id: string,
  view: Pick<
    Application,
    'paymentStatus' | 'paymentPlan' | 'paymentAmountCents' | 'kitReleasedAt'
  > &
    Partial<Pick<Application, 'paymentMethod'>>,
  now: Date,
): Promise<void> {
  await tx
    .update(passportApplications)
    .set({ ...view, updatedAt: now })
    .where(eq(passportApplications.id, id));
}

export const personOf = (application: Application): Person => ({
  firstName: application.firstName,
  lastName: application.lastName,
  dateOfBirth: application.dateOfBirth,
  placeOfBirth: application.placeOfBirth,
  currentNationality: application.currentNationality,
  telephone: application.telephone,
  email: application.email,
  homeAddress: application.homeAddress,
});

/** Notes the order at PayPal with which an application was paid last. */
export async function setPaypalOrder(
  tx: Database,
  id: string,
  paypalOrderId: string,
): Promise<void> {
  await tx
    .update(passportApplications)
    .set({ paypalOrderId })
    .where(eq(passportApplications.id, id));
}
