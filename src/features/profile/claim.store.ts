import { randomUUID } from 'node:crypto';
import { and, desc, eq, isNotNull, notExists, sql } from 'drizzle-orm';
import { index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../server/columns.store.ts';
import type { Database } from '../../server/database.ts';
import { passportApplications } from '../application/application.store.ts';
import { unityDeclarations } from '../declaration/declaration.store.ts';
import { users } from '../members/member.store.ts';
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
    // Nobody takes what another has.
    unique('member_claims_record').on(t.kind, t.recordId),
    index('member_claims_user').on(t.userId),
  ],
);

/** Others can type an address into drafts for ever; of so many the newest are shown, and drafts last. */
const MOST = 100;

const claimOf = (
  kind: ClaimedKind,
  id: typeof passportApplications.id | typeof unityDeclarations.id,
) => and(eq(memberClaims.kind, kind), eq(memberClaims.recordId, id));

/** Applications that the account has claimed. */
export async function listClaimedApplications(db: Database, userId: string) {
  const { id, createdAt } = passportApplications;
  return db
    .select({ application: passportApplications, claimedAt: memberClaims.claimedAt })
    .from(memberClaims)
    .innerJoin(passportApplications, claimOf('application', id))
    .where(eq(memberClaims.userId, userId))
    .orderBy(desc(createdAt), desc(id));
}

/** Applications of a lower-cased address that no account has claimed. */
export async function listFreeApplications(db: Database, email: string) {
  const { id, createdAt, applicationStatus } = passportApplications;
  const claim = db.select({ one: sql`1` }).from(memberClaims).where(claimOf('application', id));
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
    .innerJoin(unityDeclarations, claimOf('declaration', id))
    .where(eq(memberClaims.userId, userId))
    .orderBy(desc(signedAt), desc(id));
}

/** The signature of a lower-cased address, unless an account has claimed it. */
export async function listFreeSignatures(db: Database, email: string) {
  const claim = db
    .select({ one: sql`1` })
    .from(memberClaims)
    .where(claimOf('declaration', unityDeclarations.id));
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

/** Which account has claimed a record. */
export async function findClaimant(
  db: Database,
  kind: ClaimedKind,
  recordId: string,
): Promise<string | undefined> {
  const [found] = await db
    .select({ userId: memberClaims.userId })
    .from(memberClaims)
    .where(and(eq(memberClaims.kind, kind), eq(memberClaims.recordId, recordId)));
  return found?.userId;
}

/** Claims a record for an account; answers whose it is then: that of who came first. */
export async function addClaim(
  tx: Database,
  claim: Omit<typeof memberClaims.$inferInsert, 'id'>,
): Promise<string | undefined> {
  await tx
    .insert(memberClaims)
    .values({ ...claim, id: randomUUID() })
    .onConflictDoNothing({ target: [memberClaims.kind, memberClaims.recordId] });
  return findClaimant(tx, claim.kind, claim.recordId);
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

/** What an account has taken over, the latest first. */
export async function listClaimsOf(db: Database, userId: string) {
  return db
    .select()
    .from(memberClaims)
    .where(eq(memberClaims.userId, userId))
    .orderBy(desc(memberClaims.claimedAt), desc(memberClaims.id));
}
