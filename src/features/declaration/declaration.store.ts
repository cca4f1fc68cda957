import { and, count, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  type PgColumn,
  pgTable,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { at } from '../../server/database/columns.store.ts';
import type { Database } from '../../server/database/database.ts';
import { rowsFor } from '../../server/database/rows.store.ts';
import { searchVectorOf } from '../../server/database/search.store.ts';
import { CAMPAIGN_COUNTRIES } from '../../shared/country.ts';
import type { Language } from '../../shared/language.ts';
import { LINKS_PER_DAY } from './confirmation.rules.ts';

export const unityDeclarations = pgTable(
  'unity_declarations',
  {
    id: uuid('id').primaryKey(),
    fullName: text('full_name').notNull(),
    /** Trimmed and lower-cased; unique, so that a person counts once. */
    email: text('email').notNull().unique(),
    country: text('country').notNull(),
    wantsNews: boolean('wants_news').notNull(),
    /** In which they read the form, and are written to. */
    locale: text('locale').$type<Language>().notNull().default('en'),
    signedAt: timestamp('signed_at', { withTimezone: true, mode: 'date' }).notNull(),
    /** When its signer used the link in the thank-you email. */
    confirmedAt: at('confirmed_at'),
    /** Its latest link holds this; a link with another one is an old link. */
    linkId: uuid('link_id').notNull().defaultRandom(),
    /** When links were sent after the form came in: so many a day and no more. */
    linksAt: at('links_at').array().notNull().default([]),
    /** Whether a confirmation was asked for when it was signed. Without that it is never removed by itself. */
    wasAsked: boolean('was_asked').notNull().default(false),
    /** When its signer was reminded of the confirmation, which happens once. */
    remindedAt: at('reminded_at'),
    /** What the signer's share address carries. Those from before share codes get one when they confirm. */
    shareCode: text('share_code'),
    /** The signature whose share address led here; null otherwise, and once the link was folded into its total. */
    cameBy: uuid('came_by'),
    /** Where it came from in one word, such as "direct"; null where nobody asked yet. */
    source: text('source'),
    /** How many signed through this one by links that were folded. */
    foldedCount: integer('folded_count').notNull().default(0),
    /** When its signer got the email that five people signed through them, which happens once. */
    milestoneMailedAt: at('milestone_mailed_at'),
    /** How many mails of the welcome series its signer got, and when the last one was queued. */
    welcomeMails: smallint('welcome_mails').notNull().default(0),
    welcomedAt: at('welcomed_at'),
    /** A keyed hash of the network that it was sent from; null after seven days. */
    networkMark: text('network_mark'),
    /** How long a page of ours was open before it was sent, where the browser said so; null after seven days. */
    openSeconds: integer('open_seconds'),
    /** Since when it no longer counts; those invalidated together have the same time. */
    invalidatedAt: timestamp('invalidated_at', { withTimezone: true, mode: 'date' }),
  },
  (t) => [
    // Read backwards: `desc()` here would mean NULLS LAST, which no `order by … desc` can use.
    index('unity_declarations_newest').on(t.signedAt, t.id),
    index('unity_declarations_country').on(t.country),
    index('unity_declarations_words').using('gin', searchVectorOf(t.fullName, t.email)),
    index('unity_declarations_unconfirmed')
      .on(t.signedAt, t.id)
      .where(sql`${t.confirmedAt} is null`),
    // Partial, so that a new code is no change of a key, for which others would wait.
    uniqueIndex('unity_declarations_share_code')
      .on(t.shareCode)
      .where(sql`${t.shareCode} is not null`),
    index('unity_declarations_came_by').on(t.cameBy).where(sql`${t.cameBy} is not null`),
    index('unity_declarations_marked').on(t.signedAt).where(sql`${t.networkMark} is not null`),
    index('unity_declarations_confirmed')
      .on(t.confirmedAt)
      .where(sql`${t.confirmedAt} is not null`),
    index('unity_declarations_welcomed').on(t.welcomedAt).where(sql`${t.welcomedAt} is not null`),
    index('unity_declarations_invalidated')
      .on(t.invalidatedAt)
      .where(sql`${t.invalidatedAt} is not null`),
  ],
);

export type Signature = typeof unityDeclarations.$inferSelect;

/** As it was signed. */
export type Declaration = Pick<
  Signature,
  'id' | 'fullName' | 'email' | 'country' | 'wantsNews' | 'locale' | 'signedAt'
>;

/** As it comes in, with what is kept beside it. */
export type NewSignature = Declaration &
  Pick<Signature, 'linkId' | 'cameBy' | 'source' | 'networkMark' | 'openSeconds'> & {
    shareCode: string;
  };

/** The setting on which it depends whether a signature counts. */
export interface CountRule {
  signaturesNeedConfirmation: boolean;
}

/** Of a signature that was not invalidated, confirmed or not. */
export const isValid = isNull(unityDeclarations.invalidatedAt);

/** Of a signature that counts: valid and, where that is asked for, confirmed. */
export const counts = ({ signaturesNeedConfirmation }: CountRule): SQL =>
  signaturesNeedConfirmation
    ? sql`(${isValid} and ${unityDeclarations.confirmedAt} is not null)`
    : isValid;

/**
 * Adds signatures of different addresses, and answers the ids by address. Where the address has one, that stays as it is, unless it waits for its
 * confirmation: then name, country, link and share code are the new ones, three times a day. Where it came from
 * stays, so that no two signatures came by each other, and so does its mark, which goes with the time of signing. The statement writes in each case, so
 * that the time it takes tells nobody who has signed. Throws where two have one address.
 */
export async function putDeclarations(
  db: Database,
  signatures: readonly NewSignature[],
  { isAsked }: { isAsked: boolean },
): Promise<ReadonlyMap<string, string>> {
  const { confirmedAt, invalidatedAt, linksAt } = unityDeclarations;
  const recent = sql`array(select l from unnest(${linksAt}) l where l > excluded.signed_at - interval '1 day')`;
  const isReplaced = sql`(${isAsked}::boolean and ${confirmedAt} is null and ${invalidatedAt} is null and cardinality(${recent}) < ${LINKS_PER_DAY})`;
  const latest = (column: PgColumn) =>
    sql`case when ${isReplaced} then excluded.${sql.identifier(column.name)} else ${column} end`;
  const put = await db
    .insert(unityDeclarations)
    .select(
      rowsFor(
        unityDeclarations,
        signatures.map((signature) => ({
          ...signature,
          wasAsked: isAsked,
          linksAt: isAsked ? [signature.signedAt] : [],
        })),
      ),
    )
    .onConflictDoUpdate({
      target: unityDeclarations.email,
      set: {
        fullName: latest(unityDeclarations.fullName),
        country: latest(unityDeclarations.country),
        wantsNews: latest(unityDeclarations.wantsNews),
        locale: latest(unityDeclarations.locale),
        linkId: latest(unityDeclarations.linkId),
        shareCode: latest(unityDeclarations.shareCode),
        linksAt: sql`case when ${isReplaced} then ${recent} || excluded.signed_at else ${linksAt} end`,
      },
    })
    .returning({ id: unityDeclarations.id, email: unityDeclarations.email });
  return new Map(put.map(({ email, id }) => [email, id]));
}

/**
 * Confirms a signature by its latest link and answers since when it counts; undefined where that is another link. Once
 * more changes nothing. One that has no share code yet gets this one.
 */
export async function confirmDeclaration(
  db: Database,
  { id, linkId, shareCode }: Pick<Signature, 'id' | 'linkId'> & { shareCode: string },
  now: Date,
): Promise<Date | undefined> {
  const { confirmedAt } = unityDeclarations;
  const [confirmed] = await db
    .update(unityDeclarations)
    .set({
      confirmedAt: sql`coalesce(${confirmedAt}, ${now.toISOString()}::timestamptz)`,
      shareCode: sql`coalesce(${unityDeclarations.shareCode}, ${shareCode})`,
    })
    .where(and(eq(unityDeclarations.id, id), eq(unityDeclarations.linkId, linkId)))
    .returning({ at: confirmedAt });
  return confirmed?.at ?? undefined;
}

/** Removes a signature by its latest link; false where that is another one. */
export async function removeDeclaration(
  db: Database,
  { id, linkId }: Pick<Signature, 'id' | 'linkId'>,
): Promise<boolean> {
  const removed = await db
    .delete(unityDeclarations)
    .where(and(eq(unityDeclarations.id, id), eq(unityDeclarations.linkId, linkId)))
    .returning({ id: unityDeclarations.id });
  return removed.length > 0;
}

/** Those of these signatures that are still there. */
export const listDeclarations = (db: Database, ids: readonly string[]): Promise<Signature[]> =>
  db
    .select()
    .from(unityDeclarations)
    .where(inArray(unityDeclarations.id, [...ids]));

export async function findDeclaration(db: Database, id: string): Promise<Signature | undefined> {
  const [found] = await db.select().from(unityDeclarations).where(eq(unityDeclarations.id, id));
  return found;
}

/** The place of a signature among those that count, in the order in which they began to; undefined where it does not. */
export async function placeOf(db: Database, id: string, rule: CountRule) {
  const { confirmedAt, signedAt } = unityDeclarations;
  const began = rule.signaturesNeedConfirmation ? confirmedAt : signedAt;
  const own = db
    .select({ began, id: unityDeclarations.id })
    .from(unityDeclarations)
    .where(and(eq(unityDeclarations.id, id), counts(rule)));
  const [row] = await db
    .select({ n: count() })
    .from(unityDeclarations)
    .where(and(counts(rule), sql`(${began}, ${unityDeclarations.id}) <= ${own}`));
  return row?.n || undefined;
}

export async function countDeclarations(db: Database, rule: CountRule): Promise<number> {
  const [row] = await db.select({ n: count() }).from(unityDeclarations).where(counts(rule));
  return row?.n ?? 0;
}

/** Signatures that count, by country, most first; what is on no list of ours counts as "Other". */
export async function countByCountry(
  db: Database,
  rule: CountRule,
): Promise<Record<string, number>> {
  const { country } = unityDeclarations;
  const isListed = inArray(country, [...CAMPAIGN_COUNTRIES]);
  const rows = await db
    .select({
      country: sql<string>`case when ${isListed} then ${country} else 'Other' end`,
      n: count(),
    })
    .from(unityDeclarations)
    .where(counts(rule))
    // By place: PostgreSQL takes the same words with other parameters for another expression.
    .groupBy(sql`1`)
    .orderBy(desc(count()));
  return Object.fromEntries(rows.map((row) => [row.country, row.n]));
}
