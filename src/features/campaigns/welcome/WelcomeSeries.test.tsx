import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PermissionsContext } from '../../../web/permissions.tsx';
import { answers, inTurn, refuses, type Sent, serve } from '../../../web/testing.fetch.ts';
import { openPage } from '../../../web/testing.page.ts';
import { TEMPLATES_PATH } from '../../mail/paths.rules.ts';
import { previewEmail, sendPreview } from '../message/message.contract.ts';
import { readWelcomeSeries, saveWelcomeSeries, switchWelcomeSeries } from './welcome.contract.ts';
import { WelcomeSeries } from './WelcomeSeries.tsx';

const none = { sent: 0, failed: 0, bounced: 0, unsubscribed: 0 };
const first = { waitDays: 2, texts: { en: { subject: 'Welcome', message: 'Glad you signed.' } } };
const second = {
  waitDays: 5,
  texts: {
    en: { subject: 'What is next', message: 'Share your link.' },
    fr: { subject: 'La suite', message: 'Partagez votre lien.' },
  },
};
const series = (more: object = {}) => ({
  since: null,
  mails: [first, second],
  version: 7,
  results: [{ sent: 12, failed: 1, bounced: 2, unsubscribed: 3 }, none, none],
  lastMonth: 45,
  isConfirmationAsked: true,
  ...more,
});

function open(...fakes: Parameters<typeof serve>): Sent[] {
  const log = serve(...fakes, answers(readWelcomeSeries, series()));
  openPage(TEMPLATES_PATH, <WelcomeSeries />);
  return log;
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const puts = (log: Sent[]) =>
  log.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body]);
const part = (name: string) => within(screen.getByRole('group', { name }));
const fill = async (field: HTMLElement, text: string) => {
  await userEvent.clear(field);
  await userEvent.type(field, text);
};

afterEach(() => vi.unstubAllGlobals());

