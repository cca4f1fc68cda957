// Line breaks, encoded words, NUL and a thousand addresses in every field of every form that mail can come of.
//
//   node prove/header-injection.ts           every text in every field
//   node prove/header-injection.ts --quick   each field gets some of the texts
//
// Requirements (security.md §3): no 5xx; every mail that left has one reader, who is known to us; no header that we
// do not write; nothing of what was typed begins a header, names a further reader or is decoded as words of a mail
// program. Read from the mails as they came over the wire at the sandbox's mail server.
import { existsSync } from 'node:fs';
import PostalMime, { type Address } from 'postal-mime';
import { sql } from 'drizzle-orm';
import { safeParse } from 'zod/v4/core';
import { routes } from '../src/server/routes.ts';
import { openSite, type Site, type Visitor } from '../src/server/testing.ts';
import type { AnyEndpoint } from '../src/shared/endpoint.ts';
import type { AppContext } from '../src/server/context.ts';
import { Figures } from './figures.part.ts';
import { chanceFrom } from './chance.part.ts';
import { pathOf, sampleOf } from './fuzz/sample.ts';
import { prepareSites } from './sites.part.ts';
import { inWorkspace, type Workspace, until } from '../testing/workspace.ts';

const INTRUDER = 'intruder@inject.example';
const DECODED = 'These words were decoded';
const encoded = Buffer.from(`${DECODED}\r\nBcc: ${INTRUDER}`).toString('base64');
const THOUSAND = Array.from({ length: 1000 }, (_, n) => `reader${n}@inject.example`).join(', ');

/** LIST of texts that want to become headers or readers. */
const TEXTS = [
  `Awa\r\nBcc: ${INTRUDER}`,
  `Awa\nBcc: ${INTRUDER}`,
  `Awa\rBcc: ${INTRUDER}`,
  `Awa\r\n\r\nBcc: ${INTRUDER}\r\n\r\nA body`,
  `Awa\u2028Bcc: ${INTRUDER}`,
  `Awa\u0085Bcc: ${INTRUDER}`,
  `Awa%0d%0aBcc: ${INTRUDER}`,
  `Awa\\r\\nBcc: ${INTRUDER}`,
  `Awa\0Bcc: ${INTRUDER}`,
  `=?utf-8?B?${encoded}?=`,
  `=?utf-8?Q?${DECODED.replaceAll(' ', '_')}=0D=0ABcc:_${INTRUDER.replace('@', '=40')}?=`,
  `Awa" <${INTRUDER}>, "Kofi`,
  `Awa <${INTRUDER}>`,
  `awa@prove.example, ${INTRUDER}`,
  `awa@prove.example;${INTRUDER}`,
  `awa@prove.example\r\nRCPT TO:<${INTRUDER}>`,
  `"awa\r\nBcc: ${INTRUDER}\r\n"@prove.example`,
  `awa@prove.example>\r\nX-Injected: yes`,
  `Group: ${INTRUDER};`,
  THOUSAND,
] as const;
const eachInQuick = 2;

/** Calls that end the session, close the forms or change the mail server: no way into a header. */
const LEFT_OUT =
  /^(logOut|deleteAccount|changePassword|changeAdminPassword|changeUsername|endOtherSessions|setPause\w*|setRetention\w*|reauthenticate|confirmEmailChange|activateEmailConfig|setMailLimits)$/;

const FORMS = routes
  .map(({ endpoint }) => endpoint)
  .filter(({ body, signed, name }) => body && !signed && !LEFT_OUT.test(name));

interface Tried {
  fields: number;
  sent: number;
  taken: number;
  refused: number;
  failed: string[];
}

type Body = Record<string, unknown>;

/** The places of a body that hold text, one level deep. */
function textPlaces(body: Body): { holder: Body; field: string }[] {
  const inner = Object.values(body).filter(
    (value): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value),
  );
  return [body, ...inner].flatMap((holder) =>
    Object.entries(holder)
      .filter(([, value]) => typeof value === 'string')
      .map(([field]) => ({ holder, field })),
  );
}

function soundBody({ body: schema, name }: AnyEndpoint, n: number): Body {
  if (!schema) throw new Error(`${name} has no body.`);
  for (let tries = 0; tries < 300; tries++) {
    const body = sampleOf(schema, chanceFrom(n * 1000 + tries), n * 1000 + tries) as Body;
    if (safeParse(schema, body).success) return body;
  }
  // The generator cannot fill it in soundly: its fields are tried all the same.
  return sampleOf(schema, chanceFrom(n), n) as Body;
}

interface Callers {
  visitor: Visitor;
  member: Visitor;
  admin: Visitor;
}

const callerFor = ({ access }: AnyEndpoint, { visitor, member, admin }: Callers) => {
  if (access.who === 'anyone') return visitor;
  return access.who === 'member' ? member : admin;
};

