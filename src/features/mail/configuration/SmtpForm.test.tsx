import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { createQueryClient } from '../../../web/queries.ts';
import { answers, inTurn, refuses, type Sent, serve } from '../../../web/testing.fetch.ts';
import { Toaster } from '../../../web/ui/toast.tsx';
import { readEmailConfig, saveEmailConfig } from './email-config.contract.ts';
import { SmtpForm } from './SmtpForm.tsx';
import { useEmailConfig } from './useEmailConfig.ts';

const savedAs = (version: number, smtpHost: string, savedBy: string | null) => ({
  gmail: null,
  alternative: {
    configData: {
      smtpHost,
      smtpPort: 587,
      smtpUser: 'sender',
      fromEmail: 'office@one.example',
      fromName: 'The Office',
    },
    version,
    savedAt: '2026-11-05T10:00:00.000Z',
    savedBy,
  },
  activeConfigType: null,
});
const mine = savedAs(1, 'smtp.example.org', 'awa@example.org');
const theirs = savedAs(2, 'smtp.kofi.example', 'kofi@example.org');
const message = 'Someone else has saved this configuration in the meantime. Please compare it.';

function Form() {
  const { query, saved, refresh } = useEmailConfig();
  return query.data ? (
    <>
      <SmtpForm type="email_alternative" saved={saved.email_alternative} onSaved={refresh} />
      <button type="button" onClick={() => void refresh()}>
        Refresh
      </button>
    </>
  ) : null;
}

function open(...fakes: Parameters<typeof serve>): Sent[] {
  const log = serve(...fakes);
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <Form />
      <Toaster />
    </QueryClientProvider>,
  );
  return log;
}

const host = () => screen.findByLabelText<HTMLInputElement>('SMTP host');
const secret = () => screen.getByLabelText<HTMLInputElement>('SMTP password');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const conflict = async () =>
  (await screen.findByText('Someone else has changed this in the meantime.')).closest<HTMLElement>(
    '[role=alert]',
  ) as HTMLElement;
const versions = (log: Sent[]) =>
  log.flatMap(({ method, body }) =>
    method === 'POST' ? [(body as { version: number }).version] : [],
  );

/** Types a host and a password over version 1 and saves: version 2 is saved by then. */
async function saveTooLate(...fakes: Parameters<typeof serve>): Promise<Sent[]> {
  const log = open(
    inTurn(answers(readEmailConfig, mine), answers(readEmailConfig, theirs)),
    ...fakes,
  );
  await userEvent.clear(await host());
  await userEvent.type(await host(), 'smtp.mine.example');
  await userEvent.type(secret(), 'one cloth');
  await press('Save alternative configuration');
  return log;
}

afterEach(cleanup);

test('what somebody else has saved meanwhile is shown beside one’s own, which is kept and saved over it', async () => {
  const log = await saveTooLate(
    inTurn(
      refuses(saveEmailConfig, 409, { message }),
      answers(saveEmailConfig, {
        message: 'The alternative SMTP configuration is saved.',
        version: 3,
      }),
    ),
  );
  const notice = await conflict();
  for (const said of ['smtp.kofi.example', '587', 'office@one.example', 'kofi@example.org'])
    expect(notice.textContent).toContain(said);
  expect(notice.textContent).not.toContain('one cloth');
  expect([(await host()).value, secret().value]).toEqual(['smtp.mine.example', 'one cloth']);
  await press('Continue with my version');
  expect(screen.queryByText(/Someone else has changed this in the meantime\.$/)).toBeNull();
  expect(document.activeElement).toBe(await host());
  expect((await host()).value).toBe('smtp.mine.example');
  await press('Save alternative configuration');
  expect(await screen.findByText('The alternative SMTP configuration is saved.')).toBeTruthy();
  expect(versions(log)).toEqual([1, 2]);
  await waitFor(() => expect(secret().value).toBe(''));
});

test('what somebody else has saved takes the place of one’s own where that is wanted', async () => {
  await saveTooLate(refuses(saveEmailConfig, 409, { message }));
  await within(await conflict()).findByText('smtp.kofi.example');
  await press('Use the saved version');
  expect([(await host()).value, secret().value]).toEqual(['smtp.kofi.example', '']);
  expect(screen.queryByText('Use the saved version')).toBeNull();
  expect(document.activeElement).toBe(await host());
});

test('a form in which nothing was typed follows what is saved without a word', async () => {
  open(inTurn(answers(readEmailConfig, mine), answers(readEmailConfig, theirs)));
  expect((await host()).value).toBe('smtp.example.org');
  await press('Refresh');
  await waitFor(async () => expect((await host()).value).toBe('smtp.kofi.example'));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('who saved it is left out where they have no account any more', async () => {
  open(
    inTurn(
      answers(readEmailConfig, mine),
      answers(readEmailConfig, savedAs(2, 'smtp.x.example', null)),
    ),
  );
  await userEvent.type(await host(), '.x');
  await press('Refresh');
  expect((await conflict()).textContent).toContain('Saved on 5 Nov 2026');
});
