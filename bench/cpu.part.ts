// Processor time and memory of processes: on a busy machine the time on the clock says little.
import { readdirSync, readFileSync } from 'node:fs';

/** Fields of /proc/<pid>/stat from the third on (proc(5)); undefined when the process has ended. */
function statOf(pid: number | string): number[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as { code: string }).code)) return undefined;
    throw error;
  }
}

/** From hundredths of a second. */
const sumMs = (ticks: readonly number[] = []) => ticks.reduce((sum, more) => sum + more, 0) * 10;

/** Processor time of a process so far in ms: fields 14 and 15. */
export const cpuMsOf = (pid: number) => sumMs(statOf(pid)?.slice(11, 13));

/** The same with its children, those that have ended (16 and 17) and those that live (4 says of whom). */
export function cpuMsOfTree(pid: number): number {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = processes.map(statOf).filter((stat) => stat?.[1] === pid);
  const parts = [statOf(pid)?.slice(11, 15), ...children.map((stat) => stat?.slice(11, 13))];
  return parts.reduce((sum, ticks) => sum + sumMs(ticks), 0);
}

/** Memory that a process holds now, or has held at the most, as the kernel counts it (proc(5)). */
export function memoryMbOf(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}
