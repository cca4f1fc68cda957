import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { answers, inTurn, refuses } from '../../../web/testing.fetch.ts';
import {
  addPasskey,
  requestPasskeyOptions,
  removePasskey,
  renamePasskey,
} from '../second-factor/passkey.contract.ts';
import {
  account,
  back,
  badGateway,
  giveThePassword,
  knowPasskeys,
  logInAgain,
  logInFirst,
  makeOptions,
  openSecurity,
  part,
  passwordIsRight,
  passwordWanted,
  press,
  to,
  valueOf,
} from './testing.page.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const passkeys = () => part('Passkeys');
const phone = {
  id: 'cGhvbmU',
  name: 'Chrome on Android',
  createdAt: '2026-11-05T10:00:00.000Z',
  lastUsedAt: null,
};
const key = {
  id: 'a2V5',
  name: 'The key on my ring',
  createdAt: '2026-11-06T10:00:00.000Z',
  lastUsedAt: '2026-11-20T10:00:00.000Z',
};
const having = (...list: (typeof phone | typeof key)[]) =>
  account({ secondFactor: { passkeys: list, recoveryCodesLeft: 10 } });
const codes = Array.from({ length: 10 }, (_, at) => `ABCDE-FGHJ${at}`);
const savedMessage = 'The passkey is saved. You can now log in with it.';
const passkeySaved = (recoveryCodes: string[] | null) =>
  answers(addPasskey, { message: savedMessage, id: 'bmV3', recoveryCodes });
const canCreate = answers(requestPasskeyOptions, makeOptions);
const names = () =>
  passkeys()
    .getAllByRole('listitem')
    .flatMap((row) => row.querySelector('strong')?.textContent ?? []);
const nameLabel = 'Name of the passkey';

async function make() {
  await press('Add a passkey');
  return screen.findByLabelText<HTMLInputElement>(nameLabel);
}

test('a browser without passkeys says so and offers none', async () => {
  await openSecurity(having(phone));
  expect(passkeys().getByText('This browser does not support passkeys.')).toBeTruthy();
  expect(passkeys().queryByRole('button', { name: /^Add a passkey/ })).toBeNull();
  expect(names()).toEqual(['Chrome on Android']);
});

describe('adding a passkey', () => {
  test('asks the device, names it after the device and keeps it under the name that is given', async () => {
    const device = knowPasskeys();
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    );
    const log = await openSecurity(
      inTurn(account(), account(), having(key)),
      canCreate,
      passkeySaved(codes),
    );
    const name = await make();
    expect(device.made).toBe(1);
    expect(name.value).toBe('Chrome on Android');
    await waitFor(() => expect(document.activeElement).toBe(name));
    await userEvent.clear(name);
    await userEvent.type(name, 'The key on my ring{Enter}');
    expect(await screen.findByText(savedMessage)).toBeTruthy();
    const [sent] = to(log, addPasskey);
    expect(sent?.body).toMatchObject({ name: 'The key on my ring', response: { id: 'bmV3' } });
    await waitFor(() => expect(names()).toEqual(['The key on my ring']));
    const dialog = within(screen.getByRole('dialog', { name: 'Your recovery codes' }));
    expect(dialog.getAllByRole('listitem').map((one) => one.textContent)).toEqual(codes);
  });

  test('shows no recovery codes where there is a second factor already', async () => {
    knowPasskeys();
    await openSecurity(
      inTurn(having(phone), having(phone), having(phone, key)),
      canCreate,
      passkeySaved(null),
    );
    await make();
    await press('Save passkey');
    expect(await screen.findByText(savedMessage)).toBeTruthy();
    await waitFor(() => expect(names()).toEqual(['Chrome on Android', 'The key on my ring']));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('asks for the password first where it was given long ago', async () => {
    knowPasskeys();
    await openSecurity(
      inTurn(refuses(requestPasskeyOptions, 403, passwordWanted), canCreate),
      passwordIsRight,
    );
    await press('Add a passkey');
    await giveThePassword();
    expect(await screen.findByLabelText(nameLabel)).toBeTruthy();
  });

  test.each([
    ['NotAllowedError', 'The passkey was not used and nothing has changed. You can try again.'],
    ['InvalidStateError', 'This device already has a passkey for your account.'],
    ['NotSupportedError', 'That did not work. Please try again.'],
  ])('that the device answers with %s says so, and can be tried again', async (error, sentence) => {
    const device = knowPasskeys();
    device.refuseWith = error;
    const log = await openSecurity(canCreate);
    await press('Add a passkey');
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.queryByLabelText(nameLabel)).toBeNull();
    device.refuseWith = undefined;
    await make();
    expect(to(log, requestPasskeyOptions)).toHaveLength(2);
  });

  test('keeps the name when it is refused, and says why beside it', async () => {
    const message = 'Please give the passkey a name.';
    knowPasskeys();
    const log = await openSecurity(canCreate, badGateway(addPasskey));
    await userEvent.clear(await make());
    await press('Save passkey');
    expect(passkeys().getByRole('link', { name: message })).toBeTruthy();
    expect(to(log, addPasskey)).toEqual([]);
    await userEvent.type(screen.getByLabelText(nameLabel), 'My phone{Enter}');
    const why = 'The passkey could not be saved. Please try again.';
    expect(await passkeys().findByText(why)).toBeTruthy();
    expect(valueOf(nameLabel)).toBe('My phone');
  });

  test('goes on with what the device made for the member who has to log in between', async () => {
    const device = knowPasskeys();
    const log = await openSecurity(
      canCreate,
      inTurn(refuses(addPasskey, 401, logInFirst), passkeySaved(null)),
      back,
    );
    await make();
    await press('Save passkey');
    await logInAgain();
    expect(await screen.findByText(savedMessage)).toBeTruthy();
    const [first, second] = to(log, addPasskey);
    // With the same key, so that codes whose answer was lost are shown.
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
    expect(device.made).toBe(1);
  });

  test('can be left before it has a name', async () => {
    knowPasskeys();
    const log = await openSecurity(canCreate);
    await make();
    await userEvent.click(passkeys().getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByLabelText(nameLabel)).toBeNull();
    const button = passkeys().getByRole('button', { name: /^Add a passkey/ });
    expect(document.activeElement).toBe(button);
    expect(to(log, addPasskey)).toEqual([]);
  });
});

