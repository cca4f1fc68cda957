import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  logOut,
  showSession,
  whoAmI,
} from '../../../features/members/sessions/session.contract.ts';
import { useAccount } from '../../../features/members/sessions/useAccount.ts';
import { answers, inTurn, refuses, serve } from '../../testing.fetch.ts';
import { Toaster } from '../../ui/toast.tsx';
import { Navigation } from './Navigation.tsx';

const member = {
  id: '6b1f8f9e-6f0e-4a57-9f0a-3c6f2a0e1111',
  email: 'nia@example.org',
  firstName: 'Nia' as string | null,
  lastName: 'Okafor',
  isAdmin: false,
  createdAt: '2026-11-05T10:00:00.000Z',
};

function Page({ path = '/', onJoin = () => {} }) {
  return (
    <>
      <Navigation account={useAccount()} path={path} onJoin={onJoin} />
      <Toaster />
    </>
  );
}

/** The bar of a wide screen and the side menu of a phone. */
const both = () => {
  const [bar, menu] = screen.getAllByRole('navigation', { name: 'Sections' });
  return [bar as HTMLElement, menu as HTMLElement] as const;
};
const sectionsOf = (nav: HTMLElement) =>
  [...nav.querySelectorAll(':scope > ul a')].map((link) => [
    link.textContent,
    link.getAttribute('href'),
  ]);
const sections = (to: string) => [
  ['Home', `${to}#home`],
  ['Vision', `${to}#vision`],
  ['Benefits', `${to}#benefits`],
  ['Heritage', `${to}#history`],
  ['Buy Now', `${to}#buy-now`],
  ['Contact', `${to}#contact`],
];

/** The menus of the account with their entries: one in the bar, one in the side menu. */
const menus = () =>
  [...document.querySelectorAll<HTMLElement>('details > summary')]
    .map((summary) => summary.parentElement as HTMLElement)
    .filter((details) => details.querySelector('button'))
    .filter((details) => !details.querySelector('nav'));
const entriesOf = (menu: HTMLElement) =>
  [...menu.querySelectorAll('a, button')].map((one) => [
    one.textContent,
    one.getAttribute('href') ?? '',
  ]);

const session = (user: typeof member, unread = 0) =>
  answers(showSession, {
    user,
    permissions: [],
    role: null,
    recent: true,
    isVerified: true,
    mustVerifyEmail: false,
    mustSetUpSecondFactor: false,
    unread,
  });

const comeBack = () => {
  document.cookie = 'signed_in=1';
};
beforeEach(() => {
  document.cookie = 'signed_in=; max-age=0';
});
afterEach(() => vi.unstubAllGlobals());

