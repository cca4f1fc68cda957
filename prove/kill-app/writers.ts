import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, send } from '../../testing/visit.ts';
import { type Applied, type Operation, Operations, Post } from './operations.ts';
import { waitFactor } from '../../testing/workspace.ts';

/** Closed while the app is away or its database are read; writers wait in front of it. */
class Gate {
  #open: Promise<void> = Promise.resolve();
  #unlock: (() => void) | undefined;

  constructor() {
    this.close();
  }
  close(): void {
    if (this.#unlock) return;
    this.#open = new Promise((resolve) => {
      this.#unlock = resolve;
    });
  }
  open(): void {
    this.#unlock?.();
    this.#unlock = undefined;
  }
  passed(): Promise<void> {
    return this.#open;
  }
}

/** Many people at once, each doing one thing after the other, who repeat what was not answered. */
export class Writers {
  readonly gate = new Gate();
  /** Operations that were answered with success, in order. */
  readonly done: Operation[] = [];
  /** Operations that were not answered at least once. */
  unanswered = 0;
  /** Answers "please wait" (429, 503), after which the same was sent again. */
  postponed = 0;
  /** Answers that should not have been. */
  readonly wrong: string[] = [];
  #underWay = 0;
  #isOver = false;
  readonly #lives: Promise<void>[];
  readonly #origin: string;

  /** Each of the `plans` is stopped by one of them. */
  constructor(origin: string, count: number, plans: Applied[]) {
    this.#origin = origin;
    const post = new Post();
    this.#lives = Array.from({ length: count }, (_, n) =>
      this.#live(new Operations(n, plans, post)),
    );
  }

  /** Resolves when no request is under way: the gate is closed and the app was killed. */
  async settled(): Promise<void> {
    for (const end = Date.now() + 15_000 * waitFactor; this.#underWay > 0; await sleep(5)) {
      if (Date.now() > end)
        throw new Error(`${this.#underWay} requests hang although the app is dead.`);
    }
  }

  /** Resolves after so many further successes, or after `withinMs`. */
  async acknowledged(more: number, withinMs: number): Promise<void> {
    const enough = this.done.length + more;
    for (const end = Date.now() + withinMs; this.done.length < enough && Date.now() < end; )
      await sleep(5);
  }

  /** Everyone finishes what they have begun. */
  async finish(): Promise<void> {
    this.#isOver = true;
    this.gate.open();
    await Promise.all(this.#lives);
  }

  async #live(operations: Operations): Promise<void> {
    for (await this.gate.passed(); !this.#isOver; await this.gate.passed()) {
      const operation = operations.next();
      const answer = await this.#insist(operation);
      if (answer.status !== 200 && answer.status !== 201) {
        this.wrong.push(
          `${operation.kind} ${operation.marker}, try ${operation.tries}: ${answer.status} ${answer.text.slice(0, 200)}`,
        );
        continue;
      }
      operation.answer = answer;
      operations.learn(operation);
      this.done.push(operation);
    }
  }

  /** Sends until there is an answer, as a browser does: the same request with the same key. */
  async #insist(operation: Operation): Promise<Answer> {
    for (;;) {
      await this.gate.passed();
      operation.tries++;
      this.#underWay++;
      const answer = await send(this.#origin, operation.call)
        .catch(() => undefined) // The connection broke: whether it was done is what this proof is about.
        .finally(() => this.#underWay--);
      if (!answer) {
        this.unanswered++;
        await sleep(10);
      } else if (answer.status !== 429 && answer.status !== 503) {
        return answer;
      } else if (answer.retryAfter === undefined) {
        return { ...answer, text: `without Retry-After: ${answer.text}` };
      } else {
        this.postponed++;
        await sleep(200);
      }
    }
  }
}
