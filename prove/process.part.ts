import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '../scripts/postgres.mjs';
import { type App, startApp } from '../testing/app.ts';
import { freePort, type Workspace } from '../testing/workspace.ts';

/** The app as a process of its own on a PostgreSQL of its own, which need not survive a power cut. */
export async function startSite(workspace: Workspace): Promise<{ app: App; port: number }> {
  const server = await startPostgres({ fsync: false });
  workspace.atEnd(server.stop);
  const port = await freePort();
  const app = await startApp(workspace, {
    port,
    dataDir: join(workspace.folder, 'app'),
    databaseUrl: server.url,
  });
  return { app, port };
}

/** Resident memory of a process, in MB; Linux alone says it. */
export const memoryMbOf = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** Connections and other sockets of the process: who reads nothing does not see the other end leave. */
export const socketsOf = (pid: number) =>
  readdirSync(`/proc/${pid}/fd`).filter((fd) => isSocket(`/proc/${pid}/fd/${fd}`)).length;

function isSocket(file: string): boolean {
  try {
    return readlinkSync(file).startsWith('socket:');
  } catch {
    return false; // closed since it was listed
  }
}
