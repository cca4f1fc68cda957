import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { answers, holdBack, inTurn, refuses } from '../../../web/testing.fetch.ts';
import { readProfile } from '../profile/profile.contract.ts';
import {
  cancelEmailChange,
  exportAccount,
  readAccount,
  requestEmailChange,
  setMailLanguage,
  setMessageMail,
} from './account.contract.ts';
import { changePassword } from '../password/password.contract.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from '../sessions/session.contract.ts';
import { logIn, reauthenticate } from '../login/login.contract.ts';

import { sendVerification } from '../registration/verification.contract.ts';
import {
  account,
  amina,
  arriveAt,
  back,
  badGateway,
  giveThePassword,
  logInAgain,
  logInFirst,
  openSecurity,
  part,
  passwordIsRight,
  passwordWanted,
  press,
  serveAmina,
  to,
  valueOf,
} from './testing.page.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const focused = () => document.activeElement;
const links = (name: string) =>
  part(name)
    .queryAllByRole('link')
    .map((link) => link.textContent);

describe('the whole', () => {
  test('says one after the other what guards an account, and how it is taken along or ended', async () => {
    await openSecurity();
    const titles = screen.getAllByRole('heading', { level: 3 }).map((title) => title.textContent);
    expect(titles.slice(titles.indexOf('Email address'))).toEqual([
      'Email address',
      'Password',
      'Two-step verification',
      'Passkeys',
      'Where you are logged in',
      'Email language',
      'Emails about messages',
      'Your data',
      'Delete the account',
    ]);
  });

  test('is where a link leads that asks for it, and else the page begins at its beginning', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    await openSecurity();
    expect([focused(), scrolled.mock.contexts]).toEqual([document.body, []]);
    cleanup();
    serveAmina();
    await arriveAt('/profile#security');
    const heading = screen.getByRole('heading', { name: 'Account security' });
    await waitFor(() => expect(focused()).toBe(heading));
    expect(scrolled.mock.contexts).toEqual([heading]);
  });

  test('is not led to before what is above it is there, nor who does something else by then', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    serveAmina();
    const answer = holdBack(readProfile);
    await arriveAt('/profile#security');
    expect(focused()).toBe(document.body);
    answer();
    await waitFor(() => expect(scrolled).toHaveBeenCalledTimes(1));
    cleanup();
    serveAmina();
    const later = holdBack(readProfile);
    await arriveAt('/profile#security');
    await press('Change the password');
    later();
    await screen.findByRole('button', { name: 'Save Changes' });
    expect(focused()).toBe(screen.getByLabelText('Current password'));
    expect(scrolled).toHaveBeenCalledTimes(1);
  });

  test('that could not be loaded says so and is loaded at the second try', async () => {
    const away = refuses(readAccount, 503, { message: 'We are away.' });
    const opening = openSecurity(inTurn(away, account()));
    const security = within(await screen.findByRole('region', { name: 'Account security' }));
    const alert = await security.findByRole('alert');
    expect(alert.textContent).toContain('We are away.');
    await userEvent.click(security.getByRole('button', { name: 'Try again' }));
    await opening;
    expect(part('Email address').getByText(amina.email)).toBeTruthy();
    expect(security.queryByRole('alert')).toBeNull();
    expect(focused()).toBe(security.getByRole('heading', { name: 'Account security' }));
  });
});

