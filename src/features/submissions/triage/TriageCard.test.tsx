import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  answers,
  holdBack,
  inTurn,
  refuses,
  type Sent,
  serve as serveAlone,
} from '../../../web/testing.fetch.ts';
import { openPage } from '../../../web/testing.page.ts';
import { KindTab } from '../list/KindTab.tsx';
import { findReplies } from '../reply/reply.contract.ts';
import { listContactSubmissions } from '../kinds/submissions.contract.ts';
import {
  addTriageNote,
  changeTriage,
  findTriage,
  listTriageChoices,
  type Triage,
  type TriageRecord,
} from './triage.contract.ts';

const at = '2026-11-05T10:00:00.000Z';
const id = '6b1f8f9e-6f0e-4a57-9f0a-000000000001';
const awa = { id: '6b1f8f9e-6f0e-4a57-9f0a-000000000002', name: 'Awa Diop' };
const kofi = { id: '6b1f8f9e-6f0e-4a57-9f0a-000000000003', name: 'Kofi Boateng' };

const untouched: Triage = { status: 'new', owner: null, tags: [], version: 0, daysWaited: 5 };
const record: TriageRecord = { ...untouched, changedBy: null, changedAt: null, notes: [] };
const theirs: TriageRecord = {
  ...record,
  status: 'answered',
  owner: kofi,
  version: 1,
  daysWaited: null,
  changedBy: kofi.name,
  changedAt: at,
};

const request = (triage: Triage) => ({
  id,
  firstName: 'Amina',
  lastName: 'Bello',
  email: 'amina@example.org',
  country: 'Ghana',
  message: 'When does it begin?',
  createdAt: at,
  mailed: false,
  triage,
});
const list = answers(listContactSubmissions, [request(untouched)], { 'X-Total-Count': '1' });
const choices = answers(listTriageChoices, {
  administrators: [awa, kofi],
  owners: [awa, kofi],
  tags: ['press'],
});
const saved = answers(changeTriage, { message: 'The changes are saved.' });

/** Beside what a test is about, nobody has answered. */
const serve = (...fakes: Parameters<typeof serveAlone>) =>
  serveAlone(
    ...fakes,
    answers(findReplies, {
      to: { name: 'Amina Bello', email: 'amina@example.org', language: 'en' },
      subject: 'Re: Your message to One Africa Passport',
      replyTo: 'team@example.org',
      replies: [],
    }),
  );

const path = '/admin/contact';
const open = (query = '') => openPage(path + query, <KindTab type="contact-submissions" />);

/** The request in its dialog. */
async function opened() {
  open(`?open=${id}`);
  const dialog = await screen.findByRole('dialog', { name: 'Amina Bello' });
  await within(dialog).findByRole('heading', { name: 'Follow-up' });
  // The administrators to choose from are there.
  await within(dialog).findByRole('option', { name: awa.name });
  return within(dialog);
}
const sentTo = (log: Sent[], method: string) => log.filter((sent) => sent.method === method);

