import * as z from 'zod/mini';
import type { Database } from '../../server/database/database.ts';
import type { RowOf } from '../../server/lists/list.store.ts';
import { listPaymentsByIds } from '../payments/core/payment.store.ts';
import { type auditList, listPeople, listReferences, listSenders } from './audit-list.store.ts';

type Row = RowOf<typeof auditList>;

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const OfRecord = z.object({ of: z.object({ id: z.string() }) });

/** The id of what a row is about: of two merged addresses, of a record of one of them. */
function subjectOf({ action, subject, before, after }: Row): string | null {
  if (!action.startsWith('person.')) return subject;
  const merged = z.safeParse(OfRecord, after).data ?? z.safeParse(OfRecord, before).data;
  return merged?.of.id ?? subject;
}

/** Rows of the log with the names of whom and what they are about, as they are now. */
export async function describeEntries(db: Database, rows: readonly Row[]) {
  const about = rows.map(subjectOf);
  const subjects = about.flatMap((id) => (id && ID.test(id) ? [id] : []));
  const actors = rows.flatMap(({ actorId }) => actorId ?? []);
  const people = new Map(
    (await listPeople(db, [...new Set([...actors, ...subjects])])).map((one) => [one.id, one]),
  );
  const references = new Map([
    ...(await listSenders(db, subjects)).map(({ id, name }) => [id, name] as const),
    ...(await listReferences(db, subjects)).map(({ id, reference }) => [id, reference] as const),
    ...(await listPaymentsByIds(db, subjects)).map(
      ({ payment, application }) => [payment.id, application.reference] as const,
    ),
  ]);
  return rows.map(({ actorId, ...row }, n) => ({
    ...row,
    // Of a deleted account only the id is left.
    actor: actorId === null ? null : (people.get(actorId) ?? goneWith(actorId)),
    account: people.get(about[n] ?? '') ?? null,
    reference: references.get(about[n] ?? '') ?? null,
  }));
}

const goneWith = (id: string) => ({ id, email: null, firstName: null, lastName: null });
