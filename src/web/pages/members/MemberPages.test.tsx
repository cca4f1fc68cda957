import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { whoAmI } from '../../../features/members/sessions/session.contract.ts';
import { listMessages } from '../../../features/messages/core/message.contract.ts';
import {
  amina,
  quietSite,
  received,
  serveEvents,
} from '../../../features/messages/testing.page.ts';
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
  screen.findByRole('alertdialog', { name: 'Another account is logged in now' });

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
