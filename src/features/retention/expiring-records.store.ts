import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../server/database/database.ts';
import { passportApplications } from '../application/application.store.ts';
import { unityDeclarations } from '../declaration/declaration.store.ts';
import { leaveChains } from '../declaration/folded-link.store.ts';
import { emailLogs } from '../mail/log/email-log.store.ts';
import { outgoingMails } from '../mail/queue/outgoing-mail.store.ts';
import { memberClaims } from '../member-records/claim.store.ts';
import { messageReports } from '../messages/reports/report.store.ts';
import {
  TRIAGE_STATUSES,
  type TriagedKind,
  UNANSWERED,
} from '../submissions/triage/triage.rules.ts';
import { TRIAGE_TABLES } from '../submissions/triage/triage.store.ts';
import {
  removeKitDetails,
  hasKitDetails,
  hasPersonalDetails,
  isCancelled,
  isDelivered,
  isIdleDraft,
  removeDrafts,
  removePersonalDetails,
} from './applications.store.ts';
import { bulkRecipients } from './bulk-recipients.store.ts';
import { type ExpiringRecords, expiringRows } from './expiring.store.ts';
import { messagesOfClosedAccounts } from './message-retention.store.ts';
import type { RetentionKind } from './retention.rules.ts';

const DONE = TRIAGE_STATUSES.filter((status) => !UNANSWERED.includes(status));

function deleteFrom(table: PgTable & { id: PgColumn }) {
  return async (tx: Database, ids: string[]) =>
    void (await tx.delete(table).where(inArray(table.id, ids)));
}

/** Removes signatures from accounts and chains, too. */
async function removeSignatures(tx: Database, ids: string[]): Promise<void> {
  const { kind, recordId } = memberClaims;
  await tx.delete(memberClaims).where(and(eq(kind, 'declaration'), inArray(recordId, ids)));
  await leaveChains(tx, inArray(unityDeclarations.id, ids));
  await tx.delete(unityDeclarations).where(inArray(unityDeclarations.id, ids));
}

/** Removes the signature of an address. */
export async function removeSignaturesOf(tx: Database, address: string): Promise<void> {
  const found = await tx
    .select({ id: unityDeclarations.id })
    .from(unityDeclarations)
    .where(eq(unityDeclarations.email, address));
  if (found.length > 0)
    await removeSignatures(
      tx,
      found.map(({ id }) => id),
    );
}

/** Submissions that were answered or closed; status, notes and answers cascade. */
function answered(kind: TriagedKind): ExpiringRecords {
  const { of, triage } = TRIAGE_TABLES[kind];
  return expiringRows({
    table: of,
    join: sql`join ${triage} on ${triage.submissionId} = ${of.id}`,
    since: triage.changedAt,
    condition: inArray(triage.status, DONE),
    remove: deleteFrom(of),
  });
}

/** LIST of the records of each kind: their table, since when their time runs, which can go, and how. */
export const EXPIRING: Readonly<Record<RetentionKind, ExpiringRecords>> = {
  contact: answered('contact'),
  volunteer: answered('volunteer'),
  partner: answered('partner'),
  signatures: expiringRows({
    table: unityDeclarations,
    since: unityDeclarations.invalidatedAt,
    condition: isNotNull(unityDeclarations.invalidatedAt),
    remove: removeSignatures,
  }),
  drafts: expiringRows({
    table: passportApplications,
    since: passportApplications.updatedAt,
    condition: sql`${isIdleDraft} and ${hasPersonalDetails}`,
    remove: removeDrafts,
  }),
  cancelled: expiringRows({
    table: passportApplications,
    since: passportApplications.updatedAt,
    condition: sql`${isCancelled} and ${hasPersonalDetails}`,
    remove: removePersonalDetails,
  }),
  delivered: expiringRows({
    table: passportApplications,
    since: passportApplications.updatedAt,
    condition: sql`${isDelivered} and ${hasKitDetails}`,
    remove: removeKitDetails,
  }),
  // The row has its own copy of the text: nothing else goes with it.
  reports: expiringRows({
    table: messageReports,
    since: messageReports.resolvedAt,
    condition: isNotNull(messageReports.resolvedAt),
    remove: deleteFrom(messageReports),
  }),
  letters: messagesOfClosedAccounts,
  // Of the queue only what is finished; mails that wait stay.
  mails: expiringRows({
    table: outgoingMails,
    since: outgoingMails.updatedAt,
    condition: isNull(outgoingMails.nextAttemptAt),
    remove: deleteFrom(outgoingMails),
  }),
  addressees: bulkRecipients,
  history: expiringRows({
    table: emailLogs,
    since: emailLogs.sentAt,
    condition: sql`true`,
    remove: deleteFrom(emailLogs),
  }),
};

/** What is kept for some days to judge signatures: their time runs from the signing, and the signature stays. */
export const SIGNATURE_MARKS: ExpiringRecords = expiringRows({
  table: unityDeclarations,
  since: unityDeclarations.signedAt,
  condition: isNotNull(unityDeclarations.networkMark),
  async remove(tx, ids) {
    await tx
      .update(unityDeclarations)
      .set({ networkMark: null, openSeconds: null })
      .where(inArray(unityDeclarations.id, ids));
  },
});
