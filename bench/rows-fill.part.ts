import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../src/server/database/database.ts';

const FIRST =
  'Awa,Kofi,Ama,Yaw,Fatou,Moussa,Aïcha,Kwame,Zainab,Chidi,Ngozi,Sipho,Thandi,Amina,Ousmane,Mariam,Tendai,Lerato,Ibrahim,Nia,Abebe,Selam,Juma,Wanjiru,Omar,Leila,Élodie,Jean,Marie Claire,Blessing';
const LAST =
  'Diop,Mensah,Ndiaye,Traoré,Okafor,Adeyemi,Nkosi,Dlamini,Moyo,Kamau,Mwangi,Tesfaye,Bekele,Hassan,Diallo,Ba,Sow,Keita,Touré,Koné,Banda,Phiri,Osei,Boateng,Asante,Mbeki,Zulu,Abdi,El Amrani,Rakoto';
const COUNTRIES = 'Ghana,Nigeria,Kenya,Senegal,South Africa,Ethiopia,Morocco,Rwanda,Mali,Togo';
const TEXT =
  'We would gladly help with the evening in our town, and our cousins ask how the passport is prepared.';

/** A UUID of version 4 by its marks (RFC 9562, 4.2): an answer with another is refused. */
const id = (kind: string) =>
  sql.raw(`overlay(overlay(md5('${kind}' || n) placing '4' from 13) placing '8' from 17)::uuid`);
const at = sql.raw(`timestamptz '2026-01-01' + n * interval '1 second'`);
const nth = (texts: string, n: string) =>
  sql.raw(`(string_to_array('${texts}', ','))[1 + (${n}) % ${texts.split(',').length}]`);
const first = nth(FIRST, 'n');
const last = sql`${nth(LAST, 'n / 30')} || case when n % 7 = 0 then '-' || n else '' end`;
const country = nth(COUNTRIES, 'n * 7 / 3');
const email = sql`translate(lower(${first} || '.' || ${nth(LAST, 'n / 30')}), 'éïè ', 'eie.') || n || '@' || ${nth('mail,post,letters,inbox', 'n / 7')} || '.example'`;
const words = sql.raw(`'${TEXT} (' || n || ')'`);

/** The first of `mail_batches`. */
export const FIRST_BATCH = 'ba7c4000-0000-4000-8000-000000000001';