describe('the navigation', () => {
  test('leads to the six sections in their order, from the bar and from the side menu', () => {
    render(<Page />);
    const [bar, menu] = both();
    expect(sectionsOf(bar)).toEqual(sections(''));
    expect(sectionsOf(menu)).toEqual(sections(''));
    expect(menu.closest('details')?.querySelector('summary')?.textContent).toBe('Menu');
  });

  test('leads to the start page where the sections are not in the page', () => {
    render(<Page path="/sign" />);
    for (const nav of both()) expect(sectionsOf(nav)).toEqual(sections('/'));
  });

  test('offers a visitor to join, which opens the dialog and is an address too', async () => {
    const join = vi.fn();
    render(<Page onJoin={join} />);
    const links = screen.getAllByRole('link', { name: 'Join Us' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/join', '/join']);
    await userEvent.click(links[0] as HTMLElement);
    expect(join).toHaveBeenCalledExactlyOnceWith(links[0]);
  });
});

describe('the menu of somebody who is logged in', () => {
  test('shows the first name, the profile, the messages and the way out, and the dashboard to nobody else', async () => {
    comeBack();
    serve(answers(whoAmI, member), session(member));
    render(<Page />);
    expect(await screen.findAllByText('Nia')).toHaveLength(2);
    expect(screen.queryByRole('link', { name: 'Join Us' })).toBeNull();
    expect(menus().map(entriesOf)).toEqual(
      [1, 2].map(() => [
        ['Profile', '/profile'],
        ['Messages', '/messages'],
        ['Log Out', ''],
      ]),
    );
  });

  test('asks who is logged in by the hint of an https address, too', async () => {
    // A browser takes its prefix over https alone.
    const cookie = vi.spyOn(document, 'cookie', 'get').mockReturnValue('__Host-signed_in=1');
    serve(answers(whoAmI, member), session(member));
    render(<Page />);
    expect(await screen.findAllByText('Nia')).toHaveLength(2);
    cookie.mockRestore();
  });

  test('shows the dashboard to an administrator', async () => {
    comeBack();
    const user = { ...member, isAdmin: true };
    serve(answers(whoAmI, user), session(user));
    render(<Page />);
    await screen.findAllByText('Nia');
    expect(menus().map(entriesOf)).toEqual(
      [1, 2].map(() => [
        ['Profile', '/profile'],
        ['Messages', '/messages'],
        ['Admin', '/admin'],
        ['Log Out', ''],
      ]),
    );
  });

  test('says how many messages are unread, for the eye and the ear, with one question', async () => {
    comeBack();
    const log = serve(answers(whoAmI, member), session(member, 120));
    render(<Page />);
    expect(await screen.findAllByText('120 unread messages')).toHaveLength(4);
    expect(screen.getAllByText('99+')).toHaveLength(4);
    expect(log.filter(({ path }) => path === showSession.path)).toHaveLength(1);
  });

  test('is called User where there is no first name', async () => {
    comeBack();
    const user = { ...member, firstName: null };
    serve(answers(whoAmI, user), session(user));
    render(<Page />);
    await screen.findAllByText('User');
    expect(menus().map((menu) => menu.querySelector('summary')?.textContent)).toEqual([
      'User',
      'User',
    ]);
  });

  test('logs out with a toast and offers to join again', async () => {
    comeBack();
    serve(answers(whoAmI, member), answers(logOut, { message: 'Goodbye.' }));
    render(<Page />);
    await screen.findAllByText('Nia');
    await userEvent.click(
      within(menus()[0] as HTMLElement).getByRole('button', { name: 'Log Out' }),
    );
    expect(await screen.findByText('Logged out')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Join Us' })).toHaveLength(2);
    expect(screen.queryByText('Nia')).toBeNull();
  });

  test('logs out nobody else who has logged in meanwhile, and shows who is here now', async () => {
    comeBack();
    const message = 'This browser is now logged in to another account. Nothing was changed.';
    const next = { ...member, id: '7c1f8f9e-6f0e-4a57-9f0a-3c6f2a0e2222', firstName: 'Kofi' };
    const log = serve(
      inTurn(answers(whoAmI, member), answers(whoAmI, next)),
      refuses(logOut, 409, { message, reason: 'another-account' }),
      session(member),
    );
    render(<Page />);
    await screen.findAllByText('Nia');
    await userEvent.click(
      within(menus()[0] as HTMLElement).getByRole('button', { name: 'Log Out' }),
    );
    expect(await screen.findByText(message)).toBeTruthy();
    expect(await screen.findAllByText('Kofi')).toHaveLength(2);
    const actingFor = log
      .filter(({ path }) => path !== showSession.path)
      .map(({ path, headers }) => [path, headers.get('acting-for')]);
    expect(actingFor).toEqual([
      [whoAmI.path, null],
      [logOut.path, member.id],
      [whoAmI.path, null],
    ]);
  });

  test.each([
    ['says so with the words of the server', { message: 'Try later.' }, 'Try later.'],
    ['without a word says that an error occurred', {}, 'An error occurred during logout.'],
  ])('that cannot log out %s and stays', async (_how, body, sentence) => {
    comeBack();
    serve(answers(whoAmI, member), refuses(logOut, 503, body as { message: string }));
    render(<Page />);
    await screen.findAllByText('Nia');
    await userEvent.click(
      within(menus()[0] as HTMLElement).getByRole('button', { name: 'Log Out' }),
    );
    expect(await screen.findByText('Logout failed')).toBeTruthy();
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(screen.getAllByText('Nia')).toHaveLength(2);
  });
});

test('this page in the other language is one tap away, on a wide screen and in the menu', () => {
  render(<Page path="/sign" />);
  const links = screen.getAllByRole('link', { name: 'Français' });
  expect(links.map((link) => [link.getAttribute('href'), link.lang])).toEqual([
    ['/sign?lang=fr&keep=1', 'fr'],
    ['/sign?lang=fr&keep=1', 'fr'],
  ]);
});
