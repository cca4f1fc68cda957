import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

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
