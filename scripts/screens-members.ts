import type { Page } from '@playwright/test';
import { ADMIN } from '../testing/app.ts';
import { type Answer, cookieFrom, logInAsAdmin, send } from '../testing/visit.ts';
import type { Screen } from './screen.ts';

interface Member {
  id: string;
  email: string;
  cookie: string;
}

const PASSWORD = 'threads of one cloth';
/** First and last names, some of them long, as names are. */
const PEOPLE = {
  amina: ['Amina', 'Bello'],
  kofi: ['Kofi', 'Mensah'],
  thandiwe: ['Thandiwe', 'Nkosi'],
  oluwaseun: ['Oluwaseun', 'Babatunde Adeyemi-Fashola'],
  fatoumata: ['Fatoumata', 'Diarra'],
  eve: ['Eve', 'Seller'],
  mallory: ['Mallory', 'Stone'],
} as const;
type Name = keyof typeof PEOPLE;

const PROFILE = {
  country: 'Nigeria',
  city: 'Kano',
  bio: 'I teach history at a secondary school in Kano and collect the stories that my pupils’ grandparents tell of the roads before the borders.\n\nIn 2019 I walked from Kano to Niamey with eleven of them.',
  interests: 'Oral history, long walks, weaving, trains that cross borders',
  isPublic: true,
};
const LONG =
  'Dear Amina,\n\nthank you for what you wrote about the roads. My grandmother sold cloth from Ibadan to Ouagadougou and never carried a paper; she carried the names of the people she would sleep at. When I tell this to my children they think that I invent it.\n\nWe are forty in our reading circle in Abeokuta, and in February we would like to read your pupils’ stories aloud, two evenings, one in Yoruba and one in English. Would you come? We pay the bus, we have a room, and my mother insists that nobody who comes from Kano sleeps in a hotel.';
/** From, to, subject and words; the oldest first. */
const LETTERS: readonly (readonly [Name, Name, string, string])[] = [
  ['amina', 'thandiwe', 'The choir', 'Is it true that your choir sings in eleven languages?'],
  ['thandiwe', 'amina', 'The choir', 'In twelve, since October. Come and hear the twelfth!'],
  ['oluwaseun', 'amina', 'Two evenings of stories in Abeokuta, and a bed at my mother’s', LONG],
  [
    'fatoumata',
    'amina',
    'Bonjour de Bamako',
    'J’ai lu votre message sur les routes d’avant les frontières. Ma tante en connaît une qui n’est sur aucune carte.',
  ],
  ['eve', 'amina', 'An offer', 'Phones at half the price!!! Only today, only for you.'],
  ['kofi', 'amina', 'Accra', 'We meet on Saturday at the lighthouse. Bring the pupils.'],
  ['amina', 'kofi', 'Accra', 'Eleven of them, and two mothers. Is there shade?'],
  ['kofi', 'amina', 'Accra', 'There is shade, and there is kenkey.'],
];

const members = new Map<Name, Member>();
/** The key of a mailed link that is still unused. */
let unusedKey = '';

const memberOf = (name: Name): Member => {
  const member = members.get(name);
  if (!member) throw new Error(`${name} has not joined.`);
  return member;
};

/** Sends a request; throws unless it succeeds. */
async function succeed(origin: string, call: Parameters<typeof send>[1]): Promise<Answer> {
  const answer = await send(origin, call);
  if (answer.status >= 300) throw new Error(`${call.path}: ${answer.text}`);
  return answer;
}

async function welcomeKey(inbox: string, email: string): Promise<string> {
  const answer = await fetch(`${inbox}/messages?to=${encodeURIComponent(email)}&wait=60000`);
  const [, key] = /account\/verify#key=([\w-]+)/.exec(await answer.text()) ?? [];
  if (!key) throw new Error(`No link came to ${email}.`);
  return key;
}

async function join(origin: string, inbox: string, name: Name): Promise<void> {
  const [firstName, lastName] = PEOPLE[name];
  const email = `${name}@example.net`;
  const body = { email, firstName, lastName, password: PASSWORD };
  const joined = await succeed(origin, { path: '/api/auth/register', body });
  const cookie = cookieFrom(joined);
  const { user } = JSON.parse(joined.text) as { user: { id: string } };
  members.set(name, { id: user.id, email, cookie });
  const token = await welcomeKey(inbox, email);
  await succeed(origin, { path: '/api/auth/verify', body: { token }, cookie });
}

