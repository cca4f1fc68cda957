import type { Page } from '@playwright/test';
import { personAddress } from '../src/shared/person-address.ts';
import { PUBLIC_PATHS } from '../src/server/pages/pages.ts';
import { fillInApplication, openWays } from './applicant.ts';
import { adminOf } from './callers.ts';
import { isFaultless, type Wishes } from './inspect.ts';
import {
  type Caller,
  join,
  linkIn,
  logInByCall,
  newMember,
  openFilters,
  send,
  test,
} from './member.ts';
import { signatureLink } from './signature.ts';
import { ADMIN, expect, FILLED, newAddress, type Site } from './site.ts';

// Every screen, once: axe, nothing wider than the screen, and no complaint in the console of the browser. On a phone
// also in the dark and 320 pixels wide. Other journeys inspect only what is reached by going through them.

// A year of a campaign that never was, so that every list of the dashboard has rows.
test.use({ siteName: FILLED, actionTimeout: 20_000, navigationTimeout: 40_000 });

/** A screen: its name, its address, and what is done there first. Without an address it begins where the last one ended. */
type Screen = readonly [name: string, path?: string | undefined, open?: (page: Page) => unknown];

/** Inspects screen after screen; one that fails hides no other. */
async function inspect(
  page: Page,
  screens: readonly Screen[],
  wishesFor: (path: string) => Wishes = () => ({}),
) {
  // On top of what the screens before have: the time of a test runs from its start.
  test.setTimeout(test.info().timeout + screens.length * 20_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const complaints = complaintsOf(page);
  const dark = (page.viewportSize()?.width ?? 0) < 400;
  const faults: string[] = [];
  for (const [name, path, open] of screens) {
    try {
      if (path) await page.goto(path);
      await open?.(page);
      await isFaultless(page, name, { dark, ...wishesFor(path ?? '') });
    } catch (error) {
      faults.push(`${name}: ${(error as Error).message}`);
    }
    faults.push(...complaints.splice(0).map((complaint) => `${name}: console: ${complaint}`));
  }
  expect(faults).toEqual([]);
}

/** Errors that the browser writes down, but for refusals by our own calls and pages, which are shown in words. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const { url } = message.location();
    const isRefusal =
      / status of 4\d\d |ERR_FAILED/.test(message.text()) &&
      (url.includes('/api/') || url === page.url());
    if (message.type() === 'error' && !isRefusal) complaints.push(`${message.text()} ${url}`);
  });
  return complaints;
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click();
const appears =
  (...parts: Parameters<Page['getByRole']>) =>
  (page: Page) =>
    page
      .getByRole(...parts)
      .filter({ visible: true })
      .first()
      .waitFor();
/** One after another. */
const all =
  (...steps: ((page: Page) => unknown)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };
const fill = (label: string | RegExp, text: string) => (page: Page) =>
  page.getByLabel(label).filter({ visible: true }).first().fill(text);
const heading = (name: string | RegExp) => appears('heading', { name });
/** The rows of the list have come. */
const rows = appears('row');
/** Opens the record of the first row of the last table. */
const firstRow = async (page: Page) => {
  const table = page.getByRole('table').filter({ visible: true }).last();
  await table.locator('tbody button').filter({ visible: true, hasText: /\S/ }).first().click();
  await page.getByRole('dialog').waitFor();
};

// ── visitors ─────────────────────────────────────────────────────────────────────────────────────

test('every public page', async ({ page }) => {
  const paths = [...PUBLIC_PATHS, '/embed', '/nowhere', '/?lang=fr'];
  const wait = async (of: Page) => {
    await of.getByRole('heading').first().waitFor();
    if (new URL(of.url()).pathname === '/join') await of.getByRole('tab').first().waitFor();
  };
  const screens = paths.map((path): Screen => [path, path, wait]);
  await inspect(page, screens);
});

test('dialogs, refusals and thanks on public pages', async ({ page }) => {
  const isPhone = (page.viewportSize()?.width ?? 0) < 400;
  const openMenu = async () => {
    if (isPhone) await page.getByText('Menu', { exact: true }).click();
  };
  const dialog = page.getByRole('dialog');
  const refusedIn = (path: string, button: string) => async () => {
    await page.locator(`footer a[href="${path}"]`).click();
    await dialog.getByRole('button', { name: button }).click();
    const answer = page.locator('[role=alert], [role=status]').filter({ hasText: /./ });
    await answer.filter({ visible: true }).first().waitFor();
  };
  const closed =
    (step: () => unknown): (() => Promise<unknown>) =>
    async () => {
      await page.keyboard.press('Escape');
      return step();
    };
  await inspect(page, [
    ['the menu', '/', openMenu],
    [
      'a refused login',
      '/',
      async () => {
        await openMenu();
        await page.getByRole('link', { name: 'Join Us' }).filter({ visible: true }).click();
        await dialog.getByRole('tab', { name: 'Login' }).click();
        await dialog.getByRole('button', { name: 'Login' }).click();
        await dialog.getByRole('alert').first().waitFor();
      },
    ],
    ['a forgotten password', undefined, press('Forgot your password?')],
    [
      'a refused registration',
      '/join',
      async () => {
        await page.getByRole('tab', { name: 'Register' }).click();
        await page.getByRole('main').getByRole('button', { name: 'Register' }).click();
        await page.getByRole('alert').first().waitFor();
      },
    ],
    ['a refused volunteer', '/', refusedIn('/volunteer', 'Submit Application')],
    ['a refused partner', undefined, closed(refusedIn('/partner', 'Submit Application'))],
    ['a link that was copied', undefined, closed(refusedIn('/share', 'Copy link'))],
    ['a refused signature', undefined, closed(refusedIn('/sign', 'Sign the declaration'))],
    [
      'a list to choose from',
      undefined,
      async () => {
        await dialog.getByLabel('Full name').fill('Awa Diop');
        await dialog.getByLabel('Email').fill(newAddress('faultless'));
        await dialog
          .getByRole('combobox', { name: 'Country' })
          .and(page.locator('input'))
          .fill('to');
      },
    ],
    [
      'the thanks and their toast',
      undefined,
      async () => {
        await page.getByRole('listbox').getByRole('option', { name: 'Togo' }).click();
        await dialog.getByLabel('I have read the Unity Declaration').check();
        await dialog.getByRole('button', { name: 'Sign the declaration' }).click();
        await page.getByRole('status').filter({ hasText: 'Declaration Signed!' }).waitFor();
      },
    ],
    [
      'a plain form as the server draws it again',
      '/partner',
      async () => {
        await page.evaluate(() =>
          document.querySelector<HTMLFormElement>('main form.grid')?.submit(),
        );
        await page.getByRole('alert').first().waitFor();
      },
    ],
    [
      'a refused message',
      '/#contact',
      async () => {
        await page.getByRole('button', { name: 'Send message' }).click();
        await page.locator('#contact').getByRole('alert').waitFor();
      },
    ],
    [
      'a refused application',
      '/apply',
      async () => {
        await page.getByRole('button', { name: 'Continue to Payment' }).click();
        await page.locator('#buy-now').getByRole('alert').first().waitFor();
      },
    ],
  ]);
});

test('the page of a signature, in all its states', async ({ page, site }) => {
  const link = await signatureLink(page, site);
  const shown = heading('Your signature');
  const refused = async (of: Page) => {
    await of
      .locator('[name=key]')
      .first()
      .evaluate((field: HTMLInputElement) => (field.value = 'x'));
    await press('Confirm your signature')(of);
    await of.getByRole('alert').first().waitFor();
  };
  const confirmed = appears('textbox', { name: 'Your share link' });
  await inspect(page, [
    ['a signature to confirm', link, heading('Confirm your signature')],
    ['a confirmation that is refused', undefined, refused],
    ['a signature that is confirmed', link, all(press('Confirm your signature'), confirmed)],
    ['its code to scan', undefined, (of) => of.getByText('QR code', { exact: true }).click()],
    [
      'a signature to withdraw',
      link.replace('/signature', '/signature/withdraw'),
      heading('Withdraw your signature?'),
    ],
    [
      'a signature that is withdrawn',
      undefined,
      all(press('Withdraw the signature'), (of) => of.waitForURL(/\/thanks\/withdrawn/)),
    ],
    ['a link that is no longer valid', link, shown],
    ['a link that is cut off', '/signature?key=x', shown],
  ]);
});

test('paying, and the page of an application', async ({ page, playwright, site }) => {
  await openWays(playwright, site, [
    { configType: 'zelle', configData: { email: 'pay@example.org', phone: '+1 202 555 0143' } },
    {
      configType: 'bank',
      configData: {
        bankName: 'Unity Bank',
        accountName: 'One Africa',
        accountNumber: '000123456789',
        routingNumber: '021000021',
      },
    },
    {
      configType: 'crypto',
      configData: { ethereumAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
    },
  ]);
  const tab = (name: string) => (of: Page) => of.getByRole('tab', { name }).click();
  const paypal = (of: Page) =>
    of.getByRole('button', { name: 'PayPal', exact: true }).waitFor({ state: 'attached' });
  await inspect(
    page,
    [
      [
        'paying with PayPal or by card',
        '/apply',
        all((of) => fillInApplication(of, newAddress('payer')), paypal),
      ],
      ['paying with Zelle', undefined, tab('Zelle')],
      ['paying by bank transfer', undefined, tab('Bank')],
      ['paying with a plan', undefined, tab('Payment Plan')],
      [
        'paying with crypto',
        undefined,
        all(tab('Crypto'), appears('region', { name: 'Wallet' }), (of) =>
          of.getByRole('radio', { name: /^ETH/ }).check(),
        ),
      ],
      ['an application that is not paid', '/application', heading('Not submitted yet')],
    ],
    () => ({ without: '[data-sandbox-paypal]' }),
  );
});

// ── members ──────────────────────────────────────────────────────────────────────────────────────

/** Joins in this browser with an address that is proved. */
async function joinProved<By extends Caller>(caller: By, site: Site, firstName: string) {
  const member = newMember(firstName);
  await join(caller, member);
  const [, token] = (await linkIn(site, member.email, /welcome/i)).split('#key=');
  expect((await send(caller, '/api/auth/verify', { token })).status()).toBe(200);
  const { id } = (await (await caller.request.get('/api/auth/user')).json()) as { id: string };
  return { ...member, id };
}

async function write(from: Caller, to: { id: string }, content: string) {
  const letter = { recipientId: to.id, subject: 'Saturday', content };
  const answer = await send(from, '/api/messages', letter);
  expect(answer.status(), await answer.text()).toBe(201);
}

test('every page of a member', async ({ page, others, site }) => {
  const stranger: Screen[] = ['/profile', '/messages', '/admin'].map((path) => [
    `${path} of a stranger`,
    path,
    heading(/./),
  ]);
  // Keys that open nothing, and pages where a key is asked for.
  const keys: Screen[] = [
    'verify',
    'reset',
    'email',
    'unsubscribe',
    'not-me',
    'mail-off',
    'invitation',
  ].map((name) => [`a link to /account/${name}`, `/account/${name}#key=x`, heading(/./)]);
  await inspect(page, [
    ...stranger,
    ...keys,
    ['a link for a new password', '/account/reset', heading(/./)],
    ['a link that is refused', '/account/verify#key=x', press('Confirm my address')],
  ]);

  const other = await others.caller();
  const kofi = await joinProved(other, site, 'Kofi');
  const amina = await joinProved(page, site, 'Amina');
  await inspect(page, [
    ['messages before the first one', '/messages', heading('Your Messages')],
    ['the account’s menu', '/', (of) => openAccountMenu(of, amina.firstName)],
  ]);
  await write(other, amina, 'Shall we meet?\n'.repeat(30));
  await write(page, kofi, 'Gladly. At nine.');
  const security = heading('Email address');
  const article = (of: Page) => of.getByRole('article').filter({ hasText: 'Shall we meet?' });
  await inspect(page, [
    ['a profile', '/profile', heading('Your applications and signatures')],
    ['an address to change', '/profile#security', all(security, press('Change the address'))],
    ['a password to change', undefined, press('Change the password')],
    ['an authenticator app', undefined, press('Set up an authenticator app')],
    ['an account to delete', undefined, press('Delete my account')],
    ['the list of messages', '/messages', appears('article')],
    [
      'reporting a message',
      undefined,
      (of) =>
        article(of)
          .first()
          .getByRole('button', { name: /^Report/ })
          .click(),
    ],
    [
      'a conversation',
      '/messages',
      async (of) => {
        await article(of).first().getByRole('link').first().click();
        await heading(/Kofi/)(of);
      },
    ],
    ['messages in French', '/messages?lang=fr', heading('Vos messages')],
  ]);
});

async function openAccountMenu(page: Page, firstName: string) {
  if ((page.viewportSize()?.width ?? 0) < 400)
    await page.getByText('Menu', { exact: true }).click();
  await page.locator('summary').filter({ hasText: firstName, visible: true }).click();
}

// ── administrators ───────────────────────────────────────────────────────────────────────────────

const logIn = async (page: Page) => expect((await logInByCall(page, ADMIN)).status()).toBe(200);

test('the dashboard: overview, people and submissions', async ({ page }) => {
  await logIn(page);
  const [volunteer] = (await (
    await page.request.get('/api/admin/volunteer-submissions?limit=1')
  ).json()) as { id: string }[];
  const chooseTwo = async (of: Page) => {
    for (const box of (await of.getByRole('checkbox', { name: /^Select (?!all)/ }).all()).slice(
      0,
      2,
    ))
      await box.check();
  };
  await inspect(page, [
    ['the overview', '/admin', appears('figure', { name: 'Applications' })],
    [
      'the charts as numbers',
      '/admin?span=months',
      (of) => of.getByRole('figure', { name: 'Signatures' }).getByText('Show the numbers').click(),
    ],
    [
      'people who are found',
      undefined,
      all(
        (of) => of.getByRole('button', { name: 'Find anything' }).click(),
        (of) => of.getByRole('searchbox', { name: 'Search people and texts' }).fill('amina'),
        (of) => of.getByRole('search').getByRole('link').first().waitFor(),
      ),
    ],
    ['a person', personAddress('volunteer', volunteer?.id ?? ''), heading(/./)],
    ['messages to the team', '/admin/contact', rows],
    [
      'the filters of a list',
      undefined,
      async (of) => {
        const filters = of.getByRole('button', { name: /^Filters/ });
        if (await filters.isVisible()) await filters.click();
      },
    ],
    ['a message to the team and its answer', undefined, all(firstRow, fill('Your reply', 'Dear'))],
    ['messages that are chosen', '/admin/contact', all(rows, chooseTwo)],
    ['a change of many', undefined, press('Change selected...')],
    ['signatures', '/admin/declarations', rows],
    ['signatures by country', '/admin/declarations/countries', heading('By day')],
    ['unusual days', '/admin/declarations/unusual-days', heading('Unusual days')],
    ['signatures on paper', '/admin/declarations/paper', heading('Paper signatures')],
    ['the form for a sheet', undefined, press('Enter a sheet...')],
    [
      'a question before signatures are invalidated',
      '/admin/declarations?search=a',
      all(rows, press(/^Invalidate/), appears('alertdialog')),
    ],
    ['volunteers', '/admin/submissions/volunteer-submissions', rows],
    ['a volunteer', undefined, firstRow],
    ['partners', '/admin/submissions/partner-submissions', rows],
    ['a partner', undefined, firstRow],
    ['applications', '/admin/submissions/passport-applications', rows],
    ['an application', undefined, firstRow],
    [
      'applications and kits',
      '/admin/fulfilment?status=approved',
      heading('Applications and kits'),
    ],
    [
      'labels',
      undefined,
      all(
        (of) => of.getByRole('checkbox', { name: /^Select all/ }).check(),
        press('Print labels...'),
        appears('dialog'),
      ),
    ],
    [
      'handing over to a courier',
      '/admin/fulfilment?status=approved',
      all(
        (of) => of.getByRole('checkbox', { name: /^Select all/ }).check(),
        press('Mark as dispatched...'),
        appears('dialog'),
      ),
    ],
    [
      'a courier and number to change',
      '/admin/fulfilment?status=dispatched',
      all(press(/^Change courier and number/), appears('dialog')),
    ],
  ]);
});

test('the dashboard: accounts, messages that were reported, settings', async ({ page }) => {
  await logIn(page);
  await page.route(/\/api\/admin\/users\?.*search=unreachable/, (route) => route.abort());
  const retention = async (of: Page) => {
    await of.getByLabel('Messages to the team').selectOption('2 years (recommended)');
    await of.getByText(/older records? now/).waitFor();
  };
  await inspect(page, [
    ['accounts', '/admin/users', rows],
    ['columns to choose', undefined, all(openFilters, press('Columns...'), appears('dialog'))],
    [
      'a view to keep',
      '/admin/users?status=admin&sort=email',
      all(rows, openFilters, press('Save view...'), appears('dialog')),
    ],
    [
      'a list in which nothing matches',
      '/admin/users?search=qqqqqq',
      (of) => of.getByText('No results.').waitFor(),
    ],
    ['an account', '/admin/users?status=verified&search=demo.example.org', all(rows, firstRow)],
    ['an account to suspend', undefined, press('Suspend...')],
    [
      'a role to give',
      '/admin/users?status=verified&search=demo.example.org',
      all(rows, firstRow, press('Make administrator...')),
    ],
    ['messages that were reported', '/admin/users/reports', appears('article')],
    [
      'a report to decide',
      undefined,
      all(press('Decide...'), (of) => of.getByLabel(/Warn the member/).check()),
    ],
    [
      'reports that were decided',
      '/admin/users/reports',
      all(appears('article'), openFilters, (of) =>
        of.getByLabel('Reports', { exact: true }).last().selectOption('Decided'),
      ),
    ],
    ['what a new site needs', '/admin/settings/setup', heading('Set up your campaign')],
    ['administrators', '/admin/settings', heading('Create Admin User')],
    ['an administrator who is not filled in', undefined, press('Create Admin')],
    ['roles', '/admin/settings/roles', heading('What each role can do')],
    ['API keys', '/admin/settings/api-keys', heading('Make an API key')],
    ['an API key that is not filled in', undefined, press('Make key')],
    [
      'forms that can be paused',
      '/admin/settings/pauses',
      appears('region', { name: 'Signing the declaration' }),
    ],
    [
      'a question before a form is paused',
      undefined,
      all(press('Pause...'), appears('alertdialog')),
    ],
    ['how long records are kept', '/admin/settings/retention', retention],
    ['what would be removed', undefined, all(press('Save the rules'), appears('alertdialog'))],
    ['endpoints of webhooks', '/admin/settings/webhooks', heading('Webhooks sent')],
    ['a new endpoint', undefined, press('Add an endpoint...')],
    ['the audit log', '/admin/settings/log', rows],
    ['an event of the audit log', undefined, firstRow],
    [
      'an audit log that was checked',
      '/admin/settings/log',
      all(press('Check the log'), (of) => of.getByText('Nothing was changed.').waitFor()),
    ],
    ['a list that does not come', '/admin/users?search=unreachable', appears('alert')],
  ]);
});

test('the dashboard: money', async ({ page }) => {
  await logIn(page);
  const [application] = (await (
    await page.request.get('/api/admin/passport-applications?limit=1')
  ).json()) as { id: string }[];
  const today = new Date().toISOString().slice(0, 10).split('-').toReversed().join('.');
  const statement = [
    'Buchungstag;Verwendungszweck;Betrag',
    `${today};"WIRE AMINA";1.000,00`,
    `${today};Miete;-30,00`,
  ].join('\r\n');
  const chooseAFile = (of: Page) =>
    of.getByLabel('Statement file').setInputFiles({
      name: 'november.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(statement),
    });
  await inspect(page, [
    ['ways to pay', '/admin/payments', heading(/./)],
    ['payments that wait', '/admin/payments/claims', appears('checkbox')],
    ['a payment that waits', undefined, all(press(/PX-/), appears('dialog'))],
    ['a payment to confirm', undefined, press('Confirm payment...')],
    [
      'payments to confirm',
      '/admin/payments/claims',
      all(
        (of) =>
          of
            .getByRole('checkbox', { name: /^Select PX-/ })
            .first()
            .check(),
        press(/^Confirm \d+ payment/),
        appears('dialog'),
      ),
    ],
    ['bank statements', '/admin/payments/statements', heading(/./)],
    ['the columns of a statement', undefined, all(chooseAFile, heading(/What does each column/))],
    ['the lines of a statement', undefined, all(press('Look for matches'), heading(/./))],
    ['money on the network', '/admin/payments/network', heading('Unmatched crypto payments')],
    ['reconciliation', '/admin/payments/reconciliation', heading('Due and received')],
    [
      'the payments of an application',
      `/admin/payments/application?id=${application?.id}`,
      appears('region', { name: 'History' }),
    ],
    ['donations', '/admin/donations', rows],
    ['a donation', undefined, firstRow],
    [
      'a donation that is not filled in',
      '/admin/donations',
      all(press('Enter a donation...'), press('Enter donation')),
    ],
    [
      'a donation link to a strange host',
      '/admin/donations/links',
      all(fill('Name', 'Us'), fill('URL', 'https://donorb0x.org/us'), (of) =>
        of.getByText(/^Visitors will be sent to/).waitFor(),
      ),
    ],
    [
      'a question before a link is deleted',
      '/admin/donations/links',
      all(press(/^Delete (?!donation)/), appears('alertdialog')),
    ],
  ]);
});

test('the dashboard: texts and mail', async ({ page, playwright, site }) => {
  const adminApi = await adminOf(playwright, site);
  const text = {
    language: 'en',
    section: 'hero',
    key: 'title_line1',
    value: 'One cloth.',
    version: 0,
  };
  // The other size may have published it.
  await adminApi.put('/api/admin/content', { data: text });
  const suppressed = { addresses: newAddress('gone'), reason: 'bounced' };
  expect((await adminApi.post('/api/admin/mail-suppressions', { data: suppressed })).status()).toBe(
    201,
  );
  const preview = (of: Page) =>
    of
      .frameLocator('iframe[title="Preview of the page"]:not([aria-hidden])')
      .getByRole('heading', { level: 1 })
      .waitFor();
  await logIn(page);
  await inspect(page, [
    [
      'a text, its versions and its preview',
      '/admin/content?section=hero&key=title_line1',
      all(preview, (of) => of.getByText('Earlier versions').click()),
    ],
    [
      'a picture of the page',
      '/admin/content?language=en&section=updates&key=item6_picture',
      all(preview, (of) => of.getByLabel('Picture file').first().waitFor({ state: 'attached' })),
    ],
    ['all texts', '/admin/content/texts', rows],
    ['the pictures of the pages', '/admin/content/pictures', appears('list', { name: 'Pictures' })],
    [
      'texts by section and key',
      '/admin/content/advanced',
      appears('heading', { name: 'Initialize Content' }),
    ],
    ['what a shared link shows', '/admin/social', appears('figure', { name: /large card/ })],
    ['mail and its history', '/admin/email', rows],
    ['a mail server that is not filled in', undefined, press('Save Gmail configuration')],
    [
      'a bulk mail',
      '/admin/email/bulk',
      all(fill('Subject', 'News'), fill('Message', 'Dear friends'), (of) =>
        of
          .getByRole('group', { name: 'Recipients', exact: true })
          .getByRole('checkbox')
          .first()
          .waitFor(),
      ),
    ],
    [
      'a preview of a bulk mail',
      undefined,
      all(press('Preview'), (of) =>
        of.frameLocator('iframe[title="The email"]').locator('h1').waitFor(),
      ),
    ],
    [
      'a mail to one person',
      '/admin/email/individual',
      all(fill('Subject', 'Your question'), fill('Message', 'Yes.'), (of) =>
        of.getByText(/^Draft saved/).waitFor(),
      ),
    ],
    ['drafts', '/admin/email/individual', appears('region', { name: 'Your drafts' })],
    ['mails that leave by themselves', '/admin/email/templates', heading(/./)],
    ['addresses that get no bulk mail', '/admin/email/not-mailed', rows],
  ]);
  await adminApi.dispose();
});
