import { randomUUID } from 'node:crypto';

/** What the relay carries: sealed, so it knows neither what it says nor for whom. */
export type Letter = { topic: string; message: string; publishedAt: number; tag: number };
export type Sent = {
  topic: string;
  message: string;
  ttl?: number | undefined;
  tag?: number | undefined;
};

/** One who is connected. `push` hands a letter over under an id that comes back when it has arrived. */
export type Client = { push(id: string, letter: Letter): void };

type Kept = Letter & { from: Client; expiresAt: number };

const DEFAULT_TTL_SECONDS = 6 * 60 * 60;

/** Topics, who listens to them, and the letters that no one has taken yet. In memory: sessions outlive a restart, letters do not. */
export class Post {
  readonly #listeners = new Map<string, Set<Client>>();
  readonly #kept = new Map<string, Map<string, Kept>>();

  /** Listens to a topic, and hands over what waits there. */
  subscribe(client: Client, topic: string): void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(client));
    for (const [id, letter] of this.#waiting(topic))
      if (letter.from !== client) client.push(id, letterOf(letter));
  }

  unsubscribe(client: Client, topic: string): void {
    this.#listeners.get(topic)?.delete(client);
  }

  /** The connection has ended. */
  forget(client: Client): void {
    for (const listeners of this.#listeners.values()) listeners.delete(client);
  }

  /** Sends a letter to all others on its topic; it is kept until one of them says that it arrived. */
  publish(from: Client, { topic, message, ttl = DEFAULT_TTL_SECONDS, tag = 0 }: Sent): void {
    const publishedAt = Date.now();
    const letter = { topic, message, publishedAt, tag, from, expiresAt: publishedAt + ttl * 1000 };
    const id = randomUUID();
    const kept = this.#kept.get(topic) ?? new Map<string, Kept>();
    this.#kept.set(topic, kept.set(id, letter));
    for (const client of this.#listeners.get(topic) ?? [])
      if (client !== from) client.push(id, letterOf(letter));
  }

  /** A letter was taken. */
  arrived(id: string): void {
    for (const kept of this.#kept.values()) kept.delete(id);
  }

  /** What waits on a topic, to be asked for instead of listened to. */
  fetch(topic: string): Letter[] {
    return [...this.#waiting(topic)].map(([, letter]) => letterOf(letter));
  }

  #waiting(topic: string): Map<string, Kept> {
    const kept = this.#kept.get(topic) ?? new Map<string, Kept>();
    for (const [id, { expiresAt }] of kept) if (expiresAt < Date.now()) kept.delete(id);
    return kept;
  }
}

const letterOf = ({ topic, message, publishedAt, tag }: Kept): Letter => ({
  topic,
  message,
  publishedAt,
  tag,
});
