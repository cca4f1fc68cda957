// Pages per second: cached as visitors get them, and cold, each one rendered and compressed anew.
// Beside them nginx with the same bytes in a file, and Node's own HTTP server with them in memory.
//
//   npm run bench -- render
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startApp } from '../testing/app.ts';
import { freePort, inWorkspace, type Workspace, until } from '../testing/workspace.ts';
import { findProgram } from '../scripts/install-tool.mjs';
import { median, perSecond } from './load.part.ts';
import { machineLoad, printTable, whole } from './table.part.ts';

const rounds = 7;
const connections = 32;
const burst = { requests: 30_000, forMs: 1500 };
/** Headers that every server writes by itself. */
const ownHeaders = /^(date|connection|keep-alive|content-length|transfer-encoding)$/i;

interface Server {
  name: string;
  port: number;
  /** The process that answers. */
  pid: number;
}
interface Raced extends Server {
  figures: number[];
  /** CPU of the server by answer: what a busy machine does not change. */
  cpuMicroseconds: number[];
}

const figuresOf = ({ name, figures, cpuMicroseconds }: Raced) => [
  name,
  whole(median(figures)),
  median(cpuMicroseconds).toFixed(1),
];

/** Median over the rounds of ours / the other's of the same round. */
const ratio = (ours: Raced, other: Raced) =>
  median(ours.figures.map((figure, round) => figure / (other.figures[round] ?? Number.NaN)));

/** The same of the processor's time by page, which a busy machine changes less. */
const cpuRatio = (ours: Raced, other: Raced) =>
  median(
    ours.cpuMicroseconds.map((cpu, round) => (other.cpuMicroseconds[round] ?? Number.NaN) / cpu),
  );

/** Every server in turn, several times over, so that what disturbs the machine disturbs all of them. */
async function race(servers: Server[]): Promise<Raced[]> {
  const raced = servers.map((one): Raced => ({ ...one, figures: [], cpuMicroseconds: [] }));
  for (const one of raced) await load(one);
  for (let round = 0; round < rounds; round++) {
    for (const one of raced) {
      const [cpuBefore, startedAtMs] = [cpuMs(one.pid), performance.now()];
      const figure = await load(one);
      const answers = (figure * (performance.now() - startedAtMs)) / 1000;
      one.figures.push(figure);
      one.cpuMicroseconds.push(((cpuMs(one.pid) - cpuBefore) * 1000) / answers);
    }
  }
  return raced;
}

const load = ({ port }: Server) => {
  const bytes = Buffer.from(
    `GET / HTTP/1.1\r\nHost: localhost:${port}\r\nAccept: text/html\r\nAccept-Encoding: gzip, deflate, br\r\n\r\n`,
  );
  return perSecond({ port, requestOf: () => bytes, connections, status: 200, ...burst });
};

/** User and system time of a process so far (proc(5): fields 14 and 15, in hundredths of a second). */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

interface Page {
  body: Buffer;
  /** Names and values in turn. */
  headers: string[];
}

/** The page as a browser gets it. */
async function read(port: number): Promise<Page> {
  const asked = get({ port, host: '127.0.0.1', path: '/', headers: { 'accept-encoding': 'br' } });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const body = Buffer.concat(await answer.toArray());
  const pairs = Object.entries(answer.headersDistinct).filter(([name]) => !ownHeaders.test(name));
  return { body, headers: pairs.flatMap(([name, values]) => [name, String(values?.[0])]) };
}

async function startOurs(workspace: Workspace): Promise<Server> {
  const port = await freePort();
  const app = await startApp(workspace, {
    port,
    dataDir: join(workspace.folder, 'ours'),
    environment: {
      NODE_ENV: 'production',
      PUBLIC_URL: `http://localhost:${port}`,
      ALLOW_EMBEDDED_IN_PRODUCTION: 'true',
    },
  });
  workspace.atEnd(() => app.stop());
  return { name: 'ours, cached', port, pid: app.pid };
}

async function startCold(workspace: Workspace): Promise<Server> {
  const port = await freePort();
  const script = fileURLToPath(new URL('cold.part.ts', import.meta.url));
  const environment = { DATA_DIR: join(workspace.folder, 'cold') };
  const child = start(workspace, process.execPath, [script, String(port)], environment);
  await until(() => read(port), 90_000);
  return { name: 'ours, cold', port, pid: child.pid as number };
}

async function peersWith(workspace: Workspace, page: Page): Promise<Server[]> {
  const peers = [await startNode(workspace, page)];
  const nginx = findProgram(['/usr/sbin/nginx'], ['nginx']);
  if (nginx) {
    return [
      await startNginx(workspace, nginx, page, 'as it comes'),
      await startNginx(workspace, nginx, page, 'tuned'),
      ...peers,
    ];
  }
  console.log('nginx is not installed: ours is compared with Node’s own server only.');
  return peers;
}

