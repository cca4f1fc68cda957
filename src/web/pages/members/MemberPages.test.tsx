import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { logOut, whoAmI } from '../../../features/members/sessions/session.contract.ts';
import { listMessages } from '../../../features/messages/core/message.contract.ts';
import {
  amina,
  quietSite,
  received,
  serveEvents,
} from '../../../features/messages/testing.page.ts';
import '../header/menus.ts';
import { SHORT_NOTICE } from '../../../shared/notice.ts';
import { answers, inTurn, refuses, serve } from '../../testing.fetch.ts';
import { MemberPages } from './MemberPages.tsx';

const another = { message: 'Another account is logged in.', reason: 'another-account' };

let events: ReturnType<typeof serveEvents>;
beforeEach(() => {
  events = serveEvents();
  history.replaceState(null, '', '/messages');
});
afterEach(() => vi.unstubAllGlobals());

async function open(...fakes: Parameters<typeof serve>) {
  serve(...fakes, answers(listMessages, [received()]), ...quietSite);
  render(<MemberPages sandbox={false} />);
  await screen.findByText('How are you?');
}
const comeBack = () => act(async () => void dispatchEvent(new Event('focus')));
const warning = () =>
  screen.findByRole('alertdialog', { name: 'This browser is now logged in to another account' });

describe('a member who comes back to a page while another account is logged in', () => {
  test('sees whose page it is, and can stay on it', async () => {
    await open(inTurn(answers(whoAmI, amina), refuses(whoAmI, 409, another)));
    await comeBack();
    const dialog = await warning();
    expect(dialog.textContent).toContain(amina.email);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Stay on this page' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('sees the warning also when nothing of the first account is shown any more', async () => {
    await open(inTurn(answers(whoAmI, amina), refuses(whoAmI, 409, another)));
    act(() => events[0]?.say('session-ended', {}));
    expect((await warning()).textContent).toContain(amina.email);
    expect(screen.queryByText('How are you?')).toBeNull();
  });
});

test('a member who comes back and is still logged in, or not at all, sees no message', async () => {
  await open(
    inTurn(
      answers(whoAmI, amina),
      answers(whoAmI, amina),
      refuses(whoAmI, 401, { message: 'Please log in first.' }),
    ),
  );
  await comeBack();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.getByText('How are you?')).toBeTruthy();
  act(() => events[0]?.say('session-ended', {}));
  expect(await screen.findByText('Please log in to view your messages.')).toBeTruthy();
  await comeBack();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

describe('the header of the site', () => {
  const nobody = refuses(whoAmI, 401, { message: 'Please log in first.' });
  const banner = () => within(screen.getByRole('banner'));
  /** The menus that are open: of the sections, of the account. */
  const openMenus = () => document.querySelectorAll('details[data-menu][open]').length;

  test.each([
    ['/profile', 'Profile'],
    ['/messages', 'Messages'],
    ['/account/reset', 'Choose a new password'],
    ['/account/weather', 'Page Not Found'],
    ['/admin', 'Admin Login'],
    ['/admin/weather', 'Page Not Found'],
    ['/weather', 'Page Not Found'],
  ])('and the notice in short are at %s too', async (path, title) => {
    history.replaceState(null, '', path);
    serve(nobody);
    render(<MemberPages sandbox={false} />);
    await screen.findByRole('heading', { name: title });
    const home = banner().getByRole('link', { name: 'One Africa Passport' });
    expect(home.getAttribute('href')).toBe('/#home');
    for (const sections of banner().getAllByRole('navigation', { name: 'Sections' }))
      expect(within(sections).getByRole('link', { name: 'Vision' }).getAttribute('href')).toBe(
        '/#vision',
      );
    for (const join of await banner().findAllByRole('link', { name: 'Join Us' }))
      expect(join.getAttribute('href')).toBe('/join');
    for (const french of banner().getAllByRole('link', { name: 'Français' }))
      expect(french.getAttribute('href')).toBe(`${path}?lang=fr&keep=1`);
    const skip = screen.getByRole('link', { name: 'Skip to the content' });
    expect(skip.getAttribute('href')).toBe(`#${screen.getByRole('main').id}`);
    const notice = screen.getByRole('contentinfo');
    expect(notice.textContent).toContain(SHORT_NOTICE);
    expect(within(notice).getByRole('link').getAttribute('href')).toBe('/#footer');
  });

  test('keeps what the address says when another language is chosen', async () => {
    history.replaceState(null, '', '/messages?with=6b1f8f9e&lang=en');
    await open(answers(whoAmI, amina));
    const [french] = banner().getAllByRole('link', { name: 'Français' });
    expect(french?.getAttribute('href')).toBe('/messages?with=6b1f8f9e&lang=fr&keep=1');
  });

  test('logs out and offers to join again', async () => {
    await open(answers(whoAmI, amina), answers(logOut, { message: 'Logged out' }));
    expect(banner().getAllByText('Amina')).toHaveLength(2);
    const [leave] = banner().getAllByRole('button', { name: 'Log Out' });
    await userEvent.click(leave as HTMLElement);
    expect(await screen.findByText('Please log in to view your messages.')).toBeTruthy();
    expect(banner().getAllByRole('link', { name: 'Join Us' })).toHaveLength(2);
    expect(banner().queryByText('Amina')).toBeNull();
  });

  test('folds its menus on Escape, back to what opened them, and on a click elsewhere', async () => {
    await open(answers(whoAmI, amina));
    const menu = banner().getByText('Menu');
    await userEvent.click(menu);
    expect(openMenus()).toBe(1);
    await userEvent.keyboard('{Tab}{Escape}');
    expect(openMenus()).toBe(0);
    expect(document.activeElement).toBe(menu);
    await userEvent.click(menu);
    await userEvent.click(screen.getByRole('heading', { name: 'Messages' }));
    expect(openMenus()).toBe(0);
  });
});
