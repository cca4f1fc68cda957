import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { json, Refusal } from './control.ts';
import { writeDurably } from './files.ts';
import type { Context, Part } from './part.ts';

const tenYearsMs = 10 * 365.25 * 24 * 60 * 60 * 1000;
const Offset = z.object({ offsetMs: z.int().min(-tenYearsMs).max(tenYearsMs) });
const Advance = z.strictObject({ advanceMs: z.int().min(-tenYearsMs).max(tenYearsMs) });

/** How far the app's clock is moved from the real one, in milliseconds; kept over restarts. */
export async function startClock({ dir }: Context): Promise<Part> {
  const path = join(dir, 'clock.json');
  let { offsetMs } = await readOffset(path);
  // One change at a time: two advances at once must add up, in memory and on disk.
  let last: Promise<unknown> = Promise.resolve();

  async function advance(advanceMs: number): Promise<number> {
    const next = Offset.safeParse({ offsetMs: offsetMs + advanceMs });
    if (!next.success) throw new Refusal(400, 'The clock moves at most ten years from now');
    await writeDurably(path, `${JSON.stringify(next.data)}\n`);
    offsetMs = next.data.offsetMs;
    return offsetMs;
  }

  return {
    book: {},
    routes: [
      { method: 'GET', path: '/clock', handle: () => json({ offsetMs }) },
      {
        method: 'PUT',
        path: '/clock',
        async handle(call) {
          const { advanceMs } = await call.json(Advance);
          const turn = last.then(() => advance(advanceMs));
          last = turn.catch(() => undefined); // The caller of this turn hears of its failure; the next one starts afresh.
          return json({ offsetMs: await turn });
        },
      },
    ],
    async close() {
      await last;
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