/** As Debian configures it: a log of every request. Tuned: no log, the file kept open. */
const NGINX = {
  'as it comes': (folder: string) => `access_log ${folder}/access; sendfile on; tcp_nopush on;`,
  tuned: () =>
    'access_log off; sendfile on; tcp_nopush on; open_file_cache max=10 inactive=1h; open_file_cache_valid 1h;',
};

/** One worker, as ours is one process. */
async function startNginx(
  workspace: Workspace,
  nginx: string,
  page: Page,
  manner: keyof typeof NGINX,
): Promise<Server> {
  const [port, folder] = [
    await freePort(),
    join(workspace.folder, `nginx ${manner}`.replaceAll(' ', '-')),
  ];
  mkdirSync(join(folder, 'site'), { recursive: true });
  writeFileSync(join(folder, 'site/page'), page.body);
  const headers = [...page.headers.keys()]
    .filter((n) => n % 2 === 0 && !/^(content-type|etag)$/.test(page.headers[n] ?? ''))
    .map((n) => `add_header ${page.headers[n]} ${JSON.stringify(page.headers[n + 1])};`);
  const configuration = `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/errors;
    events { worker_connections 256; }
    http {
      ${NGINX[manner](folder)} keepalive_requests 100000000;
      client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
      uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
      default_type "text/html; charset=utf-8";
      server { listen 127.0.0.1:${port}; root ${folder}/site; location = / { try_files /page =404; ${headers.join(' ')} } }
    }`;
  writeFileSync(join(folder, 'nginx.conf'), configuration);
  // As root nginx would hand its worker to a user who may not read our folder.
  const asRoot = process.getuid?.() === 0 ? 'user root;' : '';
  const child = start(workspace, nginx, [
    '-p',
    folder,
    '-c',
    join(folder, 'nginx.conf'),
    '-g',
    asRoot,
  ]);
  await until(() => read(port), 10_000);
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
  const worker = Number(children.trim().split(' ')[0]);
  workspace.own(worker);
  return { name: `nginx ${manner}, the same bytes`, port, pid: worker };
}

const isNginx = ({ name }: Server) => name.startsWith('nginx');

async function startNode(workspace: Workspace, page: Page): Promise<Server> {
  const [port, file] = [await freePort(), join(workspace.folder, 'page.json')];
  writeFileSync(
    file,
    JSON.stringify({ headers: page.headers, body: page.body.toString('base64') }),
  );
  const code = `const { headers, body } = JSON.parse(require('fs').readFileSync(process.argv[1], 'utf8'));
    const bytes = Buffer.from(body, 'base64');
    const all = [...headers, 'content-length', bytes.length];
    require('http').createServer((q, s) => { s.writeHead(200, all); s.end(bytes); }).listen(${port}, '127.0.0.1');`;
  const child = start(workspace, process.execPath, ['-e', code, file]);
  await until(() => read(port), 10_000);
  return { name: 'node:http, the same bytes', port, pid: child.pid as number };
}

/** A process that ends with the benchmark. */
function start(
  workspace: Workspace,
  program: string,
  args: string[],
  environment: Record<string, string> = {},
): ChildProcess {
  const child = spawn(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      APP_SECRET: 'x'.repeat(40),
      ...environment,
      ALLOW_EMBEDDED_IN_PRODUCTION: 'true',
    },
  });
  workspace.own(child.pid as number);
  workspace.atEnd(async () => {
    child.kill('SIGTERM');
    await sleep(100);
  });
  return child;
}

await inWorkspace(240_000, async (workspace) => {
  console.log(machineLoad());
  const ours = await startOurs(workspace);
  const page = await read(ours.port);
  const cached = await race([ours, ...(await peersWith(workspace, page))]);
  const [cold] = await race([await startCold(workspace)]);
  const [first] = cached as [Raced];
  const beside = (one: Raced) =>
    one === first ? ['', ''] : [ratio(first, one).toFixed(2), cpuRatio(first, one).toFixed(2)];
  printTable([
    ['pages per second, brotli, keep-alive', 'median', 'CPU µs by page', 'ours / this', 'by CPU'],
    ...cached.map((one) => [...figuresOf(one), ...beside(one)]),
    ...(cold ? [[...figuresOf(cold), '', '']] : []),
  ]);
  const [nginx, node] = [cached.find(isNginx), cached.at(-1)];
  if (nginx && node)
    console.log(
      `The limit of node:http in this run, with nothing around it: ${ratio(node, nginx).toFixed(2)} of ${nginx.name} (${cpuRatio(node, nginx).toFixed(2)} by CPU).`,
    );
  console.log(
    `The page has ${whole(page.body.length)} bytes of brotli and ${page.headers.length / 2} headers.`,
  );
  return true;
});
