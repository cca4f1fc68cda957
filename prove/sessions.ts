// Sessions: planted, copied, stolen, left behind.
//
//   node prove/sessions.ts [--quick]
//
// Requirements (security.md §2 and §3): no key that a stranger knows is ever made someone's; every way
// in and every rise of rights brings a new one; what ends a session ends it at the next request, wherever
// its cookie was copied to; who steals the tables can log in as no one; and sessions end by themselves.
import { openSite } from '../src/server/testing.ts';
import setUpDatabase from '../src/server/testing.global.ts';
import { Figures } from './figures.part.ts';
import { cookies, join, keyOf, opensAs, ORIGIN } from './sessions/browsers.ts';
import { proveEndings } from './sessions/endings.ts';
import { proveExpiry } from './sessions/expiry.ts';
import { proveFixation, proveRises } from './sessions/fixation.ts';
import { replayStolenTable } from './sessions/theft.ts';
import { inWorkspace, type Workspace } from '../testing/workspace.ts';

/** As a browser keeps it on https: for no script, no other host, no call from elsewhere. */
const COOKIE = /^__Host-sid=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/;

async function prove(workspace: Workspace): Promise<boolean> {
  workspace.atEnd(await setUpDatabase({ config: { env: {} } } as never));
  const site = await openSite({
    work: false,
    environment: { ADDRESS_LIMIT_FACTOR: '1000000', PUBLIC_URL: ORIGIN },
  });
  workspace.atEnd(() => site.close());
  const figures = new Figures();
  await proveFixation(site, figures);
  await proveRises(site, figures);
  await proveEndings(site, figures, workspace.isQuick ? 3 : 25);

  const live: string[] = [];
  while (live.length < (workspace.isQuick ? 10 : 100)) live.push(keyOf((await join(site)).browser));
  const stolen = await replayStolenTable(site, live);
  figures.add('rows of the stolen sessions table', stolen.rows, '> 0', stolen.rows > 0);
  figures.add('cookies made of them', stolen.sent);
  figures.none('of them accepted', stolen.accepted);
  figures.add('rows of the stolen database', stolen.dumped);
  figures.none('live keys in it', stolen.keysInDump);
  figures.add(
    'sessions that go on meanwhile',
    stolen.stillOpen,
    String(live.length),
    stolen.stillOpen === live.length,
  );

  const keys = cookies.map((cookie) => /=([^;]*)/.exec(cookie)?.[1]);
  figures.add('cookies of sessions that were set', cookies.length, '> 0', cookies.length > 0);
  figures.none(
    'of them without __Host-, HttpOnly, Secure, SameSite=Lax or 256 bits',
    cookies.filter((cookie) => !COOKIE.test(cookie)),
  );
  figures.none(
    'keys that were given twice',
    keys.filter((key, at) => keys.indexOf(key) !== at).map(String),
  );
  const plain = await opensAs(site, live[0] ?? '', 'sid');
  figures.add(
    'a live key under a name that other hosts can set',
    plain ? 'in' : 'out',
    'out',
    !plain,
  );
  await proveExpiry(site, figures);
  return figures.print();
}

await inWorkspace(process.argv.includes('--quick') ? 180_000 : 10 * 60_000, prove);
