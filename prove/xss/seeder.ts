import { ADMIN } from '../../testing/app.ts';
import { addressOf, type Answer, logInAsAdmin, sendUntilTaken } from '../../testing/visit.ts';
import { bodyWith, type Holder, holdingIn, routeOf } from './bodies.ts';

interface How {
  cookie?: string | undefined;
  /** For the parameters of the path. */
  params?: Record<string, string>;
}

/** Sends texts by the site's own calls, and keeps count of where they went. */
export class Seeder {
  /** How many fields hold one of the texts by now, by call. */
  readonly fields = new Map<string, number>();
  /** Why a call was last refused. */
  readonly refusals = new Map<string, string>();
  readonly origin: string;
  /** The cookie of an administrator; on a slow machine it is no longer that of a recent login. */
  admin: string;
  readonly texts: readonly string[];
  #sent = 0;

  constructor(origin: string, admin: string, texts: readonly string[]) {
    this.origin = origin;
    this.admin = admin;
    this.texts = texts;
  }

  text(n: number): string {
    return this.texts[n % this.texts.length] as string;
  }

  /** The texts of at most this length, in one line. */
  short(most: number): string[] {
    return this.texts.filter((text) => text.length <= most && !/\p{Cc}/u.test(text));
  }

  /** A body of the call with the n-th text wherever it fits. Throws when there is no sound one. */
  filled(name: string, n: number, fixed: Holder = {}): Holder {
    const body = bodyWith(name, this.text(n), n, fixed);
    if (!body) throw new Error(`No sound body was found for ${name}: give it what it needs.`);
    return body;
  }

  /** Sends a body, from an address of its own. */
  async put(name: string, body: Holder, { cookie, params = {} }: How = {}): Promise<Answer> {
    const { method, path } = routeOf(name);
    const answer = await sendUntilTaken(this.origin, {
      method: method as 'POST',
      path: path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? '')),
      body,
      cookie,
      from: addressOf(++this.#sent),
    });
    if (answer.status < 300) this.fields.set(name, (this.fields.get(name) ?? 0) + holdingIn(body));
    else this.refusals.set(name, `${answer.status} ${answer.text.slice(0, 200)}`);
    return answer;
  }

  /** The same as the administrator, who logs in again where the password is asked for. */
  async asAdmin(name: string, body: Holder, params: Record<string, string> = {}): Promise<Answer> {
    const answer = await this.put(name, body, { cookie: this.admin, params });
    if (answer.status !== 403 || !answer.text.includes('"reauthenticate"')) return answer;
    this.admin = await logInAsAdmin(this.origin, ADMIN);
    return this.put(name, body, { cookie: this.admin, params });
  }

  /** Reads as a page of the site does. Throws when it is refused. */
  async read<T>(path: string, cookie = this.admin): Promise<T> {
    const answer = await sendUntilTaken(this.origin, { method: 'GET', path, cookie });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return JSON.parse(answer.text) as T;
  }
}

/** The id of a created record, from the answer. Throws when it was refused. */
export function madeBy(name: string, { status, text }: Answer): { id: string } {
  if (status >= 300) throw new Error(`${name}: ${status} ${text}`);
  return JSON.parse(text) as { id: string };
}
