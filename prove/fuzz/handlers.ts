import type { Route } from '../../src/server/http/route.ts';

/** How often a handler was called, and how often it answered with success. */
interface Calls {
  reached: number;
  done: number;
}

/** Counts the calls of handlers: anyone who is counted has passed admission and the contract. */
export class Handlers {
  readonly #calls = new Map<string, Calls>();

  /** The same routes, counted. */
  watch = (routes: readonly Route[]): Route[] =>
    routes.map((route) => {
      const calls = { reached: 0, done: 0 };
      this.#calls.set(route.endpoint.name, calls);
      return {
        ...route,
        async handle(context, commit) {
          calls.reached++;
          const answer = await route.handle(context, commit);
          calls.done++;
          return answer;
        },
      };
    });

  /** Counts from here on. */
  forget(): void {
    for (const calls of this.#calls.values()) Object.assign(calls, { reached: 0, done: 0 });
  }

  of(name: string): Calls {
    const calls = this.#calls.get(name);
    if (!calls) throw new Error(`There is no route ${name}.`);
    return calls;
  }
}
