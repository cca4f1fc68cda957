import { openWays, personOf } from './applicant.ts';
import { isFaultless } from './inspect.ts';
import { newName, openDashboard, panelOf, send, sign, test, toast } from './member.ts';
import { type Job, keysOn, mouseOn } from './presses.ts';
import { ADMIN, expect, newAddress, ONLY_IN_FULL } from './site.ts';

// What administrators do every day, each in at most so many presses from the dashboard's first page. A site of its
// own: what waits there is what these journeys bring.
test.use({ siteName: 'jobs' });

const NAMES = ['Ama', 'Binta', 'Chidi', 'Desta', 'Efua', 'Femi', 'Grace', 'Hawa', 'Issa', 'Jomo'];

test('one Zelle payment is confirmed in two clicks, and ten in twelve', async ({
  page,
  playwright,
  site,
  others,
}) => {
  const visitor = await others.caller();
  const zelle = { configType: 'zelle', configData: { email: 'pay@example.org', phone: '' } };
  await openWays(playwright, site, [zelle]);
  for (const name of NAMES) {
    const claimed = await send(visitor, '/payment/submit', {
      paymentMethod: 'zelle',
      paymentData: { confirmationNumber: `JB${name}${Date.now()}`, plan: 'onetime' },
      applicationData: personOf(name),
    });
    expect(claimed.status(), await claimed.text()).toBe(201);
  }
  await page.clock.install();
  await openDashboard(page, '/admin');
  const panel = panelOf(page);
  const hand = mouseOn(page);
  await hand.press(page.getByRole('button', { name: /^PX-.* Ama Mensah/ }));
  for (const name of NAMES) {
    await expect(panel.getByRole('heading', { name: `${name} Mensah` })).toBeVisible();
    // The first half second of a row takes nothing.
    await page.clock.fastForward(500);
    await hand.press(panel.getByRole('button', { name: 'Confirm and next' }));
    if (name !== 'Ama') continue;
    await expect(toast(page, 'Payment confirmed.')).toBeVisible();
    hand.done('confirm a Zelle payment', 2);
  }
  await expect(page.getByText('That was the last one in this list.')).toBeVisible();
  await expect(page.getByText('No payments to check')).toBeVisible();
  hand.done('confirm ten Zelle payments', 12);
});

/** Answers the older of two new messages, and goes on to the other. */
async function answerMessage({ page, hand, site, visitor }: Job) {
  const [lastName, email] = [newName(), newAddress('writer')];
  for (const [firstName, address] of [
    ['Kofi', newAddress('kofi')],
    ['Amina', email],
  ]) {
    const sent = await send(visitor, '/api/contact', {
      firstName,
      lastName,
      email: address,
      country: 'Ghana',
      message: 'When does it begin?',
    });
    expect(sent.status(), await sent.text()).toBe(201);
  }
  await page.clock.install();
  await openDashboard(page, '/admin');
  const panel = panelOf(page);
  await hand.press(page.getByRole('button', { name: `Amina ${lastName}` }));
  await expect(panel.getByText('When does it begin?')).toBeVisible();
  await hand.type(panel.getByRole('textbox', { name: 'Your reply' }), 'It begins in May.');
  await page.clock.fastForward(500);
  await hand.press(panel.getByRole('button', { name: 'Send and next' }));
  await expect(panel.getByRole('heading', { name: `Kofi ${lastName}` })).toBeVisible();
  hand.done('answer a message and go to the next', 3);
  expect((await site.mailTo(email, /Re: Your message/)).text).toContain('It begins in May.');
}

/** Finds one of several people who are called alike. */
async function findPerson({ page, hand, site, visitor }: Job) {
  const fullName = `Kofi ${newName()}`;
  const email = newAddress('kofi');
  for (const address of [newAddress('kofi'), newAddress('kofi'), email])
    await sign(visitor, site, { fullName, email: address, country: 'Ghana' });
  const [firstName, lastName] = fullName.split(' ');
  const wrote = { firstName, lastName, email, country: 'Ghana', message: 'How do I help?' };
  expect((await send(visitor, '/api/contact', wrote)).status()).toBe(201);

  await openDashboard(page, '/admin');
  await hand.press(page.getByRole('button', { name: 'Find anything' }));
  const field = page.getByRole('searchbox', { name: 'Search people and texts' });
  await expect(field).toBeFocused();
  await hand.type(field, fullName);
  const found = page.getByRole('search').getByRole('link', { name: fullName });
  await expect(found).toHaveCount(3);
  await hand.press(found.filter({ hasText: email }));
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByRole('link', { name: 'Sent us a message' })).toBeVisible();
  await expect(timeline.getByText('Signed the Unity Declaration')).toBeVisible();
  hand.done('find a person and everything about them', 2);
}