/** Sends every form with each of its texts replaced, one at a time. */
async function tryForms(site: Site, isQuick: boolean): Promise<Tried> {
  const tried: Tried = { fields: 0, sent: 0, taken: 0, refused: 0, failed: [] };
  const callers = {
    visitor: site.visitor(),
    member: await site.loggedIn('member'),
    admin: await site.loggedIn('admin'),
  };
  for (const [n, form] of FORMS.entries()) {
    const places = textPlaces(soundBody(form, n)).length;
    for (let place = 0; place < places; place++) {
      tried.fields++;
      for (const [number, text] of TEXTS.entries()) {
        if (isQuick && (number + tried.fields) % (TEXTS.length / eachInQuick) >= 1) continue;
        const body = soundBody(form, n + FORMS.length * (tried.sent + 1));
        const at = textPlaces(body)[place];
        if (!at) continue;
        at.holder[at.field] = text;
        const path = pathOf(form, chanceFrom(n), n);
        const { status } = await callerFor(form, callers).send(form.method, path, body);
        tried.sent++;
        if (status < 400) tried.taken++;
        else tried.refused++;
        // Money by card is off here, which 503 says.
        if (status >= 500 && status !== 503)
          tried.failed.push(`${form.name}.${at.field} was answered with ${status}`);
        if (status === 401 && form.access.who !== 'anyone')
          tried.failed.push(`${form.name} was asked by nobody any more`);
      }
    }
  }
  return tried;
}

/** Until every mail that can leave now has left; what a server put off, or a limit of ours, is tried much later. */
async function untilSent(site: Site): Promise<void> {
  await until(
    async () => {
      const { rows } = await site.db.execute<{ waiting: number }>(
        sql`select count(*)::int as waiting from pgboss.job where state < 'completed' and start_after <= now()`,
      );
      const waiting = rows[0]?.waiting ?? 0;
      if (waiting > 0) throw new Error(`${waiting} jobs still wait.`);
    },
    60_000,
    100,
  );
}

/** LIST of the headers that mails of ours have. */
const OURS = new Set(
  `from to subject date message-id mime-version content-type content-transfer-encoding reply-to auto-submitted
   list-unsubscribe list-unsubscribe-post precedence x-auto-response-suppress received return-path delivered-to feedback-id`.split(
    /\s+/,
  ),
);

const addressesIn = (list: readonly Address[] | undefined): string[] =>
  (list ?? []).flatMap(({ address = '', group }) => (group ? addressesIn(group) : [address]));

interface Wire {
  source: string;
  readers: string[];
}

/** The faults of a mail as it came over the wire. */
async function faultsIn({ source, readers }: Wire): Promise<string[]> {
  const head = source.slice(0, source.search(/\r?\n\r?\n/));
  const mail = await PostalMime.parse(source);
  const { subject = '', from, to, cc, bcc, replyTo } = mail;
  const people = [from, ...(to ?? []), ...(replyTo ?? [])].filter((one) => one !== undefined);
  const shown = [subject, ...people.map(({ name }) => name ?? '')];
  const strange = mail.headers.map(({ key }) => key).filter((key) => !OURS.has(key));
  return [
    ...strange.map((name) => `a header ${name}`),
    ...(readers.length === 1 ? [] : [`${readers.length} readers`]),
    ...(addressesIn(to).length === 1 ? [] : [`${addressesIn(to).length} addresses in To`]),
    ...(cc || bcc ? ['a copy'] : []),
    ...[...readers, ...addressesIn(people)]
      .filter((address) => address.endsWith('@inject.example'))
      .map((address) => `the reader ${address}`),
    ...(/\0|\r(?!\n)|(?<!\r)\n/.test(head) ? ['a bare control character in its head'] : []),
    ...shown.filter((text) => /[\r\n\0]/.test(text)).map(() => 'a line break in a header'),
    // Typed as an encoded word, it must be read as it was typed.
    ...shown
      .filter((text) => text.includes(DECODED) && !text.includes('=?'))
      .map(() => 'decoded words'),
  ];
}

async function prove(workspace: Workspace): Promise<boolean> {
  await prepareSites(workspace);
  const built = new URL('../dist/server/mails.js', import.meta.url).pathname;
  if (!existsSync(built)) throw new Error('There is no build: run `npm run build` first.');
  const templates = (await import(built)) as Pick<AppContext, 'renderMail' | 'loadMailExamples'>;
  const site = await openSite({
    mail: true,
    ...templates,
    environment: { ADDRESS_LIMIT_FACTOR: '1000000' },
  });
  workspace.atEnd(() => site.close());
  const tried = await tryForms(site, workspace.isQuick);
  await untilSent(site);

  const mails = await site.inbox.messages();
  const faults: string[] = [];
  await Promise.all(
    mails.map(async ({ id, to, subject }) => {
      for (const fault of await faultsIn({ source: await site.inbox.source(id), readers: to }))
        faults.push(`${fault} in “${subject}”`);
    }),
  );

  const figures = new Figures();
  figures.add('forms, and their fields that take text', `${FORMS.length}, ${tried.fields}`);
  figures.add('texts sent in them', tried.sent);
  figures.add('taken as what they are, text', tried.taken);
  figures.add('refused', tried.refused);
  figures.none('answered with 5xx, or not as who asked', tried.failed);
  figures.add('mails that came of it', mails.length, 'at least 20', mails.length >= 20);
  figures.none('headers, readers or words that were typed', faults);
  return figures.print();
}

await inWorkspace(600_000, prove);
