import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { ADMIN, APP_SECRET, startApp } from '../testing/app.ts';
import { freePort, type Workspace } from '../testing/workspace.ts';
import { logInAsAdmin, send } from '../testing/visit.ts';
import { personAddress } from '../src/shared/person-address.ts';
import { type Screen, SIZES } from './screen.ts';

const server = {
  configType: 'email_alternative',
  smtpHost: 'smtp.example.org',
  smtpPort: 587,
  smtpUser: 'campaign',
  smtpPass: 'sealed, and never shown',
  fromEmail: 'office@example.org',
  fromName: 'One Africa Passport',
};

/** Of the administrator. */
let cookie = '';

/** Starts a site with the data of `npm run demo`. Returns its origin. */
export async function openDemo(workspace: Workspace): Promise<string> {
  const [port, dataDir] = [await freePort(), join(workspace.folder, 'demo')];
  const filled = spawnSync(process.execPath, [fileURLToPath(new URL('demo.ts', import.meta.url))], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: 'silent', APP_SECRET },
  });
  if (filled.status !== 0) throw new Error('The demo data could not be written.');
  const origin = `http://localhost:${port}`;
  const app = await startApp(workspace, { port, dataDir, environment: { PUBLIC_URL: origin } });
  workspace.atEnd(() => app.stop());
  // One login for all screens: each new browser causes a mail, and they would fill the mail history.
  cookie = await logInAsAdmin(origin, ADMIN);
  const saved = await send(origin, { path: '/api/admin/email-config', body: server, cookie });
  if (saved.status !== 201) throw new Error(saved.text);
  return origin;
}

/** Looks up a path that contains the id of a record. */
type FindPath = (origin: string) => Promise<string>;

type Prepare = (page: Page) => Promise<unknown>;

/** The page of the newest volunteer. */
async function findPerson(origin: string): Promise<string> {
  const path = '/api/admin/volunteer-submissions?limit=1';
  const { text } = await send(origin, { method: 'GET', path, cookie });
  const [newest] = JSON.parse(text) as { id: string }[];
  return personAddress('volunteer', newest?.id ?? '');
}

/** A page of the dashboard, with demo data. */
const dashboard = (path: string | FindPath, prepare: Prepare = belowTabs): Screen => ({
  site: 'demo',
  path: '/cookies',
  act: async (page) => {
    const { origin } = new URL(page.url());
    for (const [, name = '', value = ''] of cookie.matchAll(/([^=; ]+)=([^;]*)/g))
      await page.context().addCookies([{ name, value, url: origin }]);
    await page.goto(origin + (typeof path === 'string' ? path : await path(origin)));
    await page.getByRole('tab').first().waitFor();
    await settled(page);
    await prepare(page);
    await settled(page);
  },
});

/** The event stream keeps the network busy: wait for the loading texts to go instead. */
async function settled(page: Page) {
  await page.waitForTimeout(500);
  await page.locator('.loading').first().waitFor({ state: 'hidden' });
}

const scrollTo = (selector: string) => (page: Page) =>
  page
    .locator(selector)
    .first()
    .evaluate((place) => (place as unknown as { scrollIntoView(): void }).scrollIntoView());

/** On a phone the tabs fill the first screen: one screenshot shows them, the others scroll past them. */
const belowTabs = async (page: Page) => {
  if (page.viewportSize()?.width === SIZES.phone.width)
    await scrollTo('[role=tabpanel]:not([hidden])')(page);
};

/** LIST of the dashboard's pages, with demo data. */
export const DASHBOARD_SCREENS: Readonly<Record<string, Screen>> = {
  'admin-submissions': dashboard('/admin', async () => undefined),
  'admin-submissions-french': dashboard('/admin?lang=fr'),
  'admin-overview': dashboard('/admin', scrollTo('#trends')),
  'admin-overview-map': dashboard('/admin', scrollTo('#from-where')),
  'admin-submissions-list': dashboard(
    '/admin/submissions/volunteer-submissions',
    scrollTo('table'),
  ),
  'admin-person': dashboard(findPerson),
  'admin-users': dashboard('/admin/users'),
  'admin-content': dashboard('/admin/content'),
  'admin-contact': dashboard('/admin/contact'),
  'admin-donations': dashboard('/admin/donations'),
  'admin-donation-links': dashboard('/admin/donations/links'),
  'admin-payments': dashboard('/admin/payments/claims'),
  'admin-declarations': dashboard('/admin/declarations'),
  'admin-paper-signatures': dashboard('/admin/declarations/paper'),
  'admin-email': dashboard('/admin/email'),
  'admin-email-history': dashboard('/admin/email', scrollTo('table')),
  'admin-email-bulk': dashboard('/admin/email/bulk'),
  'admin-email-individual': dashboard('/admin/email/individual'),
  'admin-email-our-mails': dashboard('/admin/email/templates'),
  'admin-social': dashboard('/admin/social'),
  'admin-setup': dashboard('/admin/settings/setup'),
  'admin-settings': dashboard('/admin/settings'),
  'admin-retention': dashboard('/admin/settings/retention'),
  'admin-webhooks': dashboard('/admin/settings/webhooks'),
  'admin-roles': dashboard('/admin/settings/roles'),
  'admin-log': dashboard('/admin/settings/log'),
};

/** LIST of the pictures of README.md. */
export const README_SCREENS: Readonly<Record<string, Screen>> = {
  'start-page': { site: 'demo', path: '/', only: 'desktop' },
  signatures: { site: 'demo', path: '/', at: 'call-to-action', only: 'phone' },
  dashboard: { ...dashboard('/admin'), only: 'desktop' },
  map: {
    ...dashboard('/admin', async (page) => {
      await scrollTo('#from-where')(page);
      await page.mouse.wheel(0, 50);
    }),
    only: 'phone',
  },
};
