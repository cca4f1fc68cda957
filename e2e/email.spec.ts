import type { Page } from '@playwright/test';
import { adminOf } from './callers.ts';
import { isFaultless } from './inspect.ts';
import { openDashboard, toast } from './member.ts';
import { ANY_SCREEN, expect, newAddress, SETTINGS_CHANGE, test } from './site.ts';

// The active configuration is the whole site's.
test.use({ siteName: SETTINGS_CHANGE });

/** A toast of what went wrong, which says the whole at once. */
const refusal = (page: Page, title: string) => page.getByRole('alert').filter({ hasText: title });
const formOf = (page: Page, name: string) => page.getByRole('region', { name });

/** The sandbox's own mail server, as an administrator would name it. */
async function sandboxServer(page: Page): Promise<{ host: string; port: number }> {
  const { smtp } = (await (await page.request.get('/sandbox')).json()) as {
    smtp: { host: string; port: number };
  };
  return smtp;
}

async function fill(page: Page, name: string, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values))
    await formOf(page, name).getByLabel(label, { exact: true }).fill(value);
}

test('an administrator sets a mail server up, tries it and finds the mail in the history', async ({
  page,
  site,
}) => {
  const { host, port } = await sandboxServer(page);
  await openDashboard(page, '/admin/email');

  await fill(page, 'Alternative SMTP configuration', {
    'SMTP host': host,
    'SMTP port': String(port),
    'SMTP user name': 'campaign',
    'SMTP password': 'baobab at noon',
    'From email': 'office@one.example',
    'From name': 'The Office',
  });
  await page.getByRole('button', { name: 'Save alternative configuration' }).click();
  await expect(toast(page, 'The alternative SMTP configuration is saved.')).toBeVisible();
  const secret = page.getByLabel('SMTP password');
  await expect(secret).toHaveValue('');

  // Chosen once the server has switched.
  await page.getByRole('radio', { name: /^Alternative/ }).click();
  await expect(formOf(page, 'Active configuration').getByRole('note')).toHaveCount(0);
  await expect(page.getByRole('radio', { name: /^Alternative/ })).toBeChecked();

  const reader = newAddress('reader');
  const trial = formOf(page, 'Test email');
  await trial.getByLabel('Send a test to').fill(reader);
  await trial.getByRole('button', { name: 'Send test email' }).click();
  await expect(trial.getByText(/^Sent from office@one\.example through Alternative/)).toBeVisible();
  const mail = await site.mailTo(reader, /Test email/);
  expect(mail.from).toBe('The Office <office@one.example>');
  const row = page.getByRole('row').filter({ hasText: reader });
  await expect(row.getByText('Sent', { exact: true })).toBeVisible();
  await expect(row.getByText('Test', { exact: true })).toBeVisible();
  await expect(page.getByText('v=spf1', { exact: false }).first()).toBeVisible();
  await isFaultless(page, 'the email tab with all that it shows');

  await page.reload();
  await expect(page.getByRole('radio', { name: /^Alternative/ })).toBeChecked();
  await expect(page.getByLabel('SMTP host')).toHaveValue(host);
  await expect(secret, 'a stored password is shown nowhere').toHaveValue('');
});

test(
  'what is missing or wrong is said where it is, and nothing is lost',
  ANY_SCREEN,
  async ({ page, playwright, site }) => {
    const adminApi = await adminOf(playwright, site);
    const { smtp } = (await (await adminApi.get('/sandbox')).json()) as {
      smtp: { host: string; port: number };
    };
    await openDashboard(page, '/admin/email');
    await page.getByRole('button', { name: 'Save Gmail configuration' }).click();
    await expect(refusal(page, 'Missing Information')).toContainText(
      'Please fill in all Gmail configuration fields.',
    );
    await page.getByRole('radio', { name: /^Gmail/ }).click();
    await expect(refusal(page, 'Configuration Not Found')).toContainText(
      'Please save the Gmail configuration first before activating it.',
    );
    await expect(page.getByRole('radio', { name: /^Gmail/ })).not.toBeChecked();

    // A port that is none for mail, and then a server that is not there.
    await fill(page, 'Alternative SMTP configuration', {
      'SMTP host': smtp.host,
      'SMTP port': '25',
      'SMTP user name': 'campaign',
      'SMTP password': 'baobab at noon',
      'From email': 'office@one.example',
      'From name': 'The Office',
    });
    const save = page.getByRole('button', { name: 'Save alternative configuration' });
    await save.click();
    const port = page.getByLabel('SMTP port');
    await expect(port).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('SMTP password')).toHaveValue('baobab at noon');
    await port.fill('2525');
    await save.click();
    await expect(toast(page, 'The alternative SMTP configuration is saved.')).toBeVisible();
    await page.getByRole('radio', { name: /^Alternative/ }).check();
    // The choice is shown before the server has switched: until then a mail leaves through the sandbox.
    await expect(formOf(page, 'Active configuration').getByRole('note')).toHaveCount(0);
    const trial = formOf(page, 'Test email');
    await trial.getByLabel('Send a test to').fill('nobody@example.org');
    await trial.getByRole('button', { name: 'Send test email' }).click();
    await expect(trial.getByRole('alert')).toContainText(
      'The mail server did not accept the test email',
    );
    await expect(trial.getByLabel('Send a test to')).toHaveValue('nobody@example.org');
    const filters = page.getByRole('button', { name: 'Filters' });
    if (await filters.isVisible()) await filters.click();
    await page.getByLabel('Status').selectOption('Failed');
    await expect(page).toHaveURL(/status=failed/);
    await expect(page.getByRole('row').filter({ hasText: 'nobody@example.org' })).toContainText(
      'Failed',
    );
    // The mails of other journeys on this site leave through the sandbox again.
    const config = {
      configType: 'email_alternative',
      smtpHost: smtp.host,
      smtpPort: smtp.port,
      smtpUser: 'campaign',
      smtpPass: 'baobab at noon',
      fromEmail: 'office@one.example',
      fromName: 'The Office',
    };
    expect((await adminApi.post('/api/admin/email-config', { data: config })).status()).toBe(201);
  },
);
