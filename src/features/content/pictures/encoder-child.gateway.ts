import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { seconds } from '../../../shared/time.ts';
import type { Made, Refusal, Reply, Wish } from './encoder.gateway.ts';

const PROGRAM = fileURLToPath(new URL('./encoder-process.gateway.ts', import.meta.url));

/** Until it has loaded what it needs, on a weak machine under load. */
const startMs = seconds(20);

/** Characters of what a process wrote before it ended: the sentence and where it was thrown. */
const mostWritten = 2000;

/** How a process ended that said nothing of the file. */
export interface End {
  /** It had loaded all that it needs: the file was its end. */
  wasReady: boolean;
  /** It was ended here, for the time that it took. */
  wasLate: boolean;
  code: number | null;
  signal: string | null;
  /** What it wrote last, or why there was no process at all. */
  written: string;
}

/** Encodes in a process of its own, which is ended when it takes longer over the file. */
export function encodeApart(wish: Wish, longestMs: number): Promise<Made[] | Refusal | End> {
  return new Promise<Made[] | Refusal | End>((resolve) => {
    const child = fork(PROGRAM, {
      // It needs nothing of ours: no secret, no address of a database.
      env: { NODE_NO_WARNINGS: '1' },
      execArgv: ['--max-old-space-size=128'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
    });
    let wasReady = false;
    let written = '';
    const stop = () => child.kill('SIGKILL');
    let late = setTimeout(stop, startMs);
    const note = (text: string) => void (written = (written + text).slice(-mostWritten));
    function end(code: number | null, signal: string | null) {
      clearTimeout(late);
      resolve({ wasReady, wasLate: child.killed, code, signal, written });
    }

    child.stderr?.setEncoding('utf8').on('data', note);
    child.on('message', (reply: Reply) => {
      if (reply !== 'ready') return resolve(reply);
      wasReady = true;
      clearTimeout(late);
      late = setTimeout(stop, longestMs);
      child.send(wish);
    });
    child.on('error', (error) => {
      note(String(error));
      // Where there was a process, `close` tells how it ended.
      if (child.pid === undefined) end(null, null);
    });
    child.once('close', end);
  }).catch((error: unknown) => ({ ...NO_PROCESS, written: String(error) }));
}

/** `fork` throws where no memory is left for another one. */
const NO_PROCESS = { wasReady: false, wasLate: false, code: null, signal: null };