describe('the address', () => {
  const isSent = answers(sendVerification, { message: 'The link is on its way to your inbox.' });
  const isAsked = answers(requestEmailChange, {
    message: 'Please confirm the change with the link in our email to the new address.',
  });
  const taken = 'amina.bello@example.org';

  async function fillIn(email = taken, password = 'threads of one cloth') {
    await press('Change the address');
    await userEvent.type(screen.getByLabelText('New email address'), email);
    await userEvent.type(screen.getByLabelText('Your password'), password);
  }

  test('that is confirmed says so and asks for nothing', async () => {
    await openSecurity();
    expect(part('Email address').getByText('Confirmed')).toBeTruthy();
    expect(part('Email address').queryByRole('button', { name: 'Send again' })).toBeNull();
  });

  test('that is not confirmed says so and sends the link again', async () => {
    const log = await openSecurity(account({ isVerified: false }), isSent);
    expect(part('Email address').queryByText('Confirmed')).toBeNull();
    expect(part('Email address').getByText(/^This address is not confirmed yet\./)).toBeTruthy();
    await press('Send again');
    expect(await screen.findByText('The link is on its way to your inbox.')).toBeTruthy();
    expect(to(log, sendVerification)).toHaveLength(1);
  });

  test('says why the link was not sent again', async () => {
    const message = 'An email is already on its way.';
    await openSecurity(account({ isVerified: false }), refuses(sendVerification, 429, { message }));
    await press('Send again');
    expect(await screen.findByText('Not sent')).toBeTruthy();
    expect(screen.getByText(message)).toBeTruthy();
  });

  test('is changed with the password, and the new one waits beside the old until it is confirmed', async () => {
    const log = await openSecurity(inTurn(account(), account({ pendingEmail: taken })), isAsked);
    await fillIn();
    await press('Send the link');
    expect(await screen.findByText(/^Please confirm the change/)).toBeTruthy();
    expect(to(log, requestEmailChange).map(({ body }) => body)).toEqual([
      { email: taken, password: 'threads of one cloth' },
    ]);
    expect(await screen.findByText(new RegExp(`^${taken} will become your address`))).toBeTruthy();
    expect(part('Email address').getByText(amina.email)).toBeTruthy();
    expect(screen.queryByLabelText('New email address')).toBeNull();
  });

  test('stays the old one for who thinks better of it', async () => {
    const message = 'Your address has not changed.';
    const log = await openSecurity(
      inTurn(account({ pendingEmail: taken }), account()),
      answers(cancelEmailChange, { message }),
    );
    await press('Keep the old address');
    expect(await screen.findByText(message)).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(/will become your address/)).toBeNull());
    expect(to(log, cancelEmailChange)).toHaveLength(1);
  });

  test('that is none is refused beside its field before anything is sent', async () => {
    const log = await openSecurity();
    await fillIn('amina@');
    await press('Send the link');
    expect(links('Email address')).toEqual(['Please enter a valid email address']);
    expect(to(log, requestEmailChange)).toEqual([]);
    expect(valueOf('New email address')).toBe('amina@');
  });

  test('keeps what was typed when the password is wrong, and says so beside it', async () => {
    const message = 'The password is incorrect.';
    await openSecurity(
      refuses(requestEmailChange, 400, { message, fields: { password: message } }),
    );
    await fillIn();
    await press('Send the link');
    expect(await part('Email address').findByRole('link', { name: message })).toBeTruthy();
    expect(screen.getByLabelText('Your password').ariaInvalid).toBe('true');
    expect([valueOf('New email address'), valueOf('Your password')]).toEqual([
      taken,
      'threads of one cloth',
    ]);
  });

  test('that fails without a word from the server says that it did not change', async () => {
    await openSecurity(badGateway(requestEmailChange));
    await fillIn();
    await press('Send the link');
    const why = 'The address could not be changed. Please try again.';
    expect(await part('Email address').findByText(why)).toBeTruthy();
    expect(valueOf('New email address')).toBe(taken);
  });

  test('takes the focus into its form and back to its button', async () => {
    await openSecurity();
    await press('Change the address');
    expect(focused()).toBe(screen.getByLabelText('New email address'));
    await userEvent.click(part('Email address').getByRole('button', { name: 'Cancel' }));
    expect(focused()).toBe(screen.getByRole('button', { name: 'Change the address' }));
  });

  test('after an ended session is changed with the same words as soon as the member is back', async () => {
    const log = await openSecurity(
      inTurn(refuses(requestEmailChange, 401, logInFirst), isAsked),
      back,
    );
    await fillIn();
    await press('Send the link');
    await logInAgain();
    expect(await screen.findByText(/^Please confirm the change/)).toBeTruthy();
    const [first, second] = to(log, requestEmailChange);
    expect(second?.body).toEqual({ email: taken, password: 'threads of one cloth' });
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
  });

  test('keeps what was typed also when it is refused after the member has come back', async () => {
    const message = 'The password is incorrect.';
    const wrong = refuses(requestEmailChange, 400, { message, fields: { password: message } });
    await openSecurity(inTurn(refuses(requestEmailChange, 401, logInFirst), wrong), back);
    await fillIn();
    await press('Send the link');
    await logInAgain();
    expect(await part('Email address').findByRole('link', { name: message })).toBeTruthy();
    expect(valueOf('New email address')).toBe(taken);
  });
});

