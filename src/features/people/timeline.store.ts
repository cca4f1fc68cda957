import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../server/database/database.ts';
import type { PageFound, PageOf } from '../../server/lists/page.store.ts';
import type { Permission } from '../../shared/access.ts';
import type { TimelineKind } from './person.rules.ts';

/** One thing that happened with a person; `at` as it comes from the database. */
export interface TimelineRow extends Record<string, unknown> {
  id: string;
  kind: TimelineKind;
  at: Date | string;
  of: string;
  title: string | null;
  text: string | null;
  status: string | null;
  cents: string | null;
  byId: string | null;
  /** The address of the record that it is about. */
  email: string;
}

type Source = (email: SQL) => SQL;

/** Of the requests of a kind: that it came in, what was noted about it, what was answered. */
const requestsOf =
  (kind: 'contact' | 'volunteer' | 'partner', address: string, title: string, text: string) =>
  (email: SQL) => {
    const [requests, notes, replies] = [
      sql.raw(`${kind}_submissions`),
      sql.raw(`${kind}_notes`),
      sql.raw(`${kind}_replies`),
    ];
    const theirs = sql`r.${sql.raw(address)} = ${email}`;
    return sql`
    select ${sql.raw(`'${kind}'`)} || r.id, ${sql.raw(`'${kind}'`)}, r.created_at, r.id,
      ${sql.raw(title)}, ${sql.raw(text)}, null, null::bigint, null::uuid from ${requests} r where ${theirs}
    union all
    select 'note' || n.id, 'note', n.created_at, r.id, null, n.text, ${sql.raw(`'${kind}'`)}, null, n.author_id
      from ${requests} r join ${notes} n on n.submission_id = r.id where ${theirs}
    union all
    select 'answered' || a.id, 'answered', a.created_at, r.id, a.subject, a.text, ${sql.raw(`'${kind}'`)}, null, a.author_id
      from ${requests} r join ${replies} a on a.submission_id = r.id where ${theirs}`;
  };

/** LIST of the sources of the timeline, each with the permission that reads it. Columns in the order of the first. */
const SOURCES: readonly (readonly [permission: Permission, source: Source])[] = [
  [
    'submissions:read',
    (email) => sql`
    select 'signed' || d.id as id, 'signed' as kind, d.signed_at as at, d.id as of, d.country as title,
      null as text, null as status, null::bigint as cents, null::uuid as by_id
      from unity_declarations d where d.email = ${email}
    union all
    select 'confirmed' || d.id, 'confirmed', d.confirmed_at, d.id, null, null, null, null, null
      from unity_declarations d where d.email = ${email} and d.confirmed_at is not null
    union all
    select 'note' || n.id, 'note', n.created_at, n.id, null, n.text, null, null, n.author_id
      from person_notes n where n.address = ${email}
    union all
    select 'paper' || p.id, 'signed_on_paper', p.entered_at, p.id, p.country, null, null, null, p.entered_by
      from paper_signatures p where p.email = ${email}
    union all
    select 'invalidated' || d.id, 'invalidated', d.invalidated_at, d.id, null, null, null, null, null
      from unity_declarations d where d.email = ${email} and d.invalidated_at is not null`,
  ],
  ['submissions:read', requestsOf('contact', 'email', 'null', 'r.message')],
  ['submissions:read', requestsOf('volunteer', 'email', 'null', 'r.motivation')],
  ['submissions:read', requestsOf('partner', 'contact_email', 'r.organization_name', 'r.message')],
  [
    'submissions:read',
    (email) => sql`
    select 'begun' || a.id, 'application_begun', a.created_at, a.id, a.reference, null, null, null, null
      from passport_applications a where a.email = ${email}
    union all
    select 'step' || e.id, 'application_step', e.at, a.id, a.reference, e.note, e."to", null,
      case when e.actor = 'admin' then e.actor_id end
      from passport_applications a join application_events e on e.application_id = a.id where a.email = ${email}`,
  ],
  [
    'payments:read',
    (email) => sql`
    select 'payment' || e.id, 'payment_step', e.at, a.id, a.reference, e.reason,
      case when e.data ? 'corrects' then 'corrected' else e."to" end,
      case when e.data ? 'corrects' then (e.data->>'takenBackCents')::bigint when e."to" in ('refunded', 'partially_refunded', 'reversed') then p.refunded_cents
        else coalesce(p.received_cents, p.amount_cents) end,
      case when e.actor = 'admin' then e.actor_id end
      from passport_applications a
      join payment_schedules s on s.application_id = a.id
      join instalments i on i.schedule_id = s.id
      join payments p on p.instalment_id = i.id
      join payment_events e on e.payment_id = p.id
      where a.email = ${email} and e."to" in
        ('claimed', 'succeeded', 'failed', 'disputed', 'refunded', 'partially_refunded', 'reversed')`,
  ],
  [
    'donations:read',
    (email) => sql`
    select 'donated' || g.id, 'donated', g.created_at, g.id, null, g.message, null, g.amount_cents, g.recorded_by
      from donations g where g.donor_email = ${email}`,
  ],
  [
    'users:read',
    (email) => sql`
    select 'joined' || u.id, 'joined', u.created_at, u.id, null, null, null, null, null
      from users u where u.email = ${email}
    union all
    select 'verified' || u.id, 'verified', u.email_verified_at, u.id, null, null, null, null, null
      from users u where u.email = ${email} and u.email_verified_at is not null
    union all
    select 'suspended' || u.id, 'suspended', u.suspended_at, u.id, null, u.suspended_for, null, null, null
      from users u where u.email = ${email} and u.suspended_at is not null`,
  ],
  [
    'users:moderate',
    (email) => sql`
    select 'reported' || r.id, 'reported', r.created_at, u.id, null, nullif(r.note, ''), r.reason, null, null
      from users u join message_reports r on r.reported_id = u.id where u.email = ${email}`,
  ],
  [
    'mail:read',
    (email) => sql`
    select 'mail' || l.id, case l.status when 'success' then 'mailed' else 'mail_failed' end, l.sent_at, l.id,
      l.subject, l.error_message, l.email_type, null, null
      from email_logs l where l.recipient_email = ${email}`,
  ],
];

/** A page of what happened with these addresses, newest first, of that which these permissions let someone read. */
export async function listTimeline(
  db: Database,
  { emails, permissions }: { emails: readonly string[]; permissions: readonly Permission[] },
  { after, limit }: PageOf,
): Promise<PageFound<TimelineRow>> {
  const sources = SOURCES.filter(([permission]) => permissions.includes(permission));
  const events = emails.map((email) => {
    const theirs = sources.map(([, source]) => source(sql`${email}::text`));
    return sql`select *, ${email}::text as email from (${sql.join(theirs, sql` union all `)}) as theirs`;
  });
  const behind = after ? sql`where (at, id) < (${after[0]}::timestamptz, ${after[1]})` : sql``;
  const { rows: found } = await db.execute<TimelineRow & { timestamp: string }>(sql`
    select id, kind, at, of, title, text, status, cents::text as cents, by_id as "byId", email, at::text as timestamp
    from (${sql.join(events, sql` union all `)}) as events ${behind}
    order by at desc, id desc limit ${limit + 1}`);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last && [last.timestamp, last.id] };
}
