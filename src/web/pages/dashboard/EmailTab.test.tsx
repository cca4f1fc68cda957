import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../queries.ts';
import { RecentPasswordContext } from '../../recentPassword.ts';
import { answers, holdBack, inTurn, refuses, type Sent, serve } from '../../testing.fetch.ts';
import { SandboxContext } from '../../paused.tsx';
import { ConfirmProvider } from '../../ui/confirm.tsx';
import { Toaster } from '../../ui/toast.tsx';
import { reauthenticate } from '../../../features/members/login/login.contract.ts';
import { useReauthentication } from '../../../features/members/login/useReauthentication.tsx';
import {
  activateEmailConfig,
  readEmailConfig,
  readNotificationEmail,
  saveEmailConfig,
  sendTestEmail,
  setNotificationEmail,
} from '../../../features/mail/configuration/email-config.contract.ts';
import { listHeldMails, stepHeldMails } from '../../../features/mail/held/held.contract.ts';
import {
  readFailureDigest,
  switchFailureDigest,
} from '../../../features/failure-digest/failure-digest.contract.ts';
import { listEmailLogs } from '../../../features/mail/log/email-log.contract.ts';
import { EmailTab } from './EmailTab.tsx';

const configOf = (smtpHost: string, fromEmail: string) => ({
  configData: { smtpHost, smtpPort: 587, smtpUser: fromEmail, fromEmail, fromName: 'The Office' },
  version: 1,
  savedAt: '2026-11-05T10:00:00.000Z',
  savedBy: 'kofi@example.org',
});
const gmail = configOf('smtp.gmail.com', 'office@gmail.com');
const alternative = configOf('smtp.example.org', 'office@one.example');
const none = { gmail: null, alternative: null, activeConfigType: null };
const both = { gmail, alternative, activeConfigType: 'email_gmail' };
const logOf = (more: object) => ({
  id: crypto.randomUUID(),
  recipientEmail: 'awa@example.org',
  subject: 'We have your message',
  emailType: 'contact-received',
  status: 'success',
  errorMessage: null,
  configType: 'email_gmail',
  sentAt: '2026-11-05T10:00:00.000Z',
  ...more,
});

function Page() {
  const { withRecentPassword, dialog } = useReauthentication();
  return (
    <RecentPasswordContext value={withRecentPassword}>
      <EmailTab />
      {dialog}
      <Toaster />
    </RecentPasswordContext>
  );
}

type Fake = Parameters<typeof serve>[number];

/** The tab with what is saved; `more` answers go first. */
function open(saved: object = none, ...more: Fake[]): Sent[] {
  const log = serve(
    ...more,
    answers(readEmailConfig, saved),
    answers(readNotificationEmail, { email: null }),
    answers(readFailureDigest, { isOn: true }),
    answers(listHeldMails, { count: 0, mails: [] }),
    answers(listEmailLogs, []),
  );
  draw();
  return log;
}

function draw(hasSandbox = false) {
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <ConfirmProvider>
        <SandboxContext value={hasSandbox}>
          <Page />
        </SandboxContext>
      </ConfirmProvider>
    </QueryClientProvider>,
  );
}

const part = (name: string) => screen.findByRole('region', { name });
const gmailPart = () => part('Gmail SMTP configuration');
const alternativePart = () => part('Alternative SMTP configuration');
const press = async (within_: HTMLElement, name: string) =>
  userEvent.click(within(within_).getByRole('button', { name }));
const type = async (within_: HTMLElement, label: string, text: string) => {
  const input = within(within_).getByLabelText(label);
  await userEvent.clear(input);
  await userEvent.type(input, text);
};
const valueOf = (within_: HTMLElement, label: string) =>
  within(within_).getByLabelText<HTMLInputElement>(label).value;
const toast = async (title: string, text = '') => {
  const said = (await screen.findByText(title)).closest('[role=status], [role=alert], li, div');
  expect(said?.parentElement?.textContent).toContain(text);
};
const writes = (log: Sent[]) => log.filter(({ method }) => method !== 'GET');

