import { spawn } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { isAlive, type Workspace, until } from '../../testing/workspace.ts';

/** kill -9 of the server and of every process of it at once, as a machine that loses power does. */
export async function killPostgres(pid: number): Promise<void> {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  const all = [pid, ...children.split(' ').filter(Boolean).map(Number)];
  for (const one of all) {
    // A backend may have ended between the listing and now.
    if (isAlive(one)) process.kill(one, 'SIGKILL');
  }
  await until(() => {
    if (all.some(isRunning)) throw new Error('PostgreSQL survives kill -9.');
  }, 5000);
}

/** A dead child of ours stays in the process table until Node has taken note of it. */
function isRunning(pid: number): boolean {
  if (!isAlive(pid)) return false;
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false; // it ended between the two looks
  }
}

/** Starts a killed server of startPostgres() again, in the same way; resolves with its process when it takes connections. */
export async function restartPostgres(
  workspace: Workspace,
  { folder, url }: { folder: string; url: string },
): Promise<number> {
  const data = join(folder, 'data');
  // The server's own note of how it was started: the program and each argument in quotes.
  const [program = '', ...args] = [
    ...readFileSync(join(data, 'postmaster.opts'), 'utf8').matchAll(/"([^"]*)"|^(\S+)/gm),
  ].map(([, quoted, bare]) => quoted ?? bare ?? '');
  rmSync(join(data, 'postmaster.pid'), { force: true });
  const { uid, gid } = statSync(data);
  const server = spawn(program, args, {
    cwd: folder,
    stdio: 'ignore',
    ...(process.getuid?.() === 0 ? { uid, gid } : {}),
  });
  const pid = server.pid as number;
  workspace.own(pid);
  await until(async () => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 500 });
    try {
      await client.connect();
      await client.query('select 1');
    } finally {
      await client.end();
    }
  }, 20_000);
  return pid;
}
