import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { ADMIN, APP_SECRET, startApp } from '../prove/app.part.ts';
import { freePort, type Stage } from '../prove/stage.part.ts';
import { logInAsAdmin, send } from '../prove/visit.part.ts';
import { personAddress } from '../src/features/person/paths.rules.ts';
import { type Screen, SIZES } from './screen.ts';

const server = {
  configType: 'email_alternative',
  smtpHost: 'smtp.example.org',
  smtpPort: 587,
  smtpUser: 'office',
  smtpPass: 'sealed, and never shown',
  fromEmail: 'office@example.org',
  fromName: 'One Africa Passport',
};

/** Of the administrator who looks at everything. */
let cookie = '';

/** A site with a year of a campaign that never was (`npm run demo`). Answers its origin. */
export async function openDemo(stage: Stage): Promise<string> {
  const [port, dataDir] = [await freePort(), join(stage.folder, 'demo')];
  const filled = spawnSync(process.execPath, [fileURLToPath(new URL('demo.ts', import.meta.url))], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: 'silent', APP_SECRET },
  });
  if (filled.status !== 0) throw new Error('The demonstration could not be made.');
  const origin = `http://localhost:${port}`;
  const app = await startApp(stage, { port, dataDir, environment: { PUBLIC_URL: origin } });
  stage.atEnd(() => app.stop());
  // Once: each of a hundred logins would be told by mail, and fill the history.
  cookie = await logInAsAdmin(origin, ADMIN);
  const saved = await send(origin, { path: '/api/admin/email-config', body: server, cookie });
  if (saved.status !== 201) throw new Error(saved.text);
  return origin;
}

/** Looks up an address that names a record. */
type Find = (origin: string) => Promise<string>;

type Look = (page: Page) => Promise<unknown>;

/** The page of whoever volunteered last. */
async function findPerson(origin: string): Promise<string> {
  const path = '/api/admin/volunteer-submissions?limit=1';
  const { text } = await send(origin, { method: 'GET', path, cookie });
  const [newest] = JSON.parse(text) as { id: string }[];
  return personAddress('volunteer', newest?.id ?? '');
}

/** One room of the dashboard as an administrator of the demonstration finds it. */
const room = (path: string | Find, look: Look = belowTabs): Screen => ({
  site: 'demo',
  path: '/cookies',
  act: async (page) => {
    const { origin } = new URL(page.url());
    for (const [, name = '', value = ''] of cookie.matchAll(/([^=; ]+)=([^;]*)/g))
      await page.context().addCookies([{ name, value, url: origin }]);
    await page.goto(origin + (typeof path === 'string' ? path : await path(origin)));
    await page.getByRole('tab').first().waitFor();
    await settled(page);
    await look(page);
    await settled(page);
  },
});

/** With a connection for news the network is never idle: what is awaited says so itself. */
async function settled(page: Page) {
  await page.waitForTimeout(500);
  await page.locator('.loading').first().waitFor({ state: 'hidden' });
}

const scrollTo = (selector: string) => (page: Page) =>
  page
    .locator(selector)
    .first()
    .evaluate((place) => (place as unknown as { scrollIntoView(): void }).scrollIntoView());

/** On a phone the tabs fill the first screen: one picture shows them, the others what is below. */
const belowTabs = async (page: Page) => {
  if (page.viewportSize()?.width === SIZES.phone.width)
    await scrollTo('[role=tabpanel]:not([hidden])')(page);
};

/** LIST of the dashboard's rooms, full of what a year brings. */
export const DASHBOARD_SCREENS: Readonly<Record<string, Screen>> = {
  'admin-submissions': room('/admin', async () => undefined),
  'admin-submissions-french': room('/admin?lang=fr'),
  'admin-overview': room('/admin', scrollTo('#trends')),
  'admin-overview-map': room('/admin', scrollTo('#from-where')),
  'admin-submissions-list': room('/admin/submissions/volunteer-submissions', scrollTo('table')),
  'admin-person': room(findPerson),
  'admin-users': room('/admin/users'),
  'admin-content': room('/admin/content'),
  'admin-contact': room('/admin/contact'),
  'admin-donations': room('/admin/donations', scrollTo('table')),
  'admin-payments': room('/admin/payments/claims'),
  'admin-declarations': room('/admin/declarations'),
  'admin-email': room('/admin/email'),
  'admin-email-history': room('/admin/email', scrollTo('table')),
  'admin-email-bulk': room('/admin/email/bulk'),
  'admin-email-individual': room('/admin/email/individual'),
  'admin-email-our-mails': room('/admin/email/templates'),
  'admin-social': room('/admin/social'),
  'admin-settings': room('/admin/settings'),
  'admin-retention': room('/admin/settings/retention'),
  'admin-roles': room('/admin/settings/roles'),
  'admin-log': room('/admin/settings/log'),
};
