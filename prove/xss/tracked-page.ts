import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from '@playwright/test';
import { seconds } from '../../src/shared/time.ts';
import { waitFactor } from '../../testing/workspace.ts';

/** So long nothing is asked for before a page is taken for whole: what an answer leads to is asked for at once. */
const quietMs = 250;
const longestSettlingMs = seconds(10) * waitFactor;

/** The requests that a page waits for. */
export class TrackedPage {
  readonly page: Page;
  readonly #open = new Set<Request>();
  #lastAt = 0;

  constructor(page: Page) {
    this.page = page;
    page.on('request', (request) => {
      // A stream of news has no end, and no one reads the answer to a beacon.
      if (/^(eventsource|ping)$/.test(request.resourceType())) return;
      this.#open.add(request);
      this.#lastAt = performance.now();
    });
    const end = (request: Request) => {
      this.#open.delete(request);
      this.#lastAt = performance.now();
    };
    page.on('requestfinished', end);
    page.on('requestfailed', end);
  }

  /** Waits until the page asks for nothing more for a while; false when it never did. */
  async settle(): Promise<boolean> {
    const until = performance.now() + longestSettlingMs;
    this.#lastAt = performance.now();
    while (this.#open.size > 0 || performance.now() - this.#lastAt < quietMs) {
      if (performance.now() > until) return false;
      await sleep(20);
    }
    return true;
  }

  /** Opens a document. What the one before it asked for is never answered. */
  async open(address: string): Promise<void> {
    this.#open.clear();
    await this.page.goto(address);
  }
}
