import type { Answer, Site, Visitor } from '../../src/server/testing.ts';
import type { Figures } from '../figures.part.ts';
import {
  addApp,
  addPasskey,
  demand,
  inventedKey,
  isAlive,
  join,
  keyOf,
  logIn,
  note,
  opensAs,
  showPasskey,
  SID,
} from './browsers.ts';

/** Each way to a session, for a browser that comes with a key that someone planted. */
async function waysIn(site: Site) {
  const { browser: own } = await join(site);
  const { passkey } = await addPasskey(own);
  const withApp = await join(site);
  const { code } = await addApp(site, withApp.browser);
  return {
    registering: async (browser: Visitor) => (await join(site, browser)).answer,
    'the password': async (browser: Visitor) =>
      (await logIn(site, (await join(site)).person, { browser })).answer,
    'the password and a code': async (browser: Visitor) =>
      (await logIn(site, withApp.person, { browser, code: code() })).answer,
    'a passkey': (browser: Visitor) => showPasskey(browser, passkey, '/api/auth/passkey'),
  };
}

/** Session keys that an attacker could set: words, keys that look like ours, expired ones, their own, and those of the table. */
async function fixations(site: Site): Promise<Record<string, () => Promise<string>>> {
  return {
    words: async () => 'fixed',
    'an invented key': async () => inventedKey(),
    'a live key of the stranger’s own': async () => keyOf((await join(site)).browser),
    'a key that has ended': async () => {
      const { browser } = await join(site);
      const key = keyOf(browser);
      await demand(browser.post('/api/auth/logout'));
      return key;
    },
    nothing: async () => '',
  };
}

export async function proveFixation(site: Site, figures: Figures): Promise<void> {
  const ways = await waysIn(site);
  const adopted: string[] = [];
  let tried = 0;
  for (const [how, comeIn] of Object.entries(ways))
    for (const [what, setCookie] of Object.entries(await fixations(site))) {
      const fixed = await setCookie();
      const browser = site.visitor();
      browser.cookies.set(SID, fixed);
      // A visit with it makes it no one's either.
      await browser.get('/');
      note(await demand(comeIn(browser)));
      tried++;
      if (keyOf(browser) === fixed || (await isAlive(site, fixed)))
        adopted.push(`${what}, then ${how}`);
      if (!(await isAlive(site, keyOf(browser)))) throw new Error(`Nobody came in by ${how}.`);
    }
  figures.add('ways in, each with each planted key', tried, '> 0', tried > 0);
  figures.none('planted keys that were adopted or lived on', adopted);
}

/** Operations after which a session may do more; each must bring a new key and kill the old one. */
export async function proveRises(site: Site, figures: Figures): Promise<void> {
  const old: string[] = [];
  const rise = async (what: string, browser: Visitor, operation: () => Promise<Answer>) => {
    const before = keyOf(browser);
    const whose = await opensAs(site, before);
    note(await operation());
    const now = keyOf(browser);
    if (now === before || (await isAlive(site, before))) old.push(what);
    if (!whose || (await opensAs(site, now)) !== whose)
      throw new Error(`After ${what} its session is gone.`);
  };
  const { browser, person } = await join(site);
  const { password } = person;
  const again = (body: object) => demand(browser.post('/api/auth/reauthenticate', body));
  await rise('the password again', browser, () => again({ password }));
  await rise('a new password', browser, () =>
    demand(
      browser.put('/api/account/password', {
        currentPassword: password,
        newPassword: `${password}, newly woven`,
      }),
    ),
  );
  person.password = `${password}, newly woven`;
  let code = () => '';
  await rise('an authenticator app', browser, async () => {
    const app = await addApp(site, browser);
    code = app.code;
    return app.answer;
  });
  await rise('password and code again', browser, () =>
    again({ password: person.password, code: code() }),
  );
  let shown: (() => Promise<Answer>) | undefined;
  await rise('a passkey', browser, async () => {
    const { passkey, answer } = await addPasskey(browser);
    shown = () => showPasskey(browser, passkey, '/api/auth/reauthenticate/passkey');
    return answer;
  });
  await rise('the passkey again', browser, () => shown?.() ?? Promise.reject(new Error('No key.')));
  figures.none('rises of rights that kept the old key', old);
}
