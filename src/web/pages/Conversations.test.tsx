import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { blockMember, listBlocks } from '../../features/messages/core/block.contract.ts';
import {
  listConversations,
  showConversation,
} from '../../features/messages/core/conversation.contract.ts';
import { sendMessage } from '../../features/messages/core/message.contract.ts';
import {
  amina,
  conversation,
  kofi,
  quietSite,
  received,
  sent,
  serveEvents,
  thread,
} from '../../features/messages/testing.page.ts';
import { answers, inTurn, refuses, type Sent, serve } from '../testing.fetch.ts';
import { MemberPages } from './members/MemberPages.tsx';

const zola = { id: '9c1f8f9e-6f0e-4a57-9f0a-3c6f2a0e3333', firstName: 'Zola', lastName: 'Dlamini' };
const address = (path: string, other = kofi) => `/api/conversations/${other.id}${path}`;
const isSent = answers(sendMessage, {
  message: 'Your message has been sent.',
  id: '00000000-0000-4000-8000-00000000abcd',
});

let events: ReturnType<typeof serveEvents>;
beforeEach(() => {
  events = serveEvents();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function open(at: string, ...fakes: Parameters<typeof serve>) {
  const log = serve(...fakes, ...quietSite);
  history.replaceState(null, '', at);
  render(<MemberPages sandbox={false} />);
  return log;
}

async function openThread(...fakes: Parameters<typeof serve>) {
  const log = open(`/messages?with=${kofi.id}`, ...fakes);
  await screen.findByRole('heading', { level: 2, name: 'Kofi Mensah' });
  return log;
}

const to = (log: readonly Sent[], method: string, path: string) =>
  log.filter((one) => one.method === method && one.path === path);
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Message to Kofi Mensah');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the list of conversations', () => {
  test('has a line for every person, with what was written last and what is new', async () => {
    open(
      '/messages?view=conversations',
      answers(listConversations, [
        conversation({ unread: 2 }),
        conversation({
          other: zola,
          isMuted: true,
          last: { ...conversation().last, senderId: amina.id, beginning: 'See you' },
        }),
      ]),
    );
    const list = within(await screen.findByRole('navigation', { name: 'Conversations' }));
    const [one, two] = list.getAllByRole('link').map((link) => link.textContent);
    expect(one).toContain('Kofi Mensah');
    expect(one).toContain('2 new');
    expect(two).toContain('You: See you');
    expect(two).toContain('Muted');
    expect(screen.getByRole('tab', { name: 'Conversations' }).ariaSelected).toBe('true');
  });

  test('is a tab that the address carries', async () => {
    open('/messages');
    await userEvent.click(await screen.findByRole('tab', { name: 'Conversations' }));
    expect(location.search).toBe('?view=conversations');
    await userEvent.click(screen.getByRole('tab', { name: 'All messages' }));
    expect(location.search).toBe('');
  });

  test('names whom the member has blocked, with the way back', async () => {
    const log = open(
      '/messages?view=conversations',
      inTurn(
        answers(listBlocks, [{ member: zola, blockedAt: '2026-11-06T09:30:00.000Z' }]),
        answers(listBlocks, []),
      ),
      answers(blockMember, { message: 'This member can write to you again.' }),
    );
    await userEvent.click(await screen.findByText('Blocked members (1)'));
    await press('Unblock Zola Dlamini');
    await waitFor(() => expect(screen.queryByText('Blocked members (1)')).toBeNull());
    expect(to(log, 'PUT', `/api/members/${zola.id}/block`).map(({ body }) => body)).toEqual([
      { blocked: false },
    ]);
  });
});

describe('a conversation', () => {
  test('reads from the oldest message down, says what the other has read, and takes the focus', async () => {
    await openThread(
      thread([
        sent({ content: 'Third' }),
        sent({ content: 'Second', isRead: true }),
        received({ content: 'First', isRead: true }),
      ]),
    );
    const messages = within(screen.getByRole('region', { name: 'Messages' }));
    const [one, two, three] = messages.getAllByRole('article').map((each) => each.textContent);
    expect(one).toContain('First');
    expect(two).toMatch(/· Read.*Second/);
    expect(three).toMatch(/· Sent.*Third/);
    expect(document.activeElement?.textContent).toBe('Kofi Mensah');
  });

  test('that is opened has been read', async () => {
    const log = await openThread(
      inTurn(thread([received()]), thread([received({ isRead: true })])),
    );
    await waitFor(() => expect(to(log, 'POST', address('/read'))).toHaveLength(1));
  });

  test('is not read by a page that nobody sees, until somebody does', async () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const log = await openThread(thread([received()]));
    expect(to(log, 'POST', address('/read'))).toHaveLength(0);
    hidden.mockReturnValue(false);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(to(log, 'POST', address('/read'))).toHaveLength(1));
  });

  test('takes a reply without a subject, which is then shown in it', async () => {
    const log = await openThread(
      inTurn(
        thread([received({ isRead: true })]),
        thread([sent({ content: 'I am well' }), received({ isRead: true })]),
      ),
      isSent,
    );
    expect(screen.queryByLabelText('Subject')).toBeNull();
    await userEvent.type(field(), 'I am well');
    await press('Send');
    expect(await screen.findByText('Message Sent')).toBeTruthy();
    expect(
      await within(screen.getByRole('region', { name: 'Messages' })).findByText('I am well'),
    ).toBeTruthy();
    expect(field().value).toBe('');
    expect(to(log, 'POST', '/api/messages').map(({ body }) => body)).toEqual([
      { recipientId: kofi.id, content: 'I am well' },
    ]);
  });

  test('begins with a subject', async () => {
    const log = await openThread(thread([]), isSent);
    await userEvent.type(field(), 'Hello');
    await press('Send');
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('Please enter a subject')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Subject'), 'Saturday');
    await press('Send');
    await screen.findByText('Message Sent');
    expect(to(log, 'POST', '/api/messages').map(({ body }) => body)).toEqual([
      { recipientId: kofi.id, subject: 'Saturday', content: 'Hello' },
    ]);
  });

  test('keeps the words of a draft while another one is open, and marks it in the list', async () => {
    const both = answers(listConversations, [conversation(), conversation({ other: zola })]);
    const either = {
      endpoint: showConversation,
      reply: (asked: Sent) =>
        thread([received({ isRead: true })], {
          other: asked.path.includes(zola.id) ? zola : kofi,
        }).reply(asked),
    };
    await openThread(both, either);
    await userEvent.type(field(), 'Half a thought');
    const link = (name: RegExp) => screen.findByRole('link', { name });
    await userEvent.click(await link(/^Zola Dlamini/));
    await screen.findByLabelText('Message to Zola Dlamini');
    expect((await link(/^Kofi Mensah/)).textContent).toContain('Draft: Half a thought');
    await userEvent.click(await link(/^Kofi Mensah/));
    await screen.findByRole('heading', { level: 2, name: 'Kofi Mensah' });
    expect(field().value).toBe('Half a thought');
  });

  test('says in words that the other blocked the sender, and keeps the message', async () => {
    const message = 'This member does not accept messages from you.';
    await openThread(thread([received({ isRead: true })]), refuses(sendMessage, 403, { message }));
    await userEvent.type(field(), 'Hello again');
    await press('Send');
    const reply = within(screen.getByRole('form', { name: 'Reply' }));
    expect((await reply.findByRole('alert')).textContent).toContain(message);
    expect(field().value).toBe('Hello again');
  });

  test('tells in the page who has just written into it', async () => {
    await openThread(thread([received({ isRead: true })]));
    act(() =>
      events[0]?.say('message', {
        id: received().id,
        with: kofi.id,
        isOwn: false,
        isMuted: false,
      }),
    );
    const said = await screen.findByText(/^New message from Kofi Mensah/);
    expect(said.getAttribute('role')).toBe('status');
    expect(screen.queryByRole('button', { name: 'Open' })).toBeNull();
  });

  test('shows that what was sent has been read once the other has', async () => {
    const message = sent({ content: 'Are you well?' });
    await openThread(inTurn(thread([message]), thread([{ ...message, isRead: true }])));
    expect(screen.getByText(/· Sent$/)).toBeTruthy();
    act(() => events[0]?.say('read', { with: kofi.id }));
    expect(await screen.findByText(/· Read$/)).toBeTruthy();
  });

  test('is muted and heard again', async () => {
    const messages = [received({ isRead: true })];
    const log = await openThread(inTurn(thread(messages), thread(messages, { isMuted: true })));
    const mute = () => screen.getByRole('button', { name: 'Mute' });
    await userEvent.click(mute());
    await waitFor(() => expect(mute().ariaPressed).toBe('true'));
    await userEvent.click(mute());
    await waitFor(() =>
      expect(to(log, 'PUT', address('/mute')).map(({ body }) => body)).toEqual([
        { muted: true },
        { muted: false },
      ]),
    );
  });

  test('with a member who is blocked takes no reply; blocking is undone at once', async () => {
    const messages = [received({ isRead: true })];
    const log = await openThread(
      inTurn(thread(messages), thread(messages, { isBlocked: true }), thread(messages)),
      answers(blockMember, { message: 'This member can no longer write to you.' }),
    );
    await press('Block member');
    expect(await screen.findByText('Neither of you can write to the other.')).toBeTruthy();
    expect(screen.queryByLabelText('Message to Kofi Mensah')).toBeNull();
    await press('Undo');
    expect(await screen.findByLabelText('Message to Kofi Mensah')).toBeTruthy();
    expect(to(log, 'PUT', `/api/members/${kofi.id}/block`).map(({ body }) => body)).toEqual([
      { blocked: true },
      { blocked: false },
    ]);
  });

  test('with somebody whose account is gone or shut takes no reply and says why', async () => {
    const messages = [received({ isRead: true })];
    open(
      `/messages?with=${kofi.id}`,
      thread(messages, { other: { id: kofi.id, firstName: null, lastName: null }, isOpen: false }),
    );
    expect(await screen.findByRole('heading', { level: 2, name: 'Former member' })).toBeTruthy();
    expect(screen.getByText(/^This member has left/)).toBeTruthy();
    expect(screen.queryByRole('form', { name: 'Reply' })).toBeNull();
  });

  test.each([
    [
      'leaves',
      { other: { id: kofi.id, firstName: null, lastName: null }, isOpen: false },
      'Former member',
    ],
    ['is suspended', { isOpen: false }, 'Kofi Mensah'],
  ])(
    'in which the other %s while one writes keeps the words in sight, to copy or throw away',
    async (_what, shut, name) => {
      const messages = [received({ isRead: true })];
      await openThread(
        inTurn(thread(messages), thread(messages, shut)),
        refuses(sendMessage, 404, {
          message: 'You cannot write to this member. Please choose another recipient.',
        }),
      );
      await userEvent.type(field(), 'Half a thought');
      await press('Send');
      const unsent = within(
        await screen.findByRole('region', { name: `What you were writing to ${name}` }),
      );
      expect(screen.queryByRole('form', { name: 'Reply' })).toBeNull();
      expect(unsent.getByText('Half a thought')).toBeTruthy();
      // With a clipboard, which jsdom lacks.
      await userEvent.setup().click(unsent.getByRole('button', { name: 'Copy' }));
      expect(await navigator.clipboard.readText()).toBe('Half a thought');
      const throwAway = () => userEvent.click(unsent.getByRole('button', { name: 'Discard' }));
      await throwAway();
      await press('Cancel');
      expect(unsent.getByText('Half a thought')).toBeTruthy();
      await throwAway();
      const question = within(screen.getByRole('alertdialog'));
      await userEvent.click(question.getByRole('button', { name: 'Discard' }));
      await waitFor(() => expect(screen.queryByText('Half a thought')).toBeNull());
    },
  );

  test('that is not there says so and leads to the messages', async () => {
    open(
      `/messages?with=${zola.id}`,
      refuses(showConversation, 404, { message: 'This conversation does not exist.' }),
    );
    expect(await screen.findByText('Conversation not found')).toBeTruthy();
  });

  test('that ends before its first message was sent keeps the words of that in sight', async () => {
    const gone = { message: 'This conversation does not exist.' };
    await openThread(
      inTurn(thread([]), refuses(showConversation, 404, gone)),
      refuses(sendMessage, 404, {
        message: 'You cannot write to this member. Please choose another recipient.',
      }),
    );
    await userEvent.type(screen.getByLabelText('Subject'), 'Saturday');
    await userEvent.type(field(), 'Half a thought');
    await press('Send');
    expect(await screen.findByText('Conversation not found')).toBeTruthy();
    const name = 'What you were writing to Kofi Mensah';
    const unsent = screen.getByRole('region', { name });
    expect(unsent.textContent).toContain('Saturday\n\nHalf a thought');
  });

  test('goes on above with what is older', async () => {
    const Link = `<${address('')}?cursor=abc>; rel="next"`;
    const log = await openThread(
      inTurn(
        thread([received({ content: 'Young', isRead: true })], {}, { Link }),
        thread([received({ content: 'Old', isRead: true })]),
      ),
    );
    await press('Show older messages');
    await screen.findByText('Old');
    const messages = screen.getAllByRole('article').map((each) => each.textContent);
    expect(messages[0]).toContain('Old');
    expect(messages[1]).toContain('Young');
    expect(to(log, 'GET', address('')).at(-1)?.query.get('cursor')).toBe('abc');
    expect(screen.queryByRole('button', { name: 'Show older messages' })).toBeNull();
  });
});
