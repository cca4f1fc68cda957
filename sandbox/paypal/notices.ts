import { randomUUID, sign } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Authority } from './authority.ts';
import { link } from './link.ts';
import { newId } from './ids.ts';
import type { Ledger } from './ledger.ts';
import type { Hook, Notice } from './record.ts';

export const WEBHOOK_ID = 'SANDBOXWEBHOOK01';
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
  60_000,
  ...Array(25).fill(60_000),
];
/** With another order than the one of the events, as many as come within this time are mixed. */
const MIX_MS = 400;
const NO_HOOK: Hook = { url: null, order: 'sent', copies: 1 };

/** The notices to the shop: written with the deed that they tell of, signed, sent, and sent again until they are taken. */
export class Notices {
  readonly #ledger: Ledger;
  readonly #authority: Authority;
  readonly #url: string;
  readonly #now: () => string;
  readonly #log: (line: string) => void;
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  readonly #watchers = new Set<() => void>();

  constructor(parts: {
    ledger: Ledger;
    authority: Authority;
    url: string;
    now: () => string;
    log: (line: string) => void;
  }) {
    this.#ledger = parts.ledger;
    this.#authority = parts.authority;
    this.#url = parts.url;
    this.#now = parts.now;
    this.#log = parts.log;
  }

  get hook(): Hook {
    return this.#ledger.get('hook', 'hook') ?? NO_HOOK;
  }

