import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readAccount } from '../../../features/members/account/account.contract.ts';
import { listOwnSessions, whoAmI } from '../../../features/members/sessions/session.contract.ts';
import { logIn } from '../../../features/members/login/login.contract.ts';

import {
  readMember,
  readProfile,
  saveProfile,
} from '../../../features/members/profile/profile.contract.ts';
import { claimRecord, readRecords } from '../../../features/member-records/records.contract.ts';
import { serveEvents } from '../../../features/messages/testing.page.ts';
import { answers, holdBack, inTurn, refuses, serve } from '../../testing.fetch.ts';
import { MemberPages } from './MemberPages.tsx';

const user = {
  id: '6b1f8f9e-6f0e-4a57-9f0a-3c6f2a0e1111',
  email: 'amina@example.org',
  firstName: 'Amina',
  lastName: 'Bello',
  isAdmin: false,
  createdAt: '2026-11-05T10:00:00.000Z',
};
const profile = {
  country: 'Senegal',
  city: 'Dakar',
  bio: 'I teach.',
  interests: 'chess',
  isPublic: true,
};
const nothing = { isVerified: true, applications: [], signatures: [] };
const signature = {
  id: '0b1f8f9e-6f0e-4a57-9f0a-3c6f2a0e2222',
  fullName: 'Amina Bello',
  country: 'Senegal',
  signedAt: '2026-11-05T10:00:00.000Z',
  claimedAt: null,
};
const codeWanted = {
  message: 'Please enter the code from your authenticator app, or a recovery code.',
  reason: 'second-factor',
  methods: ['totp'],
};
const logInFirst = { message: 'Please log in first.' };
const saved = answers(saveProfile, { message: 'Your profile is saved.' });

const account = {
  email: user.email,
  isVerified: true,
  pendingEmail: null,
  messageMail: true,
  mailLanguage: 'en' as const,
  createdAt: user.createdAt,
  isLastOwner: false,
  secondFactor: { totp: false, passkeys: [], recoveryCodesLeft: 0 },
};
const theRest = [
  answers(readAccount, account),
  answers(listOwnSessions, []),
  answers(whoAmI, user),
  answers(readProfile, { profile }),
  answers(readRecords, nothing),
];

async function open(...fakes: Parameters<typeof serve>) {
  const log = serve(...fakes, ...theRest);
  history.replaceState(null, '', '/profile');
  render(<MemberPages sandbox={false} />);
  await screen.findByRole('button', { name: 'Save Changes' });
  return log;
}

const city = () => screen.getByLabelText<HTMLInputElement>('City');
const bio = () => screen.getByLabelText<HTMLTextAreaElement>('Bio');
const country = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Country' });
const isPublic = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Public profile' });
const save = () => userEvent.click(screen.getByRole('button', { name: /^(Save Changes|Saving)/ }));
const writes = (log: Awaited<ReturnType<typeof open>>) =>
  log.filter(({ method }) => method === 'PUT');
const again = () => screen.findByRole('dialog', { name: 'Log in again' });

async function typeCity(text: string) {
  await userEvent.clear(city());
  await userEvent.type(city(), text);
}

