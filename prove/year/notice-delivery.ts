import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { once } from 'node:events';
import type { Chance } from '../chance.part.ts';

interface Letter {
  headers: IncomingHttpHeaders;
  body: string;
}

/** PayPal's notices on their way to the site: some are lost, some come twice, some late and in another order. */
export class NoticeDelivery {
  readonly counts = { lost: 0, doubled: 0, late: 0, straight: 0 };
  /** Everything comes at once and once. */
  isOrderly = false;
  readonly url: string;
  readonly #server: Server;
  readonly #site: string;
  readonly #chance: Chance;
  #late: Letter[] = [];

  private constructor(server: Server, site: string, chance: Chance) {
    this.#server = server;
    this.#site = site;
    this.#chance = chance;
    const address = server.address() as { port: number };
    this.url = `http://127.0.0.1:${address.port}/notices`;
  }

  /** `site`: where the notices go in the end. */
  static async open(site: string, chance: Chance): Promise<NoticeDelivery> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const letter = { headers: request.headers, body: Buffer.concat(chunks).toString() };
        void delivery.#take(letter).then((status) => response.writeHead(status).end());
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const delivery = new NoticeDelivery(server, site, chance);
    return delivery;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Brings what was held back, in an order of its own. */
  async deliverRest(): Promise<void> {
    const letters = this.#late.splice(0);
    while (letters.length > 0) {
      const [letter] = letters.splice(this.#chance.below(letters.length), 1) as [Letter];
      if ((await this.#bring(letter)) !== 200) this.#late.push(letter);
    }
  }

  async #take(letter: Letter): Promise<number> {
    const fate = this.isOrderly ? 100 : this.#chance.below(100);
    if (fate < 20) {
      this.counts.lost += 1;
      return 200;
    }
    if (fate < 45) {
      this.counts.late += 1;
      this.#late.push(letter);
      return 200;
    }
    if (fate < 65) {
      this.counts.doubled += 1;
      await this.#bring(letter);
    } else this.counts.straight += 1;
    return this.#bring(letter);
  }

  /** The site's answer; 503 while it is down: PayPal tries again. */
  async #bring({ headers, body }: Letter): Promise<number> {
    const { host: _, connection: __, 'content-length': ___, ...rest } = headers;
    const { port, pathname } = new URL(this.#site);
    const answer = await fetch(`http://127.0.0.1:${port}${pathname}`, {
      method: 'POST',
      headers: rest as Record<string, string>,
      body,
    }).catch(() => undefined);
    await answer?.body?.cancel();
    return answer?.status ?? 503;
  }
}
