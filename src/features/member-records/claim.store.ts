import { randomUUID } from 'node:crypto';
import { and, desc, eq, isNotNull, ne, notExists, sql } from 'drizzle-orm';
import { index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../server/database/columns.store.ts';
import type { Database } from '../../server/database/database.ts';
import { passportApplications } from '../application/application.store.ts';
import { unityDeclarations } from '../declaration/declaration.store.ts';
import { users } from '../../server/user.store.ts';
import type { ClaimedKind } from './records.contract.ts';

/** What members took into their account: made earlier with the same address, which they have proved to hold. */
export const memberClaims = pgTable(
  'member_claims',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<ClaimedKind>().notNull(),
    recordId: uuid('record_id').notNull(),
    /** The proved address that record and account had in common. A claim ends when its record gets another one. */
    email: text('email').notNull(),
    claimedAt: at('claimed_at').notNull(),
  },
  (t) => [
    // A record belongs to one member.
    unique('member_claims_record').on(t.kind, t.recordId),
    index('member_claims_user').on(t.userId),
  ],
);

/** Others can type an address into drafts for ever; of so many the newest are shown, and drafts last. */
const MOST = 100;

/** The claim on a record, as long as the record has the address that it was claimed with. */
const claimOf = (
  kind: ClaimedKind,
  { id, email }: typeof passportApplications | typeof unityDeclarations,
) => and(eq(memberClaims.kind, kind), eq(memberClaims.recordId, id), eq(memberClaims.email, email));

/** Applications that the account has claimed. */
export async function listClaimedApplications(db: Database, userId: string) {
  const { id, createdAt } = passportApplications;
  return db
    .select({ application: passportApplications, claimedAt: memberClaims.claimedAt })
    .from(memberClaims)
    .innerJoin(passportApplications, claimOf('application', passportApplications))
    .where(eq(memberClaims.userId, userId))
    .orderBy(desc(createdAt), desc(id));
}

/** Applications of a lower-cased address that no account has claimed. */
export async function listFreeApplications(db: Database, email: string) {
  const { id, createdAt, applicationStatus } = passportApplications;
  const claim = db
    .select({ one: sql`1` })
    .from(memberClaims)
    .where(claimOf('application', passportApplications));
  return db
    .select({ application: passportApplications })
    .from(passportApplications)
    .where(and(eq(passportApplications.email, email), notExists(claim)))
    .orderBy(sql`${applicationStatus} = 'draft'`, desc(createdAt), desc(id))
    .limit(MOST);
}

/** Signatures that the account has claimed. */
export async function listClaimedSignatures(db: Database, userId: string) {
  const { id, signedAt } = unityDeclarations;
  return db
    .select({ signature: unityDeclarations, claimedAt: memberClaims.claimedAt })
    .from(memberClaims)
    .innerJoin(unityDeclarations, claimOf('declaration', unityDeclarations))
    .where(eq(memberClaims.userId, userId))
    .orderBy(desc(signedAt), desc(id));
}

/** The signature of a lower-cased address, unless an account has claimed it. */
export async function listFreeSignatures(db: Database, email: string) {
  const claim = db
    .select({ one: sql`1` })
    .from(memberClaims)
    .where(claimOf('declaration', unityDeclarations));
  return db
    .select({ signature: unityDeclarations })
    .from(unityDeclarations)
    .where(and(eq(unityDeclarations.email, email), notExists(claim)));
}

/** The address that a record was made with, held so until the transaction ends; undefined without a record. */
export async function holdAddressOf(
  tx: Database,
  kind: ClaimedKind,
  id: string,
): Promise<string | undefined> {
  const table = kind === 'application' ? passportApplications : unityDeclarations;
  const [held] = await tx
    .select({ email: table.email })
    .from(table)
    .where(eq(table.id, id))
    .for('share');
  return held?.email;
}

/** The account that has claimed a record by the address that it has now. */
export async function findClaimant(
  db: Database,
  { kind, recordId, email }: Pick<typeof memberClaims.$inferSelect, 'kind' | 'recordId' | 'email'>,
): Promise<string | undefined> {
  const { kind: ofKind, recordId: of, email: by, userId } = memberClaims;
  const [found] = await db
    .select({ userId })
    .from(memberClaims)
    .where(and(eq(ofKind, kind), eq(of, recordId), eq(by, email)));
  return found?.userId;
}

/** An application that the account has claimed. */
export async function findClaimedApplication(db: Database, userId: string, id: string) {
  const [found] = await db
    .select({ application: passportApplications })
    .from(memberClaims)
    .innerJoin(passportApplications, claimOf('application', passportApplications))
    .where(and(eq(memberClaims.userId, userId), eq(passportApplications.id, id)));
  return found?.application;
}

/** Claims a record for an account, unless another one has claimed it by the same address. */
export async function addClaim(
  tx: Database,
  claim: Omit<typeof memberClaims.$inferInsert, 'id'>,
): Promise<void> {
  const { userId, email, claimedAt } = claim;
  await tx
    .insert(memberClaims)
    .values({ ...claim, id: randomUUID() })
    .onConflictDoUpdate({
      target: [memberClaims.kind, memberClaims.recordId],
      set: { userId, email, claimedAt },
      setWhere: ne(memberClaims.email, email),
    });
}

/** Ends an account's claim; `false` where it has none on this record. */
export async function removeClaim(
  tx: Database,
  userId: string,
  kind: ClaimedKind,
  recordId: string,
): Promise<boolean> {
  const { kind: ofKind, recordId: of, userId: by, id } = memberClaims;
  const removed = await tx
    .delete(memberClaims)
    .where(and(eq(ofKind, kind), eq(of, recordId), eq(by, userId)))
    .returning({ id });
  return removed.length > 0;
}

/** Whether the account holds this address and has proved it; stays so until the transaction ends. */
export async function holdsProvedAddress(
  tx: Database,
  userId: string,
  email: string,
): Promise<boolean> {
  const [held] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.email, email), isNotNull(users.emailVerifiedAt)))
    .for('share');
  return held !== undefined;
}

/** The records that an account has claimed, the latest first. */
export async function listClaimsOf(db: Database, userId: string) {
  return db
    .select()
    .from(memberClaims)
    .where(eq(memberClaims.userId, userId))
    .orderBy(desc(memberClaims.claimedAt), desc(memberClaims.id));
}
