import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { json, Refusal } from './control.ts';
import { writeDurably } from './files.ts';
import type { Part, SandboxClock } from './part.ts';

const tenYearsMs = 10 * 365.25 * 24 * 60 * 60 * 1000;
const Offset = z.object({ offsetMs: z.int().min(-tenYearsMs).max(tenYearsMs) });
const Advance = z.strictObject({ advanceMs: z.int().min(-tenYearsMs).max(tenYearsMs) });

/** Opens the clock of a directory; throws when its file cannot be read. */
export async function openClock(dir: string): Promise<SandboxClock> {
  const path = join(dir, 'clock.json');
  let { offsetMs } = await readOffset(path);
  // One change at a time: two advances at once must add up, in memory and on disk.
  let last: Promise<unknown> = Promise.resolve();

  async function move(advanceMs: number): Promise<number> {
    const next = Offset.safeParse({ offsetMs: offsetMs + advanceMs });
    if (!next.success) throw new Refusal(400, 'The clock moves at most ten years from now');
    await writeDurably(path, `${JSON.stringify(next.data)}\n`);
    offsetMs = next.data.offsetMs;
    return offsetMs;
  }

  return {
    offsetMs: () => offsetMs,
    now: () => new Date(Date.now() + offsetMs),
    advance(ms) {
      const turn = last.then(() => move(ms));
      last = turn.catch(() => undefined); // The caller of this turn hears of its failure; the next one starts afresh.
      return turn;
    },
    settled: () => last,
  };
}

/** The switch of the clock. */
export function startClock({ clock }: { clock: SandboxClock }): Part {
  return {
    book: {},
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