/** By list: its table, and a statement that writes rows 1 to `n` of it. */
const STATEMENTS = {
  unity_declarations: sql`insert into unity_declarations (id, full_name, email, country, wants_news, signed_at)
    select ${id('signature')}, ${first} || ' ' || ${last}, ${email}, ${country}, n % 3 = 0, ${at}`,
  contact_submissions: sql`insert into contact_submissions
      (id, first_name, last_name, email, country, message, wants_news, created_at)
    select ${id('contact')}, ${first}, ${last}, ${email}, ${country}, ${words}, n % 3 = 0, ${at}`,
  volunteer_submissions: sql`insert into volunteer_submissions
      (id, first_name, last_name, email, country, phone, skills, experience, availability, motivation, wants_news,
        created_at)
    select ${id('volunteer')}, ${first}, ${last}, ${email}, ${country}, '+23324' || n, ${words}, null, 'weekends',
      ${words}, n % 3 = 0, ${at}`,
  partner_submissions: sql`insert into partner_submissions
      (id, organization_name, contact_first_name, contact_last_name, contact_email, country, organization_type,
        partnership_type, proposed_contribution, message, wants_news, created_at)
    select ${id('partner')}, 'Friends of ' || ${last}, ${first}, ${last}, ${email}, ${country}, 'ngo', 'community',
      ${words}, ${words}, n % 3 = 0, ${at}`,
  users: sql`insert into users (id, email, first_name, last_name, password, locale, email_verified_at, created_at,
      updated_at)
    select ${id('user')}, ${email}, ${first}, ${last}, 'nobody’s', 'en', case when n % 4 > 0 then ${at} end, ${at}, ${at}`,
  email_logs: sql`insert into email_logs (id, recipient_email, subject, email_type, status, error_message, config_type,
      sent_at)
    select ${id('mail')}, ${email}, 'Thank you, ' || ${first}, 'individual',
      case when n % 20 = 0 then 'failed' else 'success' end,
      case when n % 20 = 0 then '550 5.1.1 No such mailbox' end, 'email_gmail', ${at}`,
  audit_log: sql`insert into audit_log (at, actor_id, action, subject, before, after)
    select ${at}, null, (string_to_array('contact_submission.triaged,donation.recorded,submissions.exported', ','))[1 + n % 3],
      ${id('contact')}::text, null, '{"status": "answered"}'`,
  message_reports: sql`insert into message_reports (id, message_id, reporter_id, reported_id, reason, note, subject,
      content, sent_at, created_at, outcome, resolved_by, resolved_at)
    select ${id('report')}, ${id('message')}, ${id('user')}, overlay(overlay(md5('user' || (n / 2 + 1)) placing '4' from 13)
        placing '8' from 17)::uuid, 'spam', '', 'Our evening in ' || ${country}, ${words}, ${at}, ${at},
      case when n % 4 > 0 then 'dismissed' end, case when n % 4 > 0 then ${id('admin')} end,
      case when n % 4 > 0 then ${at} end`,
  mail_suppressions: sql`insert into mail_suppressions (id, address, reason, created_at)
    select ${id('suppression')}, ${email}, case when n % 50 = 0 then 'complaint' else 'bounced' end, ${at}`,
  mail_batches: sql`insert into mail_batches (id, subject, message, is_spread, state, total, sent, created_by, created_at,
      finished_at)
    select case n when 1 then ${sql.raw(`'${FIRST_BATCH}'::uuid`)} else ${id('batch')} end, 'News of ' || ${country}, ${words}, true, 'done', 10, 10, ${id('admin')}, ${at}, ${at}`,
  /** All of the first bulk mail; one in twenty failed. */
  bulk_mails: sql`insert into bulk_mails (batch_id, address, name, locale, state, attempts, next_attempt_at, error,
      updated_at)
    select ${sql.raw(`'${FIRST_BATCH}'`)}, ${email}, ${first}, 'en', case when n % 20 = 0 then 'failed' else 'sent' end, 1, ${at},
      case when n % 20 = 0 then '550 5.1.1 No such mailbox' end, ${at}`,
  chain_receipts: sql`insert into chain_receipts (id, chain_id, tx_hash, log_index, token, from_address, to_address, units,
      block_number, block_hash, block_at, state, review_reason, seen_at, updated_at)
    select ${id('receipt')}, 1, '0x' || md5('a' || n) || md5('b' || n), 0, 'USDT', '0x' || left(md5('c' || n) || md5('d' || n), 40),
      '0x' || left(md5('ours') || md5('ours'), 40), 1000000, n, '0x' || md5('e' || n), ${at}, 'review',
      case when n % 50 = 0 then 'late' else 'unmatched' end, ${at}, ${at}`,
  donations: sql`insert into donations (id, donor_name, donor_email, donor_country, amount_cents, payment_method,
      message, is_anonymous, received_on, recorded_by, created_at)
    select ${id('donation')}, ${first} || ' ' || ${last}, ${email}, ${country}, 1000 + n % 500, 'credit_card', ${words},
      false, (${at})::date, ${id('admin')}, ${at}`,
} satisfies Record<string, SQL>;

export type FilledTable = keyof typeof STATEMENTS;

/** Fills an empty table of a migrated database by SQL: a million rows one by one would take hours. */
export async function fillTable(db: Database, table: FilledTable, rows: number): Promise<void> {
  // Indexes of texts are made anew at the end, which takes a fraction of the time.
  const { rows: words } = await db.execute<{ name: string; made: string }>(
    sql`select indexname as name, indexdef as made from pg_indexes
        where tablename = ${table} and indexdef like '%USING gin%'`,
  );
  for (const { name } of words) await db.execute(sql.raw(`drop index ${name}`));
  // In steps, so that no statement is endless.
  for (let from = 1; from <= rows; from += 100_000) {
    const until = Math.min(rows, from + 99_999);
    await db.execute(
      sql`${STATEMENTS[table]} from generate_series(${sql.raw(`${from}, ${until}`)}) as n`,
    );
  }
  for (const { made } of words) await db.execute(sql.raw(made));
  await db.execute(sql.raw(`vacuum analyze ${table}`));
}

export const fillSignatures = (db: Database, rows: number) =>
  fillTable(db, 'unity_declarations', rows);