/** Whether the browser would ask before it leaves the page. */
function asksBeforeLeaving() {
  const event = new Event('beforeunload', { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
}

beforeEach(() => history.replaceState(null, '', '/'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the page', () => {
  test('asks who is logged out to log in', async () => {
    serve(refuses(whoAmI, 401, logInFirst));
    history.replaceState(null, '', '/profile');
    render(<MemberPages sandbox={false} />);
    expect(await screen.findByText('Please log in to view your profile.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
  });

  test('says that it loads, for the person and then for the profile', async () => {
    serve(...theRest);
    const answer = holdBack(readProfile);
    history.replaceState(null, '', '/profile');
    render(<MemberPages sandbox={false} />);
    expect(screen.getByText('Loading profile...')).toBeTruthy();
    await screen.findByText('amina@example.org');
    expect(screen.getByText('Loading profile...')).toBeTruthy();
    answer();
    expect(await screen.findByDisplayValue('Dakar')).toBeTruthy();
    expect(screen.queryByText('Loading profile...')).toBeNull();
  });

  test('says who somebody is, what they tell, what they did and what guards it, in this order', async () => {
    await open();
    const titles = screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent);
    expect(titles).toEqual([
      'Account',
      'Profile Details',
      'Your applications and signatures',
      'Account security',
    ]);
    const account = within(screen.getByRole('region', { name: 'Account' }));
    expect(account.getByText('Amina Bello')).toBeTruthy();
    expect(account.getByText('amina@example.org')).toBeTruthy();
    const since = account.getByText('Member since').nextElementSibling;
    expect(since?.textContent).toBe('5 Nov 2026');
  });

  test('shows a name without what turns the words around it, and says where there is none', async () => {
    await open(answers(whoAmI, { ...user, firstName: 'A\u202Emina', lastName: '\u200B' }));
    expect(screen.getByText('Amina')).toBeTruthy();
    cleanup();
    await open(answers(whoAmI, { ...user, firstName: null, lastName: null }));
    expect(screen.getByText('Unknown')).toBeTruthy();
  });

  test('that could not be loaded says so and is loaded at the second try', async () => {
    serve(
      inTurn(
        refuses(readProfile, 503, { message: 'We are away.' }),
        answers(readProfile, { profile }),
      ),
      ...theRest,
    );
    history.replaceState(null, '', '/profile');
    render(<MemberPages sandbox={false} />);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('We are away.');
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByDisplayValue('Dakar')).toBeTruthy();
  });
});

describe('the form', () => {
  test('fills from the server and says what a public profile is', async () => {
    await open();
    expect([country().value, city().value, bio().value]).toEqual(['Senegal', 'Dakar', 'I teach.']);
    expect(screen.getByLabelText<HTMLTextAreaElement>('Interests').value).toBe('chess');
    expect(isPublic().checked).toBe(true);
    expect(screen.getByText(/^Any member can find you by name/)).toBeTruthy();
    await userEvent.click(isPublic());
    expect(screen.getByText(/^No member can find you\./)).toBeTruthy();
  });

  test('says Saving... until there is an answer', async () => {
    await open(saved);
    const answer = holdBack(saveProfile);
    await typeCity('Thiès');
    await save();
    expect(screen.getByRole('button', { name: 'Saving...' }).ariaDisabled).toBe('true');
    answer();
    expect(await screen.findByRole('button', { name: 'Save Changes' })).toBeTruthy();
  });

  test('is saved as it is, for the member that it was drawn for', async () => {
    const log = await open(saved);
    await typeCity('Thiès');
    await userEvent.clear(bio());
    await userEvent.click(isPublic());
    expect(screen.getByText('Not saved yet')).toBeTruthy();
    await save();
    expect(await screen.findByText('Profile Updated')).toBeTruthy();
    const [write] = writes(log);
    expect(write?.body).toEqual({ ...profile, city: 'Thiès', bio: '', isPublic: false });
    expect(write?.headers.get('acting-for')).toBe(user.id);
    await waitFor(() => expect(screen.queryByText('Not saved yet')).toBeNull());
    expect(city().value).toBe('Thiès');
  });

  test('that was saved is what the own card shows, as others see it', async () => {
    const card = { id: user.id, firstName: 'Amina', lastName: 'Bello' };
    const { isPublic: _, ...seen } = profile;
    await open(
      saved,
      inTurn(
        answers(readMember, { ...card, profile: seen }),
        answers(readMember, { ...card, profile: null }),
      ),
    );
    await userEvent.click(screen.getByText('How other members see you'));
    expect(await screen.findByText('Dakar, Senegal')).toBeTruthy();
    await userEvent.click(isPublic());
    await save();
    expect(await screen.findByText('This member’s profile is private.')).toBeTruthy();
  });

  test('chooses another country from the list, and none', async () => {
    const log = await open(saved);
    await userEvent.clear(country());
    await userEvent.type(country(), 'Gha');
    await userEvent.click(screen.getByRole('option', { name: 'Ghana' }));
    expect(screen.getByText('Not saved yet')).toBeTruthy();
    await save();
    await userEvent.clear(country());
    await userEvent.tab();
    await save();
    await waitFor(() => expect(writes(log)).toHaveLength(2));
    expect(writes(log).map(({ body }) => (body as typeof profile).country)).toEqual(['Ghana', '']);
  });

  test('with letters that name no country says so and sends nothing', async () => {
    const log = await open(saved);
    await userEvent.clear(country());
    await userEvent.type(country(), 'Atlantis');
    await save();
    expect(await screen.findAllByText('Please choose your country from the list')).not.toHaveLength(
      0,
    );
    expect(writes(log)).toEqual([]);
  });

  test('with more words than there is room for keeps them all, says so and sends nothing', async () => {
    const log = await open(saved);
    await userEvent.clear(bio());
    await userEvent.click(bio());
    await userEvent.paste('x'.repeat(2003));
    expect(bio().value).toHaveLength(2003);
    expect(screen.getAllByText('3 characters too many')).not.toHaveLength(0);
    await save();
    const why = 'Please shorten what you say about yourself to at most 2,000 characters';
    expect(await screen.findAllByText(why)).toHaveLength(2);
    expect(writes(log)).toEqual([]);
    await userEvent.type(bio(), '{Backspace}{Backspace}{Backspace}');
    expect(screen.queryByText(why)).toBeNull();
    await save();
    expect(await screen.findByText('Profile Updated')).toBeTruthy();
  });

  test('that is refused keeps every word and says why', async () => {
    await open(refuses(saveProfile, 503, { message: 'We are away for a moment.' }));
    await typeCity('Thiès');
    await save();
    expect(await screen.findByText('Update Failed')).toBeTruthy();
    expect(screen.getAllByText('We are away for a moment.')).toHaveLength(2);
    expect(city().value).toBe('Thiès');
    expect(screen.getByText('Not saved yet')).toBeTruthy();
  });

  test('that fails without a word from the server says that it did', async () => {
    await open({ endpoint: saveProfile, reply: () => ({ status: 502, body: 'Bad gateway' }) });
    await typeCity('Thiès');
    await save();
    expect(await screen.findAllByText('Failed to update profile.')).toHaveLength(2);
  });

  test('is left without a question only when nothing would be lost', async () => {
    await open(saved);
    expect(asksBeforeLeaving()).toBe(false);
    await userEvent.type(bio(), ' Often.');
    expect(asksBeforeLeaving()).toBe(true);
    await userEvent.clear(bio());
    await userEvent.type(bio(), 'I teach. ');
    expect(asksBeforeLeaving()).toBe(false);
    await userEvent.type(bio(), 'Often.');
    await save();
    await screen.findByText('Profile Updated');
    await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
  });
});

describe('a session that has ended', () => {
  const back = answers(logIn, { user, message: 'Welcome back!' });
  const password = async () => within(await again()).getByLabelText('Your password');

  test.each([
    ['ended', 401, logInFirst],
    [
      'become another member’s, in another tab,',
      409,
      { message: 'Someone else has logged in.', reason: 'another-account' },
    ],
  ])(
    'or has %s asks the same member to log in and then sends the words',
    async (_how, status, body) => {
      const log = await open(inTurn(refuses(saveProfile, status, body), saved), back);
      await typeCity('Thiès');
      await save();
      const dialog = within(await again());
      const email = dialog.getByLabelText<HTMLInputElement>('Email');
      expect([email.value, email.readOnly]).toEqual(['amina@example.org', true]);
      await userEvent.type(await password(), 'threads of one cloth{Enter}');
      expect(await screen.findByText('Profile Updated')).toBeTruthy();
      const [first, second] = writes(log);
      expect(second?.body).toEqual({ ...profile, city: 'Thiès' });
      expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
      expect(log.find(({ path }) => path === logIn.path)?.body).toEqual({
        email: 'amina@example.org',
        password: 'threads of one cloth',
      });
      expect(city().value).toBe('Thiès');
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  describe('that another member has, warns of it once no other dialog is open', () => {
    const another = { message: 'Someone else has logged in.', reason: 'another-account' };
    const comeBack = () => act(async () => void dispatchEvent(new Event('focus')));
    const warning = () => screen.queryByRole('alertdialog');
    const openDialogs = () => document.querySelectorAll('dialog[open]').length;

    test('after "Cancel", and nothing typed is lost', async () => {
      await open(
        inTurn(answers(whoAmI, user), refuses(whoAmI, 409, another)),
        refuses(saveProfile, 409, another),
      );
      await typeCity('Thiès');
      await save();
      await userEvent.type(await password(), 'threads');
      await comeBack();
      expect(warning()).toBeNull();
      expect((await password()) as HTMLInputElement).toHaveProperty('value', 'threads');
      await userEvent.click(within(await again()).getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(warning()).toBeTruthy());
      expect(openDialogs()).toBe(1);
      await userEvent.click(screen.getByRole('button', { name: 'Stay on this page' }));
      expect(openDialogs()).toBe(0);
      expect(city().value).toBe('Thiès');
    });

    test('but not when the login has ended that', async () => {
      await open(
        inTurn(answers(whoAmI, user), refuses(whoAmI, 409, another), answers(whoAmI, user)),
        inTurn(refuses(saveProfile, 409, another), saved),
        back,
      );
      const answer = holdBack(whoAmI);
      await comeBack();
      await typeCity('Thiès');
      await save();
      await again();
      await act(async () => answer());
      expect(openDialogs()).toBe(1);
      await userEvent.type(await password(), 'threads of one cloth{Enter}');
      expect(await screen.findByText('Profile Updated')).toBeTruthy();
      expect(warning()).toBeNull();
    });

    test('and gives way to a dialog that opens after it', async () => {
      await open(
        inTurn(answers(whoAmI, user), refuses(whoAmI, 409, another)),
        refuses(saveProfile, 409, another),
      );
      await typeCity('Thiès');
      const answer = holdBack(saveProfile);
      await save();
      await comeBack();
      await waitFor(() => expect(warning()).toBeTruthy());
      answer();
      await again();
      expect(warning()).toBeNull();
      expect(openDialogs()).toBe(1);
      await userEvent.click(within(await again()).getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(warning()).toBeTruthy());
      expect(openDialogs()).toBe(1);
    });
  });

  test('asks for the code of who has a second factor', async () => {
    const log = await open(
      inTurn(refuses(saveProfile, 401, logInFirst), saved),
      inTurn(refuses(logIn, 403, codeWanted), back),
    );
    await typeCity('Thiès');
    await save();
    expect(within(await again()).queryByLabelText('Code from your authenticator app')).toBeNull();
    await userEvent.type(await password(), 'threads of one cloth{Enter}');
    await userEvent.type(
      await screen.findByLabelText('Code from your authenticator app'),
      '123456{Enter}',
    );
    expect(await screen.findByText('Profile Updated')).toBeTruthy();
    expect(log.findLast(({ path }) => path === logIn.path)?.body).toMatchObject({ code: '123456' });
  });

  test('keeps the words of who does not want to log in now, and says that nothing was saved', async () => {
    const log = await open(refuses(saveProfile, 401, logInFirst));
    await typeCity('Thiès');
    await save();
    await userEvent.click(within(await again()).getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Update Failed')).toBeTruthy();
    expect(city().value).toBe('Thiès');
    expect(writes(log)).toHaveLength(1);
  });

  test('takes no unsaved word away when something else on the page finds it out', async () => {
    const records = { ...nothing, signatures: [signature] };
    await open(
      inTurn(
        answers(readRecords, records),
        refuses(readRecords, 401, logInFirst),
        answers(readRecords, records),
      ),
      answers(claimRecord, { message: 'It now belongs to your account.' }),
      inTurn(refuses(saveProfile, 401, logInFirst), saved),
      back,
    );
    await typeCity('Thiès');
    await userEvent.click(await screen.findByRole('button', { name: /^Add to my account/ }));
    expect(await screen.findByText(/^You are logged out\. What you typed/)).toBeTruthy();
    expect(city().value).toBe('Thiès');
    await save();
    await userEvent.type(await password(), 'threads of one cloth{Enter}');
    expect(await screen.findByText('Profile Updated')).toBeTruthy();
    expect(screen.queryByText(/^You are logged out\./)).toBeNull();
    expect(city().value).toBe('Thiès');
  });
});

describe('a session that is ended by another hand', () => {
  const nobody = refuses(whoAmI, 401, logInFirst);
  const back = answers(logIn, { user, message: 'Welcome back!' });
  const ended = 'You are no longer logged in';

  /** The page and what tells it of the end, once the whole of it is drawn. */
  async function openLive(...fakes: Parameters<typeof serve>) {
    const opened = serveEvents();
    const log = await open(...fakes);
    await screen.findByRole('button', { name: 'Change the password' });
    const end = () => act(() => opened.at(-1)?.say('session-ended', {}));
    return { log, opened, end };
  }

  test('is said without a touch, and nothing of the member stays to be seen', async () => {
    const { end } = await openLive(inTurn(answers(whoAmI, user), nobody));
    end();
    expect(await screen.findByText(ended)).toBeTruthy();
    expect(screen.getByText('Please log in to view your profile.')).toBeTruthy();
    expect(screen.queryByText(user.email)).toBeNull();
    expect(screen.queryByDisplayValue('Dakar')).toBeNull();
  });

  test('is not said to who was never logged in here', async () => {
    serve(nobody);
    history.replaceState(null, '', '/profile');
    render(<MemberPages sandbox={false} />);
    await screen.findByText('Please log in to view your profile.');
    expect(screen.queryByText(ended)).toBeNull();
  });

  test('keeps the words of a profile that is not saved', async () => {
    const { end } = await openLive(inTurn(answers(whoAmI, user), nobody));
    await typeCity('Thiès');
    end();
    expect(await screen.findByText(/^You are logged out\. What you typed/)).toBeTruthy();
    expect(city().value).toBe('Thiès');
    expect(screen.queryByRole('region', { name: 'Account security' })).toBeNull();
  });

  test('keeps what was typed to guard the account, for the same member alone', async () => {
    const { end } = await openLive(
      inTurn(answers(whoAmI, user), nobody, answers(whoAmI, user)),
      back,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Change the password' }));
    await userEvent.type(screen.getByLabelText('New password'), 'a drum over two rivers');
    end();
    await again();
    const dialog = within(await again());
    await userEvent.type(dialog.getByLabelText('Your password'), 'threads of one cloth{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const typed = screen.getByLabelText<HTMLInputElement>('New password');
    expect(typed.value).toBe('a drum over two rivers');
  });

  test('stays where the news came before the answer that began another one', async () => {
    const { log, opened, end } = await openLive();
    const before = log.length;
    end();
    await waitFor(() => expect(log.slice(before).map(({ path }) => path)).toEqual([whoAmI.path]));
    expect(screen.queryByText(ended)).toBeNull();
    act(() => opened[0]?.refuse());
    await waitFor(() => expect(log.slice(before)).toHaveLength(2));
    expect(city().value).toBe('Dakar');
  });
});
