import { personOf } from './applicant.ts';
import { openDashboard, panelOf, send, toast } from './member.ts';
import type { Job } from './presses.ts';
import { expect } from './site.ts';

/** Sets an empty site up, from the list of what it needs to the first payment and its mail. */
export async function setUp({ page, hand, site, visitor }: Job) {
  const { smtp } = await (await page.request.get('/sandbox')).json();
  await openDashboard(page, '/admin');
  await hand.press(page.getByRole('link', { name: 'Set the price' }));
  const type = page.getByLabel('Payment type');
  const save = page.getByRole('button', { name: 'Save configuration' });
  // The built-in prices are there to begin with.
  await hand.choose(type, 'Pricing');
  await hand.press(save);
  await expect(page.getByRole('row').filter({ hasText: 'Pricing' })).toBeVisible();
  await hand.choose(type, 'Zelle');
  await hand.type(page.getByRole('textbox', { name: 'Email', exact: true }), 'pay@example.org');
  await hand.press(save);
  await expect(page.getByRole('row').filter({ hasText: 'Zelle' })).toBeVisible();

  await hand.press(page.getByRole('tab', { name: 'Submissions' }));
  await hand.press(page.getByRole('link', { name: 'Set up email' }));
  const server = page.getByRole('region', { name: 'Alternative SMTP configuration' });
  for (const [label, text] of [
    ['SMTP host', smtp.host],
    ['SMTP port', String(smtp.port)],
    ['SMTP user name', 'campaign'],
    ['SMTP password', 'baobab at noon'],
    ['From email', 'office@one.example'],
    ['From name', 'The Office'],
  ])
    await hand.type(server.getByLabel(label, { exact: true }), text);
  await hand.press(server.getByRole('button', { name: 'Save alternative configuration' }));
  await expect(toast(page, 'The alternative SMTP configuration is saved.')).toBeVisible();
  await hand.press(page.getByRole('radio', { name: /^Alternative/ }));
  await expect(page.getByText(/^No configuration is active/)).toHaveCount(0);

  const applicationData = personOf('Amina');
  const claimed = await send(visitor, '/payment/submit', {
    paymentMethod: 'zelle',
    paymentData: { confirmationNumber: `NS${Date.now()}`, plan: 'onetime' },
    applicationData,
  });
  expect(claimed.status(), await claimed.text()).toBe(201);
  await page.goto('/admin');
  await expect(page.getByText('3 of 10 done')).toBeVisible();
  await hand.press(page.getByRole('button', { name: /^PX-.* Amina Mensah/ }));
  const step = panelOf(page).getByRole('button', { name: 'Confirm and next' });
  await expect(step).toBeEnabled();
  // The first half second of a row takes nothing.
  await page.clock.fastForward(500);
  await hand.press(step);
  await expect(page.getByText('Payment confirmed.')).toBeVisible();
  hand.done('set a new site up to its first payment and mail');
  const mail = await site.mailTo(applicationData.email, /Payment received/);
  expect(mail.from).toBe('The Office <office@one.example>');
}
