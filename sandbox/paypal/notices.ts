import { randomUUID, sign } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Authority } from './authority.ts';
import { newId } from './ids.ts';
import type { Ledger } from './ledger.ts';
import { link } from './link.ts';
import type { Hook, Notice } from './record.ts';

export const WEBHOOK_ID = 'SANDBOXWEBHOOK01';
const NO_HOOK: Hook = { url: null, order: 'sent', copies: 1 };

/** The notices to the merchant, written with the action that they report; `Delivery` sends them. */
export class Notices {
  readonly #ledger: Ledger;
  readonly #authority: Authority;
  readonly #url: string;
  readonly #now: () => string;

  constructor(parts: { ledger: Ledger; authority: Authority; url: string; now: () => string }) {
    this.#ledger = parts.ledger;
    this.#authority = parts.authority;
    this.#url = parts.url;
    this.#now = parts.now;
  }

  get hook(): Hook {
    return this.#ledger.get('hook', 'hook') ?? NO_HOOK;
  }

  /** Where notices go, in which order, and how many copies of each; undelivered ones follow at once. */
  setHook(change: Partial<Hook>): Hook {
    const hook = { ...this.hook, ...change };
    this.#ledger.transaction(() => {
      this.#ledger.put('hook', 'hook', hook);
      for (const notice of this.waiting()) this.keep({ ...notice, nextAttemptMs: Date.now() });
    });
    return hook;
  }

  /** Writes a notice; call it inside the transaction of what it reports, and start the delivery after it. */
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
    const notice: Notice = { id, type, body: JSON.stringify(event), ...this.#freshly() };
    this.keep(notice);
    return notice;
  }

  /** A notice is sent once more, also one that was taken. Answers undefined when there is none. */
  resend(id: string): Notice | undefined {
    const notice = this.#ledger.get('notice', id);
    if (!notice) return undefined;
    const again: Notice = { ...notice, ...this.#freshly() };
    this.keep(again);
    return again;
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

  /** Those that no one has taken yet, the oldest first. */
  waiting(): Notice[] {
    return this.#ledger.find('notice', 'waiting');
  }

  find(id: string): Notice | undefined {
    return this.#ledger.get('notice', id);
  }

  keep(notice: Notice): void {
    this.#ledger.put('notice', notice.id, notice, notice.state);
  }

  /** How every transmission begins. */
  #freshly() {
    return {
      transmissionId: randomUUID(),
      transmissionTime: this.#now(),
      state: 'waiting',
      attempts: 0,
      nextAttemptMs: Date.now(),
    } as const;
  }
}