/** Mails who signed in Kenya, and nobody else. */
async function mailCountry({ page, hand, site, visitor }: Job) {
  const [kenyan, ghanaian] = [newAddress('wanjiru'), newAddress('ama')];
  for (const [email, country] of [
    [kenyan, 'Kenya'],
    [ghanaian, 'Ghana'],
  ] as const)
    await sign(visitor, site, { fullName: 'Wanjiru Kamau', email, country, wantsNews: true });
  const subject = `News from the loom ${newName()}`;

  await openDashboard(page, '/admin');
  await hand.press(page.getByRole('link', { name: 'Kenya', exact: true }));
  await hand.press(page.getByRole('link', { name: 'Write to signers from Kenya' }));
  const to = page.getByText(/^\d+ (?:person|people): signed the declaration, from Kenya\.$/);
  await expect(to.first()).toBeVisible();
  await hand.type(page.getByLabel('Subject'), subject);
  await hand.type(page.getByLabel('Message'), 'Dear friends, the first kits are woven.');
  await hand.press(page.getByRole('button', { name: /^Send to \d+ (?:person|people)\.\.\.$/ }));
  const question = page.getByRole('dialog', { name: /^Send to/ });
  const password = question.getByLabel('Your password');
  await expect(password).toBeFocused();
  await hand.type(password, ADMIN.password);
  await hand.press(question.getByRole('button', { name: 'Confirm with password' }));
  await expect(page.getByText('Bulk Email Sent')).toBeVisible();
  hand.done('mail the signers of a country', 6);
  await site.mailTo(kenyan, new RegExp(subject));
  const inbox = await (await fetch(`${site.inboxUrl}/messages?to=${ghanaian}`)).text();
  expect(inbox).not.toContain(subject);
  await page.goto('/admin/declarations?country=Kenya');
  await expect(page.getByRole('link', { name: /^Write to signers/ })).toBeVisible();
  await isFaultless(page, 'the signatures of a country');
}

test('a text of the page is found and changed in three clicks', async ({ page }) => {
  const hand = mouseOn(page);
  await openDashboard(page, '/admin');
  await hand.press(page.getByRole('button', { name: 'Find anything' }));
  const field = page.getByRole('searchbox', { name: 'Search people and texts' });
  await expect(field).toBeFocused();
  await hand.type(field, 'hero › title line 2');
  const found = page.getByRole('link', { name: /^Hero › Title line 2/ });
  await hand.press(found);
  const text = page.getByLabel('English', { exact: true });
  await expect(text).toBeFocused();
  const words = ` ${newName()}`;
  await hand.type(text, words);
  await expect(page.getByText('Draft: visitors do not see it yet.')).toBeVisible();
  await hand.press(page.getByRole('button', { name: 'Publish', exact: true }));
  await expect(page.getByText('Content Updated')).toBeVisible();
  hand.done('change a text of the page', 3);
  await expect
    .poll(async () => (await page.request.get('/?lang=en')).text())
    .toContain(words.trim());
  // The field takes the focus also where the page is open already.
  await page.keyboard.press('Control+K');
  await field.fill('hero › title line 3');
  const next = page.getByRole('link', { name: /^Hero › Title line 3/ });
  await expect(next).toBeVisible();
  await isFaultless(page, 'a text that is found');
  await next.click();
  await expect(page.getByRole('heading', { name: 'Title line 3' })).toBeVisible();
  await expect(text).toBeFocused();
});

/** By keyboard, statement.spec.ts confirms payments, and content.spec.ts changes a text. */
const JOBS: readonly [title: string, limit: string, play: (job: Job) => Promise<void>][] = [
  ['a message is answered and the next one opened', 'in three clicks', answerMessage],
  ['one of several people of a name is found', 'in two clicks', findPerson],
  ['who signed in a country is mailed', 'in six clicks and the password', mailCountry],
];

for (const [title, limit, play] of JOBS) {
  test(`${title} ${limit}`, async ({ page, site, others }) => {
    await play({ page, site, hand: mouseOn(page), visitor: await others.caller() });
  });
  test(`${title} with the keyboard alone`, ONLY_IN_FULL, async ({ page, site, others }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await play({ page, site, hand: keysOn(page), visitor: await others.caller() });
  });
}