beforeEach(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/admin/email');
});
afterEach(cleanup);

test('typed text in a tab is there on the way back from another', async () => {
  open();
  await type(await alternativePart(), 'SMTP host', 'smtp.example.org');
  await userEvent.click(screen.getByRole('tab', { name: 'Automatic emails' }));
  expect(screen.queryByRole('region', { name: 'Alternative SMTP configuration' })).toBeNull();
  await userEvent.click(screen.getByRole('tab', { name: 'Servers and history' }));
  expect(valueOf(await alternativePart(), 'SMTP host')).toBe('smtp.example.org');
});

describe('the active configuration', () => {
  test('is shown with the sender and the server of each, and a notice while none is active', async () => {
    open({ ...both, alternative: null, activeConfigType: null });
    expect(
      await screen.findByText(/No configuration is active, so emails wait until one is\./),
    ).toBeTruthy();
    const choice = await part('Active configuration');
    const choices = within(choice).getAllByRole<HTMLInputElement>('radio');
    expect(choices.map(({ checked }) => checked)).toEqual([false, false]);
    expect(screen.getByText('office@gmail.com through smtp.gmail.com')).toBeTruthy();
    expect(screen.getByText('Nothing saved yet')).toBeTruthy();
  });

  test('that no one has chosen does not let emails wait where the sandbox takes them', async () => {
    open(none);
    await screen.findByText('No configuration is active, so emails wait until one is.');
    cleanup();
    draw(true);
    await screen.findByText(
      'No configuration is active. Until one is, emails go to the sandbox’s inbox.',
    );
    expect(screen.queryByText(/emails wait/)).toBeNull();
  });

  test('moves to a saved one', async () => {
    const log = open(
      both,
      inTurn(
        answers(readEmailConfig, both),
        answers(readEmailConfig, { ...both, activeConfigType: 'email_alternative' }),
      ),
      answers(activateEmailConfig, {
        message: 'Emails are now sent through the alternative server.',
      }),
    );
    await userEvent.click(await screen.findByRole('radio', { name: /^Alternative/ }));
    await toast('Emails are now sent through the alternative server.');
    expect(writes(log).map(({ body }) => body)).toEqual([{ configType: 'email_alternative' }]);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Alternative/ }).checked).toBe(
      true,
    );
  });

  test.each([
    ['Gmail', 'alternative', 'Please save the Gmail configuration first before activating it.'],
    [
      'Alternative',
      'gmail',
      'Please save the Alternative configuration first before activating it.',
    ],
  ] as const)('does not move to %s before it is saved', async (name, other, sentence) => {
    const saved = other === 'gmail' ? { ...none, gmail } : { ...none, alternative };
    const log = open({ ...saved, activeConfigType: `email_${other}` });
    await userEvent.click(await screen.findByRole('radio', { name: new RegExp(`^${name}`) }));
    await toast('Configuration Not Found', sentence);
    expect(writes(log)).toEqual([]);
    expect(
      screen.getByRole<HTMLInputElement>('radio', { name: new RegExp(`^${name}`) }).checked,
    ).toBe(false);
  });

  test('moves to one that was saved a moment ago, before this page knows of it', async () => {
    const after = { ...none, alternative };
    const log = open(
      none,
      inTurn(
        answers(readEmailConfig, none),
        answers(readEmailConfig, after),
        answers(readEmailConfig, { ...after, activeConfigType: 'email_alternative' }),
      ),
      answers(activateEmailConfig, {
        message: 'Emails are now sent through the alternative server.',
      }),
    );
    await userEvent.click(await screen.findByRole('radio', { name: /^Alternative/ }));
    await toast('Emails are now sent through the alternative server.');
    expect(writes(log).map(({ body }) => body)).toEqual([{ configType: 'email_alternative' }]);
  });

  test('stays where it is when the server says no', async () => {
    open(both, refuses(activateEmailConfig, 503, { message: 'The database is away.' }));
    await userEvent.click(await screen.findByRole('radio', { name: /^Alternative/ }));
    await toast('Error', 'The database is away.');
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Gmail/ }).checked).toBe(true),
    );
  });

  test('that moves says too when not every administrator was notified', async () => {
    const message = 'Emails are now sent through the alternative server.';
    open(both, answers(activateEmailConfig, { message, warning: 'Please tell them yourself.' }));
    await userEvent.click(await screen.findByRole('radio', { name: /^Alternative/ }));
    await toast(message, 'Please tell them yourself.');
    expect(screen.getByRole('alert').textContent).toContain('Please tell them yourself.');
  });

  test('that does not move for a reason nobody knows says that it failed', async () => {
    open(both, refuses(activateEmailConfig, 500, {} as { message: string }));
    await userEvent.click(await screen.findByRole('radio', { name: /^Alternative/ }));
    await toast('Error', 'Failed to activate configuration.');
  });

  test('is offered below the form that has saved another one', async () => {
    const saved = { ...both, alternative: null };
    const log = open(
      saved,
      inTurn(
        answers(readEmailConfig, saved),
        answers(readEmailConfig, both),
        answers(readEmailConfig, { ...both, activeConfigType: 'email_alternative' }),
      ),
      answers(saveEmailConfig, {
        message: 'The alternative SMTP configuration is saved.',
        version: 1,
      }),
      answers(activateEmailConfig, {
        message: 'Emails are now sent through the alternative server.',
      }),
    );
    const form = await alternativePart();
    const activate = () =>
      within(form).queryByRole('button', { name: 'Activate the alternative server' });
    expect(activate()).toBeNull();
    await type(form, 'SMTP host', 'smtp.example.org');
    await type(form, 'SMTP port', '587');
    await type(form, 'SMTP user name', 'campaign');
    await type(form, 'SMTP password', 'secret');
    await type(form, 'From email', 'office@one.example');
    await type(form, 'From name', 'The Office');
    await press(form, 'Save alternative configuration');
    expect(
      await within(form).findByText(
        'The alternative configuration is saved but not active. No email is sent through it.',
      ),
    ).toBeTruthy();
    expect(within(await gmailPart()).queryByText(/not active/)).toBeNull();
    await userEvent.click(activate() as HTMLElement);
    await toast('Emails are now sent through the alternative server.');
    expect(writes(log).at(-1)?.body).toEqual({ configType: 'email_alternative' });
    await waitFor(() => expect(activate()).toBeNull());
  });

  test('asks for the password where it is long ago, and goes on', async () => {
    const reason = { message: 'Please enter your password again.', reason: 'reauthenticate' };
    open(
      both,
      inTurn(
        refuses(activateEmailConfig, 403, reason),
        answers(activateEmailConfig, {
          message: 'Emails are now sent through the alternative server.',
        }),
      ),
      answers(reauthenticate, { message: 'Thank you.' }),
    );
    await userEvent.click(await screen.findByRole('radio', { name: /^Alternative/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your password' });
    await userEvent.type(within(dialog).getByLabelText('Your password'), 'weave one cloth{Enter}');
    expect(
      await screen.findByText('Emails are now sent through the alternative server.'),
    ).toBeTruthy();
  });
});

describe('the Gmail configuration', () => {
  test('sends the four fields and the fixed server, and forgets the password', async () => {
    const log = open(
      none,
      inTurn(answers(readEmailConfig, none), answers(readEmailConfig, { ...none, gmail })),
      answers(saveEmailConfig, { message: 'The Gmail configuration is saved.', version: 1 }),
    );
    const form = await gmailPart();
    expect(form.textContent).toContain('smtp.gmail.com, port 587');
    await type(form, 'Gmail address', 'office@gmail.com');
    await type(form, 'App password', 'abcd efgh ijkl mnop');
    await type(form, 'From email', 'office@gmail.com');
    await type(form, 'From name', 'The Office');
    await press(form, 'Save Gmail configuration');
    await toast('The Gmail configuration is saved.');
    expect(writes(log).map(({ body }) => body)).toEqual([
      {
        configType: 'email_gmail',
        smtpHost: 'smtp.gmail.com',
        smtpPort: 587,
        smtpUser: 'office@gmail.com',
        smtpPass: 'abcd efgh ijkl mnop',
        fromEmail: 'office@gmail.com',
        fromName: 'The Office',
        version: 0,
      },
    ]);
    await waitFor(() => expect(valueOf(form, 'App password')).toBe(''));
    expect(valueOf(form, 'Gmail address')).toBe('office@gmail.com');
  });

  test('holds what is saved, and never a password', async () => {
    open(both);
    const form = await gmailPart();
    expect(valueOf(form, 'From email')).toBe('office@gmail.com');
    const secret = within(form).getByLabelText<HTMLInputElement>('App password');
    expect([secret.type, secret.value, secret.placeholder]).toEqual(['password', '', '']);
  });

  test('needs each of its fields', async () => {
    const log = open({ ...none, gmail });
    const form = await gmailPart();
    await press(form, 'Save Gmail configuration');
    const sentence = 'Please fill in all Gmail configuration fields.';
    await toast('Missing Information', sentence);
    expect(within(form).getByRole('alert').textContent).toContain(sentence);
    expect(within(form).getByLabelText('App password').getAttribute('aria-invalid')).toBe('true');
    expect(writes(log)).toEqual([]);
  });

  test('that is refused keeps every word and says why', async () => {
    open(both, refuses(saveEmailConfig, 503, { message: 'The database is away.' }));
    const form = await gmailPart();
    await type(form, 'App password', 'secret');
    await type(form, 'From name', 'Another');
    await press(form, 'Save Gmail configuration');
    await toast('Error', 'The database is away.');
    expect([valueOf(form, 'From name'), valueOf(form, 'App password')]).toEqual([
      'Another',
      'secret',
    ]);
  });

  test('that fails without a word says that it did', async () => {
    open(both, refuses(saveEmailConfig, 500, {} as { message: string }));
    const form = await gmailPart();
    await type(form, 'App password', 'secret');
    await press(form, 'Save Gmail configuration');
    await toast('Error', 'Failed to save Gmail configuration.');
  });
});

describe('the alternative configuration', () => {
  test('sends its six fields', async () => {
    const log = open(
      none,
      answers(saveEmailConfig, {
        message: 'The alternative SMTP configuration is saved.',
        version: 1,
      }),
    );
    const form = await alternativePart();
    expect(form.textContent).toContain('587 (TLS) or 465 (SSL)');
    await type(form, 'SMTP host', 'smtp.example.org');
    await type(form, 'SMTP port', '465');
    await type(form, 'SMTP user name', 'campaign');
    await type(form, 'SMTP password', 'secret');
    await type(form, 'From email', 'office@one.example');
    await type(form, 'From name', 'The Office');
    await press(form, 'Save alternative configuration');
    await toast('The alternative SMTP configuration is saved.');
    expect(writes(log).map(({ body }) => body)).toEqual([
      {
        configType: 'email_alternative',
        smtpHost: 'smtp.example.org',
        smtpPort: '465',
        smtpUser: 'campaign',
        smtpPass: 'secret',
        fromEmail: 'office@one.example',
        fromName: 'The Office',
        version: 0,
      },
    ]);
  });

  test('needs each of its fields', async () => {
    const log = open();
    const form = await alternativePart();
    await press(form, 'Save alternative configuration');
    const sentence = 'Please fill in all alternative SMTP configuration fields.';
    await toast('Missing Information', sentence);
    expect(within(form).getAllByText(sentence)).toHaveLength(7);
    expect(writes(log)).toEqual([]);
  });

  test('shows at the port what the server says of it', async () => {
    const message = 'Use port 587, 465 or 2525.';
    open(both, refuses(saveEmailConfig, 400, { message, fields: { smtpPort: message } }));
    const form = await alternativePart();
    await type(form, 'SMTP port', '25');
    await type(form, 'SMTP password', 'secret');
    await press(form, 'Save alternative configuration');
    await waitFor(() =>
      expect(within(form).getByLabelText('SMTP port').getAttribute('aria-invalid')).toBe('true'),
    );
  });

  test('that fails without a word says that it did', async () => {
    open(both, refuses(saveEmailConfig, 500, {} as { message: string }));
    const form = await alternativePart();
    await type(form, 'SMTP password', 'secret');
    await press(form, 'Save alternative configuration');
    await toast('Error', 'Failed to save alternative SMTP configuration.');
  });
});

test('mails that are held since a restore are sent or dropped after a question', async () => {
  const mail = (n: number) => ({
    id: `0190b2d0-0000-4000-8000-00000000000${n}`,
    to: `reader${n}@example.org`,
    subject: `Letter ${n}`,
    isReadable: true,
    createdAt: '2026-11-05T10:00:00.000Z',
  });
  const log = open(
    none,
    inTurn(
      answers(listHeldMails, { count: 3, mails: [mail(1), mail(2), mail(3)] }),
      answers(listHeldMails, { count: 2, mails: [mail(2), mail(3)] }),
      answers(listHeldMails, { count: 0, mails: [] }),
    ),
    answers(stepHeldMails, { message: 'Done.', count: 1 }),
  );
  const held = await part('Emails held since a restore');
  expect(held.textContent).toContain('These 3 emails were waiting when the backup was made');
  await press(held, 'Send to reader1@example.org...');
  await press(await screen.findByRole('alertdialog', { name: 'Send this email?' }), 'Send');
  await toast('Held Emails', 'Done.');
  await waitFor(() => expect(screen.queryByText('Letter 1')).toBeNull());
  await press(held, 'Discard all 2...');
  await press(
    await screen.findByRole('alertdialog', { name: 'Discard these 2 emails?' }),
    'Discard',
  );
  await waitFor(() => expect(screen.queryByText('Emails held since a restore')).toBeNull());
  expect(writes(log).map(({ path, body }) => [path, body])).toEqual([
    ['/api/admin/held-mails/send', { ids: [mail(1).id] }],
    ['/api/admin/held-mails/drop', { ids: [mail(2).id, mail(3).id] }],
  ]);
});

test('a held mail that cannot be read is shown as such, and can only be dropped', async () => {
  const mail = (n: number, isReadable = true) => ({
    id: `0190b2d0-0000-4000-8000-00000000000${n}`,
    to: `reader${n}@example.org`,
    subject: isReadable ? `Letter ${n}` : null,
    isReadable,
    createdAt: '2026-11-05T10:00:00.000Z',
  });
  const log = open(
    none,
    answers(listHeldMails, { count: 3, mails: [mail(1), mail(2, false), mail(3)] }),
    answers(stepHeldMails, { message: 'Done.', count: 2 }),
  );
  const held = await part('Emails held since a restore');
  expect(within(held).getByText('An unreadable email')).toBeTruthy();
  expect(within(held).queryByRole('button', { name: 'Send to reader2@example.org...' })).toBeNull();
  await press(held, 'Send all 2...');
  await press(await screen.findByRole('alertdialog', { name: 'Send these 2 emails?' }), 'Send');
  await waitFor(() =>
    expect(writes(log).map(({ body }) => body)).toEqual([{ ids: [mail(1).id, mail(3).id] }]),
  );
  await press(held, 'Discard the email to reader2@example.org...');
  await press(await screen.findByRole('alertdialog', { name: 'Discard this email?' }), 'Discard');
  await waitFor(() => expect(writes(log).at(-1)?.body).toEqual({ ids: [mail(2).id] }));
});

test('the daily mail about failures is turned off, and stays on when that was refused', async () => {
  const log = open(
    none,
    inTurn(answers(readFailureDigest, { isOn: true }), answers(readFailureDigest, { isOn: false })),
    inTurn(
      answers(switchFailureDigest, { message: 'The daily email about problems is off.' }),
      refuses(switchFailureDigest, 500, {
        message: 'The daily email could not be changed. Please try again.',
      }),
    ),
  );
  const daily = () =>
    screen.findByRole<HTMLInputElement>('switch', { name: 'Send a daily email about problems' });
  expect((await daily()).checked).toBe(true);
  const letGo = holdBack(switchFailureDigest);
  await userEvent.click(await daily());
  // The pressed button keeps the focus, and a second press does nothing.
  await userEvent.keyboard(' ');
  expect(document.activeElement).toBe(await daily());
  letGo();
  await toast('Daily Email Saved', 'The daily email about problems is off.');
  await waitFor(async () => expect((await daily()).checked).toBe(false));
  await userEvent.click(await daily());
  await toast('Error', 'The daily email could not be changed. Please try again.');
  expect((await daily()).checked).toBe(false);
  expect(writes(log).map(({ body }) => body)).toEqual([{ isOn: false }, { isOn: true }]);
});

describe('the notification email', () => {
  test('is saved, and given up again', async () => {
    const log = open(
      none,
      inTurn(
        answers(readNotificationEmail, { email: null }),
        answers(readNotificationEmail, { email: 'desk@example.org' }),
        answers(readNotificationEmail, { email: null }),
      ),
      inTurn(
        answers(setNotificationEmail, { message: 'Notifications now go to this address.' }),
        answers(setNotificationEmail, {
          message: 'Notifications now go to every administrator.',
        }),
      ),
    );
    const form = await part('Admin notification email');
    await within(form).findByText(/^Every administrator gets emails/);
    await type(form, 'Notification email', 'desk@example.org');
    await press(form, 'Save notification email');
    await toast('Notification Email Saved', 'Notifications now go to this address.');
    expect(await within(form).findByText(/go to this address only/)).toBeTruthy();
    await press(form, 'Send to every administrator instead');
    expect(await within(form).findByText(/^Every administrator gets emails/)).toBeTruthy();
    expect(writes(log).map(({ body }) => body)).toEqual([
      { email: 'desk@example.org', was: null },
      { email: null, was: 'desk@example.org' },
    ]);
    await waitFor(() => expect(valueOf(form, 'Notification email')).toBe(''));
  });

  test('that somebody else has set meanwhile is shown, and saved over once it was seen', async () => {
    const log = open(
      none,
      inTurn(
        answers(readNotificationEmail, { email: null }),
        answers(readNotificationEmail, { email: 'kofi@example.org' }),
      ),
      inTurn(
        refuses(setNotificationEmail, 409, { message: 'Someone else has changed this.' }),
        answers(setNotificationEmail, { message: 'Notifications now go to this address.' }),
      ),
    );
    const form = await part('Admin notification email');
    await within(form).findByText(/^Every administrator gets emails/);
    await type(form, 'Notification email', 'desk@example.org');
    await press(form, 'Save notification email');
    expect(await within(form).findByText('kofi@example.org', { selector: 'dd' })).toBeTruthy();
    expect(valueOf(form, 'Notification email')).toBe('desk@example.org');
    // The button that was pressed is gone, and so are the notice’s own afterwards.
    await waitFor(() => expect(document.activeElement).toBe(within(form).getByRole('alert')));
    await press(form, 'Save my version');
    await toast('Notification Email Saved', 'Notifications now go to this address.');
    await waitFor(() =>
      expect(document.activeElement).toBe(within(form).getByLabelText('Notification email')),
    );
    expect(writes(log).at(-1)?.body).toEqual({
      email: 'desk@example.org',
      was: 'kofi@example.org',
    });
  });

  test.each(['', 'campaign'])('%j is none', async (typed) => {
    const log = open();
    const form = await part('Admin notification email');
    await within(form).findByLabelText('Notification email');
    if (typed) await type(form, 'Notification email', typed);
    await press(form, 'Save notification email');
    await toast('Error', 'Please enter a valid notification email address.');
    expect(writes(log)).toEqual([]);
  });

  test('asks for the password where it is long ago, before it is saved or given up', async () => {
    const reason = { message: 'Please enter your password again.', reason: 'reauthenticate' };
    const message = 'Notifications now go to every administrator.';
    const log = open(
      none,
      answers(readNotificationEmail, { email: 'old@example.org' }),
      inTurn(
        refuses(setNotificationEmail, 403, reason),
        answers(setNotificationEmail, { message: 'Notifications now go to this address.' }),
        refuses(setNotificationEmail, 403, reason),
        answers(setNotificationEmail, { message }),
      ),
      answers(reauthenticate, { message: 'Thank you.' }),
    );
    const form = await part('Admin notification email');
    await within(form).findByText(/go to this address only/);
    await type(form, 'Notification email', 'desk@example.org');
    for (const button of ['Save notification email', 'Send to every administrator instead']) {
      await press(form, button);
      const dialog = await screen.findByRole('dialog');
      await userEvent.type(within(dialog).getByLabelText('Your password'), 'one cloth{Enter}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    await toast('Notification Email Saved', message);
    const sent = writes(log).map(({ body }) => body);
    const [drafts, cleared, password] = [
      { email: 'desk@example.org', was: 'old@example.org' },
      { email: null, was: 'old@example.org' },
      { password: 'one cloth' },
    ];
    expect(sent).toEqual([drafts, password, drafts, cleared, password, cleared]);
  });

  test('that cannot be saved says so', async () => {
    open(none, refuses(setNotificationEmail, 500, {} as { message: string }));
    const form = await part('Admin notification email');
    await within(form).findByLabelText('Notification email');
    await type(form, 'Notification email', 'desk@example.org');
    await press(form, 'Save notification email');
    await toast('Error', 'Failed to update notification email.');
  });
});

describe('the test email', () => {
  const configUsed = {
    type: 'email_gmail',
    smtpHost: 'smtp.gmail.com',
    smtpPort: 587,
    fromEmail: 'office@gmail.com',
  };

  test('is sent, says through which server, and is in the history', async () => {
    const test_ = logOf({ subject: 'Test email', emailType: 'test' });
    const log = open(
      both,
      answers(sendTestEmail, {
        message: 'The mail server has accepted the test email.',
        configUsed,
      }),
      inTurn(answers(listEmailLogs, []), answers(listEmailLogs, [test_])),
    );
    const form = await part('Test email');
    await type(form, 'Send a test to', 'awa@example.org');
    const letGo = holdBack(sendTestEmail);
    await press(form, 'Send test email');
    expect(await within(form).findByRole('button', { name: 'Sending...' })).toBeTruthy();
    letGo();
    await toast('Test Email Sent!', 'The mail server has accepted the test email.');
    expect(
      within(form).getByText(
        'Sent from office@gmail.com through Gmail (smtp.gmail.com:587). Check that it has arrived.',
      ),
    ).toBeTruthy();
    expect(writes(log)[0]?.body).toEqual({ testEmail: 'awa@example.org' });
    expect(await screen.findByText('Test', { exact: true })).toBeTruthy();
  });

  test('needs an address', async () => {
    const log = open();
    const form = await part('Test email');
    await press(form, 'Send test email');
    await toast('Missing Information', 'Please enter a test email address.');
    expect(writes(log)).toEqual([]);
  });

  test('that the server does not take shows its words beside the form, and the address stays', async () => {
    const message =
      'The mail server did not accept the test email: 535 5.7.8 Username and password are not accepted';
    open(both, refuses(sendTestEmail, 422, { message, configUsed }));
    const form = await part('Test email');
    await type(form, 'Send a test to', 'awa@example.org');
    await press(form, 'Send test email');
    await toast('Error', message);
    expect(within(form).getByRole('alert').textContent).toContain(message);
    expect(valueOf(form, 'Send a test to')).toBe('awa@example.org');
  });

  test('that fails without a word says that it did', async () => {
    open(both, refuses(sendTestEmail, 500, {} as { message: string }));
    const form = await part('Test email');
    await type(form, 'Send a test to', 'awa@example.org');
    await press(form, 'Send test email');
    await toast('Error', 'Failed to send test email.');
  });
});

describe('the send history', () => {
  test('shows the last 100 with how each ended and the server’s words', async () => {
    const failed = logOf({
      recipientEmail: 'kofi@example.org',
      status: 'failed',
      errorMessage: '550 5.1.1 No such user here',
      configType: 'sandbox',
    });
    const rows = Array.from({ length: 99 }, () => logOf({}));
    const log = open(
      none,
      answers(listEmailLogs, [failed, ...rows], {
        'X-Total-Count': '1234',
        Link: '</api/admin/email-logs?cursor=c>; rel="next"',
      }),
    );
    const row = (await screen.findByText('kofi@example.org')).closest('tr') as HTMLElement;
    for (const said of ['Failed', '550 5.1.1 No such user here', 'Sandbox'])
      expect(row.textContent).toContain(said);
    expect(screen.getAllByText('Sent', { exact: true })).not.toHaveLength(0);
    expect(screen.getByText('100 of 1,234 rows')).toBeTruthy();
    expect(screen.getByText(/To see older ones, search or choose a status/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    const asked = log.filter(({ path }) => path === listEmailLogs.path);
    expect(asked.map(({ query }) => query.get('limit'))).toEqual(['100']);
  });

  test('searches beyond them, on the server, and goes on', async () => {
    const log = open(
      none,
      answers(
        listEmailLogs,
        ({ query }: Sent) =>
          query.get('search')
            ? [logOf({ recipientEmail: `${query.get('cursor') || 'first'}@example.org` })]
            : [],
        { 'X-Total-Count': '2', Link: '</api/admin/email-logs?cursor=second>; rel="next"' },
      ),
    );
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search' }), 'example');
    expect(await screen.findByText('first@example.org')).toBeTruthy();
    expect(location.search).toBe('?search=example');
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('second@example.org')).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('When'), 'Last 7 days');
    await waitFor(() =>
      expect(log.findLast(({ path }) => path === listEmailLogs.path)?.query.get('days')).toBe('7'),
    );
    expect(location.search).toBe('?search=example&days=7');
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'Failed');
    await waitFor(() =>
      expect(log.some(({ query }) => query.get('status') === 'failed')).toBe(true),
    );
  });

  test('that is empty says so', async () => {
    open();
    const history = await part('Send history');
    expect(await within(history).findByText('No emails sent yet.')).toBeTruthy();
  });

  test('that does not come says so and comes when it is asked for again', async () => {
    open(
      none,
      inTurn(
        refuses(listEmailLogs, 503, { message: 'The database is away.' }),
        answers(listEmailLogs, [logOf({})]),
      ),
    );
    expect(await screen.findByText('The database is away.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('awa@example.org')).toBeTruthy();
  });
});

test('the DNS records for the domain of each sender are shown, to be copied', async () => {
  open(both);
  const hints = await part('Keeping our emails out of spam');
  expect(hints.textContent).toContain('Gmail: gmail.com');
  expect(hints.textContent).toContain('There is nothing to set up');
  expect(within(hints).getByText('v=spf1 a:smtp.example.org ~all')).toBeTruthy();
  expect(within(hints).getByText('_dmarc.one.example')).toBeTruthy();
  expect(within(hints).getByRole('button', { name: 'Copy SPF' })).toBeTruthy();
});

test('a configuration that does not come says so and comes when it is asked for again', async () => {
  serve(
    inTurn(
      refuses(readEmailConfig, 503, { message: 'The database is away.' }),
      answers(readEmailConfig, none),
    ),
    answers(readNotificationEmail, { email: null }),
    answers(readFailureDigest, { isOn: true }),
    answers(listHeldMails, { count: 0, mails: [] }),
    answers(listEmailLogs, []),
  );
  draw();
  expect(await screen.findByText('The database is away.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await gmailPart()).toBeTruthy();
});
