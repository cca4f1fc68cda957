import type { Notices } from './notices.ts';
import type { Notice } from './record.ts';

const ANSWER_WITHIN_MS = 10_000;
/** Waits before the next try: in all about half an hour, then it is given up. */
const RETRY_AFTER_MS = [
  250,
  500,
  1000,
  2000,
  5000,
  10_000,
  30_000,
  ...Array.from({ length: 28 }, () => 60_000),
];
/** With another order than the one of the events, as many as come within this time are mixed. */
const MIX_MS = 400;

/** Sends notices to the merchant until they are accepted; the next run sends the others. */
export class Delivery {
  readonly #notices: Notices;
  readonly #log: (line: string) => void;
  readonly #closing = new AbortController();
  readonly #watchers = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;

  constructor(notices: Notices, log: (line: string) => void) {
    this.#notices = notices;
    this.#log = log;
  }

  /** Sends what is due now, and what is due later then. */
  start(): void {
    this.#in(this.#notices.hook.order === 'sent' ? 0 : MIX_MS);
  }

  /** Resolves when nothing waits for delivery, or after `ms`, or when the caller has gone. */
  async settled(ms: number, gone: AbortSignal): Promise<void> {
    const stop = AbortSignal.any([gone, this.#closing.signal, AbortSignal.timeout(ms)]);
    await new Promise<void>((resolve) => {
      const look = () => {
        if (!stop.aborted && this.#notices.waiting().length) return;
        this.#watchers.delete(look);
        resolve();
      };
      this.#watchers.add(look);
      stop.addEventListener('abort', look, { once: true });
      look();
    });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    await this.#round;
  }

  #in(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#closing.signal.aborted) return;
    this.#timer = setTimeout(() => void this.#go(), ms);
  }

  async #go(): Promise<void> {
    this.#round ??= this.#sendDue()
      .catch((error: unknown) => this.#log(`Notices: ${String(error)}`))
      .finally(() => {
        this.#round = undefined;
      });
    await this.#round;
    if (this.#closing.signal.aborted) return;
    const times = this.#deliverable().map(({ nextAttemptMs }) => nextAttemptMs);
    if (times.length) this.#in(Math.max(0, Math.min(...times) - Date.now()));
  }

  #deliverable(): Notice[] {
    const { url, order } = this.#notices.hook;
    return url === null || order === 'held' ? [] : this.#notices.waiting();
  }

  async #sendDue(): Promise<void> {
    const { order } = this.#notices.hook;
    const due = this.#deliverable().filter(({ nextAttemptMs }) => nextAttemptMs <= Date.now());
    if (order === 'reversed') due.reverse();
    if (order === 'shuffled') shuffle(due);
    for (const notice of due) {
      const { url, copies } = this.#notices.hook;
      if (url === null || this.#closing.signal.aborted) return;
      await Promise.all(Array.from({ length: copies }, () => this.#send(notice, url)));
      for (const look of this.#watchers) look();
    }
  }

  async #send(notice: Notice, url: string): Promise<void> {
    const answer = await this.#post(notice, url);
    if (this.#closing.signal.aborted) return; // The next run of the sandbox sends it again.
    const wait = RETRY_AFTER_MS[notice.attempts];
    const isTaken = answer.startsWith('2') || this.#notices.find(notice.id)?.state === 'delivered'; // a copy was
    this.#notices.keep({
      ...notice,
      state: isTaken ? 'delivered' : wait === undefined ? 'given-up' : 'waiting',
      attempts: notice.attempts + 1,
      lastAnswer: answer,
      nextAttemptMs: Date.now() + (wait ?? 0),
    });
  }

  async #post(notice: Notice, url: string): Promise<string> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: await this.#notices.headersOf(notice),
        body: notice.body,
        redirect: 'error',
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      await answer.body?.cancel();
      return String(answer.status);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}

function shuffle<T>(list: T[]): void {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    [list[at], list[other]] = [list[other] as T, list[at] as T];
  }
}
