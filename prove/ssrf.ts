// Mail servers that an administrator names, and that lead into our own network.
//
//   npm run prove -- ssrf           every name on every port
//   npm run prove -- ssrf --quick   every name on one port each
//
// Proves (security.md §1.11): whatever host is saved, by whatever notation of an address, and by names that answer
// private addresses, some of each, or another one at every question, no connection is even tried to an address that is
// not public, nor to a port that is none for mail; and where one is tried it is to the address that was checked.
// The resolver is ours, so that names can lie; what is tried is read from Node's own sockets, and cut at once.
import { subscribe } from 'node:diagnostics_channel';
import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import type { Socket } from 'node:net';
import { isPublicAddress } from '../src/server/security/public-address.ts';
import { openSite, type Site } from '../src/server/testing.ts';
import { Figures } from './figures.part.ts';
import { prepareSites } from './sites.part.ts';
import { inWorkspace, type Workspace } from '../testing/workspace.ts';

/** Inside, as an administrator may write it; a name that the grammar refuses is as good as one that is not tried. */
const PRIVATE = [
  'localhost',
  'LOCALHOST',
  '127.0.0.1',
  '127.1',
  '127.0.0.53',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '017700000001',
  '0',
  '0.0.0.0',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '203.0.113.1',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '[::1]',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  'localhost.',
  'localhost%00.example.org',
  'example.org@127.0.0.1',
  '127.0.0.1:2525#',
  'http://127.0.0.1/',
  '127.0.0.1\r\nQUIT',
] as const;

/** Of the public internet, and no one’s: no packet of ours arrives anywhere. */
const outside = '2d00::1';
const inside = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '192.168.1.1', '::1', 'fd00::1'];

/** Names that answer what they like: at the first question, and at every later one. */
const LIARS: Record<string, (question: number) => string[]> = {
  ...Object.fromEntries(inside.map((address, n) => [`private${n}.lies.example`, () => [address]])),
  'both.lies.example': () => [outside, '127.0.0.1'],
  'both-turned.lies.example': () => ['127.0.0.1', outside],
  'mapped.lies.example': () => ['::ffff:127.0.0.1'],
  'nobody.lies.example': () => [],
};
/** Public when it is checked, private when it is asked again. */
const TURNCOATS: Record<string, (question: number) => string[]> = {
  'turns.lies.example': (question) => (question === 0 ? [outside] : ['127.0.0.1']),
};

/** Lets the names above answer, as the site's resolver. */
function lie(): void {
  const { lookup } = dns;
  const asked = new Map<string, number>();
  const answer = (async (name: string, options: object) => {
    const says = LIARS[name] ?? TURNCOATS[name];
    if (!says) return lookup(name, options);
    const question = asked.get(name) ?? 0;
    asked.set(name, question + 1);
    return says(question).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  }) as typeof lookup;
  Object.assign(dns, { lookup: answer });
  syncBuiltinESMExports();
}

/** Every connection to such a port that this process tries from now on; each is cut at once. */
function watchTries(): string[] {
  const tries: string[] = [];
  subscribe('net.client.socket', (message) => {
    const { socket } = message as { socket: Socket };
    socket.on('connectionAttempt', (address: string, port: number) => {
      if (!MAIL_PORTS.includes(port)) return;
      tries.push(`${address} ${port}`);
      setImmediate(() => socket.destroy(new Error('cut by the proof')));
    });
  });
  return tries;
}
const MAIL_PORTS = [25, 465, 587, 2525, 6379, 80];

type Admin = Awaited<ReturnType<Site['loggedIn']>>;

/** Saves, activates and tries a server; answers how far it came. */
async function tryServer(next: () => Promise<Admin>, smtpHost: string, smtpPort: number) {
  const admin = await next();
  const config = {
    configType: 'email_alternative',
    smtpHost,
    smtpPort,
    smtpUser: 'campaign',
    smtpPass: 'baobab at noon',
    fromEmail: 'office@prove.example',
    fromName: 'The Office',
  };
  const saved = await admin.post('/api/admin/email-config', config);
  if (saved.status !== 201) return saved.status === 400 ? 'not saved' : `saving: ${saved.status}`;
  await admin.post('/api/admin/email-config/activate', { configType: 'email_alternative' });
  const tried = await admin.post('/api/admin/send-test-email', { testEmail: 'awa@example.org' });
  return tried.status === 422 ? 'not sent' : `trying: ${tried.status}`;
}

/** A site, and the administrator whose turn it is: each may send ten test mails an hour. */
async function siteWith(workspace: Workspace, environment: Record<string, string>) {
  const site = await openSite({ work: false, environment });
  workspace.atEnd(() => site.close());
  // The mail's content does not matter, and Node reads no JSX.
  site.context.renderMail = async () => ({ subject: 'Test', html: '<p>Test</p>', text: 'Test' });
  let admin: Admin | undefined;
  let left = 0;
  return async (): Promise<Admin> => {
    if (!admin || left === 0) [admin, left] = [await site.loggedIn('admin'), 10];
    left--;
    return admin;
  };
}

await inWorkspace(120_000, async (workspace) => {
  await prepareSites(workspace);
  const figures = new Figures();
  const next = await siteWith(workspace, {});
  lie();
  const tries = watchTries();
  const strange: string[] = [];
  const hosts = [...PRIVATE, ...Object.keys(LIARS)];
  const ends = { 'not saved': 0, 'not sent': 0 };
  for (const [n, host] of hosts.entries())
    for (const port of workspace.isQuick ? [MAIL_PORTS[1 + (n % 3)] as number] : MAIL_PORTS) {
      const end = await tryServer(next, host, port);
      if (end in ends) ends[end as keyof typeof ends]++;
      else strange.push(`${host}:${port}: ${end}`);
    }
  figures.add('hosts that lead inside', hosts.length);
  figures.add('of their servers, refused when they are saved', ends['not saved']);
  figures.add('refused when mail is to leave', ends['not sent'], '> 0', ends['not sent'] > 0);
  figures.none('that ended otherwise', strange);
  figures.none('connections that were tried to any of them', tries);

  tries.length = 0;
  for (const host of Object.keys(TURNCOATS)) await tryServer(next, host, 2525);
  figures.none(
    'names that turn private after the check: connections to them',
    tries.filter((one) => !isPublicAddress(one.split(' ')[0] ?? '')),
  );
  const isChecked = tries.length > 0 && tries.every((one) => one === `${outside} 2525`);
  figures.add('… and to the address that was checked', tries.length, '> 0', isChecked);

  tries.length = 0;
  const open: string[] = [];
  for (const port of [25, 80, 6379]) {
    const end = await tryServer(next, 'turns.lies.example', port);
    if (end !== 'not saved') open.push(`port ${port}: ${end}`);
  }
  figures.none('ports that are none for mail, and saved', open);
  figures.none('connections to them', tries);

  // That a connection is seen where private servers are allowed shows that the silence above says something.
  const lax = await siteWith(workspace, { ALLOW_PRIVATE_SMTP: 'true' });
  await tryServer(lax, '127.0.0.1', 2525);
  const isSeen = tries.includes('127.0.0.1 2525');
  figures.add('tried with ALLOW_PRIVATE_SMTP=true', tries.length, '> 0', isSeen);
  return figures.print();
});
