import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MemberPages } from '../../../web/pages/members/MemberPages.tsx';
import { answers, serve } from '../../../web/testing.fetch.ts';
import { listConversations } from './conversation.contract.ts';
import { findRecipients, listMessages, type Person } from './message.contract.ts';
import { conversation, kofi, quietSite, received, serveEvents, thread } from '../testing.page.ts';

beforeEach(() => {
  serveEvents();
  history.replaceState(null, '', '/messages');
});
afterEach(() => vi.unstubAllGlobals());

const yaa: Person = { ...kofi, id: '9c1f8f9e-6f0e-4a57-9f0a-3c6f2a0e9999', isTeam: true };

async function open(...fakes: Parameters<typeof serve>) {
  serve(...fakes, ...quietSite);
  render(<MemberPages sandbox={false} />);
  await screen.findByRole('heading', { level: 1 });
}

test('a message of the campaign’s team differs from one of somebody with the same name', async () => {
  await open(answers(listMessages, [received({ sender: yaa }), received()]));
  const marked = await screen.findByRole('link', { name: 'Kofi Mensah Campaign team' });
  expect(within(marked).getByText('Campaign team').querySelector('svg')?.ariaHidden).toBe('true');
  expect(screen.getByRole('link', { name: 'Kofi Mensah' }).textContent).toBe('Kofi Mensah');
});

test('so is who can be chosen as a recipient, whose name alone is then in the field', async () => {
  await open(answers(findRecipients, [{ user: yaa }, { user: kofi }]));
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Recipient' });
  await userEvent.type(field, 'Kof');
  expect(await screen.findByRole('option', { name: 'Kofi Mensah' })).toBeTruthy();
  await userEvent.click(screen.getByRole('option', { name: 'Kofi Mensah Campaign team' }));
  expect(field.value).toBe('Kofi Mensah');
});

test('so is the heading of a thread', async () => {
  history.replaceState(null, '', `/messages?with=${yaa.id}`);
  await open(thread([received({ sender: yaa })], { other: yaa }));
  const name = 'Kofi Mensah Campaign team';
  expect(await screen.findByRole('heading', { name, level: 2 })).toBeTruthy();
});

test('so is a conversation in the list', async () => {
  history.replaceState(null, '', '/messages?view=conversations');
  await open(
    answers(listConversations, [conversation({ other: yaa }), conversation({ other: kofi })]),
  );
  const list = await screen.findByRole('navigation', { name: 'Conversations' });
  const links = within(list).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent?.includes('Campaign team'))).toEqual([
    true,
    false,
  ]);
});

test('an administrator without a name is of the campaign’s team, and can be answered', async () => {
  const nameless: Person = { ...yaa, firstName: null, lastName: null };
  history.replaceState(null, '', `/messages?with=${nameless.id}`);
  await open(thread([received({ sender: nameless })], { other: nameless }));
  expect(await screen.findByRole('heading', { name: 'Campaign team', level: 2 })).toBeTruthy();
  expect(screen.queryByText('Former member')).toBeNull();
  expect(await screen.findByLabelText('Message to Campaign team')).toBeTruthy();
});
