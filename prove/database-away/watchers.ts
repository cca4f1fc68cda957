import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, addressOf, send } from '../../testing/visit.ts';

/** Light load: two who sign, one who reads the count, one who reads the page. All look closely at what they get. */
export class Watchers {
  /** Set by the proof: a 503 is right only then, and a moment after. */
  isAway = false;
  /** Addresses whose signature was acknowledged. */
  readonly acknowledged: string[] = [];
  readonly wrong: string[] = [];
  /** Clean refusals. */
  whileAway = 0;
  /** Pages served while the database was away. */
  pages = 0;
  /** Counts that were read then. */
  reads = 0;
  readonly refusedReads: string[] = [];
  slowestMs = 0;
  #isOver = false;
  readonly #origin: string;
  readonly #lives: Promise<void>[];

  constructor(origin: string) {
    this.#origin = origin;
    this.#lives = [this.#sign('a'), this.#sign('b'), this.#read(), this.#open()];
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#lives);
  }

  async #sign(who: string): Promise<void> {
    for (let n = 0; !this.#isOver; n++) {
      const email = `${who}${n}@prove.example`;
      const body = { fullName: 'Awa Diop', email, country: 'Senegal', agreeToDeclaration: true };
      const call = {
        path: '/api/unity-declaration',
        body,
        from: addressOf(n),
        key: `prove-away-${who}${n}`,
      };
      // As a browser does: the same again until it is taken.
      while (!this.#isOver) {
        const answer = await this.#timed(`signing as ${email}`, () => send(this.#origin, call));
        if (answer?.status === 201) {
          this.acknowledged.push(email);
          break;
        }
        this.#requireClean503(`signing as ${email}`, answer);
        await sleep(50);
      }
      await sleep(20);
    }
  }

  async #read(): Promise<void> {
    for (; !this.#isOver; await sleep(30)) {
      const { isAway } = this;
      const call = { method: 'GET', path: '/api/unity-declaration' } as const;
      const answer = await this.#timed('reading the count', () => send(this.#origin, call));
      if (answer?.status === 200) {
        if (isAway && this.isAway) this.reads++;
      } else {
        this.#requireClean503('reading the count', answer);
        this.refusedReads.push(`${answer?.status}`);
      }
    }
  }

  async #open(): Promise<void> {
    for (; !this.#isOver; await sleep(30)) {
      const isAway = this.isAway;
      const answer = await this.#timed('the front page', () =>
        send(this.#origin, { method: 'GET', path: '/' }),
      );
      if (answer?.status !== 200 || !answer.text.includes('</html>'))
        this.wrong.push(`the front page: ${answer?.status}`);
      else if (isAway && this.isAway) this.pages++;
    }
  }

  /** The answer, or undefined when none came, which is noted. */
  async #timed(what: string, ask: () => Promise<Answer>): Promise<Answer | undefined> {
    const startedAtMs = performance.now();
    try {
      return await ask();
    } catch (error) {
      this.wrong.push(`${what}: no answer (${String(error)})`);
      return undefined;
    } finally {
      this.slowestMs = Math.max(this.slowestMs, performance.now() - startedAtMs);
    }
  }

  #requireClean503(what: string, answer: Answer | undefined): void {
    if (!answer) return;
    const { status, retryAfter, text } = answer;
    const isClean =
      status === 503 && Number(retryAfter) > 0 && /^\{"message":"[^"]+"\}$/.test(text);
    if (isClean) this.whileAway++;
    else this.wrong.push(`${what}: ${status}, Retry-After ${retryAfter}, ${text.slice(0, 200)}`);
  }
}
