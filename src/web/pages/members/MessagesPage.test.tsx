import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sendVerification } from '../../../features/members/registration/verification.contract.ts';
import { logIn } from '../../../features/members/login/login.contract.ts';
import { showSession, whoAmI } from '../../../features/members/sessions/session.contract.ts';
import {
  deleteMessage,
  findRecipients,
  listMessages,
  readMessage,
  sendMessage,
} from '../../../features/messages/core/message.contract.ts';
import { reportMessage } from '../../../features/messages/reports/report.contract.ts';
import {
  amina,
  kofi,
  quietSite,
  received,
  sent,
  serveEvents,
  session,
  thread,
} from '../../../features/messages/testing.page.ts';
import { UNDO_MS } from '../../../features/messages/inbox/useDeletion.ts';
import type { AnyEndpoint } from '../../../shared/endpoint.ts';
import { answers, holdBack, inTurn, refuses, type Sent, serve } from '../../testing.fetch.ts';
import { MemberPages } from './MemberPages.tsx';

const isSent = answers(sendMessage, {
  message: 'Your message has been sent.',
  id: '00000000-0000-4000-8000-00000000abcd',
});
type Fake = Parameters<typeof serve>[number];
const logInFirst = { message: 'Please log in first.' };

let events: ReturnType<typeof serveEvents>;
beforeEach(() => {
  events = serveEvents();
  history.replaceState(null, '', '/messages');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const isLoading = ['Loading messages...', { ignore: '[aria-hidden]' }] as const;

async function open(...fakes: Parameters<typeof serve>) {
  const log = serve(...fakes, ...quietSite);
  render(<MemberPages sandbox={false} />);
  await screen.findByRole('heading', { name: 'Your Messages' });
  await waitFor(() => expect(screen.queryByText(...isLoading)).toBeNull());
  return log;
}

const form = () => within(screen.getByRole('form', { name: 'Send a Message' }));
const recipient = () => form().getByRole<HTMLInputElement>('combobox', { name: 'Recipient' });
const subject = () => form().getByLabelText<HTMLInputElement>('Subject');
const content = () => form().getByLabelText<HTMLTextAreaElement>('Message');
const send = () => form().getByRole<HTMLButtonElement>('button', { name: /^Send/ });
const card = async (text: string) => {
  const article = (await screen.findByText(text)).closest('article');
  if (!article) throw new Error(`${text} is in no message.`);
  return within(article);
};
const to = (log: readonly Sent[], method: string, path: string) =>
  log.filter((one) => one.method === method && one.path === path);
const posted = (log: readonly Sent[]) => to(log, 'POST', '/api/messages');

async function choose(name = 'Kofi Mensah') {
  await userEvent.type(recipient(), name.slice(0, 3));
  await userEvent.click(await screen.findByRole('option', { name }));
}

async function write(words = 'Shall we meet?') {
  await choose();
  await userEvent.type(subject(), 'Saturday');
  await userEvent.type(content(), words);
}

/** Whether the browser would ask before it leaves the page. */
function asksBeforeLeaving() {
  const event = new Event('beforeunload', { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
}

function setHidden(isHidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('the page', () => {
  test('asks who is logged out to log in', async () => {
    serve(refuses(whoAmI, 401, logInFirst));
    render(<MemberPages sandbox={false} />);
    expect(await screen.findByText('Please log in to view your messages.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Send/ })).toBeNull();
    expect(events).toHaveLength(0);
  });

  test('says that it loads, and then that there is nothing', async () => {
    serve(...quietSite);
    render(<MemberPages sandbox={false} />);
    expect(screen.getByText('Loading messages...')).toBeTruthy();
    expect(await screen.findByText('No messages yet.')).toBeTruthy();
    expect(screen.getByText('Start a conversation with a fellow community member!')).toBeTruthy();
    expect(screen.queryByText('Loading messages...')).toBeNull();
  });

  test('has what is not read in the title of its tab', async () => {
    await open(session({ unread: 3 }));
    expect(document.title).toBe('(3) Messages · One Africa Passport');
  });

  test('that could not be loaded says so and is loaded at the second try', async () => {
    await open(
      inTurn(
        refuses(listMessages, 503, { message: 'We are away.' }),
        answers(listMessages, [received()]),
      ),
    );
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('We are away.');
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('How are you?')).toBeTruthy();
  });
});

describe('the list', () => {
  test('shows from whom or to whom, when, about what and which words', async () => {
    await open(
      answers(listMessages, [
        received({ content: 'From Kofi' }),
        sent({ content: 'To Kofi', isRead: true }),
        received({ content: 'Known already', isRead: true }),
      ]),
    );
    const one = await card('From Kofi');
    expect(one.getByText('From')).toBeTruthy();
    expect(one.getByRole('link', { name: 'Kofi Mensah' })).toBeTruthy();
    expect(one.getByText('New')).toBeTruthy();
    expect(one.getByRole('heading', { name: 'Greetings' })).toBeTruthy();
    expect(one.getByText(/^6 Nov 2026/).getAttribute('datetime')).toBe('2026-11-06T09:30:00.000Z');
    const two = await card('To Kofi');
    expect(two.getByText('To')).toBeTruthy();
    expect(two.getByText(/Read$/)).toBeTruthy();
    expect(two.queryByText('New')).toBeNull();
    expect((await card('Known already')).queryByText('New')).toBeNull();
  });

  test('shows names and words without characters that hide in them or turn the text around them', async () => {
    const sender = { ...kofi, firstName: '\u202EifoK', lastName: 'Men\u200Bsah' };
    const words = 'سلام عليكم \u202Egnorw';
    await open(answers(listMessages, [received({ sender, content: words })]));
    const one = await card('سلام عليكم gnorw');
    const name = one.getByText('ifoK Mensah');
    expect(name.tagName).toBe('BDI');
    expect(one.getByText('سلام عليكم gnorw').getAttribute('dir')).toBe('auto');
  });

  test('names whose account is gone a former member, to whom nobody can reply', async () => {
    const gone = { id: kofi.id, firstName: null, lastName: null };
    await open(answers(listMessages, [received({ sender: gone })]));
    const one = await card('How are you?');
    expect(one.getByText('Former member')).toBeTruthy();
    expect(one.queryByRole('button', { name: 'Reply' })).toBeNull();
  });

  test('cuts a long message until it is asked for, which has then been read', async () => {
    const first = received({ content: `${'word '.repeat(300)}end` });
    const log = await open(
      answers(listMessages, [first]),
      answers(readMessage, { message: 'Marked as read.' }),
    );
    expect(screen.queryByText(/end$/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show the whole message' }));
    expect(screen.getByText(/end$/)).toBeTruthy();
    await waitFor(() => expect(to(log, 'POST', `/api/messages/${first.id}/read`)).toHaveLength(1));
  });

  test('goes on where it ended', async () => {
    const log = await open(
      inTurn(
        answers(listMessages, [received({ content: 'Young' })], {
          Link: '</api/messages?cursor=abc>; rel="next"',
        }),
        answers(listMessages, [received({ content: 'Old' })]),
      ),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Show older messages' }));
    expect(await screen.findByText('Old')).toBeTruthy();
    expect(screen.getByText('Young')).toBeTruthy();
    expect(to(log, 'GET', '/api/messages').at(-1)?.query.get('cursor')).toBe('abc');
    expect(screen.queryByRole('button', { name: 'Show older messages' })).toBeNull();
  });

  test('marks a message as read', async () => {
    const message = received();
    const log = await open(
      inTurn(
        answers(listMessages, [message]),
        answers(listMessages, [{ ...message, isRead: true }]),
      ),
      answers(readMessage, { message: 'Marked as read.' }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Mark as read' }));
    await waitFor(() => expect(screen.queryByText('New')).toBeNull());
    expect(to(log, 'POST', `/api/messages/${message.id}/read`)).toHaveLength(1);
  });

  test('says when a message could not be marked as read', async () => {
    await open(
      answers(listMessages, [received()]),
      refuses(readMessage, 503, { message: 'We are away.' }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Mark as read' }));
    const said = await screen.findByText('Nothing was changed');
    expect(said.parentElement?.textContent).toContain('We are away.');
    expect(screen.getByText('New')).toBeTruthy();
  });

  test('takes a reply in the place of the message, and keeps its words when it is closed', async () => {
    const log = await open(isSent, answers(listMessages, [received({ isRead: true })]));
    const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
    const field = () => screen.getByLabelText<HTMLTextAreaElement>('Message to Kofi Mensah');
    await press('Reply');
    await userEvent.type(field(), 'I am well');
    await press('Cancel');
    await press('Reply');
    expect(field().value).toBe('I am well');
    await press('Send');
    expect(await screen.findByText('Message Sent')).toBeTruthy();
    expect(posted(log).map(({ body }) => body)).toEqual([
      { recipientId: kofi.id, content: 'I am well' },
    ]);
    expect(screen.queryByLabelText('Message to Kofi Mensah')).toBeNull();
  });
});

describe('the form', () => {
  test('finds the recipient on the server, by keyboard alone, and then lets the message go', async () => {
    const log = await open(isSent);
    expect(send().disabled).toBe(true);
    await userEvent.type(recipient(), 'ko');
    await screen.findByRole('option', { name: 'Kofi Mensah' });
    await waitFor(() =>
      expect(to(log, 'GET', '/api/users').at(-1)?.query.get('search')).toBe('ko'),
    );
    await waitFor(() => expect(recipient().getAttribute('aria-activedescendant')).toBeTruthy());
    await userEvent.keyboard('{Enter}');
    expect(recipient().value).toBe('Kofi Mensah');
    expect(send().disabled).toBe(false);
    await userEvent.type(subject(), 'Saturday');
    await userEvent.type(content(), 'Shall we\nmeet?');
    const before = to(log, 'GET', '/api/messages').length;
    await userEvent.click(send());
    expect(await screen.findByText('Message Sent')).toBeTruthy();
    expect(posted(log).map(({ body }) => body)).toEqual([
      { recipientId: kofi.id, subject: 'Saturday', content: 'Shall we\nmeet?' },
    ]);
    expect([recipient().value, subject().value, content().value]).toEqual(['', '', '']);
    expect(send().disabled).toBe(true);
    await waitFor(() => expect(to(log, 'GET', '/api/messages').length).toBeGreaterThan(before));
  });

  test('says Sending... until there is an answer', async () => {
    await open(isSent);
    const answer = holdBack(sendMessage);
    await write();
    await userEvent.click(send());
    expect(form().getByRole('button', { name: 'Sending...' }).ariaDisabled).toBe('true');
    answer();
    expect(await form().findByRole('button', { name: 'Send Message' })).toBeTruthy();
  });

  test('takes the whole name of a member also from who leaves the field before it was found', async () => {
    await open();
    await userEvent.type(recipient(), 'kofi  mensah');
    await userEvent.click(subject());
    await waitFor(() => expect(send().disabled).toBe(false));
    expect(recipient().value).toBe('Kofi Mensah');
    expect(document.activeElement).toBe(subject());
  });

  test('guesses no recipient from a part of a name', async () => {
    await open();
    await userEvent.type(recipient(), 'kofi m');
    await screen.findByRole('option', { name: 'Kofi Mensah' });
    await userEvent.click(subject());
    expect(await form().findByText('Choose one from the list')).toBeTruthy();
    expect(send().disabled).toBe(true);
  });

  test('keeps the mark on a member while others are found around them', async () => {
    const ama = { id: '8c1f8f9e-6f0e-4a57-9f0a-3c6f2a0e3333', firstName: 'Koffa', lastName: 'Ama' };
    const log = await open(
      answers(findRecipients, ({ query }: Sent) =>
        (query.get('search') === 'ko' ? [kofi, ama] : [ama, kofi]).map((user) => ({ user })),
      ),
    );
    await userEvent.type(recipient(), 'ko');
    await waitFor(() => expect(recipient().getAttribute('aria-activedescendant')).toBeTruthy());
    await userEvent.type(recipient(), 'f');
    await userEvent.keyboard('{ArrowDown}');
    const marked = () =>
      document.getElementById(recipient().getAttribute('aria-activedescendant') ?? '');
    expect(marked()?.textContent).toBe('Kofi Mensah');
    await waitFor(() =>
      expect(to(log, 'GET', '/api/users').at(-1)?.query.get('search')).toBe('kof'),
    );
    await waitFor(() =>
      expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual([
        'Koffa Ama',
        'Kofi Mensah',
      ]),
    );
    expect(marked()?.textContent).toBe('Kofi Mensah');
    await userEvent.keyboard('{Enter}');
    expect(recipient().value).toBe('Kofi Mensah');
  });

  test('forgets who was chosen once another name is typed', async () => {
    await open();
    await choose();
    await userEvent.type(recipient(), 'x');
    expect(send().disabled).toBe(true);
  });

  test('says when nobody is found', async () => {
    await open(answers(findRecipients, []));
    await userEvent.type(recipient(), 'zz');
    await waitFor(() => expect(screen.getAllByText('Nothing found').length).toBeGreaterThan(0));
    expect(send().disabled).toBe(true);
  });

  test('keeps the words of a message that failed, and says so in the words of the specification', async () => {
    await open({ endpoint: sendMessage, reply: () => ({ status: 502, body: 'Bad gateway' }) });
    await write();
    await userEvent.click(send());
    const alert = await screen.findByText('Send Failed');
    expect(alert.parentElement?.textContent).toContain('Failed to send message.');
    expect([recipient().value, subject().value, content().value]).toEqual([
      'Kofi Mensah',
      'Saturday',
      'Shall we meet?',
    ]);
  });

  test('shows beside itself why the server did not take the message', async () => {
    const message =
      'In your first week, you can write to 5 new people an hour. Please try again later.';
    await open(refuses(sendMessage, 429, { message }));
    await write();
    await userEvent.click(send());
    expect((await form().findByRole('alert')).textContent).toContain(message);
    expect(content().value).toBe('Shall we meet?');
  });

  test('sends neither 5,001 characters nor a message without a subject, and cuts nothing off', async () => {
    const log = await open(isSent);
    await choose();
    await userEvent.click(content());
    await userEvent.paste('x'.repeat(5001));
    expect(content().value).toHaveLength(5001);
    expect(form().getByText('1 character too many')).toBeTruthy();
    await userEvent.click(send());
    const summary = within(await form().findByRole('alert'));
    expect(summary.getByRole('link', { name: 'Subject and 1 more field' })).toBeTruthy();
    expect(form().getByText('Please enter a subject')).toBeTruthy();
    expect(
      form().getByText('Please shorten your message to at most 5,000 characters'),
    ).toBeTruthy();
    expect(posted(log)).toHaveLength(0);
    await userEvent.type(content(), '{Backspace}');
    expect(form().queryAllByText(/^Please shorten your message/)).toHaveLength(0);
  });

  test('lets the browser ask before words are lost, and no longer once they are sent', async () => {
    await open(isSent);
    expect(asksBeforeLeaving()).toBe(false);
    await write();
    expect(asksBeforeLeaving()).toBe(true);
    await userEvent.click(send());
    await screen.findByText('Message Sent');
    expect(asksBeforeLeaving()).toBe(false);
  });

  test('keeps its words while conversations are read', async () => {
    await open(answers(listMessages, [received()]), thread([received({ isRead: true })]));
    await write();
    await userEvent.click(screen.getByRole('link', { name: 'Kofi Mensah' }));
    await userEvent.click(await screen.findByRole('link', { name: 'All messages' }));
    expect([recipient().value, content().value]).toEqual(['Kofi Mensah', 'Shall we meet?']);
  });

  test('explains an address that is not confirmed, and offers the mail again', async () => {
    const log = await open(
      session({ isVerified: false, mustVerifyEmail: true }),
      answers(sendVerification, { message: 'The email is on its way.' }),
    );
    const hint = await screen.findByText('Confirm your email address');
    expect(hint.parentElement?.textContent).toContain(amina.email);
    await userEvent.click(screen.getByRole('button', { name: 'Send the email again' }));
    expect(await screen.findByText('The email is on its way.')).toBeTruthy();
    expect(to(log, 'POST', '/api/account/verification')).toHaveLength(1);
  });

  test('asks nothing of an address that is not confirmed where it may write', async () => {
    await open(session({ isVerified: false, mustVerifyEmail: false }));
    expect(await screen.findByText('Send a Message')).toBeTruthy();
    expect(screen.queryByText('Confirm your email address')).toBeNull();
  });

  test('finds nobody for an address that is not confirmed, says why, and looks again once it is', async () => {
    const message =
      'Please confirm your email address first. The link is in the email we sent you.';
    let isVerified = false;
    const either = (endpoint: AnyEndpoint, yes: Fake, no: Fake) => ({
      endpoint,
      reply: (asked: Sent) => (isVerified ? yes : no).reply(asked),
    });
    await open(
      either(showSession, session(), session({ isVerified: false, mustVerifyEmail: true })),
      either(
        findRecipients,
        answers(findRecipients, [{ user: kofi }]),
        refuses(findRecipients, 403, { message, reason: 'verify' }),
      ),
    );
    expect(await screen.findByText('Confirm your email address')).toBeTruthy();
    await userEvent.type(recipient(), 'Kofi Mensah');
    expect((await form().findByText(message)).getAttribute('role')).toBe('alert');
    await userEvent.type(content(), 'Shall we meet?');
    isVerified = true;
    act(() => setHidden(false));
    await waitFor(() => expect(form().queryByText(message)).toBeNull());
    await waitFor(() => expect(screen.queryByText('Confirm your email address')).toBeNull());
    // The whole name was typed.
    await waitFor(() => expect(send().disabled).toBe(false));
    expect([recipient().value, content().value]).toEqual(['Kofi Mensah', 'Shall we meet?']);
  });
});

describe('a session that has ended', () => {
  const loggedIn = answers(logIn, { user: amina, message: 'Welcome back!' });
  async function logInAgain() {
    const dialog = within(await screen.findByRole('dialog', { name: 'Log in again' }));
    await userEvent.type(dialog.getByLabelText('Your password'), 'threads of one cloth');
    await userEvent.click(dialog.getByRole('button', { name: 'Log in' }));
  }

  test('while a message is written keeps its words, asks to log in and then sends it', async () => {
    const log = await open(inTurn(refuses(sendMessage, 401, logInFirst), isSent), loggedIn);
    await write();
    await userEvent.click(send());
    await logInAgain();
    expect(await screen.findByText('Message Sent')).toBeTruthy();
    expect(posted(log)).toHaveLength(2);
    expect(new Set(posted(log).map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
    await waitFor(() => expect(content().value).toBe(''));
    // The first connection is that of the session before.
    expect(events.map(({ readyState }) => readyState)).toEqual([2, 1]);
  });

  test('elsewhere hides the messages and leaves the words, to be sent after a login', async () => {
    const log = await open(
      inTurn(answers(whoAmI, amina), refuses(whoAmI, 401, logInFirst)),
      answers(listMessages, [received({ content: 'For Amina alone' })]),
      inTurn(refuses(sendMessage, 401, logInFirst), isSent),
      loggedIn,
    );
    await write();
    act(() => events[0]?.say('session-ended', {}));
    expect(await screen.findByText('You are no longer logged in')).toBeTruthy();
    expect(screen.queryByText('For Amina alone')).toBeNull();
    expect(content().value).toBe('Shall we meet?');
    await userEvent.click(send());
    await logInAgain();
    expect(await screen.findByText('For Amina alone')).toBeTruthy();
    expect(posted(log)).toHaveLength(2);
    await waitFor(() => expect(content().value).toBe(''));
  });

  test('because another account has logged in shows that account nothing, and keeps the words', async () => {
    const another = { message: 'Another account is logged in.', reason: 'another-account' };
    const log = await open(
      inTurn(answers(whoAmI, amina), refuses(whoAmI, 409, another)),
      answers(listMessages, [received({ content: 'For Amina alone' })]),
      inTurn(refuses(sendMessage, 409, another), isSent),
      loggedIn,
    );
    await write();
    act(() => events[0]?.say('session-ended', {}));
    expect(await screen.findByText('You are no longer logged in')).toBeTruthy();
    expect(screen.queryByText('For Amina alone')).toBeNull();
    expect(events.map(({ readyState }) => readyState)).toEqual([2]);
    const stay = { name: 'Stay on this page' };
    await userEvent.click(await screen.findByRole('button', stay));
    await userEvent.click(send());
    await logInAgain();
    expect(await screen.findByText('For Amina alone')).toBeTruthy();
    expect(posted(log).map(({ headers }) => headers.get('Acting-For'))).toEqual([
      amina.id,
      amina.id,
    ]);
  });

  test('with nothing written leaves nothing', async () => {
    await open(inTurn(answers(whoAmI, amina), refuses(whoAmI, 401, logInFirst)));
    act(() => events[0]?.say('session-ended', {}));
    expect(await screen.findByText('Please log in to view your messages.')).toBeTruthy();
    expect(events[0]?.readyState).toBe(2);
  });
});

describe('news', () => {
  const incoming = (more: object = {}) => ({
    id: received().id,
    with: kofi.id,
    isOwn: false,
    isMuted: false,
    ...more,
  });
  const nothingThenOne = () =>
    inTurn(
      answers(listMessages, []),
      answers(listMessages, [received({ content: 'Are you there?' })]),
    );

  test('come without reloading over one connection, and say from whom', async () => {
    await open(nothingThenOne(), thread([received()]));
    expect(events.map(({ url }) => url)).toEqual(['/api/events']);
    act(() => events[0]?.say('message', incoming()));
    expect(await screen.findByText('Are you there?')).toBeTruthy();
    const said = await screen.findByText('New message from Kofi Mensah');
    expect(said.closest('[role="status"]')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(location.search).toBe(`?with=${kofi.id}`);
    expect(events).toHaveLength(1);
  });

  test('of a muted conversation, and of one’s own other tab, come without a word', async () => {
    const log = await open(nothingThenOne(), thread([received()]));
    act(() => {
      events[0]?.say('message', incoming({ isMuted: true }));
      events[0]?.say('message', incoming({ isOwn: true }));
    });
    expect(await screen.findByText('Are you there?')).toBeTruthy();
    expect(screen.queryByText(/^New message from/)).toBeNull();
    expect(log.filter(({ path }) => path.startsWith('/api/conversations/'))).toHaveLength(0);
  });

  test('are asked for by the clock where there is no connection to be had', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const log = await open(nothingThenOne());
    act(() => events[0]?.refuse());
    const asked = () => to(log, 'GET', '/api/messages').length;
    const before = asked();
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    await waitFor(() => expect(asked()).toBe(before + 1));
    expect(await screen.findByText('Are you there?')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(5 * 60_000));
    expect(events).toHaveLength(2);
  });

  test('are not waited for on a page that nobody has seen for five minutes', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const log = await open();
    act(() => setHidden(true));
    await act(() => vi.advanceTimersByTimeAsync(4 * 60_000));
    expect(events[0]?.readyState).toBe(1);
    await act(() => vi.advanceTimersByTimeAsync(61_000));
    expect(events[0]?.readyState).toBe(2);
    act(() => setHidden(false));
    await waitFor(() => expect(events).toHaveLength(2));
    const before = to(log, 'GET', '/api/messages').length;
    act(() => void events[1]?.dispatchEvent(new Event('open')));
    await waitFor(() => expect(to(log, 'GET', '/api/messages').length).toBe(before + 1));
  });
});

describe('deleting', () => {
  const message = received({ isRead: true });
  const isDeleted = answers(deleteMessage, { message: 'The message is deleted for you.' });
  const path = `/api/messages/${message.id}`;
  const remove = () => userEvent.click(screen.getByRole('button', { name: 'Delete' }));

  test('can be undone, and then nothing is deleted', async () => {
    const log = await open(isDeleted, answers(listMessages, [message]));
    await remove();
    expect(screen.queryByText('How are you?')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Undo');
    await userEvent.keyboard('{Enter}');
    expect(screen.getByText('How are you?')).toBeTruthy();
    act(() => void dispatchEvent(new Event('pagehide')));
    expect(to(log, 'DELETE', path)).toHaveLength(0);
  });

  test('happens a while after the person has turned to something else', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTimeAsync });
    const log = await open(
      isDeleted,
      inTurn(answers(listMessages, [message]), answers(listMessages, [])),
    );
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await act(() => vi.advanceTimersByTimeAsync(UNDO_MS * 2));
    expect(to(log, 'DELETE', path)).toHaveLength(0);
    await user.click(subject());
    await act(() => vi.advanceTimersByTimeAsync(UNDO_MS));
    expect(to(log, 'DELETE', path)).toHaveLength(1);
    expect(await screen.findByText('No messages yet.')).toBeTruthy();
  });

  test('happens when the page is left', async () => {
    const log = await open(isDeleted, answers(listMessages, [message]));
    await remove();
    act(() => void dispatchEvent(new Event('pagehide')));
    await waitFor(() => expect(to(log, 'DELETE', path)).toHaveLength(1));
  });

  test('that failed brings the message back and says so', async () => {
    await open(
      refuses(deleteMessage, 503, { message: 'We are away.' }),
      answers(listMessages, [message]),
    );
    await remove();
    act(() => void dispatchEvent(new Event('pagehide')));
    expect(await screen.findByText('Not deleted')).toBeTruthy();
    expect(screen.getByText('How are you?')).toBeTruthy();
  });
});

test('a received message is reported with a reason and a note; one’s own is not', async () => {
  const message = received({ content: 'Send me your card number', isRead: true });
  const log = await open(
    answers(listMessages, [message, sent({ content: 'No' })]),
    answers(reportMessage, { message: 'Thank you. An administrator will review this message.' }),
  );
  expect((await card('No')).queryByRole('button', { name: 'Report' })).toBeNull();
  const one = await card('Send me your card number');
  await userEvent.click(one.getByRole('button', { name: 'Report' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Report this message' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Report' }));
  expect(within(dialog.getByRole('alert')).getByText('Please choose a reason')).toBeTruthy();
  await userEvent.click(dialog.getByLabelText('An attempt to get money or private information'));
  await userEvent.type(dialog.getByLabelText('Anything else we should know'), 'The second time');
  await userEvent.click(dialog.getByRole('button', { name: 'Report' }));
  expect(
    await screen.findByText('Thank you. An administrator will review this message.'),
  ).toBeTruthy();
  expect(to(log, 'POST', `/api/messages/${message.id}/report`).map(({ body }) => body)).toEqual([
    { reason: 'scam', note: 'The second time' },
  ]);
});
