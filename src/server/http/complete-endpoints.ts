import type { AnyEndpoint } from '../../shared/endpoint.ts';
import { limitOf } from '../security/rate-limits.ts';

/** Checks the endpoints before the site opens; a fault is a mistake in the code, so it stops the start. */
export function requireCompleteEndpoints(endpoints: AnyEndpoint[]): void {
  const names = new Set<string>();
  for (const e of endpoints) {
    const what = `${e.method} ${e.path}`;
    if (!e.access?.who) throw new Error(`${what} does not say who may call it.`);
    if (names.has(e.name)) throw new Error(`${what} has the name of another route: ${e.name}.`);
    names.add(e.name);
    limitOf(e);
    if (e.path.includes(':') && !e.params)
      throw new Error(`${what} has no schema for its parameters.`);
    const isStrict =
      (e.body?._zod.def as { catchall?: { _zod: { def: { type: string } } } })?.catchall?._zod.def
        .type === 'never';
    if (e.body && e.access.who !== 'anyone' && !isStrict) {
      throw new Error(`${what} must refuse unknown keys: use z.strictObject for its body.`);
    }
    if (e.bodyLimitBytes !== undefined && e.access.who === 'anyone')
      throw new Error(`${what} takes a large body from anybody: ask for a login.`);
    if (e.signed && (e.access.who !== 'anyone' || e.method === 'GET' || e.plainForm))
      throw new Error(`${what} is signed by another service: open to anyone, and no page.`);
    if (e.oneClick && (e.access.who !== 'anyone' || e.method !== 'POST' || !e.query || e.body))
      throw new Error(`${what} is one click of anyone: a key in the query of a POST, no body.`);
    if (e.access.who === 'admin' && e.access.byKey && (e.method !== 'GET' || e.access.recent))
      throw new Error(`${what} is open to API keys: they only read, and give no password.`);
    if (e.answer === 'events' && (e.access.who !== 'member' || e.method !== 'GET'))
      throw new Error(`${what} streams: to members who get it.`);
    if (e.plainForm && !e.limit)
      throw new Error(`${what} takes plain forms and must name a limit.`);
  }
}
