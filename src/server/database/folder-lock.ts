import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../error-code.ts';

/** Another living process has the folder. */
export class FolderInUse extends Error {}

export interface FolderLock {
  release(): void;
}

/** When a process began, in kernel ticks: tells a living owner from a stranger with a reused number. */
function startedAt(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    // No such process, or a system without /proc: then only the signal below can tell.
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/**
 * Takes the folder for this process until released or dead; a lock left behind by `kill -9` is taken over.
 * Throws `FolderInUse` with a sentence that names the owner when another live process holds it.
 */
export function lockFolder(folder: string, name: string): FolderLock {
  const file = join(folder, name);
  const mine = JSON.stringify({ pid: process.pid, startedAt: startedAt(process.pid) });
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      writeFileSync(file, mine, { flag: 'wx', mode: 0o600 });
      return { release: () => rmSync(file, { force: true }) };
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    const owner = readOwner(file);
    const held =
      owner !== undefined &&
      isAlive(owner.pid) &&
      (owner.startedAt === undefined || owner.startedAt === startedAt(owner.pid));
    if (held)
      throw new FolderInUse(
        `The data folder ${folder} is in use by process ${owner.pid}. Stop that process first.`,
      );
    rmSync(file, { force: true });
  }
  throw new Error(`The data folder ${folder} could not be locked: other processes keep taking it.`);
}

function readOwner(file: string): { pid: number; startedAt?: string } | undefined {
  try {
    const owner = JSON.parse(readFileSync(file, 'utf8'));
    return Number.isInteger(owner?.pid) ? owner : undefined;
  } catch (error) {
    // Gone, or cut short by a crash while it was written: no one holds it.
    if (error instanceof SyntaxError || codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