describe('the welcome series', () => {
  test('shows each email with its wait, its languages and what became of it', async () => {
    open();
    const [one, two] = (await screen.findAllByRole('listitem')).map((row) => row.textContent);
    expect(one).toContain('2 days after the confirmation');
    expect(one).toContain('Without a French text, French readers get the English one.');
    expect(one).toContain('12 sent · 1 not delivered · 2 bounced · 3 unsubscribed after it');
    expect(two).toContain('5 days after email 1');
    expect(two).toContain('La suite');
    expect(two).not.toContain('Without a French text');
  });

  test('says whom it will concern before it is turned on, and can be undone', async () => {
    const log = open(
      answers(switchWelcomeSeries, ({ body }: Sent) => ({
        message: 'Done.',
        version: (body as { version: number }).version + 1,
      })),
    );
    const toggle = await screen.findByRole('switch', {
      name: 'Send welcome emails',
      description: /nobody who has confirmed already\. In the last 30 days, 45 people/,
    });
    await userEvent.click(toggle);
    expect(await screen.findByText('Welcome Emails On')).toBeTruthy();
    await press('Undo');
    expect(await screen.findByText('Undone')).toBeTruthy();
    expect(puts(log).map(([, body]) => body)).toEqual([
      { isOn: true, version: 7 },
      { isOn: false, version: 8, isResumed: false },
    ]);
  });

  test('cannot be turned on without an email, and takes up to three', async () => {
    const log = open(
      inTurn(
        answers(readWelcomeSeries, series({ mails: [], version: 0 })),
        answers(readWelcomeSeries, series({ mails: [first], version: 1 })),
      ),
      answers(saveWelcomeSeries, { message: 'Saved.', version: 1 }),
    );
    expect(await screen.findByRole<HTMLInputElement>('switch')).toHaveProperty('disabled', true);
    await press('Add email 1');
    await press('Save email 1');
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(puts(log)).toEqual([]);
    await fill(screen.getByLabelText('Days after the confirmation'), '2');
    await userEvent.type(part('English').getByLabelText('Subject'), 'Welcome');
    await userEvent.type(part('English').getByLabelText('Message'), 'Glad you signed.');
    await press('Save email 1');
    expect(await screen.findByText('Welcome Emails Saved')).toBeTruthy();
    expect(puts(log)).toEqual([['/api/admin/welcome-series', { mails: [first], version: 0 }]]);
    expect(await screen.findByRole('button', { name: 'Add email 2' })).toBeTruthy();
  });

  test('is not saved with half a text or a wrong wait, each named at its field', async () => {
    const log = open();
    await press('Edit email 2');
    await userEvent.clear(part('Français').getByLabelText('Message'));
    await fill(screen.getByLabelText('Days after email 1'), '0');
    await press('Save email 2');
    expect(
      part('Français').getByLabelText('Message', {
        exact: false,
      }),
    ).toHaveProperty('ariaInvalid', 'true');
    expect(screen.getAllByText('Leave at least one day between two emails.')).toBeTruthy();
    await fill(screen.getByLabelText('Days after email 1'), 'soon');
    await press('Save email 2');
    expect(
      screen.getAllByText('The wait must be a whole number of days from 0 to 90.'),
    ).toBeTruthy();
    expect(puts(log)).toEqual([]);
  });

  test('shows each language as its reader gets it, and sends that one to who asks', async () => {
    const log = open(
      answers(previewEmail, ({ body }: Sent) => ({
        subject: (body as { subject: string }).subject,
        html: '<p>x</p>',
        text: 'x',
      })),
      answers(sendPreview, { message: 'It is on its way.' }),
    );
    await press('Edit email 2');
    await press('Preview');
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('What is next')).toBeTruthy();
    await userEvent.click(dialog.getByRole('tab', { name: 'Français' }));
    expect(await dialog.findByText('La suite')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Send it to me' }));
    expect(await screen.findByText('Preview Sent')).toBeTruthy();
    const sent = log.find(({ path }) => path.endsWith('/preview-email/send'));
    expect(sent?.body).toMatchObject({ template: 'news', ...second.texts.fr, language: 'fr' });
  });

  test('that a colleague has changed meanwhile is not overwritten unseen', async () => {
    const theirs = { ...first, texts: { en: { subject: 'Theirs', message: 'Their words.' } } };
    const log = open(
      inTurn(
        answers(readWelcomeSeries, series()),
        answers(readWelcomeSeries, series({ mails: [theirs, second], version: 8 })),
      ),
      inTurn(
        refuses(saveWelcomeSeries, 409, { message: 'Changed.' }),
        answers(saveWelcomeSeries, { message: 'Saved.', version: 9 }),
      ),
    );
    await press('Edit email 1');
    await fill(part('English').getByLabelText('Subject'), 'Mine');
    await press('Save email 1');
    expect(await screen.findByText(/Their words\./)).toBeTruthy();
    await press('Continue with my version');
    await press('Save email 1');
    expect(await screen.findByText('Welcome Emails Saved')).toBeTruthy();
    expect(puts(log).at(-1)?.[1]).toMatchObject({
      version: 8,
      mails: [{ texts: { en: { subject: 'Mine' } } }, second],
    });
  });

  test('loses its last email, which comes back with Undo', async () => {
    const log = open(answers(saveWelcomeSeries, { message: 'Saved.', version: 8 }));
    await press('Remove email 2');
    expect(await screen.findByText('Welcome Emails Saved')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove email 1' })).toBeNull();
    await press('Undo');
    expect(await screen.findByText('Undone')).toBeTruthy();
    expect(puts(log).map(([, body]) => body)).toEqual([
      { mails: [first], version: 7 },
      { mails: [first, second], version: 8 },
    ]);
  });

  test('is only read by who may not send, and says where nobody can get it', async () => {
    serve(
      answers(
        readWelcomeSeries,
        series({ since: '2026-11-05T10:00:00.000Z', isConfirmationAsked: false }),
      ),
    );
    openPage(
      TEMPLATES_PATH,
      <PermissionsContext value={['mail:read']}>
        <WelcomeSeries />
      </PermissionsContext>,
    );
    expect(await screen.findByText('The series is on.')).toBeTruthy();
    expect(screen.getByText(/^Signatures are not confirmed on this site/)).toBeTruthy();
    expect(screen.queryAllByRole('button')).toEqual([]);
    expect(screen.queryByRole('switch')).toBeNull();
  });
});
