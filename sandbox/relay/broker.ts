import { randomUUID } from 'node:crypto';

/** A sealed message: the relay knows neither its content nor its reader. */
export type RelayMessage = { topic: string; message: string; publishedAt: number; tag: number };
export type Sent = {
  topic: string;
  message: string;
  ttl?: number | undefined;
  tag?: number | undefined;
};

/** A connected client. `push` delivers a message under an id that comes back when it has arrived. */
export type Client = { push(id: string, message: RelayMessage): void };

type StoredMessage = RelayMessage & { from: Client; expiresAt: number };

const DEFAULT_TTL_SECONDS = 6 * 60 * 60;

/** Topics with their listeners and undelivered messages. In memory: sessions survive a restart, messages do not. */
export class Broker {
  readonly #listeners = new Map<string, Set<Client>>();
  readonly #stored = new Map<string, Map<string, StoredMessage>>();

  /** Listens to a topic, and hands over what waits there. */
  subscribe(client: Client, topic: string): void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(client));
    for (const [id, waiting] of this.#waiting(topic))
      if (waiting.from !== client) client.push(id, relayMessageOf(waiting));
  }

  unsubscribe(client: Client, topic: string): void {
    this.#listeners.get(topic)?.delete(client);
  }

  /** The connection has ended. */
  forget(client: Client): void {
    for (const listeners of this.#listeners.values()) listeners.delete(client);
  }

  /** Sends a message to all others on its topic; it is stored until one of them acknowledges it. */
  publish(from: Client, { topic, message, ttl = DEFAULT_TTL_SECONDS, tag = 0 }: Sent): void {
    const publishedAt = Date.now();
    const sent = { topic, message, publishedAt, tag, from, expiresAt: publishedAt + ttl * 1000 };
    const id = randomUUID();
    const stored = this.#stored.get(topic) ?? new Map<string, StoredMessage>();
    this.#stored.set(topic, stored.set(id, sent));
    for (const client of this.#listeners.get(topic) ?? [])
      if (client !== from) client.push(id, relayMessageOf(sent));
  }

  /** A message was acknowledged. */
  arrived(id: string): void {
    for (const stored of this.#stored.values()) stored.delete(id);
  }

  /** The waiting messages of a topic, for clients that poll instead of listening. */
  fetch(topic: string): RelayMessage[] {
    return [...this.#waiting(topic)].map(([, stored]) => relayMessageOf(stored));
  }

  #waiting(topic: string): Map<string, StoredMessage> {
    const stored = this.#stored.get(topic) ?? new Map<string, StoredMessage>();
    for (const [id, { expiresAt }] of stored) if (expiresAt < Date.now()) stored.delete(id);
    return stored;
  }
}

const relayMessageOf = ({ topic, message, publishedAt, tag }: StoredMessage): RelayMessage => ({
  topic,
  message,
  publishedAt,
  tag,
});
