import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { PAYMENTS_BEFORE_CANCELLING } from '../../src/features/payments/pricing/pricing.rules.ts';
import { type Operation, ENDPOINTS, type Kind, KINDS } from './operations.ts';

/** The database read from beside the app. */
export interface DatabaseReader {
  rows<Row>(sql: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export async function readPostgres(url: string): Promise<DatabaseReader> {
  const client = new pg.Client({ connectionString: url, statement_timeout: 20_000 });
  await client.connect();
  return {
    rows: async <Row>(sql: string, values: unknown[] = []) =>
      (await client.query(sql, values)).rows as Row[],
    close: () => client.end(),
  };
}

/** Of a folder that no process uses; it is recovered and written to, so give it a copy. */
export async function readFolder(folder: string): Promise<DatabaseReader> {
  const engine = await PGlite.create({ dataDir: folder });
  return {
    rows: async <Row>(sql: string, values: unknown[] = []) =>
      (await engine.query<Row>(sql, values)).rows,
    close: () => engine.close(),
  };
}

/** Kinds whose rows bear no mark of their own: the pairs below count them against their keys. */
type Counted = 'logIn' | 'logOut' | 'details' | 'link' | 'askLink' | 'open';
/** Markers of the rows that a kind has left behind. */
const EFFECTS: Readonly<Record<Exclude<Kind, Counted>, string>> = {
  sign: `select split_part(email, '@', 1) from unity_declarations`,
  contact: `select split_part(email, '@', 1) from contact_submissions`,
  volunteer: `select split_part(email, '@', 1) from volunteer_submissions`,
  partner: `select split_part(contact_email, '@', 1) from partner_submissions`,
  register: `select split_part(email, '@', 1) from users where not is_admin`,
  draft: `select split_part(email, '@', 1) from passport_applications where email like 'd%'`,
  claim: `select lower(claim_number) from payments where claim_number like 'P%'`,
  claimDraft: `select lower(claim_number) from payments where claim_number like 'Q%'`,
  stop: `select split_part(email, '@', 1) from passport_applications a
    join payment_schedules s on s.application_id = a.id where email like 'r%' and s.status = 'cancelled'`,
  write: `select subject from messages`,
  read: `select '${KINDS.read}' || substr(subject, 2) from messages where is_read and read_at is not null`,
  report: `select '${KINDS.report}' || substr(subject, 2) from message_reports`,
};

/** Markers of the keys of a kind. */
const keysOf = (kind: Kind) => `
  select substr(key, 7) from idempotency_keys where split_part(scope, ' ', 1) = '${ENDPOINTS[kind]}'
    and key like 'prove-${KINDS[kind].startsWith('-') ? '%' : ''}${KINDS[kind]}%'`;

/** Answers the acknowledged actions that are not in the ledger, with what is missing of them. */
export async function findLost(
  reader: DatabaseReader,
  done: readonly Operation[],
): Promise<string[]> {
  const lost: string[] = [];
  for (const kind of Object.keys(KINDS) as Kind[]) {
    const markers = done.filter((operation) => operation.kind === kind).map(({ marker }) => marker);
    for (const [part, sql] of [
      ['row', (EFFECTS as Partial<Record<Kind, string>>)[kind]],
      ['key', keysOf(kind)],
    ] as const) {
      if (!sql) continue;
      const missing = await reader.rows<{ marker: string }>(
        `select marker from unnest($1::text[]) as marker where marker not in (${sql})`,
        [markers],
      );
      lost.push(...missing.map(({ marker }) => `${kind} ${marker}: its ${part}`));
    }
  }
  return lost;
}

const job = (name: string, of: string) =>
  `exists (select from pgboss.job where name = '${name}' and data->>'id' = ${of}.id::text)`;
/** What the jobs of a name have in a list, one row each. */
const listed = (name: string, list: string) =>
  `select jsonb_array_elements(data->'${list}') as one from pgboss.job where name = '${name}'`;
const hasNoRow = (name: string, table: string, left = '') => `
  select name || ' ' || (data->>'id') from pgboss.job
  where name = '${name}' and not exists (select from ${table} t where t.id::text = data->>'id' ${left})`;

/** Payments and applications of the plans that were prepared go another way; see `preparePlans`. */
const isPlans = (payment: string) => `${payment}.instalment_id in (
  select i.id from instalments i join payment_schedules s on s.id = i.schedule_id
  join passport_applications a on a.id = s.application_id where a.email like 'r%')`;

/** Drafts of which something was not done as often as there are keys of these kinds; `done` has `id` and `n`. */
const unlikeKeys = (kinds: readonly Kind[], done: string, before = 0) => `
  select a.email from passport_applications a
  left join (select split_part(marker, '-', 1) as marker, count(*) as n
    from (${kinds.map(keysOf).join(' union all ')}) as k (marker) group by 1) k on k.marker = split_part(a.email, '@', 1)
  left join (${done}) done on done.id = a.id
  where a.email like 'd%' and coalesce(done.n, 0) <> ${before} + coalesce(k.n, 0)`;

/** Each finds halves of things that belong together; the answer is one text per half. */
const HALVES: Readonly<Record<string, string>> = {
  'signature without its job': `select email from unity_declarations d where not exists (
    select from (${listed('declaration-signed', 'signatures')}) s where s.one->>'id' = d.id::text)`,
  'job without its signature': `select s.one->>'id' from (${listed('declaration-signed', 'signatures')}) s
    where not exists (select from unity_declarations d where d.id::text = s.one->>'id')`,
  'message without its job': `select email from contact_submissions c where not ${job('contact-received', 'c')}`,
  'job without its message': hasNoRow('contact-received', 'contact_submissions'),
  'volunteer without their job': `select email from volunteer_submissions v where not ${job('volunteer-received', 'v')}`,
  'job without its volunteer': hasNoRow('volunteer-received', 'volunteer_submissions'),
  'partner without their job': `select contact_email from partner_submissions p where not ${job('partner-received', 'p')}`,
  'job without its partner': hasNoRow('partner-received', 'partner_submissions'),
  'mail without its job': `select recipient_address from outgoing_mails m where not exists (
    select from (${listed('mail-deliver', 'ids')}) j where j.one #>> '{}' = m.id::text)`,
  'job without its mail': `select j.one #>> '{}' from (${listed('mail-deliver', 'ids')}) j
    where not exists (select from outgoing_mails m where m.id::text = j.one #>> '{}')`,
  'mails that ended differ from the history': `
    select ended || ' ended, ' || logged || ' in the history' from
      (select count(*) as ended from outgoing_mails where next_attempt_at is null) e,
      (select count(*) as logged from email_logs) l
    where ended <> logged`,
  'application without one live schedule': `
    select a.email from passport_applications a
    where a.email not like 'r%'
      and (select count(*) from payment_schedules s where s.application_id = a.id and s.status <> 'cancelled') <> 1`,
  'schedule without all of its instalments': `
    select s.id::text from payment_schedules s
    where (select count(*) from instalments i where i.schedule_id = s.id) <> s.payments`,
  'application without its browser': `
    select email from passport_applications a where not exists (select from application_owners o where o.application_id = a.id)`,
  'payment without all of its events': `
    select p.id::text from payments p
    where not ${isPlans('p')}
      and (select array_agg(e."to" order by e.id) from payment_events e where e.payment_id = p.id) is distinct from
        case when p.status = 'claimed' then array['created', 'awaiting_transfer', 'claimed']
          else array['created', 'awaiting_transfer'] end`,
  'payment that ended half way': `
    select p.id::text from payments p
    where not ${isPlans('p')}
      and (p.status not in ('awaiting_transfer', 'claimed') or (p.status = 'claimed') <> (p.claim_number is not null))`,
  'claim without its job': `
    select claim_number from payments p where claim_number is not null and not ${job('claim-received', 'p')}`,
  'job without its claim': hasNoRow('claim-received', 'payments'),
  'submitted without its job': `
    select email from passport_applications a where application_status = 'submitted' and not ${job('application-submitted', 'a')}`,
  'job without its submitted': hasNoRow(
    'application-submitted',
    'passport_applications',
    `and application_status = 'submitted'`,
  ),
  'application and claim disagree': `
    select a.email from passport_applications a
    left join payment_schedules s on s.application_id = a.id and s.status <> 'cancelled'
    left join instalments i on i.schedule_id = s.id and i.number = 1
    left join payments p on p.instalment_id = i.id and p.status = 'claimed'
    where a.email not like 'r%' and ((p.id is null) <> (a.application_status = 'draft')
      or (p.id is null) <> (a.payment_status = 'pending')
      or (p.id is null) <> (a.submitted_at is null))`,
  'transfer that is waited for without its mail': `
    select p.id::text from payments p where status = 'awaiting_transfer' and not ${job('transfer-details', 'p')}`,
  'mails of transfer details and keys disagree': unlikeKeys(
    ['details'],
    `select s.application_id as id, count(*) as n from pgboss.job j
      join payments p on p.id::text = j.data->>'id' join instalments i on i.id = p.instalment_id
      join payment_schedules s on s.id = i.schedule_id where j.name = 'transfer-details' group by 1`,
  ),
  'mails of links and keys disagree': unlikeKeys(
    ['link', 'askLink'],
    `select (data->>'id')::uuid as id, count(*) as n from pgboss.job where name = 'application-link' group by 1`,
  ),
  // One browser by keeping the draft, one more by each opening.
  'browsers and keys disagree': unlikeKeys(
    ['open'],
    'select application_id as id, count(*) as n from application_owners group by 1',
    1,
  ),
  'plan that was stopped half way': `
    select a.email from passport_applications a join payment_schedules s on s.application_id = a.id
    where a.email like 'r%' and (
      (select count(*) from pgboss.job where name = 'plan-stopped' and data->>'id' = a.id::text)
        <> (s.status = 'cancelled')::int
      or (select count(*) from instalments i where i.schedule_id = s.id and i.status = 'cancelled')
        <> case when s.status = 'cancelled' then s.payments - ${PAYMENTS_BEFORE_CANCELLING} else 0 end)`,
  'message without both sides of its conversation': `
    select m.subject from messages m where (select count(*) from conversations c where c.last_at >= m.created_at
      and (c.member_id, c.other_id) in ((m.sender_id, m.recipient_id), (m.recipient_id, m.sender_id))) <> 2`,
  'conversation that counts other messages as unread': `
    select c.member_id::text from conversations c where c.unread <> (select count(*) from messages m
      where m.recipient_id = c.member_id and m.sender_id = c.other_id and not m.is_read)`,
  'conversation whose last message is another': `
    select c.member_id::text from conversations c left join messages l on l.id = c.last_message_id
    where l.created_at is distinct from c.last_at`,
  // One session by registering, one more by each log-in, one less by each log-out that found its session.
  'sessions and keys disagree': `
    select u.email from users u
    left join (select user_id, count(*) as n from sessions group by 1) s on s.user_id = u.id
    left join (select split_part(substr(key, 7), '-', 1) as marker, count(*) as n from idempotency_keys
      where scope like 'logIn %' and key like 'prove-u%-l%' group by 1) i on i.marker = split_part(u.email, '@', 1)
    left join (select split_part(scope, ' ', 2) as id, count(*) as n from idempotency_keys
      where scope like 'logOut %' group by 1) o on o.id = u.id::text
    where not u.is_admin and coalesce(s.n, 0) <> 1 + coalesce(i.n, 0) - coalesce(o.n, 0)`,
};

export interface Findings {
  halves: string[];
  doubles: string[];
  /** Rows that the writers' actions left behind. */
  rows: number;
}

/** Looks for halves of pairs, for keys without effect and effects without key, and for doubles. */
export async function audit(reader: DatabaseReader): Promise<Findings> {
  const halves: string[] = [];
  const doubles: string[] = [];
  let rows = 0;
  for (const [what, sql] of Object.entries(HALVES)) {
    for (const half of await reader.rows<Record<string, string>>(sql))
      halves.push(`${what}: ${Object.values(half)[0]}`);
  }
  for (const [kind, effects] of Object.entries(EFFECTS) as [keyof typeof EFFECTS, string][]) {
    const found = await reader.rows<{ marker: string; rows: number; keys: number }>(`
      select marker, e.n::int as rows, k.n::int as keys
      from (select marker, count(*) as n from (${effects}) as e (marker) group by 1) e
      full join (select marker, count(*) as n from (${keysOf(kind)}) as k (marker) group by 1) k using (marker)`);
    for (const one of found) {
      rows += one.rows ?? 0;
      if (!one.rows) halves.push(`${kind}: the key of ${one.marker} has no effect`);
      if (!one.keys) halves.push(`${kind}: the effect of ${one.marker} has no key`);
      if (one.rows > 1) doubles.push(`${kind} ${one.marker}: ${one.rows} rows`);
    }
  }
  return { halves, doubles, rows };
}
