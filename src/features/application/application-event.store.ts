import { asc, eq } from 'drizzle-orm';
import { bigserial, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../server/database/columns.store.ts';
import type { Database } from '../../server/database/database.ts';
import { publishEvent } from '../../server/webhook-outbox.store.ts';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import { type ApplicationStatus, canStepApplication, canStepBack } from './application.rules.ts';
import { lockApplication, passportApplications } from './application.store.ts';

/** Every step of an application, for its dated history; triggers refuse to change or remove one. */
export const applicationEvents = pgTable(
  'application_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => passportApplications.id),
    at: at('at').notNull(),
    from: text('from').$type<ApplicationStatus>().notNull(),
    to: text('to').$type<ApplicationStatus>().notNull(),
    /** `payer`, `admin` or `system`. */
    actor: text('actor').$type<ApplicationActor['kind']>().notNull(),
    actorId: uuid('actor_id'),
    /** For the applicant to read: what is missing, why it was cancelled. */
    note: text('note'),
  },
  (t) => [index('application_events_application').on(t.applicationId, t.id)],
);

export type ApplicationEvent = typeof applicationEvents.$inferSelect;

/** Who took a step. */
export interface ApplicationActor {
  kind: 'payer' | 'admin' | 'system';
  id?: string;
}

export async function listApplicationEvents(
  db: Database,
  applicationId: string,
): Promise<ApplicationEvent[]> {
  return db
    .select()
    .from(applicationEvents)
    .where(eq(applicationEvents.applicationId, applicationId))
    .orderBy(asc(applicationEvents.id));
}

/**
 * Moves the application along its table, or back along that of `isUndo`, and writes the step into its history; throws 409
 * for a step that the table does not list. `note` is shown to the applicant.
 */
export async function stepApplication(
  tx: Database,
  id: string,
  to: ApplicationStatus,
  now: Date,
  {
    actor = { kind: 'system' },
    note,
    isUndo = false,
  }: { actor?: ApplicationActor; note?: string; isUndo?: boolean } = {},
): Promise<void> {
  const { applicationStatus: from } = await lockApplication(tx, id);
  if (!(isUndo ? canStepBack : canStepApplication)(from, to)) {
    throw new Fault(409, words('The application’s current status does not allow this step.'));
  }
  const isSubmitted = from === 'draft' && to === 'submitted';
  await tx
    .update(passportApplications)
    .set({ applicationStatus: to, updatedAt: now, ...(isSubmitted ? { submittedAt: now } : {}) })
    .where(eq(passportApplications.id, id));
  await tx.insert(applicationEvents).values({
    applicationId: id,
    at: now,
    from,
    to,
    actor: actor.kind,
    actorId: actor.id ?? null,
    note: note ?? null,
  });
  if (isSubmitted)
    await publishEvent(tx, { type: 'application.submitted', objectId: id, data: { id }, at: now });
}
