import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { answers, inTurn, refuses, serve } from '../../../web/testing.fetch.ts';
import { openPage } from '../../../web/testing.page.ts';
import { findReplies, type Replies, sendReply } from './reply.contract.ts';
import { ReplyCard } from './ReplyCard.tsx';

const at = '2026-11-05T10:00:00.000Z';
const id = (n: number) => `6b1f8f9e-6f0e-4a57-9f0a-${String(n).padStart(12, '0')}`;
const known: Replies = {
  to: { name: 'Amina Bello', email: 'amina@example.org', language: 'fr' },
  subject: 'Re: Votre message à One Africa Passport',
  replyTo: 'desk@example.org',
  replies: [],
};
const answered = (more: Partial<Replies['replies'][number]> = {}): Replies => ({
  ...known,
  replies: [
    {
      id: id(1),
      subject: 'Re: Votre message',
      text: 'En mai.',
      author: 'Awa',
      at,
      state: 'queued',
      error: null,
      ...more,
    },
  ],
});

let submissions = 100;
/** Of another submission each time, for a draft outlives its card. */
const open = (n = (submissions += 1)) => {
  openPage('/admin/contact', <ReplyCard kind="contact" id={id(n)} />);
  return n;
};
const fields = async () => ({
  subject: await screen.findByRole<HTMLInputElement>('textbox', { name: 'Subject' }),
  text: screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your reply' }),
  send: screen.getByRole('button', { name: 'Send reply' }),
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('an answer', () => {
  test('begins in the language of whom it goes to, is sent, and is shown below with its state', async () => {
    const log = serve(
      inTurn(
        answers(findReplies, known),
        answers(findReplies, answered()),
        answers(findReplies, answered({ state: 'sent' })),
      ),
      answers(sendReply, { message: 'Your reply is on its way.' }),
    );
    open();
    const { subject, text, send } = await fields();
    expect(subject.value).toBe('Re: Votre message à One Africa Passport');
    expect([subject.lang, text.lang]).toEqual(['fr', 'fr']);
    expect(screen.getByText(/They wrote in French\./).textContent).toContain('desk@example.org');
    const user = userEvent.setup();
    await user.type(text, 'En mai.');
    await user.click(send);
    expect(await screen.findByText('Your reply is on its way.')).toBeTruthy();
    expect(log.find(({ method }) => method === 'POST')?.body).toEqual({
      subject: 'Re: Votre message à One Africa Passport',
      text: 'En mai.',
    });
    const list = within(await screen.findByRole('list', { name: 'Our replies' }));
    expect(list.getByText('on its way')).toBeTruthy();
    expect(text.value).toBe('');
    await user.click(screen.getByRole('button', { name: 'Check if it was sent' }));
    expect(await list.findByText('sent')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Check if it was sent' })).toBeNull();
  });

  test('without words is not sent, and one that is refused keeps every word', async () => {
    const log = serve(
      answers(findReplies, known),
      refuses(sendReply, 503, { message: 'The database is away.' }),
    );
    open();
    const { text, send } = await fields();
    const user = userEvent.setup();
    await user.click(send);
    expect(await screen.findAllByText('Please write your reply')).not.toHaveLength(0);
    expect(log.filter(({ method }) => method === 'POST')).toHaveLength(0);
    await user.type(text, 'En mai.');
    await user.click(send);
    expect(await screen.findByText('The database is away.')).toBeTruthy();
    expect(text.value).toBe('En mai.');
  });

  test('that was begun is there when the record is opened again, until it is thrown away', async () => {
    serve(answers(findReplies, known));
    const n = open();
    const user = userEvent.setup();
    await user.type((await fields()).text, 'En mai.');
    cleanup();
    open(n);
    const { text, subject } = await fields();
    expect(text.value).toBe('En mai.');
    await user.click(screen.getByRole('button', { name: 'Discard draft' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Discard' }));
    expect([text.value, subject.value]).toEqual(['', known.subject]);
    expect(screen.queryByRole('button', { name: 'Discard draft' })).toBeNull();
  });

  test('that could not be delivered says so in the words of the server', async () => {
    serve(answers(findReplies, answered({ state: 'failed', error: '550 No such mailbox' })));
    open();
    expect(await screen.findByText('not delivered')).toBeTruthy();
    expect(screen.getByText('550 No such mailbox')).toBeTruthy();
  });

  test('whose mail is no longer kept claims neither that it was sent nor that it was not', async () => {
    serve(answers(findReplies, answered({ state: 'gone' })));
    open();
    expect(await screen.findByText('no delivery record')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Check if it was sent' })).toBeNull();
  });
});

test('answers that do not come say why, and come when they are asked for again', async () => {
  serve(
    inTurn(
      refuses(findReplies, 503, { message: 'The database is away.' }),
      answers(findReplies, known),
    ),
  );
  open();
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Try again' }));
  expect((await fields()).send).toBeTruthy();
});
