import type { Made } from './make.ts';
import type { Got, Sent } from './send.ts';

/** Text that only the inside knows. */
const INSIDE =
  /node_modules|\.ts:\d|at \w+ \(|DrizzleQuery|Failed query|select "|insert into|ECONN|ZodError/;

/** Looks at every answer and keeps what must not have been. */
export class Verdict {
  readonly failures: string[] = [];
  readonly #tally = new Map<number, number>();

  fail(what: string, sent?: Sent, got?: Got): void {
    const shown =
      sent &&
      `${sent.method} ${sent.path.slice(0, 200)} ${String(sent.body ?? '').slice(0, 600)} ${JSON.stringify(sent.headers).slice(0, 400)}`;
    this.failures.push(
      `${what}\n  ${shown ?? ''}\n  ${got ? `${got.status} ${got.text.slice(0, 300)}` : ''}`,
    );
  }

  judge(made: Made, got: Got): void {
    this.#tally.set(got.status, (this.#tally.get(got.status) ?? 0) + 1);
    // No rail is off and no one outside is away: a 503 is a failure like any other.
    if (got.status >= 500) this.fail('a failure of ours', made, got);
    if (INSIDE.test(got.text)) this.fail('the inside shows', made, got);
    const isForm = String(made.headers['content-type']).includes('urlencoded');
    const isOwnMethod = made.method === made.endpoint.method;
    const isAccepted = got.status >= 200 && got.status < 400;
    if (!made.isValid && !isForm && isOwnMethod && isAccepted && isAt(made))
      this.fail('accepted what the contract refuses', made, got);
    const isJson = String(got.headers['content-type']).startsWith('application/json');
    if (got.status >= 400 && made.method !== 'HEAD' && isJson) {
      const { message } = JSON.parse(got.text) as { message?: unknown };
      if (typeof message !== 'string' || message === '')
        this.fail('a refusal without a sentence', made, got);
    }
  }

  /** How many answers began with each digit; 0 is a connection that was cut off. */
  get answers(): string {
    const groups = new Map<number, number>();
    for (const [status, count] of this.#tally) {
      const hundred = Math.floor(status / 100);
      groups.set(hundred, (groups.get(hundred) ?? 0) + count);
    }
    return [...groups]
      .toSorted(([a], [b]) => a - b)
      .map(([hundred, count]) => (hundred ? `${hundred}xx ${count}` : `cut off ${count}`))
      .join(', ');
  }
}

/** Whether the request still reached its own route. */
const isAt = ({ path, endpoint }: Made) =>
  path.split('?')[0]?.split('/').length === endpoint.path.split('/').length;