describe('a passkey', () => {
  test('says when it came and when it was used last', async () => {
    await openSecurity(having(phone, key));
    expect(passkeys().getByText('Added 5 Nov 2026, not used yet')).toBeTruthy();
    expect(passkeys().getByText('Added 6 Nov 2026, last used 20 Nov 2026')).toBeTruthy();
  });

  test('gets another name', async () => {
    const message = 'The passkey has been renamed.';
    const log = await openSecurity(
      inTurn(having(phone), having({ ...phone, name: 'My old phone' })),
      answers(renamePasskey, { message }),
    );
    await press('Rename “Chrome on Android”');
    const field = screen.getByLabelText<HTMLInputElement>(nameLabel);
    expect([field.value, document.activeElement]).toEqual(['Chrome on Android', field]);
    await userEvent.clear(field);
    await userEvent.type(field, 'My old phone{Enter}');
    expect(await screen.findByText(message)).toBeTruthy();
    await waitFor(() => expect(names()).toEqual(['My old phone']));
    const path = `/api/account/passkeys/${phone.id}`;
    expect(to(log, { method: 'PUT', path }).map(({ body }) => body)).toEqual([
      { name: 'My old phone' },
    ]);
  });

  test('keeps its name for who thinks better of it, and a refused one in its field', async () => {
    await openSecurity(having(phone), badGateway(renamePasskey));
    await press('Rename “Chrome on Android”');
    await userEvent.type(screen.getByLabelText(nameLabel), '!{Enter}');
    const why = 'The passkey could not be renamed. Please try again.';
    expect(await passkeys().findByText(why)).toBeTruthy();
    expect(valueOf(nameLabel)).toBe('Chrome on Android!');
    await userEvent.click(passkeys().getByRole('button', { name: 'Cancel' }));
    expect(names()).toEqual(['Chrome on Android']);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Rename “Chrome on Android”');
  });

  test('is removed after a question', async () => {
    const message = 'The passkey is removed. It no longer works here.';
    const log = await openSecurity(
      inTurn(having(phone, key), having(key)),
      answers(removePasskey, { message }),
    );
    const question = { name: 'Remove the passkey “Chrome on Android”?' };
    await press('Remove “Chrome on Android”');
    const dialog = within(await screen.findByRole('alertdialog', question));
    expect(log.filter(({ method }) => method === 'DELETE')).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText(message)).toBeTruthy();
    await waitFor(() => expect(names()).toEqual(['The key on my ring']));
    const path = `/api/account/passkeys/${phone.id}`;
    expect(to(log, { method: 'DELETE', path })).toHaveLength(1);
  });

  test('stays when the question is answered with no', async () => {
    const log = await openSecurity(having(phone));
    await press('Remove “Chrome on Android”');
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }),
    );
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(names()).toEqual(['Chrome on Android']);
    expect(log.filter(({ method }) => method === 'DELETE')).toEqual([]);
  });
});
