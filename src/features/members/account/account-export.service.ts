import type { RequestContext } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import {
  type DataPart,
  type DataSubject,
  dataPart,
  type PersonalDataSource,
  type Row,
  type Value,
} from '../../../server/personal-data.ts';
import { listSessionsOf } from '../../../server/security/session.store.ts';
import type { AnswerFile } from '../../../shared/endpoint.ts';
import { words } from '../../../shared/words.ts';
import { deviceOf } from '../device.rules.ts';
import type { UserRow } from '../../../server/user.store.ts';
import { findProfile } from '../profile/profile.store.ts';
import { describeSecondFactor } from '../second-factor/second-factor.service.ts';
import type { ExportForm } from './account.contract.ts';
import { FIELD_LABELS } from './account-export.rules.ts';

type ExportContext = Pick<
  RequestContext<never>,
  'db' | 'clock' | 'publicUrl' | 'translate' | 'language'
>;
type Say = (sentence: string, values?: Record<string, string>) => string;

interface Exported {
  /** None of someone without an account. */
  account: UserRow | undefined;
  subject: DataSubject;
}

/** A person's data as a file that opens everywhere: for programs, or to be read and printed. */
export function exportAs(
  context: ExportContext,
  { account, subject }: Exported,
  { form, sources }: { form: ExportForm; sources: readonly PersonalDataSource[] },
): AnswerFile {
  const parts = [
    ...(account ? accountParts(context.db, account) : []),
    ...sources.flatMap((source) => source.export?.(context.db, subject) ?? []),
  ];
  const day = context.clock.now().toISOString().slice(0, 10);
  const name = `one-africa-passport-${day}.${form}`;
  return form === 'json'
    ? { name, type: 'application/json; charset=utf-8', chunks: asJson(context, parts) }
    : { name, type: 'text/html; charset=utf-8', chunks: asHtml(context, parts) };
}

function accountParts(db: Database, user: UserRow): DataPart[] {
  return [
    dataPart('account', words('Account'), async () => [accountRow(user)], { isOne: true }),
    dataPart(
      'security',
      words('Account security'),
      async () => {
        const { totp, recoveryCodesLeft } = await describeSecondFactor(db, user.id);
        return [{ usesAuthenticatorApp: totp, recoveryCodesLeft }];
      },
      { isOne: true },
    ),
    dataPart('passkeys', words('Passkeys'), async () =>
      (await describeSecondFactor(db, user.id)).passkeys.map(({ id: _, ...passkey }) => passkey),
    ),
    dataPart('sessions', words('Browsers that are logged in'), async () =>
      (await listSessionsOf(db, user.id)).map(({ sess, createdAt, lastSeenAt, expire }) => ({
        ...deviceOf(sess.userAgent),
        userAgent: sess.userAgent,
        createdAt,
        lastSeenAt,
        expiresAt: expire,
      })),
    ),
    dataPart('profile', words('Profile'), () => profileRows(db, user.id), { isOne: true }),
  ];
}

const accountRow = (user: UserRow): Row => ({
  id: user.id,
  email: user.email,
  emailVerifiedAt: user.emailVerifiedAt,
  firstName: user.firstName,
  lastName: user.lastName,
  language: user.locale,
  isAdministrator: user.isAdmin,
  wantsMessageMail: user.messageMail,
  createdAt: user.createdAt,
  updatedAt: user.updatedAt,
  lastSeenAt: user.lastSeenAt,
  suspendedAt: user.suspendedAt,
  suspendedFor: user.suspendedFor,
});

async function profileRows(db: Database, userId: string): Promise<Row[]> {
  const profile = await findProfile(db, userId);
  if (!profile) return [];
  const { country, city, bio, interests, isPublic, createdAt, updatedAt } = profile;
  return [{ country, city, bio, interests, isPublic, createdAt, updatedAt }];
}

async function* asJson(
  { clock, publicUrl }: ExportContext,
  parts: readonly DataPart[],
): AsyncIterable<string> {
  const head = { exportedAt: clock.now(), site: publicUrl };
  yield JSON.stringify(head).slice(0, -1);
  for (const { name, isOne, rows } of parts) {
    yield `,\n"${name}":${isOne ? '' : '['}`;
    let count = 0;
    for await (const row of rows()) yield `${count++ > 0 ? ',\n' : ''}${JSON.stringify(row)}`;
    yield isOne ? (count === 0 ? 'null' : '') : ']';
  }
  yield '\n}\n';
}

/** The file is opened from a disk: whatever a member wrote in it may load and run nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** The colours of web/theme.css, which a file on a disk cannot load. */
const STYLE =
  ':root{color-scheme:light dark;--paper:#f7f1e5;--rule:#e4d3b4;--ink:#1d1a2b;--muted:#575064;--heading:#22244f}@media(prefers-color-scheme:dark){:root{--paper:#14142b;--rule:#34345a;--ink:#f0e6d2;--muted:#b9adc0;--heading:#f0e6d2}}body{font:17px/1.5 system-ui;max-width:46rem;margin:2rem auto;padding:0 1rem;background:var(--paper);color:var(--ink)}h1,h2{color:var(--heading)}dl{border-top:1.5px solid var(--rule);padding:.75rem 0;margin:0}dt{color:var(--muted);font-size:.85rem}dd{margin:0 0 .5rem;white-space:pre-wrap;overflow-wrap:anywhere}dl{break-inside:avoid}';

async function* asHtml(context: ExportContext, parts: readonly DataPart[]): AsyncIterable<string> {
  const { language, translate, clock, publicUrl } = context;
  const say: Say = (sentence, values) => translate(sentence, language, values);
  const format = valueFormat(say, language);
  const title = escaped(say(words('What we keep about you')));
  const origin = say(words('From {site}, as of {moment}'), {
    site: publicUrl,
    moment: format(clock.now()),
  });
  yield `<!doctype html>\n<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${escaped(origin)}</p>`;
  for (const part of parts) {
    yield `<section><h2>${escaped(say(part.heading))}</h2>`;
    let isEmpty = true;
    for await (const row of part.rows()) {
      isEmpty = false;
      yield `<dl>${rowHtml(part, row, say, format)}</dl>`;
    }
    yield isEmpty ? `<p>${escaped(say(words('Nothing.')))}</p></section>` : '</section>';
  }
  yield '</main></body></html>\n';
}

/** The filled fields of a row, each under its label. */
function rowHtml(
  { labels }: DataPart,
  row: Row,
  say: Say,
  format: (value: NonNullable<Value>) => string,
): string {
  const describe = (field: string, value: NonNullable<Value>) => {
    const sentence = labels?.[field]?.[String(value)];
    return sentence ? say(sentence) : format(value);
  };
  return Object.entries(row)
    .filter((field): field is [string, NonNullable<Value>] => field[1] !== null && field[1] !== '')
    .map(
      ([field, value]) =>
        `<dt>${escaped(say(FIELD_LABELS[field] ?? field))}</dt><dd dir="auto">${escaped(describe(field, value))}</dd>`,
    )
    .join('');
}

function valueFormat(say: Say, language: string): (value: NonNullable<Value>) => string {
  const dateFormat = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return (value) => {
    if (value instanceof Date) return `${dateFormat.format(value)} UTC`;
    if (typeof value === 'boolean') return value ? say(words('Yes')) : say(words('No'));
    return String(value);
  };
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
