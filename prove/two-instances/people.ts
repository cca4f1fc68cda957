import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { App } from '../../testing/app.ts';
import { addressOf, type Answer, type Call, send } from '../../testing/visit.ts';

export const PASSWORD = 'long enough to be taken 77';
const oldEnoughDays = 30;

/** One browser of a member: it keeps the cookies that it is given, whichever instance gives them. */
export class Browser {
  readonly #jar = new Map<string, string>();
  readonly #from: string;

  constructor(n: number) {
    this.#from = addressOf(n);
  }

  get cookie(): string {
    return [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async send(app: App, call: Call): Promise<Answer> {
    const answer = await send(app.origin, { from: this.#from, cookie: this.cookie, ...call });
    for (const cookie of answer.cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.#jar.set(name, value);
    }
    return answer;
  }

  /** The same, which must succeed; answers its JSON. */
  async demand<T>(app: App, call: Call): Promise<T> {
    const { status, text } = await this.send(app, call);
    if (status !== 200 && status !== 201) throw new Error(`${call.path}: ${status} ${text}`);
    return JSON.parse(text) as T;
  }
}

export interface Member {
  id: string;
  email: string;
  browser: Browser;
}

let joined = 0;

/**
 * Members who joined at this instance a while ago, with proved addresses: the limits of new accounts are proved
 * elsewhere (message.test.ts), and would end this after twenty messages.
 */
export async function join(app: App, client: pg.Client, count: number): Promise<Member[]> {
  const members: Member[] = [];
  for (let n = 0; n < count; n++) {
    const browser = new Browser(++joined);
    const email = `member${joined}@prove.example`;
    const body = { email, firstName: 'Awa', lastName: `Diop ${joined}`, password: PASSWORD };
    const { user } = await browser.demand<{ user: { id: string } }>(app, {
      path: '/api/auth/register',
      body,
    });
    members.push({ id: user.id, email, browser });
  }
  await client.query(
    `update users set email_verified_at = created_at, created_at = created_at - make_interval(days => $1)
     where id = any($2)`,
    [oldEnoughDays, members.map(({ id }) => id)],
  );
  return members;
}

/** Another browser of the same member, logged in at this instance. */
export async function logIn(app: App, { email }: Member): Promise<Browser> {
  const browser = new Browser(++joined);
  await browser.demand(app, { path: '/api/auth/login', body: { email, password: PASSWORD } });
  return browser;
}

/** Writes from one member to another through an instance; answers the message's id. */
export async function write(app: App, from: Member, to: Member): Promise<string> {
  const { id } = await from.browser.demand<{ id: string }>(app, {
    path: '/api/messages',
    key: randomUUID(),
    body: { recipientId: to.id, subject: 'Hello', content: 'How are you?' },
  });
  return id;
}