describe('the password', () => {
  const message = 'Your new password is saved. Every other browser has been logged out.';

  async function fillIn(newPassword = 'many threads, one cloth') {
    await press('Change the password');
    await userEvent.type(screen.getByLabelText('Current password'), 'threads of one cloth');
    await userEvent.type(screen.getByLabelText('New password'), newPassword);
  }

  test('is changed with the current one, and the list of browsers is read anew', async () => {
    const log = await openSecurity(answers(changePassword, { message }));
    await fillIn();
    await press('Save the new password');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(to(log, changePassword).map(({ body }) => body)).toEqual([
      { currentPassword: 'threads of one cloth', newPassword: 'many threads, one cloth' },
    ]);
    await waitFor(() => expect(to(log, listOwnSessions)).toHaveLength(2));
    expect(screen.queryByLabelText('New password')).toBeNull();
    await waitFor(() =>
      expect(focused()).toBe(screen.getByRole('button', { name: 'Change the password' })),
    );
  });

  test('that is too short is refused beside its field before anything is sent', async () => {
    const log = await openSecurity();
    await fillIn('12345');
    await press('Save the new password');
    expect(links('Password')).toEqual(['Password must be at least 6 characters']);
    expect(to(log, changePassword)).toEqual([]);
  });

  test.each([
    ['currentPassword', 'Current password', 'The password is incorrect.'],
    [
      'newPassword',
      'New password',
      'This password is one of the most common ones. Please choose another.',
    ],
  ])(
    'that the server refuses for %s keeps both and says why beside it',
    async (field, label, why) => {
      await openSecurity(refuses(changePassword, 400, { message: why, fields: { [field]: why } }));
      await fillIn();
      await press('Save the new password');
      await userEvent.click(await part('Password').findByRole('link', { name: why }));
      expect(focused()).toBe(screen.getByLabelText(label));
      expect(screen.getByLabelText(label).ariaInvalid).toBe('true');
      expect([valueOf('Current password'), valueOf('New password')]).toEqual([
        'threads of one cloth',
        'many threads, one cloth',
      ]);
    },
  );

  test('that fails without a word from the server says that it did not change', async () => {
    await openSecurity(badGateway(changePassword));
    await fillIn();
    await press('Save the new password');
    const why = 'The password could not be changed. Please try again.';
    expect(await part('Password').findByText(why)).toBeTruthy();
  });

  test('after an ended session is changed as it was typed, for the member who has come back', async () => {
    const log = await openSecurity(
      inTurn(refuses(changePassword, 401, logInFirst), answers(changePassword, { message })),
      back,
    );
    await fillIn();
    await press('Save the new password');
    await logInAgain();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(to(log, changePassword).at(-1)?.body).toEqual({
      currentPassword: 'threads of one cloth',
      newPassword: 'many threads, one cloth',
    });
  });

  test('stays in its form when nobody wants to log in again', async () => {
    const log = await openSecurity(refuses(changePassword, 401, logInFirst));
    await fillIn();
    await press('Save the new password');
    const dialog = within(await screen.findByRole('dialog', { name: 'Log in again' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Update Failed')).toBeTruthy();
    expect(valueOf('New password')).toBe('many threads, one cloth');
    expect(to(log, changePassword)).toHaveLength(1);
  });
});

describe('the browsers that are logged in', () => {
  const here = {
    id: '10000000-0000-4000-8000-000000000001',
    device: { browser: 'Firefox', system: 'Linux' },
    createdAt: '2026-11-05T10:00:00.000Z',
    lastSeenAt: '2026-11-21T10:00:00.000Z',
    isCurrent: true,
  };
  const phone = {
    id: '10000000-0000-4000-8000-000000000002',
    device: { browser: 'Chrome', system: 'Android' },
    createdAt: '2026-11-06T10:00:00.000Z',
    lastSeenAt: '2026-11-20T10:00:00.000Z',
    isCurrent: false,
  };
  const unknown = {
    ...phone,
    id: '10000000-0000-4000-8000-000000000003',
    device: { browser: null, system: null },
  };
  const title = 'Where you are logged in';
  const rows = () =>
    part(title)
      .getAllByRole('listitem')
      .map((row) => row.querySelector('strong')?.textContent);

  test('are listed with their days, this one first, and only others have a way out', async () => {
    await openSecurity(answers(listOwnSessions, [phone, here, unknown]));
    await part(title).findByText('Firefox on Linux');
    expect(rows()).toEqual(['Firefox on Linux', 'Chrome on Android', 'Unknown browser']);
    expect(part(title).getByText(/^This browser, logged in since 5 Nov 2026/)).toBeTruthy();
    expect(
      part(title).getAllByText(/^Last seen 20 Nov 2026.*, logged in since 6 Nov 2026/),
    ).toHaveLength(2);
    expect(
      part(title)
        .getAllByRole('button')
        .map((one) => one.getAttribute('aria-label') ?? one.textContent),
    ).toEqual([
      'Log out Chrome on Android',
      'Log out Unknown browser',
      expect.stringMatching('^Log out all other browsers'),
    ]);
  });

  test('that are only this one offer no way out', async () => {
    await openSecurity(answers(listOwnSessions, [here]));
    await part(title).findByText('Firefox on Linux');
    expect(part(title).queryByRole('button')).toBeNull();
  });

  test('are logged out one by one', async () => {
    const message = 'That browser is logged out.';
    const log = await openSecurity(
      inTurn(
        answers(listOwnSessions, [here, phone, unknown]),
        answers(listOwnSessions, [here, phone]),
      ),
      answers(endOwnSession, { message }),
    );
    await part(title).findByText('Chrome on Android');
    await press('Log out Unknown browser');
    expect(await screen.findByText(message)).toBeTruthy();
    await waitFor(() => expect(rows()).toEqual(['Firefox on Linux', 'Chrome on Android']));
    const path = `/api/account/sessions/${unknown.id}`;
    expect(to(log, { method: 'DELETE', path })).toHaveLength(1);
  });

  test('that had ended already leave the list too', async () => {
    const message = 'This browser is already logged out.';
    await openSecurity(
      inTurn(answers(listOwnSessions, [here, phone]), answers(listOwnSessions, [here])),
      refuses(endOwnSession, 404, { message }),
    );
    await part(title).findByText('Chrome on Android');
    await press('Log out Chrome on Android');
    expect(await screen.findByText(message)).toBeTruthy();
    await waitFor(() => expect(rows()).toEqual(['Firefox on Linux']));
  });

  test('are all logged out at once, but this one', async () => {
    const message = 'Every other browser is logged out.';
    const log = await openSecurity(
      inTurn(answers(listOwnSessions, [here, phone, unknown]), answers(listOwnSessions, [here])),
      answers(endOtherSessions, { message }),
    );
    await part(title).findByText('Chrome on Android');
    await press('Log out all other browsers');
    expect(await screen.findByText(message)).toBeTruthy();
    await waitFor(() => expect(rows()).toEqual(['Firefox on Linux']));
    expect(part(title).queryByRole('button')).toBeNull();
    expect(to(log, endOtherSessions)).toHaveLength(1);
  });

  test('that could not be loaded say so and are loaded at the second try', async () => {
    await openSecurity(
      inTurn(
        refuses(listOwnSessions, 503, { message: 'We are away.' }),
        answers(listOwnSessions, [here]),
      ),
    );
    const alert = await part(title).findByRole('alert');
    expect(alert.textContent).toContain('We are away.');
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await part(title).findByText('Firefox on Linux')).toBeTruthy();
  });
});

describe('mails about messages', () => {
  const mailed = () =>
    screen.getByRole<HTMLInputElement>('switch', { name: 'Email me about unread messages' });
  const isOff = answers(setMessageMail, { message: 'We will no longer email you about messages.' });

  test('are turned off at once', async () => {
    const log = await openSecurity(inTurn(account(), account({ messageMail: false })), isOff);
    expect(mailed().checked).toBe(true);
    await userEvent.click(mailed());
    expect(await screen.findByText('We will no longer email you about messages.')).toBeTruthy();
    expect(mailed().checked).toBe(false);
    expect(to(log, setMessageMail).map(({ body }) => body)).toEqual([{ messageMail: false }]);
  });

  test('stay as they were when that was refused', async () => {
    await openSecurity(refuses(setMessageMail, 503, { message: 'We are away.' }));
    await userEvent.click(mailed());
    expect(await screen.findByText('We are away.')).toBeTruthy();
    await waitFor(() => expect(mailed().checked).toBe(true));
  });

  test('are turned off after an ended session, for the member who has come back', async () => {
    const log = await openSecurity(
      inTurn(account(), account({ messageMail: false })),
      inTurn(refuses(setMessageMail, 401, logInFirst), isOff),
      back,
    );
    await userEvent.click(mailed());
    await logInAgain();
    expect(await screen.findByText('We will no longer email you about messages.')).toBeTruthy();
    expect(to(log, setMessageMail)).toHaveLength(2);
    expect(to(log, logIn)).toHaveLength(1);
    expect(mailed().checked).toBe(false);
  });
});

describe('the language of mails', () => {
  const chosen = () =>
    screen.getByRole<HTMLSelectElement>('combobox', { name: 'We write to you in' });
  const isFrench = answers(setMailLanguage, {
    message: 'From now on, we will write to you in this language.',
  });

  test('is that of the account, in its own name, and is changed at once', async () => {
    const log = await openSecurity(inTurn(account(), account({ mailLanguage: 'fr' })), isFrench);
    expect(chosen().selectedOptions[0]?.textContent).toBe('English');
    expect([...chosen().options].map(({ textContent, lang }) => [textContent, lang])).toEqual([
      ['English', 'en'],
      ['Français', 'fr'],
    ]);
    await userEvent.selectOptions(chosen(), 'Français');
    expect(
      await screen.findByText('From now on, we will write to you in this language.'),
    ).toBeTruthy();
    expect(chosen().value).toBe('fr');
    expect(to(log, setMailLanguage).map(({ body }) => body)).toEqual([{ language: 'fr' }]);
  });

  test('stays as it was when that was refused', async () => {
    await openSecurity(refuses(setMailLanguage, 503, { message: 'We are away.' }));
    await userEvent.selectOptions(chosen(), 'Français');
    expect(await screen.findByText('We are away.')).toBeTruthy();
    await waitFor(() => expect(chosen().value).toBe('en'));
  });
});

describe('the own data', () => {
  /** What reaches the browser's downloads: each name with its text. */
  function catchFiles() {
    const files: [string, Blob][] = [];
    const made: Blob[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => `blob:${made.push(blob) - 1}`,
        revokeObjectURL: () => {},
      }),
    );
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
      this: HTMLAnchorElement,
    ) {
      const blob = made[Number(this.href.slice('blob:'.length))];
      if (blob) files.push([this.download, blob]);
    });
    return files;
  }
  const file = {
    endpoint: exportAccount,
    reply: ({ query }: { query: URLSearchParams }) => ({ body: `as ${query.get('as')}` }),
  };

  test.each([
    ['Download as a web page (HTML)', 'html'],
    ['Download as data (JSON)', 'json'],
  ])('are saved with “%s” once the password was given again', async (name, as) => {
    const files = catchFiles();
    const log = await openSecurity(
      inTurn(refuses(exportAccount, 403, passwordWanted), file),
      passwordIsRight,
    );
    await press(name);
    await giveThePassword();
    expect(await screen.findByText('Download Successful')).toBeTruthy();
    expect(screen.getByText(`one-africa-passport.${as} has been saved.`)).toBeTruthy();
    expect(files.map(([saved]) => saved)).toEqual([`one-africa-passport.${as}`]);
    expect(await files[0]?.[1].text()).toBe(`as ${as}`);
    expect(to(log, exportAccount)).toHaveLength(2);
  });

  test('are not saved, and nothing failed, when the password is not given', async () => {
    const files = catchFiles();
    const log = await openSecurity(refuses(exportAccount, 403, passwordWanted));
    await press('Download as a web page (HTML)');
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your password' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByText('Download Failed')).toBeNull();
    expect(files).toEqual([]);
    expect(to(log, exportAccount)).toHaveLength(1);
  });

  test('are saved although the session ended while the password was asked for', async () => {
    const files = catchFiles();
    await openSecurity(
      inTurn(refuses(exportAccount, 403, passwordWanted), file),
      refuses(reauthenticate, 401, logInFirst),
      back,
    );
    await press('Download as a web page (HTML)');
    await giveThePassword();
    await logInAgain();
    expect(await screen.findByText('Download Successful')).toBeTruthy();
    expect(files).toHaveLength(1);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('that could not be collected say so', async () => {
    const files = catchFiles();
    await openSecurity(badGateway(exportAccount));
    await press('Download as data (JSON)');
    expect(await screen.findByText('Download Failed')).toBeTruthy();
    expect(screen.getByText('That did not work. Please try again.')).toBeTruthy();
    expect(files).toEqual([]);
  });
});
