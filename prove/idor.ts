// Every call that names a record, with everyone else's names, by a visitor and by a member.
//
//   node prove/idor.ts [--quick]
//
// Requirements (security.md §3): none of it is answered, whatever the name is of; no private text of
// another leaves, also not in a refusal; and no row of theirs changes.
import { join } from 'node:path';
import { safeParse } from 'zod/v4/core';
import { findOrStartSandbox } from '../sandbox/client.ts';
import { routes } from '../src/server/routes.ts';
import { sandboxServicesOf } from '../src/server/sandbox.ts';
import { openSite } from '../src/server/testing.ts';
import type { AnyEndpoint } from '../src/shared/endpoint.ts';
import { Figures } from './figures.part.ts';
import { type Chance, chanceFrom } from './chance.part.ts';
import { namesOf, sampleOf } from './fuzz/sample.ts';
import { namesIn, photograph, PRIVATE, settle, verified } from './idor/victim-data.ts';
import { prepareSites } from './sites.part.ts';
import { inWorkspace, type Workspace } from '../testing/workspace.ts';

/** Calls that answer to a foreign name rightly; what they tell and change is looked at all the same. */
const OPEN = new Set([
  // The card of members who are public, as the administrator here is; the victims are not.
  'readMember',
  // Begins a draft of the caller's own: what was typed is not lost over a name that is not theirs.
  'saveDraft',
  // The own side of what one writes to another: empty where nothing was written.
  'showConversation',
  'readConversation',
  'muteConversation',
  'blockMember',
  // To members who are public.
  'sendMessage',
]);

/** The fields of a body that name a record. */
const namedIn = ({ body }: AnyEndpoint) =>
  body ? namesOf(body).filter((name) => /^(id|.+Id)$/.test(name)) : [];

/** A body that the contract takes, or the nearest to it. */
function bodyOf(endpoint: AnyEndpoint, id: string, chance: Chance, n: number): unknown {
  if (!endpoint.body) return undefined;
  let body: unknown;
  for (let tries = 0; tries < 50; tries++) {
    body = sampleOf(endpoint.body, chance, n * 100 + tries);
    for (const name of namedIn(endpoint)) Object.assign(body as object, { [name]: id });
    if (safeParse(endpoint.body, body).success) break;
  }
  return body;
}

async function prove(workspace: Workspace): Promise<boolean> {
  await prepareSites(workspace);
  const sandboxDir = join(workspace.folder, 'sandbox');
  const sandbox = await findOrStartSandbox({ dataDir: sandboxDir, log: () => undefined });
  workspace.own(sandbox.pid);
  const logged: string[] = [];
  const site = await openSite({
    work: false,
    logTo: { write: (line) => void logged.push(line) },
    sandboxServices: sandboxServicesOf(sandbox),
    environment: { ADDRESS_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'error' },
  });
  workspace.atEnd(() => site.close());
  await settle(site, sandbox, sandboxDir);
  const names = await namesIn(site);
  const before = await photograph(site);
  const chance = chanceFrom(1);

  const asked = routes
    .map(({ endpoint }) => endpoint)
    .filter(({ access, signed }) => access.who !== 'admin' && !signed)
    .filter((endpoint) => endpoint.path.includes(':') || namedIn(endpoint).length > 0);
  const answered: string[] = [];
  const leaked: string[] = [];
  const broken: string[] = [];
  let sent = 0;
  const statuses = new Map<number, number>();
  for (const [n, endpoint] of asked.entries()) {
    for (const [m, { id, of }] of names.entries()) {
      const roles = endpoint.access.who === 'anyone' ? [site.visitor()] : [];
      // New for every name: what a call did to the one before says nothing of the next.
      for (const browser of [...roles, await verified(site)]) {
        const path = endpoint.path.replaceAll(/:\w+/g, encodeURIComponent(id));
        const body = bodyOf(endpoint, id, chance, n * names.length + m);
        const { status, text } = await browser.send(endpoint.method, path, body);
        sent++;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const what = `${endpoint.name} with ${of}: ${status} ${text.slice(0, 160)}`;
        if (status < 400 && !OPEN.has(endpoint.name)) answered.push(what);
        if (text.includes(PRIVATE)) leaked.push(what);
        if (status >= 500) broken.push(what);
      }
    }
  }

  const figures = new Figures();
  figures.add('calls that name a record and are not the administrators’', asked.length);
  figures.add('names of others’ records', names.length, '> 0', names.length > 0);
  figures.add('requests', sent);
  figures.add(
    'answers',
    [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', '),
  );
  figures.none('answered', answered);
  figures.none('answers with a private text of another', leaked);
  figures.none('failures of ours', broken);
  figures.none(
    'errors in the log',
    logged.filter((line) => line.includes('unexpected error')),
  );
  figures.add('rows of others before', before.rows, '> 0', before.rows > 0);
  figures.none('of them changed or gone', await before.changed());
  return figures.print();
}

await inWorkspace(process.argv.includes('--quick') ? 180_000 : 10 * 60_000, prove);
