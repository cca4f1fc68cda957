import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createElement } from 'react';
import { onTestFinished, vi } from 'vitest';
import type { AnswerOf } from '../../../shared/endpoint.ts';
import { MemberPages } from '../../../web/pages/members/MemberPages.tsx';
import { answers, refuses, type Sent, serve } from '../../../web/testing.fetch.ts';
import { readProfile } from '../profile/profile.contract.ts';
import { readRecords } from '../../member-records/records.contract.ts';
import { readAccount } from './account.contract.ts';
import { listOwnSessions, whoAmI } from '../sessions/session.contract.ts';
import { logIn, reauthenticate } from '../login/login.contract.ts';

import type {
  requestPasskeyOptions,
  requestPasskeyReauthentication,
} from '../second-factor/passkey.contract.ts';

/** Whose profile is open in the tests of what guards an account. */
export const amina = {
  id: '6b1f8f9e-6f0e-4a57-9f0a-3c6f2a0e1111',
  email: 'amina@example.org',
  firstName: 'Amina',
  lastName: 'Bello',
  isAdmin: false,
  createdAt: '2026-11-05T10:00:00.000Z',
};

type Account = AnswerOf<typeof readAccount>;

/** What the server says of Amina's account: confirmed and guarded by a password alone, unless said otherwise. */
export const account = ({
  secondFactor,
  ...more
}: Partial<Omit<Account, 'secondFactor'>> & {
  secondFactor?: Partial<Account['secondFactor']>;
} = {}) =>
  answers(readAccount, {
    email: amina.email,
    isVerified: true,
    pendingEmail: null,
    messageMail: true,
    mailLanguage: 'en',
    createdAt: amina.createdAt,
    isLastOwner: false,
    secondFactor: { totp: false, passkeys: [], recoveryCodesLeft: 0, ...secondFactor },
    ...more,
  });

const theRest = [
  account(),
  answers(whoAmI, amina),
  answers(listOwnSessions, []),
  answers(readProfile, {
    profile: { country: '', city: '', bio: '', interests: '', isPublic: false },
  }),
  answers(readRecords, { isVerified: true, applications: [], signatures: [] }),
];

/** A server that answers with `fakes` first; answers what is sent to it. */
export const serveAmina = (...fakes: Parameters<typeof serve>) => serve(...fakes, ...theRest);

/** Opens Amina's profile, where the address may ask for a part of it. */
export async function openPage(address: string) {
  history.replaceState(null, '', address);
  render(createElement(MemberPages, { sandbox: false }));
  await screen.findByRole('heading', { level: 2, name: 'Account security' });
}

/** The same with what guards the account. */
export async function arriveAt(address: string) {
  await openPage(address);
  await screen.findByRole('heading', { level: 3, name: 'Email address' });
}

/** Both. */
export async function openSecurity(...fakes: Parameters<typeof serve>): Promise<Sent[]> {
  const log = serveAmina(...fakes);
  await arriveAt('/profile');
  return log;
}

/** The part of the page under a heading. */
export const part = (name: string) => within(screen.getByRole('region', { name }));
export const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
export const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

/** What was sent to one call, in its order. */
export const to = (log: readonly Sent[], { method, path }: { method: string; path: string }) =>
  log.filter((one) => one.method === method && one.path === path);

/** The session has ended; and the same member comes back. */
export const logInFirst = { message: 'Please log in first.' };
export const back = answers(logIn, { user: amina, message: 'Welcome back!' });

/** Logs in again in the dialog that the page opens for it. */
export async function logInAgain() {
  const dialog = within(await screen.findByRole('dialog', { name: 'Log in again' }));
  await userEvent.type(dialog.getByLabelText('Your password'), 'threads of one cloth{Enter}');
}

/** Some actions ask for the password once more. */
export const passwordWanted = {
  message: 'Please enter your password again to continue.',
  reason: 'reauthenticate',
};
export const passwordIsRight = answers(reauthenticate, { message: 'Thank you.' });
export async function giveThePassword() {
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your password' }));
  await userEvent.type(dialog.getByLabelText('Your password'), 'threads of one cloth{Enter}');
}

/** A refusal without a sentence, as a proxy in between gives it. */
export const badGateway = (endpoint: Parameters<typeof refuses>[0]) => ({
  endpoint,
  reply: () => ({ status: 502, body: 'Bad gateway' }),
});

/** What the server asks of a device that is to make a passkey, and of one that is to show one. */
export const makeOptions: AnswerOf<typeof requestPasskeyOptions> = {
  rp: { id: 'localhost', name: 'One Africa Passport' },
  user: { id: 'YW1pbmE', name: amina.email, displayName: 'Amina Bello' },
  challenge: 'Y2hhbGxlbmdl',
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
  attestation: 'none',
};
export const showOptions: AnswerOf<typeof requestPasskeyReauthentication> = {
  challenge: 'Y2hhbGxlbmdl',
  timeout: 300_000,
  rpId: 'localhost',
  allowCredentials: [],
  userVerification: 'required',
};

/**
 * Gives the browser passkeys, which jsdom lacks: a device that makes and shows one without asking.
 * What it makes proves nothing; passkey.test.ts sends the server real ones.
 */
export function knowPasskeys() {
  const device = {
    made: 0,
    used: 0,
    /** The name of the browser's own error, such as NotAllowedError. */
    refuseWith: undefined as string | undefined,
  };
  const bytes = new TextEncoder().encode('new').buffer;
  const credential = (response: object) => {
    if (device.refuseWith) throw new DOMException('Refused', device.refuseWith);
    return {
      id: 'bmV3',
      rawId: bytes,
      type: 'public-key',
      getClientExtensionResults: () => ({}),
      response: { clientDataJSON: bytes, ...response },
    };
  };
  vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {});
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: {
      create: async () => {
        const made = credential({ attestationObject: bytes, getTransports: () => ['internal'] });
        device.made += 1;
        return made;
      },
      get: async () => {
        const shown = credential({ authenticatorData: bytes, signature: bytes, userHandle: bytes });
        device.used += 1;
        return shown;
      },
    },
  });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'credentials'));
  return device;
}
