import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { answers, inTurn, refuses } from '../../../web/testing.fetch.ts';
import {
  confirmTotp,
  removeTotp,
  renewRecoveryCodes,
  startTotp,
} from '../second-factor/second-factor.contract.ts';
import {
  account,
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
  to,
  valueOf,
} from './testing.page.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const twoStep = () => part('Two-step verification');
const withApp = (recoveryCodesLeft = 10) =>
  account({ secondFactor: { totp: true, recoveryCodesLeft } });
const codes = Array.from({ length: 10 }, (_, at) => `ABCDE-FGHJ${at}`);
const uri = 'otpauth://totp/One%20Africa%20Passport:amina%40example.org?secret=ABCDEFGHIJKLMNOP';
const setup = answers(startTotp, { secret: 'ABCDEFGHIJKLMNOP', uri });
const isOn = 'From now on, we will ask for a code from your authenticator app when you log in.';
const confirmed = (recoveryCodes: string[] | null) =>
  answers(confirmTotp, { message: isOn, recoveryCodes });
const codeLabel = 'Code from your authenticator app';
const shownCodes = () => screen.queryByRole('dialog', { name: 'Your recovery codes' });

async function begin() {
  await press('Set up an authenticator app');
  return screen.findByLabelText<HTMLInputElement>(codeLabel);
}
async function answerWith(question: string, name: string) {
  const dialog = within(await screen.findByRole('alertdialog', { name: question }));
  await userEvent.click(dialog.getByRole('button', { name }));
}

