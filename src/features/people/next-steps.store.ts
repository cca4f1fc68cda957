import { and, eq, inArray, isNull, notExists, notInArray, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../server/database/database.ts';
import { users } from '../../server/user.store.ts';
import type { Permission } from '../../shared/access.ts';
import { passportApplications } from '../application/application.store.ts';
import { contactSubmissions } from '../contact/contact.store.ts';
import { whyNotSent } from '../fulfilment/fulfilment.rules.ts';
import { messageReports } from '../messages/reports/report.store.ts';
import { partnerSubmissions } from '../partner/partner.store.ts';
import { payments } from '../payments/core/payment.store.ts';
import { instalments, paymentSchedules } from '../payments/core/schedule/schedule.store.ts';
import { UNANSWERED } from '../submissions/triage/triage.rules.ts';
import { TRIAGE_TABLES } from '../submissions/triage/triage.store.ts';
import { volunteerSubmissions } from '../volunteer/volunteer.store.ts';
import { NEXT_STEPS, type NextStepKind } from './person.rules.ts';

interface NextStep {
  step: NextStepKind;
  /** Where it is done: a submission, an application or an account. */
  of: string;
  title: string | null;
  since: Date;
}

type Find = (db: Database, emails: string[]) => Promise<NextStep[]>;

const unanswered =
  (kind: 'contact' | 'volunteer' | 'partner', table: PgTable & Sent, email: PgColumn): Find =>
  async (db, emails) => {
    const { triage } = TRIAGE_TABLES[kind];
    const done = db
      .select({ one: sql`1` })
      .from(triage)
      .where(and(eq(triage.submissionId, table.id), notInArray(triage.status, [...UNANSWERED])));
    const found = await db
      .select({ of: table.id, since: table.createdAt })
      .from(table as PgTable)
      .where(and(inArray(email, emails), notExists(done)));
    return (found as Pick<NextStep, 'of' | 'since'>[]).map((one) => ({
      ...one,
      step: kind,
      title: null,
    }));
  };

interface Sent {
  id: PgColumn;
  createdAt: PgColumn;
}

/** Claims that nobody has looked up yet, by their applications. */
const claims: Find = async (db, emails) => {
  const { id, reference, email } = passportApplications;
  const found = await db
    .select({ of: id, title: reference, since: payments.createdAt })
    .from(payments)
    .innerJoin(instalments, eq(instalments.id, payments.instalmentId))
    .innerJoin(paymentSchedules, eq(paymentSchedules.id, instalments.scheduleId))
    .innerJoin(passportApplications, eq(id, paymentSchedules.applicationId))
    .where(and(inArray(email, emails), eq(payments.status, 'claimed')));
  return found.map((one) => ({ ...one, step: 'claim' }));
};

const KIT_STEPS = { submitted: 'review', in_review: 'approve', approved: 'send' } as const;

/** Applications that nothing but our next step holds up. */
const kits: Find = async (db, emails) => {
  const { email, applicationStatus } = passportApplications;
  const found = await db
    .select()
    .from(passportApplications)
    .where(
      and(
        inArray(email, emails),
        inArray(applicationStatus, ['submitted', 'in_review', 'approved']),
      ),
    );
  return found.flatMap((one) => {
    const step = KIT_STEPS[one.applicationStatus as keyof typeof KIT_STEPS];
    const { kitReleasedAt, submittedAt } = one;
    if (whyNotSent({ ...one, kitRelease: 'fully_paid' }).length > 0 || !kitReleasedAt) return [];
    const since = submittedAt && submittedAt > kitReleasedAt ? submittedAt : kitReleasedAt;
    return [{ step, of: one.id, title: one.reference, since }];
  });
};

const reports: Find = async (db, emails) => {
  const { createdAt, reportedId, resolvedAt } = messageReports;
  const found = await db
    .select({ of: users.id, since: sql`min(${createdAt})`.mapWith(createdAt) })
    .from(messageReports)
    .innerJoin(users, eq(users.id, reportedId))
    .where(and(inArray(users.email, emails), isNull(resolvedAt)))
    .groupBy(users.id);
  return found.map((one) => ({ ...one, step: 'reports', title: null }));
};

/** LIST of who may take which steps, and how they are found. */
const SOURCES: readonly (readonly [permission: Permission, find: Find])[] = [
  ['payments:read', claims],
  ['applications:fulfil', kits],
  ['submissions:read', unanswered('contact', contactSubmissions, contactSubmissions.email)],
  ['submissions:read', unanswered('volunteer', volunteerSubmissions, volunteerSubmissions.email)],
  ['submissions:read', unanswered('partner', partnerSubmissions, partnerSubmissions.contactEmail)],
  ['users:moderate', reports],
];

/** What is to be done for the person of these addresses, what weighs most first, and of that the oldest. */
export async function listNextSteps(
  db: Database,
  emails: string[],
  permissions: readonly Permission[],
): Promise<NextStep[]> {
  const found: NextStep[] = [];
  for (const [permission, find] of SOURCES)
    if (permissions.includes(permission)) found.push(...(await find(db, emails)));
  const weight = ({ step }: NextStep) => NEXT_STEPS.indexOf(step);
  return found.toSorted(
    (one, other) =>
      weight(one) - weight(other) ||
      one.since.getTime() - other.since.getTime() ||
      one.of.localeCompare(other.of),
  );
}
