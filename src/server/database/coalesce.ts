import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Combines calls: `work` gets everything that was added since it last began, one run at a time, after `waitMs` in which
 * more can come. `work` answers one result for each item, in their order.
 */
export function coalesce<Item, Result>(
  waitMs: number,
  work: (items: Item[]) => Promise<Result[]>,
): {
  /** Resolves with the item's result; rejects with what `work` threw. */
  add(item: Item): Promise<Result>;
  /** Adds without waiting; `settled` throws what went wrong. */
  note(item: Item): void;
  /** Resolves when nothing is left to do. */
  settled(): Promise<void>;
} {
  let waiting: { item: Item; resolve(result: Result): void; reject(error: unknown): void }[] = [];
  let running: Promise<void> | undefined;
  let failure: { error: unknown } | undefined;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      await sleep(waitMs);
      const taken = waiting;
      waiting = [];
      try {
        const results = await work(taken.map(({ item }) => item));
        for (const [index, one] of taken.entries()) one.resolve(results[index] as Result);
      } catch (error) {
        for (const one of taken) one.reject(error);
      }
    }
    running = undefined;
  }

  const add = (item: Item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      running ??= run();
    });

  return {
    add,
    note(item) {
      add(item).catch((error: unknown) => {
        failure ??= { error };
      });
    },
    async settled() {
      while (running) await running;
      if (failure) throw failure.error;
    },
  };
}
