import type { Locator, Page, Request } from '@playwright/test';
import { fits, isFaultless } from './inspect.ts';
import {
  type Caller,
  homeLink,
  join,
  linkIn,
  logInByCall,
  type Member,
  newMember,
  newName,
  send,
  test,
  toast,
} from './member.ts';
import { ANY_SCREEN, expect, type Site } from './site.ts';

/** A member whose name no one else has, as the search for recipients would find them too. */
const newcomer = (firstName: string): Member => ({
  ...newMember('member'),
  firstName,
  lastName: newName(),
});
const nameOf = ({ firstName, lastName }: Member) => `${firstName} ${lastName}`;

/** Confirms the address as the mailed page does: messages are written only from confirmed addresses. */
async function confirmAddress(page: Caller, site: Site, { email }: Member) {
  const [, token] = (await linkIn(site, email, /welcome/i)).split('#key=');
  expect((await send(page, '/api/auth/verify', { token })).status()).toBe(200);
}

/** Someone who is logged in in this browser and may write. */
async function joinAndConfirm<By extends Caller>(page: By, site: Site, member: Member) {
  await join(page, member);
  await confirmAddress(page, site, member);
  return page;
}

const idOf = async (page: Caller) =>
  ((await (await page.request.get('/api/auth/user')).json()) as { id: string }).id;

/** Writes without a screen, what the test is not about. */
async function writeByCall(from: Caller, to: Caller, subject: string, content: string) {
  const recipientId = await idOf(to);
  const answer = await send(from, '/api/messages', { recipientId, subject, content });
  expect(answer.status(), await answer.text()).toBe(201);
}

const isOnPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 1024;

/** The form, which waits behind a button on a phone. */
async function openForm(page: Page) {
  const button = page.getByRole('button', { name: 'Write a message' });
  if (isOnPhone(page)) await button.click();
  return page.getByRole('form', { name: 'Send a Message' });
}

async function choose(form: Locator, name: string) {
  await form.getByRole('combobox', { name: 'Recipient' }).fill(name);
  await form.getByRole('option', { name }).click();
}

/** The messages of a member, newest first. */
const messagesOf = async ({ request }: Caller) =>
  (await request.get('/api/messages')).json() as Promise<unknown>;

const list = (page: Page) => page.getByRole('region', { name: 'Your Messages' });
const letter = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

async function openMenu(page: Page, member: Member) {
  if (isOnPhone(page)) await page.getByText('Menu', { exact: true }).click();
  await page.locator('summary').filter({ hasText: member.firstName, visible: true }).click();
}