  /** Where notices go, in which order, and how many copies of each; undelivered ones follow. */
  setHook(change: Partial<Hook>): Hook {
    const hook = { ...this.hook, ...change };
    this.#ledger.transaction(() => {
      this.#ledger.put('hook', 'hook', hook);
      for (const notice of this.#ledger.find('notice', 'waiting'))
        this.#keep({ ...notice, nextAttemptMs: Date.now() });
    });
    this.wake();
    return hook;
  }

  /** Writes a notice; call it inside the transaction of what it tells, and `wake` after it. */
  add(type: string, resourceType: string, summary: string, resource: object): Notice {
    const id = newId.notice();
    const time = this.#now();
    const event = {
      id,
      event_version: '1.0',
      create_time: time,
      resource_type: resourceType,
      resource_version: '2.0',
      event_type: type,
      summary,
      resource,
      links: [
        link(`${this.#url}/v1/notifications/webhooks-events/${id}`, 'self'),
        link(`${this.#url}/v1/notifications/webhooks-events/${id}/resend`, 'resend', 'POST'),
      ],
    };
    const notice: Notice = {
      id,
      type,
      body: JSON.stringify(event),
      transmissionId: randomUUID(),
      transmissionTime: time,
      state: 'waiting',
      attempts: 0,
      nextAttemptMs: Date.now(),
    };
    this.#keep(notice);
    return notice;
  }

  /** The headers with which a notice is sent: PayPal's, signed with a certificate of our own authority. */
  async headersOf({
    transmissionId,
    transmissionTime,
    body,
  }: Notice): Promise<Record<string, string>> {
    const { certificateId, privateKey } = await this.#authority.leaf();
    const signed = `${transmissionId}|${transmissionTime}|${WEBHOOK_ID}|${crc32(body)}`;
    return {
      'content-type': 'application/json',
      'user-agent': 'PayPal/AUHD-214.0-58076982',
      'correlation-id': transmissionId.slice(0, 13).replace('-', ''),
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-auth-version': 'v2',
      'paypal-cert-url': `${this.#url}/v1/notifications/certs/${certificateId}`,
      'paypal-transmission-id': transmissionId,
      'paypal-transmission-sig': sign('sha256', Buffer.from(signed), privateKey).toString('base64'),
      'paypal-transmission-time': transmissionTime,
    };
  }

  /** All notices, the oldest first, as they were or will be sent. */
  async outbox(type?: string) {
    const notices = this.#ledger.list('notice').toReversed();
    const wanted = notices.filter((notice) => !type || notice.type === type);
    return Promise.all(
      wanted.map(async (notice) => ({
        id: notice.id,
        type: notice.type,
        state: notice.state,
        attempts: notice.attempts,
        ...(notice.lastAnswer && { lastAnswer: notice.lastAnswer }),
        headers: await this.headersOf(notice),
        body: notice.body,
      })),
    );
  }

  /** Resolves when nothing waits for delivery, or after `ms`, or when the caller has gone. */
  async settled(ms: number, gone: AbortSignal): Promise<void> {
    const stop = AbortSignal.any([gone, this.#closing.signal, AbortSignal.timeout(ms)]);
    await new Promise<void>((resolve) => {
      const look = () => {
        if (!stop.aborted && this.#ledger.find('notice', 'waiting').length) return;
        this.#watchers.delete(look);
        resolve();
      };
      this.#watchers.add(look);
      stop.addEventListener('abort', look, { once: true });
      look();
    });
  }

  /** Sends a notice once more, also one that was taken. Answers undefined when there is none. */
  resend(id: string): Notice | undefined {
    const notice = this.#ledger.get('notice', id);
    if (!notice) return undefined;
    const again: Notice = {
      ...notice,
      state: 'waiting',
      attempts: 0,
      nextAttemptMs: Date.now(),
      transmissionId: randomUUID(),
      transmissionTime: this.#now(),
    };
    this.#keep(again);
    this.wake();
    return again;
  }

  /** Sends what is due now, and what is due later then. */
  wake(): void {
    clearTimeout(this.#timer);
    if (this.#closing.signal.aborted) return;
    this.#timer = setTimeout(() => void this.#go(), this.hook.order === 'sent' ? 0 : MIX_MS);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    await this.#round;
  }

  async #go(): Promise<void> {
    this.#round ??= this.#sendDue()
      .catch((error: unknown) => this.#log(`Notices: ${String(error)}`))
      .finally(() => {
        this.#round = undefined;
      });
    await this.#round;
    const waiting = this.#waiting();
    if (this.#closing.signal.aborted || !waiting.length) return;
    const soonest = Math.min(...waiting.map(({ nextAttemptMs }) => nextAttemptMs));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#go(), Math.max(0, soonest - Date.now()));
  }

  #waiting(): Notice[] {
    const { url, order } = this.hook;
    return url === null || order === 'held' ? [] : this.#ledger.find('notice', 'waiting');
  }

  async #sendDue(): Promise<void> {
    const { order } = this.hook;
    const due = this.#waiting().filter(({ nextAttemptMs }) => nextAttemptMs <= Date.now());
    if (order === 'reversed') due.reverse();
    if (order === 'shuffled') shuffle(due);
    for (const notice of due) {
      const { url, copies } = this.hook;
      if (url === null || this.#closing.signal.aborted) return;
      await Promise.all(Array.from({ length: copies }, () => this.#send(notice, url)));
      for (const look of this.#watchers) look();
    }
  }

  async #send(notice: Notice, url: string): Promise<void> {
    const answer = await this.#post(notice, url);
    if (this.#closing.signal.aborted) return; // The next run of the sandbox sends it again.
    const attempts = notice.attempts + 1;
    const wait = RETRY_AFTER_MS[notice.attempts];
    const state = answer.startsWith('2')
      ? 'delivered'
      : wait === undefined
        ? 'given-up'
        : this.#ledger.get('notice', notice.id)?.state === 'delivered'
          ? 'delivered' // Another copy was taken.
          : 'waiting';
    this.#keep({
      ...notice,
      state,
      attempts,
      lastAnswer: answer,
      nextAttemptMs: Date.now() + (wait ?? 0),
    });
  }

  async #post(notice: Notice, url: string): Promise<string> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: await this.headersOf(notice),
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

  #keep(notice: Notice): void {
    this.#ledger.put('notice', notice.id, notice, notice.state);
  }
}

function shuffle<T>(list: T[]): void {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    [list[at], list[other]] = [list[other] as T, list[at] as T];
  }
}
