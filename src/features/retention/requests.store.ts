import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { unityDeclarations } from '../declaration/declaration.store.ts';
import { messageReports } from '../messages/reports/report.store.ts';
import { memberClaims } from '../member-records/claim.store.ts';
import {
  TRIAGE_STATUSES,
  type TriagedKind,
  UNANSWERED,
} from '../submissions/triage/triage.rules.ts';
import { TABLES } from '../submissions/triage/triage.store.ts';
import { type Expiring, rowsOf } from './expiring.store.ts';

const DONE = TRIAGE_STATUSES.filter((status) => !UNANSWERED.includes(status));

/** What somebody sent whom we have answered; status, notes and answers cascade. */
function answered(kind: TriagedKind): Expiring {
  const { of, triage } = TABLES[kind];
  return rowsOf({
    table: of,
    beside: sql`join ${triage} on ${triage.submissionId} = ${of.id}`,
    since: triage.changedAt,
    ripe: inArray(triage.status, DONE),
    end: async (tx, ids) => void (await tx.delete(of).where(inArray(of.id, ids))),
  });
}

export const answeredContact = answered('contact');
export const answeredVolunteers = answered('volunteer');
export const answeredPartners = answered('partner');

export const invalidSignatures: Expiring = rowsOf({
  table: unityDeclarations,
  since: unityDeclarations.invalidatedAt,
  ripe: isNotNull(unityDeclarations.invalidatedAt),
  async end(tx, ids) {
    const { kind, recordId } = memberClaims;
    await tx.delete(memberClaims).where(and(eq(kind, 'declaration'), inArray(recordId, ids)));
    await tx.delete(unityDeclarations).where(inArray(unityDeclarations.id, ids));
  },
});

/** The row has its own copy of the words: nothing else goes with it. */
export const decidedReports: Expiring = rowsOf({
  table: messageReports,
  since: messageReports.resolvedAt,
  ripe: isNotNull(messageReports.resolvedAt),
  end: async (tx, ids) =>
    void (await tx.delete(messageReports).where(inArray(messageReports.id, ids))),
});