/** Adds members who write to each other: one is reported, one suspended, one has not confirmed the address. */
export async function openMembers(origin: string, inbox: string): Promise<void> {
  for (const name of Object.keys(PEOPLE) as Name[]) await join(origin, inbox, name);
  const { email, cookie } = memberOf('amina');
  await succeed(origin, { method: 'PUT', path: '/api/profile', body: PROFILE, cookie });
  const signature = {
    fullName: 'Amina Bello',
    email,
    country: 'Nigeria',
    agreeToDeclaration: true,
  };
  await succeed(origin, { path: '/api/unity-declaration', body: signature });
  for (const [from, to, subject, content] of LETTERS) {
    const body = { recipientId: memberOf(to).id, subject, content };
    const written = await succeed(origin, {
      path: '/api/messages',
      body,
      cookie: memberOf(from).cookie,
    });
    if (from !== 'eve') continue;
    const { id } = JSON.parse(written.text) as { id: string };
    const note = 'She has written the same to my pupils, who are fourteen.';
    const report = { reason: 'spam', note };
    await succeed(origin, { path: `/api/messages/${id}/report`, body: report, cookie });
  }
  const admin = await logInAsAdmin(origin, ADMIN);
  const reason = { reason: 'You sold phones to pupils.' };
  const suspend = `/api/admin/users/${memberOf('mallory').id}/suspend`;
  await succeed(origin, { path: suspend, body: reason, cookie: admin });
  const late = { email: 'sena@example.net', firstName: 'Sena', lastName: 'Agbeko' };
  await succeed(origin, { path: '/api/auth/register', body: { ...late, password: PASSWORD } });
  unusedKey = await welcomeKey(inbox, late.email);
}

/** Opens a path in a browser with these cookies. */
async function openAs(page: Page, cookie: string, path: string) {
  const { origin } = new URL(page.url());
  for (const [, name = '', value = ''] of cookie.matchAll(/([^=; ]+)=([^;]*)/g))
    await page.context().addCookies([{ name, value, url: origin }]);
  await page.goto(origin + path, { waitUntil: 'networkidle' });
}

/** A page as Amina sees it, once the heading is there. */
const asAmina = (
  path: string,
  heading: string,
  prepare?: (page: Page) => Promise<unknown>,
): Screen => ({
  path: '/cookies',
  act: async (page) => {
    await openAs(page, memberOf('amina').cookie, path);
    await page.getByRole('heading', { name: heading }).first().waitFor();
    await prepare?.(page);
  },
});
/** A page as an administrator sees it. */
const asAdmin = (path: string, prepare?: (page: Page) => Promise<unknown>): Screen => ({
  path: '/cookies',
  act: async (page) => {
    const { origin } = new URL(page.url());
    await openAs(page, await logInAsAdmin(origin, ADMIN), path);
    await page.getByRole('tab').first().waitFor();
    await page.waitForLoadState('networkidle');
    await prepare?.(page);
  },
});
const scrollTo = (selector: string) => (page: Page) =>
  page
    .locator(selector)
    .first()
    .evaluate((place) => (place as unknown as { scrollIntoView(): void }).scrollIntoView());

/** LIST of the screens of members and moderators. */
export const MEMBER_SCREENS: Readonly<Record<string, Screen>> = {
  profile: asAmina('/profile', 'Your applications and signatures'),
  'profile-french': asAmina('/profile?lang=fr', 'Vos demandes et signatures'),
  'profile-security': asAmina('/profile#security', 'Email address', scrollTo('#security')),
  'profile-security-french': asAmina(
    '/profile?lang=fr#security',
    'Adresse e-mail',
    scrollTo('#security'),
  ),
  messages: asAmina('/messages', 'Your Messages'),
  'messages-french': asAmina('/messages?lang=fr', 'Vos messages'),
  'messages-conversation': asAmina('/messages', 'Your Messages', async (page) => {
    const { origin } = new URL(page.url());
    await page.goto(`${origin}/messages?with=${memberOf('oluwaseun').id}`, {
      waitUntil: 'networkidle',
    });
  }),
  'account-verify': {
    path: '/cookies',
    act: (page) => openAs(page, '', `/account/verify#key=${unusedKey}`),
  },
  'account-reset-french': {
    path: '/cookies',
    act: (page) => openAs(page, '', '/account/reset?lang=fr#key=abc'),
  },
  'admin-user-french': asAdmin('/admin/users?lang=fr', async (page) => {
    await page
      .getByRole('button', { name: /Oluwaseun/ })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
  }),
  'admin-reports': asAdmin('/admin/users/reports'),
  'admin-reports-french': asAdmin('/admin/users/reports?lang=fr', async (page) => {
    await page
      .getByRole('article')
      .getByRole('button', { name: /^Décider/ })
      .click();
  }),
};