test('two members write to each other, and what one sends the other sees without reloading', async ({
  page,
  others,
  site,
}) => {
  const [amina, kofi] = [newcomer('Amina'), newcomer('Kofi')];
  const other = await joinAndConfirm(await others.page(), site, kofi);
  await other.goto('/messages');
  await expect(other.getByText('No messages yet.')).toBeVisible();
  await expect(
    other.getByText('Start a conversation with a fellow community member!'),
  ).toBeVisible();
  await joinAndConfirm(page, site, amina);
  await page.goto('/messages');
  const form = await openForm(page);
  const button = form.getByRole('button', { name: 'Send Message' });
  await expect(button).toBeDisabled();
  await choose(form, nameOf(kofi));
  await form.getByLabel('Subject').fill('Saturday');
  await form.getByLabel('Message').fill('Shall we meet?\nAt the market.');
  // A toast goes after five seconds: it is looked out for before it comes.
  await Promise.all([
    expect(toast(page, 'Message Sent')).toBeVisible(),
    expect(toast(other, `New message from ${nameOf(amina)}`)).toBeVisible(),
    button.click(),
  ]);
  await expect(letter(page, 'Shall we meet?')).toContainText(`To${nameOf(kofi)}`);
  if (isOnPhone(page)) await openForm(page);
  await expect(form.getByLabel('Subject')).toHaveValue('');

  const received = letter(other, 'Shall we meet?');
  await expect(received.getByText('New', { exact: true })).toBeVisible();
  await expect(received).toContainText(`From${nameOf(amina)}`);
  await expect(other).toHaveTitle(/^\(1\) Messages/);

  const home = await other.context().newPage();
  await home.goto('/');
  await openMenu(home, kofi);
  await expect(
    home.getByRole('link', { name: 'Messages 1 unread message' }).filter({ visible: true }),
  ).toBeVisible();
  await home.close();

  await received.getByRole('link', { name: nameOf(amina) }).click();
  await expect(other.getByRole('heading', { name: nameOf(amina) })).toBeFocused();
  await other.getByLabel(`Message to ${nameOf(amina)}`).fill('Gladly. At nine.');
  // Under the pointer a toast stays.
  const news = toast(page, `New message from ${nameOf(kofi)}`).getByRole('button', {
    name: 'Open',
  });
  await Promise.all([
    news.hover(),
    other.getByRole('button', { name: 'Send', exact: true }).click(),
  ]);
  await expect(letter(other, 'Gladly. At nine.')).toContainText('Sent');
  await expect(other).toHaveTitle(/^Messages/);

  // The first has been read over there; the answer is read as soon as its conversation is opened here.
  await expect(letter(page, 'Shall we meet?').getByText(/· Read$/)).toBeVisible();
  await expect(letter(page, 'Gladly. At nine.').getByText('New', { exact: true })).toBeVisible();
  await news.click();
  await expect(page.getByRole('heading', { name: nameOf(kofi) })).toBeVisible();
  await expect(letter(other, 'Gladly. At nine.').getByText(/· Read$/)).toBeVisible();
});

