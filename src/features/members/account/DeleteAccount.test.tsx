import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { answers, inTurn, refuses } from '../../../web/testing.fetch.ts';
import { deleteAccount } from '../deletion/deletion.contract.ts';
import {
  requestPasskeyReauthentication,
  reauthenticateWithPasskey,
} from '../second-factor/passkey.contract.ts';
import {
  account,
  back,
  badGateway,
  knowPasskeys,
  logInAgain,
  logInFirst,
  openSecurity,
  part,
  press,
  showOptions,
  to,
  valueOf,
} from './testing.page.ts';

afterEach(() => vi.unstubAllGlobals());

const password = 'threads of one cloth';
const goodbye = 'Thank you for being with us.';
const isDeleted = answers(deleteAccount, { message: goodbye });
const asks = (...methods: string[]) =>
  refuses(deleteAccount, 403, {
    message: 'Please enter the code from your authenticator app, or a recovery code.',
    reason: 'second-factor',
    methods,
  });
const leaving = () => part('Delete the account');
const send = () =>
  userEvent.click(leaving().getByRole('button', { name: /^(Delete my account|Deleting)/ }));
const question = () => screen.findByRole('alertdialog', { name: 'Delete your account for good?' });
async function answer(name: string) {
  await userEvent.click(within(await question()).getByRole('button', { name }));
}
async function begin() {
  await press('Delete my account');
  await userEvent.type(leaving().getByLabelText('Your password'), password);
  await send();
}
const isGone = async () => {
  expect(await screen.findByText('Please log in to view your profile.')).toBeTruthy();
  expect(screen.getByText('Account deleted')).toBeTruthy();
  expect(screen.getByText(goodbye)).toBeTruthy();
};

test('the form says what goes and what stays, and leads back to where it began', async () => {
  const log = await openSecurity();
  await press('Delete my account');
  expect(leaving().getByText(/^Your profile, conversations, passkeys/)).toBeTruthy();
  expect(leaving().getByText(/^Some things stay\. The messages you sent/)).toBeTruthy();
  expect(document.activeElement).toBe(leaving().getByLabelText('Your password'));
  await press('Keep my account');
  expect(leaving().queryByLabelText('Your password')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete my account' }));
  expect(to(log, deleteAccount)).toEqual([]);
});

test('the only owner learns that another owner has to come first', async () => {
  await openSecurity(account({ isLastOwner: true }));
  expect(leaving().getByText(/^You are the only owner who can log in\./)).toBeTruthy();
  expect(leaving().queryByRole('button')).toBeNull();
});

describe('an account with a password alone', () => {
  test('is deleted after a question, and its page is left', async () => {
    const log = await openSecurity(isDeleted);
    await begin();
    await question();
    expect(to(log, deleteAccount)).toEqual([]);
    await answer('Delete for good');
    await isGone();
    expect(to(log, deleteAccount).map(({ body }) => body)).toEqual([{ password }]);
    expect(screen.queryByRole('heading', { name: 'Account security' })).toBeNull();
  });

  test('stays when the question is answered with no', async () => {
    const log = await openSecurity();
    await begin();
    await answer('Cancel');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(valueOf('Your password')).toBe(password);
    expect(to(log, deleteAccount)).toEqual([]);
  });

  test('asks for the password before it asks anything else', async () => {
    const log = await openSecurity();
    await press('Delete my account');
    await send();
    expect(leaving().getByRole('link', { name: 'Please enter your password.' })).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(to(log, deleteAccount)).toEqual([]);
  });

  test('stays when the password is wrong, and the form says so', async () => {
    const message = 'The password is incorrect.';
    await openSecurity(refuses(deleteAccount, 400, { message, fields: { password: message } }));
    await begin();
    await answer('Delete for good');
    expect(await leaving().findByRole('link', { name: message })).toBeTruthy();
    expect(screen.getByLabelText('Your password').ariaInvalid).toBe('true');
    expect(screen.getByText('Account not deleted')).toBeTruthy();
    expect(screen.queryByText('Account deleted')).toBeNull();
  });

  test('stays when the call fails without a word, and the form says so', async () => {
    await openSecurity(badGateway(deleteAccount));
    await begin();
    await answer('Delete for good');
    const why = 'The account could not be deleted. Please try again.';
    expect(await leaving().findByText(why)).toBeTruthy();
    expect(valueOf('Your password')).toBe(password);
  });

  test('is deleted after an ended session once the member has come back', async () => {
    const log = await openSecurity(
      inTurn(refuses(deleteAccount, 401, logInFirst), isDeleted),
      back,
    );
    await begin();
    await answer('Delete for good');
    await logInAgain();
    await isGone();
    expect(to(log, deleteAccount)).toHaveLength(2);
  });
});

describe('an account with a second factor', () => {
  const secondFactor = { totp: true, recoveryCodesLeft: 10 };

  test('is deleted with the code too, and the question is asked once', async () => {
    const log = await openSecurity(
      account({ secondFactor }),
      inTurn(asks('totp', 'recovery-code'), isDeleted),
    );
    await begin();
    await answer('Delete for good');
    const code = await leaving().findByLabelText('Code from your authenticator app');
    expect(leaving().queryByRole('alert')).toBeNull();
    await send();
    expect(leaving().getByRole('link', { name: 'Please enter the code.' })).toBeTruthy();
    await userEvent.type(code, '123456');
    await send();
    await isGone();
    expect(to(log, deleteAccount).map(({ body }) => body)).toEqual([
      { password },
      { password, code: '123456' },
    ]);
  });

  test('stays when the code is wrong, and keeps what was typed', async () => {
    const message = 'The code is incorrect or has already been used. Please try another one.';
    await openSecurity(
      account({ secondFactor }),
      inTurn(
        asks('totp', 'recovery-code'),
        refuses(deleteAccount, 400, { message, fields: { code: message } }),
      ),
    );
    await begin();
    await answer('Delete for good');
    await userEvent.type(await screen.findByLabelText('Code from your authenticator app'), '1');
    await send();
    expect(await leaving().findByRole('link', { name: message })).toBeTruthy();
    expect([valueOf('Your password'), valueOf('Code from your authenticator app')]).toEqual([
      password,
      '1',
    ]);
  });

  test('is deleted with a passkey in the place of the code', async () => {
    const shown = knowPasskeys();
    const log = await openSecurity(
      account({ secondFactor: { recoveryCodesLeft: 10 } }),
      inTurn(asks('passkey'), isDeleted),
      answers(requestPasskeyReauthentication, showOptions),
      answers(reauthenticateWithPasskey, { message: 'Thank you.' }),
    );
    await begin();
    await answer('Delete for good');
    await userEvent.click(await leaving().findByRole('button', { name: /^Use a passkey/ }));
    await isGone();
    expect(shown.used).toBe(1);
    expect(to(log, reauthenticateWithPasskey)).toHaveLength(1);
    expect(to(log, deleteAccount).map(({ body }) => body)).toEqual([{ password }, { password }]);
  });
});
