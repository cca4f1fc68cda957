import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { json, Refusal } from './control.ts';
import { writeDurably } from './files.ts';
import type { Part, SandboxClock } from './part.ts';

const tenYearsMs = 10 * 365.25 * 24 * 60 * 60 * 1000;
const Offset = z.object({ offsetMs: z.int().min(-tenYearsMs).max(tenYearsMs) });
const Advance = z.strictObject({ advanceMs: z.int().min(-tenYearsMs).max(tenYearsMs) });

type Move = {
  ms: number;
  resolve: (offsetMs: number) => void;
  reject: (reason: unknown) => void;
};

/** Opens the clock of a directory; throws when its file cannot be read. */
export async function openClock(dir: string): Promise<SandboxClock> {
  const path = join(dir, 'clock.json');
  let { offsetMs } = await readOffset(path);
  let waiting: Move[] = [];
  let last: Promise<unknown> = Promise.resolve();

  /** Makes every move that waits, one after the other, and writes once for all of them. */
  async function moveAll(): Promise<void> {
    const moves = waiting;
    waiting = [];
    let sum = offsetMs;
    const made = moves.flatMap((move) => {
      const next = Offset.safeParse({ offsetMs: sum + move.ms });
      if (!next.success) {
        move.reject(new Refusal(400, 'The clock moves at most ten years from now'));
        return [];
      }
      sum = next.data.offsetMs;
      return [{ ...move, sum }];
    });
    if (!made.length) return;
    try {
      await writeDurably(path, `${JSON.stringify({ offsetMs: sum })}\n`);
      offsetMs = sum;
      for (const move of made) move.resolve(move.sum);
    } catch (error) {
      for (const move of made) move.reject(error);
    }
  }

  return {
    offsetMs: () => offsetMs,
    now: () => new Date(Date.now() + offsetMs),
    advance(ms) {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      waiting.push({ ms, resolve, reject });
      if (waiting.length === 1) last = last.then(moveAll);
      return promise;
    },
    settled: () => last,
  };
}

/** The switch of the clock. */
export function startClock({ clock }: { clock: SandboxClock }): Part {
  return {
    addresses: {},
    routes: [
      { method: 'GET', path: '/clock', handle: () => json({ offsetMs: clock.offsetMs() }) },
      {
        method: 'PUT',
        path: '/clock',
        async handle(call) {
          const { advanceMs } = await call.json(Advance);
          return json({ offsetMs: await clock.advance(advanceMs) });
        },
      },
    ],
    async close() {
      await clock.settled();
    },
  };
}

async function readOffset(path: string): Promise<z.infer<typeof Offset>> {
  try {
    return Offset.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { offsetMs: 0 };
    throw new Error(`${path} cannot be read; repair or delete it`, { cause: error });
  }
}