describe('setting an authenticator app up', () => {
  test('shows the key as a picture, in letters and as a link, and asks for a code', async () => {
    await openSecurity(setup);
    const code = await begin();
    const picture = 'QR code with the key for your authenticator app';
    expect(twoStep().getByRole('img', { name: picture })).toBeTruthy();
    expect(twoStep().getByText('ABCD EFGH IJKL MNOP')).toBeTruthy();
    const link = twoStep().getByRole<HTMLAnchorElement>('link', { name: 'Open in the app' });
    expect(link.href).toBe(uri);
    expect([code.autocomplete, code.inputMode]).toEqual(['one-time-code', 'numeric']);
  });

  test('copies the key without the spaces that are for the eye', async () => {
    await openSecurity(setup);
    await begin();
    const user = userEvent.setup();
    await user.click(twoStep().getByRole('button', { name: 'Copy the key' }));
    expect(await navigator.clipboard.readText()).toBe('ABCDEFGHIJKLMNOP');
  });

  test('asks for the password first where it was given long ago', async () => {
    const log = await openSecurity(
      inTurn(refuses(startTotp, 403, passwordWanted), setup),
      passwordIsRight,
    );
    await press('Set up an authenticator app');
    await giveThePassword();
    expect(await screen.findByLabelText(codeLabel)).toBeTruthy();
    expect(to(log, startTotp)).toHaveLength(2);
  });

  test('ends with the codes on and ten recovery codes', async () => {
    const log = await openSecurity(
      inTurn(account(), account(), withApp()),
      setup,
      confirmed(codes),
    );
    await userEvent.type(await begin(), '123456{Enter}');
    await waitFor(() => expect(shownCodes()).toBeTruthy());
    // Nothing lies over them.
    expect(screen.getAllByText(isOn)).toEqual([
      within(shownCodes() as HTMLElement).getByText(isOn),
    ]);
    expect(
      within(shownCodes() as HTMLElement)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual(codes);
    expect(to(log, confirmTotp).map(({ body }) => body)).toEqual([{ code: '123456' }]);
    expect(twoStep().queryByLabelText(codeLabel)).toBeNull();
    expect(await twoStep().findByRole('button', { name: /^Turn off codes/ })).toBeTruthy();
    expect(twoStep().getByText('10 recovery codes are left.')).toBeTruthy();
  });

  test('shows no recovery codes where a passkey brought them before', async () => {
    await openSecurity(inTurn(account(), account(), withApp(7)), setup, confirmed(null));
    await userEvent.type(await begin(), '123456{Enter}');
    expect(await screen.findByText(isOn)).toBeTruthy();
    expect(await twoStep().findByText('7 recovery codes are left.')).toBeTruthy();
    expect(shownCodes()).toBeNull();
  });

  test('keeps a wrong code beside its sentence, and the key', async () => {
    const message = 'The code is incorrect.';
    await openSecurity(setup, refuses(confirmTotp, 400, { message, fields: { code: message } }));
    await userEvent.type(await begin(), '111111{Enter}');
    expect(await twoStep().findByRole('link', { name: message })).toBeTruthy();
    expect(valueOf(codeLabel)).toBe('111111');
    expect(twoStep().getByText('ABCD EFGH IJKL MNOP')).toBeTruthy();
  });

  test('asks for the code before anything is sent', async () => {
    const log = await openSecurity(setup);
    await begin();
    await press('Turn on codes');
    expect(twoStep().getByRole('link', { name: 'Please enter the code.' })).toBeTruthy();
    expect(to(log, confirmTotp)).toEqual([]);
  });

  test('says that the code could not be checked when no sentence came', async () => {
    await openSecurity(setup, badGateway(confirmTotp));
    await userEvent.type(await begin(), '123456{Enter}');
    const why = 'The code could not be checked. Please try again.';
    expect(await twoStep().findByText(why)).toBeTruthy();
  });

  test('goes on with the same key and code for the member who has to log in between', async () => {
    const log = await openSecurity(
      setup,
      inTurn(refuses(confirmTotp, 401, logInFirst), confirmed(codes)),
      back,
    );
    await userEvent.type(await begin(), '123456{Enter}');
    await logInAgain();
    await waitFor(() => expect(shownCodes()).toBeTruthy());
    expect(to(log, startTotp)).toHaveLength(1);
    expect(to(log, confirmTotp)).toHaveLength(2);
  });

  test('can be left, and the focus is back at its button', async () => {
    await openSecurity(setup);
    await begin();
    await userEvent.click(twoStep().getByRole('button', { name: 'Cancel' }));
    expect(twoStep().queryByLabelText(codeLabel)).toBeNull();
    const button = twoStep().getByRole('button', { name: /^Set up an authenticator app/ });
    expect(document.activeElement).toBe(button);
  });
});

describe('recovery codes', () => {
  /** Makes new ones, so that they are shown in their dialog. */
  async function open() {
    await openSecurity(
      withApp(),
      answers(renewRecoveryCodes, {
        message: 'Here are ten new recovery codes. The old ones no longer work.',
        recoveryCodes: codes,
      }),
    );
    await press('Create new recovery codes');
    await answerWith('Create new recovery codes?', 'Create new codes');
    return within(await screen.findByRole('dialog', { name: 'Your recovery codes' }));
  }

  test('stay until the person says that they are kept', async () => {
    const dialog = await open();
    const must = 'Please save the codes, then tick this box. We will not show them again.';
    expect(dialog.queryByText(must)).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
    expect(dialog.getByText(must)).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    expect(shownCodes()).toBeTruthy();
    expect(dialog.getByText(codes[9] ?? '')).toBeTruthy();
    await userEvent.click(dialog.getByRole('checkbox', { name: 'I have saved these codes' }));
    expect(dialog.queryByText(must)).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(shownCodes()).toBeNull());
    expect(screen.queryByText(codes[0] ?? '')).toBeNull();
  });

  test('can be copied, with what they are for', async () => {
    const dialog = await open();
    const user = userEvent.setup();
    await user.click(dialog.getByRole('button', { name: 'Copy' }));
    expect((await navigator.clipboard.readText()).split('\n')).toEqual([
      'One Africa Passport recovery codes for amina@example.org',
      'Each code works once, together with your password.',
      '',
      ...codes,
      '',
    ]);
  });

  test('can be saved as a file', async () => {
    const saved: Blob[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`,
        revokeObjectURL: () => {},
      }),
    );
    const dialog = await open();
    await userEvent.click(dialog.getByRole('button', { name: 'Download' }));
    expect(saved).toHaveLength(1);
    expect((await saved[0]?.text())?.split('\n').slice(3, 13)).toEqual(codes);
  });
});

describe('an account that has an authenticator app', () => {
  test('stops asking for codes after a question', async () => {
    const message = 'We no longer ask for a code from your authenticator app.';
    const log = await openSecurity(inTurn(withApp(), account()), answers(removeTotp, { message }));
    await press('Turn off codes');
    expect(to(log, removeTotp)).toEqual([]);
    await answerWith('Turn off codes for login?', 'Turn off codes');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(
      await twoStep().findByRole('button', { name: /^Set up an authenticator app/ }),
    ).toBeTruthy();
    expect(to(log, removeTotp)).toHaveLength(1);
  });

  test.each([
    ['nothing', 0, 'Anyone who learns your password can then log in to your account.'],
    ['a passkey', 1, 'You will still need a passkey or a recovery code to log in.'],
  ])('says before it turns codes off what %s still guards', async (_, count, sentence) => {
    const passkey = { name: 'Phone', createdAt: '2026-11-05T10:00:00.000Z', lastUsedAt: null };
    const passkeys = [{ ...passkey, id: crypto.randomUUID() }].slice(0, count);
    await openSecurity(account({ secondFactor: { totp: true, passkeys, recoveryCodesLeft: 10 } }));
    await press('Turn off codes');
    const question = await screen.findByRole('alertdialog', { name: 'Turn off codes for login?' });
    expect(question.textContent).toContain(sentence);
  });

  test('goes on asking when the question is answered with no', async () => {
    const log = await openSecurity(withApp());
    await press('Turn off codes');
    await answerWith('Turn off codes for login?', 'Cancel');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(twoStep().getByRole('button', { name: /^Turn off codes/ })).toBeTruthy();
    expect(to(log, removeTotp)).toEqual([]);
  });

  test('keeps its recovery codes when the question about new ones is answered with no', async () => {
    const log = await openSecurity(withApp());
    await press('Create new recovery codes');
    await answerWith('Create new recovery codes?', 'Cancel');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(to(log, renewRecoveryCodes)).toEqual([]);
  });

  test.each([
    [4, '4 recovery codes are left.'],
    [
      3,
      'You have 3 recovery codes left. Create new ones, so that you are not locked out if you lose your phone.',
    ],
    [
      1,
      'You have one recovery code left. Create new ones, so that you are not locked out if you lose your phone.',
    ],
    [
      0,
      'You have no recovery codes left. Create new ones, so that you are not locked out if you lose your phone.',
    ],
  ])('and %d recovery codes is informed', async (left, sentence) => {
    await openSecurity(withApp(left));
    expect(twoStep().getByText(sentence)).toBeTruthy();
  });
});

test('an account without a second factor hears nothing of recovery codes', async () => {
  await openSecurity();
  expect(twoStep().queryByText(/recovery code/)).toBeNull();
  expect(twoStep().queryByRole('button', { name: /recovery/ })).toBeNull();
});