test('with the keyboard alone a message is sent and answered', async ({ page, others, site }) => {
  const [amina, kofi] = [newcomer('Amina'), newcomer('Kofi')];
  const other = await joinAndConfirm(await others.caller(), site, kofi);
  await joinAndConfirm(page, site, amina);
  await writeByCall(other, page, 'Saturday', 'Shall we meet?');
  await page.goto('/messages');
  await expect(letter(page, 'Shall we meet?')).toBeVisible();
  const { keyboard } = page;
  const tabTo = async (target: Locator) => {
    for (let step = 0; step < 30; step += 1) {
      await keyboard.press('Tab');
      if (await target.evaluate((it) => it === document.activeElement)) return;
    }
    throw new Error(`The focus never came to ${target}.`);
  };
  if (isOnPhone(page)) {
    await tabTo(page.getByRole('button', { name: 'Write a message' }));
    await keyboard.press('Enter');
  }
  await tabTo(page.getByRole('combobox', { name: 'Recipient' }));
  await keyboard.type('nobody is called this');
  await expect(page.getByRole('status').filter({ hasText: 'Nothing found' })).toHaveCount(1);
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type(nameOf(kofi).slice(0, -2).toUpperCase());
  await expect(page.getByRole('listbox').getByRole('option', { name: nameOf(kofi) })).toBeVisible();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await keyboard.press('Tab');
  await keyboard.type('The market');
  await keyboard.press('Tab');
  await keyboard.type('By keyboard');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(letter(page, 'By keyboard')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your Messages' })).toBeFocused();

  const card = letter(page, 'Shall we meet?');
  await tabTo(card.getByRole('button', { name: 'Reply' }));
  await keyboard.press('Enter');
  await expect(card.getByLabel(`Message to ${nameOf(kofi)}`)).toBeFocused();
  await keyboard.type('Answered in place');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(letter(page, 'Answered in place')).toBeVisible();
  await expect(card).toBeFocused();
  await expect(card.getByText('New', { exact: true })).toHaveCount(0);
});

test(
  'a member mutes another, blocks them, and takes it back',
  ANY_SCREEN,
  async ({ page, others, site }) => {
    const [amina, eve] = [newcomer('Amina'), newcomer('Eve')];
    const other = await joinAndConfirm(await others.page(), site, eve);
    await joinAndConfirm(page, site, amina);
    await writeByCall(other, page, 'An offer', 'Buy my phones.');
    await page.goto('/messages');
    await letter(page, 'Buy my phones.')
      .getByRole('link', { name: nameOf(eve) })
      .click();
    await page.getByRole('button', { name: 'Mute' }).click();
    await expect(toast(page, 'Muted')).toBeVisible();
    await page.getByRole('link', { name: 'All messages' }).click();
    await writeByCall(other, page, 'An offer', 'A second offer.');
    await expect(letter(page, 'A second offer.')).toBeVisible();
    await expect(toast(page, `New message from ${nameOf(eve)}`)).toHaveCount(0);

    await letter(page, 'A second offer.')
      .getByRole('link', { name: nameOf(eve) })
      .click();
    await expect(page.getByRole('button', { name: 'Mute' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.getByRole('button', { name: 'Block member' }).click();
    await expect(page.getByText('Neither of you can write to the other.')).toBeVisible();
    await expect(page.getByLabel(`Message to ${nameOf(eve)}`)).toHaveCount(0);
    await isFaultless(page, 'a blocked member');

    await other.goto(`/messages?with=${await idOf(page)}`);
    const field = other.getByLabel(`Message to ${nameOf(amina)}`);
    await field.fill('Why do you not answer?');
    await other.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(
      other.getByRole('form').getByText('This member does not accept messages from you.'),
    ).toBeVisible();
    await expect(field).toHaveValue('Why do you not answer?');

    await page.getByRole('link', { name: 'All messages' }).click();
    await page.getByRole('tab', { name: 'Conversations' }).click();
    await page.getByText('Blocked members (1)').click();
    await isFaultless(page, 'the blocked members');
    await page.getByRole('button', { name: `Unblock ${nameOf(eve)}` }).click();
    await expect(page.getByText('Blocked members (1)')).toHaveCount(0);
    await other.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(toast(other, 'Message Sent')).toBeVisible();
  },
);

test(
  'a message is reported as it was written, and deleted for its reader alone',
  ANY_SCREEN,
  async ({ page, others, site }) => {
    const [amina, eve] = [newcomer('Amina'), newcomer('Eve')];
    const other = await joinAndConfirm(await others.caller(), site, eve);
    await joinAndConfirm(page, site, amina);
    await writeByCall(other, page, 'A prize', 'Send me your card number.');
    await page.goto('/messages');
    const message = letter(page, 'Send me your card number.');
    await message.getByRole('button', { name: 'Report' }).click();
    const dialog = page.getByRole('dialog', { name: 'Report this message' });
    await dialog.getByRole('button', { name: 'Report' }).click();
    await expect(dialog.getByText('Please choose a reason').first()).toBeVisible();
    await dialog.getByLabel('An attempt to get money or private information').check();
    await dialog.getByLabel('Anything else we should know').fill('The second time.');
    // Closed by mistake: nothing is lost.
    await page.keyboard.press('Escape');
    await message.getByRole('button', { name: 'Report' }).click();
    await expect(dialog.getByLabel('Anything else we should know')).toHaveValue('The second time.');
    await dialog.getByRole('button', { name: 'Report' }).click();
    await expect(toast(page, 'Message reported')).toBeVisible();

    await message.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(message).toBeFocused();
    await message.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Message deleted for you.')).toBeVisible();
    await page.reload();
    await expect(page.getByText('No messages yet.')).toBeVisible();
    expect(await messagesOf(other)).toMatchObject([{ content: 'Send me your card number.' }]);
  },
);

test(
  'what is being written stays while other conversations are read, and is not left by mistake',
  ANY_SCREEN,
  async ({ page, others, site }) => {
    const [amina, kofi, zola] = [newcomer('Amina'), newcomer('Kofi'), newcomer('Zola')];
    const friends = [
      await joinAndConfirm(await others.caller(), site, kofi),
      await joinAndConfirm(await others.caller(), site, zola),
    ];
    await page.setViewportSize({ width: 1280, height: 800 });
    await joinAndConfirm(page, site, amina);
    for (const friend of friends) await writeByCall(friend, page, 'Greetings', 'How are you?');
    await page.goto('/messages?view=conversations');
    const rows = page.getByRole('navigation', { name: 'Conversations' });
    await rows.getByRole('link', { name: nameOf(kofi) }).click();
    await page.getByLabel(`Message to ${nameOf(kofi)}`).fill('I am well, and');
    await rows.getByRole('link', { name: nameOf(zola) }).click();
    const field = page.getByLabel(`Message to ${nameOf(zola)}`);
    await expect(field).toHaveValue('');
    await field.fill('To Zola');
    await expect(rows.getByRole('link', { name: nameOf(kofi) })).toContainText('Draft: I am well');
    await page.goBack();
    await expect(page.getByLabel(`Message to ${nameOf(kofi)}`)).toHaveValue('I am well, and');

    const asked: string[] = [];
    page.on('dialog', (question) => {
      asked.push(question.type());
      void question.dismiss();
    });
    await homeLink(page).click({ noWaitAfter: true });
    await expect.poll(() => asked).toEqual(['beforeunload']);
    await expect(page.getByLabel(`Message to ${nameOf(kofi)}`)).toHaveValue('I am well, and');
  },
);

test(
  'a member with an unconfirmed address sees why nothing is sent, keeps the words, and can send them afterwards',
  ANY_SCREEN,
  async ({ page, others, site }) => {
    const [amina, kofi] = [newcomer('Amina'), newcomer('Kofi')];
    await joinAndConfirm(await others.caller(), site, kofi);
    await join(page, amina);
    await page.goto('/messages');
    const hint = page.getByRole('note').filter({ hasText: 'Confirm your email address' });
    await expect(hint).toContainText(amina.email);
    const form = await openForm(page);
    await form.getByRole('combobox', { name: 'Recipient' }).fill(nameOf(kofi));
    await expect(form.getByRole('alert')).toContainText('Please confirm your email address first');
    await form.getByLabel('Subject').fill('Saturday');
    await form.getByLabel('Message').fill('Too early');
    await expect(form.getByRole('button', { name: 'Send Message' })).toBeDisabled();
    await isFaultless(page, 'an address that is not confirmed');

    await hint.getByRole('button', { name: 'Send the email again' }).click();
    // The first mail left a moment ago.
    await expect(hint.getByRole('alert')).toContainText('An email is already on its way.');

    const mailed = await page.context().newPage();
    await mailed.goto(await linkIn(site, amina.email, /welcome/i));
    await mailed.getByRole('button', { name: /confirm/i }).click();
    await expect(mailed.getByText(/confirmed/i).first()).toBeVisible();
    await mailed.close();
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(hint).toHaveCount(0);
    await form.getByRole('button', { name: 'Send Message' }).click();
    await expect(toast(page, 'Message Sent')).toBeVisible();
  },
);

test(
  'words to a member who leaves meanwhile stay in sight',
  ANY_SCREEN,
  async ({ page, others, site }) => {
    const [amina, kofi] = [newcomer('Amina'), newcomer('Kofi')];
    const other = await joinAndConfirm(await others.caller(), site, kofi);
    await joinAndConfirm(page, site, amina);
    await writeByCall(other, page, 'Greetings', 'How are you?');
    // Else the news may come before the button is pressed.
    await page.route('**/api/events', (route) => route.abort());
    await page.goto(`/messages?with=${await idOf(other)}`);
    await page.getByLabel(`Message to ${nameOf(kofi)}`).fill('I am well.\n\nAnd you?');
    // Nor may what the page asks by the clock be answered before, or what it has asked.
    await page.waitForLoadState('networkidle');
    const pressed = Promise.withResolvers<void>();
    await page.route('**/api/**', async (route) => {
      if (route.request().method() === 'GET') await pressed.promise;
      await route.fallback();
    });
    const { password } = kofi;
    expect((await send(other, '/api/account/delete', { password })).status()).toBe(200);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    pressed.resolve();
    const unsent = page.getByRole('region', { name: 'What you were writing to Former member' });
    await expect(unsent).toContainText('And you?');
    await isFaultless(page, 'words to a member who has left');
    await unsent.getByRole('button', { name: 'Discard', exact: true }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: 'Discard', exact: true })
      .click();
    await expect(unsent).toHaveCount(0);
  },
);

test(
  'words outlive the session in which they were typed: the same member logs in, and they are sent',
  ANY_SCREEN,
  async ({ page, others, site }) => {
    const [amina, kofi] = [newcomer('Amina'), newcomer('Kofi')];
    const other = await joinAndConfirm(await others.caller(), site, kofi);
    await joinAndConfirm(page, site, amina);
    await writeByCall(other, page, 'Greetings', 'For Amina alone');
    await page.goto(`/messages?with=${await idOf(other)}`);
    const field = page.getByLabel(`Message to ${nameOf(kofi)}`);
    await field.fill('Typed before the end');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Log in again' });
    await expect(dialog.getByLabel('Email')).toHaveValue(amina.email);
    await dialog.getByLabel('Your password').fill(amina.password);
    await page.keyboard.press('Enter');
    await expect(letter(page, 'Typed before the end')).toBeVisible();
    await expect(field).toHaveValue('');

    // Ended in another tab: the messages are hidden, the words stay.
    await field.fill('Typed before the second end');
    const tab = await page.context().newPage();
    await tab.goto('/messages');
    await expect(letter(tab, 'For Amina alone')).toBeVisible();
    expect((await send(tab, '/api/auth/logout', {})).status()).toBe(200);
    await expect(tab.getByText('Please log in to view your messages.')).toBeVisible();
    await expect(page.getByText('You are no longer logged in')).toBeVisible();
    await expect(page.getByText('For Amina alone')).toHaveCount(0);
    await isFaultless(page, 'unsent words of an ended session');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByLabel('Your password').fill(amina.password);
    await page.keyboard.press('Enter');
    await expect(letter(page, 'Typed before the second end')).toBeVisible();
  },
);

test(
  'the tab of one member sends nothing under the name of another who logs in beside it',
  ANY_SCREEN,
  async ({ page, others, site }) => {
    const [amina, kofi, zola] = [newcomer('Amina'), newcomer('Kofi'), newcomer('Zola')];
    const other = await joinAndConfirm(await others.caller(), site, kofi);
    const lender = await joinAndConfirm(await others.caller(), site, zola);
    await joinAndConfirm(page, site, amina);
    await writeByCall(other, page, 'Greetings', 'For Amina alone');
    const kofisId = await idOf(other);
    await page.goto(`/messages?with=${kofisId}`);
    await page.getByLabel(`Message to ${nameOf(kofi)}`).fill('From Amina');
    // A tab beside this one.
    expect((await logInByCall(page, zola)).status()).toBe(200);
    const warning = page.getByRole('alertdialog', {
      name: 'This browser is now logged in to another account',
    });
    await expect(warning).toContainText(amina.email);
    await expect(page.getByText('For Amina alone')).toHaveCount(0);
    await isFaultless(page, 'another account in this browser');
    await warning.getByRole('button', { name: 'Stay on this page' }).click();
    await expect(page.getByText('You are no longer logged in')).toBeVisible();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Log in again' });
    await expect(dialog.getByLabel('Email')).toHaveValue(amina.email);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(toast(page, 'Send Failed').or(page.getByText('Send Failed'))).toBeVisible();
    await expect(page.getByRole('form').getByRole('alert')).toContainText(
      'This browser is now logged in to another account. Nothing was changed.',
    );
    await expect(page.getByLabel(`Message to ${nameOf(kofi)}`)).toHaveValue('From Amina');
    expect(await messagesOf(lender)).toEqual([]);

    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByLabel('Your password').fill(amina.password);
    await page.keyboard.press('Enter');
    await expect(letter(page, 'From Amina')).toBeVisible();
    expect(await messagesOf(lender)).toEqual([]);
    expect(await messagesOf(other)).toMatchObject([
      { content: 'From Amina', sender: { firstName: 'Amina' } },
      { content: 'For Amina alone' },
    ]);
  },
);

test(
  'without the server words are kept and sent once; without the stream the page asks by the clock',
  ANY_SCREEN,
  async ({ page, others, site }) => {
    const [amina, kofi] = [newcomer('Amina'), newcomer('Kofi')];
    const other = await joinAndConfirm(await others.caller(), site, kofi);
    await joinAndConfirm(page, site, amina);
    await page.clock.install();
    await page.route('**/api/events', (route) => route.fulfill({ status: 503, body: '{}' }));
    await page.goto('/messages');
    const form = await openForm(page);
    await choose(form, nameOf(kofi));
    await form.getByLabel('Subject').fill('Saturday');
    await form.getByLabel('Message').fill('Through the tunnel');
    // It arrives, but its answer is lost.
    await page.route('**/api/messages', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await form.getByRole('button', { name: 'Send Message' }).click();
    await expect(form.getByRole('alert')).toContainText('We got no answer.');
    await expect(page.getByText('Send Failed')).toBeVisible();
    await expect(form.getByLabel('Message')).toHaveValue('Through the tunnel');
    await isFaultless(page, 'a message that could not be sent');
    await page.unroute('**/api/messages');
    const isOfMessages = (request: Request, method: string) =>
      new URL(request.url()).pathname === '/api/messages' && request.method() === method;
    const asked: Request[] = [];
    page.on('request', (request) => {
      if (isOfMessages(request, 'GET')) asked.push(request);
    });
    page.on('response', (response) => {
      // The list is asked for once after it, and from then on by the clock.
      if (isOfMessages(response.request(), 'POST')) asked.length = 0;
    });
    await form.getByRole('button', { name: 'Send Message' }).click();
    await expect(toast(page, 'Message Sent')).toBeVisible();
    await expect(list(page).getByRole('article')).toHaveCount(1);
    expect(await messagesOf(other)).toHaveLength(1);
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    await (await asked[0]?.response())?.finished();

    // Right after it has asked it asks for half a minute no more.
    asked.length = 0;
    // The page's minutes pass no further while the answer is on its way.
    while (!asked[0]) await page.clock.runFor(1000);
    await (await asked[0].response())?.finished();
    await writeByCall(other, page, 'Saturday', 'Heard by the clock');
    await page.clock.runFor(10_000);
    await expect(letter(page, 'Heard by the clock')).toHaveCount(0);
    await page.clock.runFor(21_000);
    await expect(letter(page, 'Heard by the clock')).toBeVisible();
  },
);

/** The smallest phone and a desktop, beside the phone of the test. */
const WIDTHS = [320, 1280];

test(
  'long words, names from right to left and hidden signs turn and widen nothing',
  ANY_SCREEN,
  async ({ page, others, site }) => {
    const amina = newcomer('Amina');
    const aisha: Member = { ...newcomer('عائشة'), lastName: 'بن صالح' };
    const wide: Member = { ...newcomer('W'.repeat(100)), lastName: 'M'.repeat(100) };
    await joinAndConfirm(page, site, amina);
    const long = `${'unbreakable'.repeat(40)}\n\n${'Words that go on. '.repeat(100)}end of it`;
    const first = await joinAndConfirm(await others.caller(), site, aisha);
    await writeByCall(first, page, 'An \u202Ereffo\u202C', 'مرحبا\u200B بكم!\n\u202Egnorw');
    const second = await joinAndConfirm(await others.caller(), site, wide);
    await page.goto('/messages');
    await expect(letter(page, 'مرحبا')).toBeVisible();
    // Under the pointer a toast stays.
    await Promise.all([
      toast(page, 'New message from WWW').hover(),
      writeByCall(second, page, 'x'.repeat(200), long),
    ]);
    await fits(page, 'news from somebody with a long name', ...WIDTHS);
    await toast(page, 'New message from WWW').getByRole('button', { name: 'Close' }).click();
    const hers = letter(page, 'مرحبا بكم!');
    await expect(hers.locator('bdi')).toHaveText('عائشة بن صالح');
    await expect(hers.getByRole('heading')).toHaveText('An reffo');
    await expect(hers.getByText('gnorw')).toHaveCSS('direction', 'rtl');
    expect(await list(page).innerText()).not.toMatch(/[\u200B\u202A-\u202E]/u);
    await expect(page.getByText('end of it')).toHaveCount(0);
    await page.getByRole('button', { name: 'Show the whole message' }).first().click();
    await expect(page.getByText('end of it')).toHaveCount(1);
    await fits(page, 'long messages', ...WIDTHS);
    await page.getByRole('tab', { name: 'Conversations' }).click();
    await expect(page.getByRole('link', { name: 'عائشة' })).toBeVisible();
    await isFaultless(page, 'long conversations');
    await fits(page, 'long conversations', ...WIDTHS);
    await page.getByRole('link', { name: 'W'.repeat(100) }).click();
    await expect(page.getByRole('button', { name: 'Block member' })).toBeVisible();
    await fits(page, 'a conversation with a long name', ...WIDTHS);
  },
);

test(
  'on a wide screen a long list scrolls within 600 pixels, beside the form',
  ANY_SCREEN,
  async ({ page, others, site }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await joinAndConfirm(page, site, newcomer('Amina'));
    const other = await joinAndConfirm(await others.caller(), site, newcomer('Kofi'));
    for (let n = 1; n <= 8; n++)
      await writeByCall(other, page, `Letter ${n}`, 'We met. '.repeat(20));
    await page.goto('/messages');
    const thread = letter(page, 'Letter 8').locator('..');
    await expect(thread.getByRole('article')).toHaveCount(8);
    expect(await thread.evaluate(({ clientHeight }) => clientHeight)).toBe(600);
    await expect(letter(page, 'Letter 1')).not.toBeInViewport();
    await thread.hover();
    await page.mouse.wheel(0, 3000);
    await expect(letter(page, 'Letter 1')).toBeInViewport();
    await expect(page.getByRole('form', { name: 'Send a Message' })).toBeInViewport();
  },
);

test('in French a member sees everything in French', ANY_SCREEN, async ({ others, site }) => {
  const [amina, kofi] = [newcomer('Amina'), newcomer('Kofi')];
  const page = await others.page({ locale: 'fr-SN' });
  await join(page, amina, 'fr');
  const [, token] = (await linkIn(site, amina.email, /bienvenue/i)).split('#key=');
  await page.goto('/messages');
  await expect(page.getByText('Aucun message pour le moment.')).toBeVisible();
  expect((await send(page, '/api/auth/verify', { token })).status()).toBe(200);
  const other = await joinAndConfirm(await others.caller(), site, kofi);
  await writeByCall(other, page, 'Samedi', 'On se voit ?');
  await expect(letter(page, 'On se voit ?')).toContainText('Nouveau');
  await fits(page, 'a new message in French', 320);
  await letter(page, 'On se voit ?')
    .getByRole('link', { name: nameOf(kofi) })
    .click();
  await page.getByRole('button', { name: 'Bloquer ce membre' }).click();
  await expect(page.getByText(`Vous avez bloqué ${nameOf(kofi)}`).first()).toBeVisible();
  await fits(page, 'a blocked member in French', 320);
});
