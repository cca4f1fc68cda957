import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { sendResetLink } from '../../src/features/members/password/new-password.service.ts';
import { accountsOf } from '../../src/features/members/testing.accounts.ts';
import { softPasskey } from '../../src/features/members/testing.authenticator.ts';
import type { Answer, Site, Visitor } from '../../src/server/testing.ts';

export const ORIGIN = 'https://passport.example';
/** The name of the session cookie on https. */
export const SID = '__Host-sid';

export interface Person {
  id: string;
  email: string;
  password: string;
}

/** Every cookie of a session that was set, and every key in one. */
export const cookies: string[] = [];

export function note({ headers }: Answer): void {
  const set = [headers['set-cookie'] ?? []].flat();
  cookies.push(...set.filter((cookie) => /^(__Host-)?sid=[^;]/.test(cookie)));
}

/** A key as we make them, which we never made. */
export const inventedKey = () => randomBytes(32).toString('base64url');

export const keyOf = (browser: Visitor): string => browser.cookies.get(SID) ?? '';

/** Throws unless the site did as it was asked. */
export async function demand(asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked;
  if (answer.status >= 300) throw new Error(`A call was refused: ${answer.status} ${answer.text}`);
  return answer;
}

/** The user of the session that a key opens; undefined when it opens none. */
export async function opensAs(site: Site, key: string, name = SID): Promise<string | undefined> {
  const answer = await site.visitor().get('/api/auth/user', { cookie: `${name}=${key}` });
  return answer.status === 200 ? (answer.body as { id: string }).id : undefined;
}

/** Whether what needs a login can be read and written with a key. */
export async function isAlive(site: Site, key: string): Promise<boolean> {
  const browser = site.visitor();
  browser.cookies.set(SID, key);
  const answers = [
    await browser.get('/api/auth/user'),
    await browser.get('/api/messages'),
    await browser.put('/api/profile', { city: 'Dakar' }),
  ];
  return answers.some(({ status }) => status !== 401);
}

let people = 0;

/** Someone new, in the browser that is given or in one of their own. */
export async function join(site: Site, browser = site.visitor()) {
  const email = `person${++people}@prove.example`;
  const password = `a thread of the cloth ${people}`;
  const name = { firstName: 'Awa', lastName: 'Diop' };
  const answer = await demand(browser.post('/api/auth/register', { email, password, ...name }));
  const { user } = answer.body as { user: { id: string } };
  const person: Person = { id: user.id, email, password };
  return { browser, person, answer };
}

/** Logs someone in, in the browser that is given or in a new one. */
export async function logIn(
  site: Site,
  { email, password }: Person,
  { browser = site.visitor(), code }: { browser?: Visitor; code?: string } = {},
) {
  const body = { email, password, ...(code === undefined ? {} : { code }) };
  const answer = await demand(browser.post('/api/auth/login', body));
  return { browser, answer };
}

export async function administrator(site: Site) {
  const { browser, person } = await join(site);
  await site.db.execute(
    sql`update users set is_admin = true, role = 'owner' where id = ${person.id}`,
  );
  return { browser, person };
}

/** The key in the mail for a new password. */
export async function resetKey(site: Site, { email }: Person): Promise<string> {
  await demand(site.visitor().post('/api/auth/reset', { email }));
  // The queue rests: what it would do is done here.
  const { rows } = await site.db.execute<{ data: { id: string; sealed: string } }>(
    sql`delete from pgboss.job where name = 'password-reset' returning data`,
  );
  for (const { data } of rows) await sendResetLink(site.context, data);
  const mails = await accountsOf(site).mailsTo(email);
  const mail = mails.find(({ template }) => template === 'password-reset');
  const { resetUrl = '' } = (mail?.props ?? {}) as { resetUrl?: string };
  return new URL(resetUrl).hash.replace('#key=', '');
}

/** Sets an authenticator app up; `code` is one that was not used yet. */
export async function addApp(site: Site, browser: Visitor) {
  const { secret } = (await demand(browser.post('/api/account/totp'))).body as { secret: string };
  const code = () => {
    site.clock.advance(30_000);
    const timestamp = site.clock.now().getTime();
    return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
  };
  const answer = await demand(browser.post('/api/account/totp/confirm', { code: code() }));
  return { code, answer };
}

export async function addPasskey(browser: Visitor) {
  const passkey = softPasskey(ORIGIN);
  const options = (await demand(browser.post('/api/account/passkeys/options'))).body;
  const response = passkey.create(options);
  const answer = await demand(browser.post('/api/account/passkeys', { name: 'Phone', response }));
  return { passkey, answer };
}

/** Shows a passkey, to log in or to be asked again. */
export async function showPasskey(
  browser: Visitor,
  passkey: ReturnType<typeof softPasskey>,
  path: '/api/auth/passkey' | '/api/auth/reauthenticate/passkey',
) {
  const options = (await demand(browser.post(`${path}/options`))).body;
  return demand(browser.post(path, { response: passkey.get(options) }));
}
