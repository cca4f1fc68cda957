import { setTimeout as sleep } from 'node:timers/promises';
import type { House } from '../../../server/context.ts';
import { afterAttempt, type Outcome } from '../email.rules.ts';
import { failsTooOften } from '../mailing.rules.ts';
import type { MailBatch } from './batch.store.ts';
import { correctUncertain, type Ending, keepBooks } from './books.store.ts';
import { pauseBatch } from './progress.store.ts';
import type { Recipient } from './recipient.store.ts';

type Desk = Pick<House, 'db' | 'clock'>;

interface Books {
  /** Writes that a mail is about to leave; false when it may not (any more). */
  mark(recipient: Recipient): Promise<boolean>;
  /** Notes how an attempt ended; written with the others that end meanwhile. */
  end(recipient: Recipient, outcome: Outcome): void;
  /** The mail is not sent at all: its reader wants none. */
  skip(recipient: Recipient): void;
  /** Resolves when all is written. Throws what the database threw. */
  settled(): Promise<void>;
}

/** What waits to be written: a mail that wants to leave, or how one ended. */
type Entry = { leaving: string } | { ending: Ending };

/**
 * The books of a batch while it is being sent. While one statement is on its way, what comes meanwhile gathers for the
 * next, so that many mails cost one round trip and a mail waits for two at most.
 */
export function booksOf(
  { db, clock }: Desk,
  batch: Pick<MailBatch, 'id' | 'subject'>,
  configType: string,
): Books {
  const pages = gathering(async (entries: Entry[]) => {
    const leaving = entries.flatMap((entry) => ('leaving' in entry ? [entry.leaving] : []));
    const endings = entries.flatMap((entry) => ('ending' in entry ? [entry.ending] : []));
    const now = clock.now();
    const written = await keepBooks(db, batch, { leaving, endings, configType, now });
    if (!written.isWhole) await correctUncertain(db, batch, { endings, now });
    const { figures } = written;
    if (figures && failsTooOften({ tried: figures.tried, failed: figures.troubled }))
      await pauseBatch(db, batch.id, figures);
    return entries.map((entry) => !('leaving' in entry) || written.leaving.has(entry.leaving));
  });
  return {
    mark: ({ address }) => pages.add({ leaving: address }),
    end({ address, attempts }, outcome) {
      const attempt = attempts + 1;
      const tried = { kind: 'bulk' as const, attempts: attempt };
      const { state, nextAttemptAt } = afterAttempt(tried, outcome, clock.now());
      const error = state === 'sent' ? null : outcome.words;
      pages.note({ ending: { address, attempt, state, error, nextAttemptAt } });
    },
    skip({ address, attempts }) {
      const ended = { state: 'skipped' as const, error: null, nextAttemptAt: null };
      pages.note({ ending: { address, attempt: attempts + 1, ...ended } });
    },
    settled: () => pages.settled(),
  };
}

/** About as long as a server takes to hear of sender and recipient: so long a mail can wait for others. */
const gatherMs = 3;

/** Does `work` with all that was added since it was last begun, one after the other; each gets its own result. */
function gathering<Given, Result>(work: (given: Given[]) => Promise<Result[]>) {
  let waiting: { given: Given; resolve(result: Result): void; reject(error: unknown): void }[] = [];
  let running: Promise<void> | undefined;
  let failure: { error: unknown } | undefined;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      await sleep(gatherMs);
      const taken = waiting;
      waiting = [];
      try {
        const results = await work(taken.map(({ given }) => given));
        for (const [place, one] of taken.entries()) one.resolve(results[place] as Result);
      } catch (error) {
        for (const one of taken) one.reject(error);
      }
    }
    running = undefined;
  }

  const add = (given: Given) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ given, resolve, reject });
      running ??= run();
    });

  return {
    add,
    /** The same for who does not wait; `settled` throws what went wrong. */
    note(given: Given): void {
      add(given).catch((error: unknown) => {
        failure ??= { error };
      });
    },
    async settled(): Promise<void> {
      while (running) await running;
      if (failure) throw failure.error;
    },
  };
}