beforeEach(() => {
  // jsdom lays nothing out: no row is ever in sight.
  vi.stubGlobal('IntersectionObserver', undefined);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

describe('the list of requests', () => {
  test('marks what has waited too long, and says who cares for it and its tags', async () => {
    const triage = { ...untouched, owner: awa, tags: ['press'] };
    serve(answers(listContactSubmissions, [request(triage)]), choices);
    open();
    const row = await screen.findByRole('row', { name: /Amina Bello/ });
    expect(within(row).getByText('New')).toBeTruthy();
    expect(within(row).getByText('Waiting 5 days')).toBeTruthy();
    expect(within(row).getByText('Awa Diop')).toBeTruthy();
    expect(within(row).getByText('press')).toBeTruthy();
  });

  test('is narrowed by status, owner and tag, which its address keeps', async () => {
    const log = serve(list, choices);
    open('?status=waiting');
    await screen.findByRole('row', { name: /Amina Bello/ });
    await userEvent.selectOptions(await screen.findByLabelText('Tag'), 'press');
    await userEvent.selectOptions(screen.getByLabelText('Owner'), 'Nobody yet');
    expect(location.search).toBe('?status=waiting&owner=nobody&tag=press');
    const asked = log.filter((sent) => sent.path === listContactSubmissions.path).at(-1);
    expect(Object.fromEntries(asked?.query ?? [])).toMatchObject({
      status: 'waiting',
      owner: 'nobody',
      tag: 'press',
    });
    const status = screen.getByLabelText<HTMLSelectElement>('Status');
    expect(status.selectedOptions[0]?.textContent).toBe('Waiting for more than 3 days');
    await userEvent.selectOptions(screen.getByLabelText('Owner'), 'Kofi Boateng');
    expect(location.search).toContain(`owner=${kofi.id}`);
  });
});

describe('a request', () => {
  test('is given a status, an owner and tags, chosen or new, also one that is only typed', async () => {
    const after = { ...theirs, owner: awa, tags: ['press', 'ghana'] };
    const log = serve(
      list,
      choices,
      inTurn(answers(findTriage, record), answers(findTriage, after)),
      saved,
    );
    const dialog = await opened();
    const save = dialog.getByRole('button', { name: 'Save' });
    expect(save.getAttribute('aria-disabled'), 'nothing is chosen yet').toBe('true');
    await userEvent.selectOptions(dialog.getByLabelText('Status'), 'Answered');
    await userEvent.selectOptions(dialog.getByLabelText('Owner'), awa.name);
    await userEvent.type(dialog.getByLabelText('Tags', { selector: 'input' }), 'Press{Enter}');
    expect(dialog.getByRole('button', { name: 'Remove tag press' })).toBeTruthy();
    await userEvent.type(dialog.getByLabelText('Tags', { selector: 'input' }), 'Ghana');
    await userEvent.click(save);
    expect(await screen.findByText('The changes are saved.')).toBeTruthy();
    expect(screen.queryByText('Saved')).toBeNull();
    const [sent] = sentTo(log, 'PUT');
    expect([sent?.path, sent?.body]).toEqual([
      `/api/admin/triage/contact/${id}`,
      { status: 'answered', ownerId: awa.id, tags: ['press', 'ghana'], version: 0 },
    ]);
    // What is shown is what the server keeps.
    expect(await dialog.findByRole('button', { name: 'Remove tag ghana' })).toBeTruthy();
    await waitFor(() =>
      expect(dialog.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe(
        'true',
      ),
    );
    expect(dialog.queryByRole('alert')).toBeNull();
  });

  test('that another administrator changed meanwhile shows what they did and keeps one’s own choice', async () => {
    const log = serve(
      list,
      choices,
      inTurn(answers(findTriage, record), answers(findTriage, theirs)),
      inTurn(
        refuses(changeTriage, 409, {
          message: 'Someone else has changed this in the meantime. What you chose is still here.',
        }),
        saved,
      ),
    );
    const dialog = await opened();
    await userEvent.selectOptions(dialog.getByLabelText('Status'), 'Closed');
    await userEvent.type(dialog.getByLabelText('Note'), 'She called twice.');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    const alert = await dialog.findByRole('alert');
    await waitFor(() => expect(alert.textContent).toContain('Kofi Boateng'));
    expect(alert.textContent).toMatch(/saved this on 5 Nov 2026.*Answered.*Kofi Boateng/);
    expect(dialog.getByLabelText<HTMLSelectElement>('Status').value).toBe('closed');
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('She called twice.');
    await userEvent.click(dialog.getByRole('button', { name: 'Save my version' }));
    expect(await screen.findByText('The changes are saved.')).toBeTruthy();
    expect(sentTo(log, 'PUT').at(-1)?.body).toMatchObject({ status: 'closed', version: 1 });
  });

  test('is as the other administrator left it for who takes theirs', async () => {
    serve(
      list,
      choices,
      inTurn(answers(findTriage, record), answers(findTriage, theirs)),
      refuses(changeTriage, 409, { message: 'Someone else has changed this in the meantime.' }),
    );
    const dialog = await opened();
    await userEvent.selectOptions(dialog.getByLabelText('Status'), 'Closed');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await userEvent.click(await dialog.findByRole('button', { name: 'Use the saved version' }));
    expect(dialog.getByLabelText<HTMLSelectElement>('Status').value).toBe('answered');
    expect(dialog.getByLabelText<HTMLSelectElement>('Owner').value).toBe(kofi.id);
    expect(dialog.queryByRole('alert')).toBeNull();
  });

  test('that is not saved says why, and asks before it is closed', async () => {
    serve(
      list,
      choices,
      answers(findTriage, record),
      refuses(changeTriage, 503, { message: 'The database is away.' }),
    );
    const dialog = await opened();
    await userEvent.selectOptions(dialog.getByLabelText('Status'), 'Closed');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('The database is away.');
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    const question = await screen.findByRole('alertdialog', {
      name: 'Close and lose what you typed?',
    });
    await userEvent.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(dialog.getByLabelText<HTMLSelectElement>('Status').value).toBe('closed');
  });

  test('that is saved closes without a question, also while its list is still on its way', async () => {
    serve(list, choices, answers(findTriage, record), saved);
    const dialog = await opened();
    await userEvent.selectOptions(dialog.getByLabelText('Status'), 'Closed');
    const letGo = holdBack(listContactSubmissions);
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The changes are saved.')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByText('Close and lose what you typed?')).toBeNull();
    letGo();
  });

  test('is saved again over what was just saved, also while its record is still on its way', async () => {
    const log = serve(list, choices, answers(findTriage, record), saved);
    const dialog = await opened();
    await userEvent.selectOptions(dialog.getByLabelText('Status'), 'Closed');
    const letGo = holdBack(listContactSubmissions);
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The changes are saved.')).toBeTruthy();
    await userEvent.selectOptions(dialog.getByLabelText('Status'), 'Answered');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sentTo(log, 'PUT')).toHaveLength(2));
    expect(sentTo(log, 'PUT').map(({ body }) => body)).toMatchObject([
      { status: 'closed', version: 0 },
      { status: 'answered', version: 1 },
    ]);
    letGo();
  });

  test('is saved over a version that fell because others took back what they had done', async () => {
    const log = serve(
      list,
      choices,
      inTurn(answers(findTriage, { ...record, version: 1 }), answers(findTriage, record)),
      inTurn(refuses(changeTriage, 409, { message: 'Someone else has changed this.' }), saved),
    );
    const dialog = await opened();
    await userEvent.selectOptions(dialog.getByLabelText('Status'), 'Closed');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByRole('alert');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The changes are saved.')).toBeTruthy();
    expect(sentTo(log, 'PUT').map(({ body }) => body)).toMatchObject([
      { status: 'closed', version: 1 },
      { status: 'closed', version: 0 },
    ]);
  });

  test('is noted upon, and shows every note with who wrote it and when', async () => {
    const note = { id: awa.id, text: 'Called her.', author: awa.name, at };
    const old = { id: kofi.id, text: 'Wrote to her.', author: null, at };
    const log = serve(
      list,
      choices,
      inTurn(
        answers(findTriage, { ...record, notes: [old] }),
        answers(findTriage, { ...record, notes: [note, old] }),
      ),
      answers(addTriageNote, { message: 'The note is added.' }),
    );
    const dialog = await opened();
    await userEvent.click(dialog.getByRole('button', { name: 'Add note' }));
    expect((await dialog.findAllByText('Please write a note')).length).toBeGreaterThan(0);
    await userEvent.type(dialog.getByLabelText('Note'), 'Called her.');
    await userEvent.click(dialog.getByRole('button', { name: 'Add note' }));
    const notes = within(dialog.getByRole('list', { name: 'Notes' }));
    await waitFor(() => expect(notes.getAllByRole('listitem')).toHaveLength(2));
    const [first, second] = notes.getAllByRole('listitem');
    expect(first?.textContent).toMatch(/^Awa Diop, 5 Nov 2026, .*Called her\.$/);
    expect(second?.textContent).toMatch(/^A deleted account, .*Wrote to her\.$/);
    expect(sentTo(log, 'POST')[0]?.body).toEqual({ text: 'Called her.' });
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('');
  });

  test('whose notes do not come says so, and is asked for again', async () => {
    serve(
      list,
      choices,
      inTurn(
        refuses(findTriage, 503, { message: 'The database is away.' }),
        answers(findTriage, record),
      ),
    );
    open(`?open=${id}`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Amina Bello' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('The database is away.');
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByRole('heading', { name: 'Follow-up' })).toBeTruthy();
  });
});
