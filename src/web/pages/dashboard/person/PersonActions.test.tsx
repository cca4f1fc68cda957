import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { Permission } from '../../../../shared/access.ts';
import { PERMISSIONS } from '../../../../shared/access.ts';
import { personAddress } from '../../../../shared/person-address.ts';
import { go } from '../../../address.ts';
import { PermissionsContext } from '../../../permissions.tsx';
import { RecentPasswordContext, type WithRecentPassword } from '../../../recentPassword.ts';
import { answers, inTurn, refuses, serve } from '../../../testing.fetch.ts';
import { openPage } from '../../../testing.page.ts';
import {
  deleteMailDraft,
  saveMailDraft,
} from '../../../../features/campaigns/drafts/draft.contract.ts';
import { sendIndividualEmail } from '../../../../features/campaigns/message/message.contract.ts';
import {
  erasePerson,
  exportPerson,
} from '../../../../features/people/personal-data/person-data.contract.ts';
import {
  addNoteOfPerson,
  listPersonTags,
  tagPerson,
} from '../../../../features/people/notes/person-note.contract.ts';
import {
  findPerson,
  listPersonTimeline,
  type OfAddress,
  type Person,
} from '../../../../features/people/person.contract.ts';
import { PersonPage } from '../../../../features/people/PersonPage.tsx';
import { personParts } from './personParts.tsx';
import type { Places } from '../../../../features/people/places.rules.ts';

const at = '2026-11-05T10:00:00.000Z';
const id = (n: number) => `6b1f8f9e-6f0e-4a57-9f0a-${String(n).padStart(12, '0')}`;
const places = new Proxy({} as Places, {
  get: (_, name) => (of: string) => `/${String(name)}/${of}`,
});
const awa: OfAddress = {
  email: 'awa@example.org',
  record: 'contact',
  id: id(1),
  names: ['Awa Diop'],
  signature: null,
  paperSignatures: [],
  requests: { contact: 1, volunteer: 0, partner: 0, notes: 0 },
  applications: [],
  account: null,
  donations: { count: 0, total: '0.00' },
  mails: { sent: 0, failed: 0, lastAt: null },
  reports: null,
  suppression: null,
  consent: null,
};
const known = (more: Partial<Person> = {}) =>
  answers(findPerson, { hidden: [], next: [], tags: [], addresses: [awa], ...more });
const happened = answers(listPersonTimeline, []);
const done = { message: 'Done.' };
const path = `/api/admin/people/contact/${awa.id}`;

/** Gives the password when it is asked for. */
const givePassword: WithRecentPassword = (operation) => operation().catch(() => operation());

function open(permissions: readonly Permission[] = PERMISSIONS) {
  openPage(
    personAddress('contact', awa.id),
    <RecentPasswordContext value={givePassword}>
      <PermissionsContext value={permissions}>
        <PersonPage places={places} {...personParts} />
      </PermissionsContext>
    </RecentPasswordContext>,
  );
  return userEvent.setup();
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

test('what to do next is above everything known, the first thing as the main button', async () => {
  serve(
    known({
      next: [
        { step: 'send', of: id(2), title: 'PX-7K4M2', since: at },
        { step: 'contact', of: id(1), title: null, since: at },
      ],
    }),
    happened,
  );
  open();
  const next = within(await screen.findByRole('region', { name: 'What to do next' }));
  const [first, second] = next.getAllByRole('link');
  expect(first?.textContent).toBe('Send the kit');
  expect(first?.className).toContain('btn-primary');
  expect(first?.getAttribute('href')).toBe(`/application/${id(2)}`);
  expect(second?.getAttribute('href')).toBe(`/contact/${id(1)}`);
  expect(second?.className).not.toContain('btn-primary');
  expect(next.getByText('PX-7K4M2, since 5 Nov 2026')).toBeTruthy();
});

test('a mail is written to the address of the person, in the draft of the Email tab', async () => {
  const log = serve(
    known(),
    happened,
    answers(saveMailDraft, { version: 1 }),
    answers(sendIndividualEmail, { message: 'The email is on its way.', id: id(7) }),
  );
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Write email' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Write email' }));
  expect((dialog.getByRole('combobox', { name: 'Recipient' }) as HTMLSelectElement).value).toBe(
    awa.email,
  );
  await user.type(dialog.getByRole('textbox', { name: 'Subject' }), 'Your kit');
  await user.type(dialog.getByRole('textbox', { name: 'Message' }), 'It is on its way.');
  await user.click(dialog.getByRole('button', { name: 'Send email' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = log.find((one) => one.path === '/api/admin/send-individual-email');
  expect(sent?.body).toMatchObject({
    recipient: awa.email,
    subject: 'Your kit',
    message: 'It is on its way.',
  });
});

test('a mail that was opened and not begun leaves no draft', async () => {
  const log = serve(
    known(),
    happened,
    answers(saveMailDraft, { version: 1 }),
    answers(deleteMailDraft, done),
  );
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Write email' }));
  await screen.findByRole('dialog', { name: 'Write email' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const left = log.filter(({ method }) => method === 'PUT').length;
  const removed = log.filter(({ method }) => method === 'DELETE').length;
  expect(removed).toBe(left);
});

test('a note is written in the place that the button leads to', async () => {
  const log = serve(known(), happened, answers(addNoteOfPerson, done));
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Write a note' }));
  const field = screen.getByRole('textbox', { name: 'Note' });
  expect(document.activeElement).toBe(field);
  await user.keyboard('Prefers the telephone.');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect((field as HTMLTextAreaElement).value).toBe(''));
  expect(log.find((one) => one.path === `${path}/notes`)?.body).toEqual({
    text: 'Prefers the telephone.',
  });
});

test('a tag is saved at once, and its message takes it back', async () => {
  const log = serve(
    known({ tags: ['press'] }),
    happened,
    answers(listPersonTags, ['press', 'donor']),
    answers(tagPerson, done),
  );
  const user = open();
  await user.type(await screen.findByRole('combobox', { name: 'Tags' }), 'Donor{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await user.click(screen.getByRole('button', { name: 'Remove tag press' }));
  await waitFor(() =>
    expect(log.filter((one) => one.path === `${path}/tags`).map(({ body }) => body)).toEqual([
      { tag: 'donor', isOn: true },
      { tag: 'donor', isOn: false },
      { tag: 'press', isOn: false },
    ]),
  );
});

/** Folded: seldom needed, and its last button cannot be taken back. */
const DATA = 'Advanced: download or erase the data';

test('the data are downloaded as a file', async () => {
  const log = serve(known(), happened, answers(exportPerson, '{}'));
  const save = vi.fn(() => 'blob:file');
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: save, revokeObjectURL: vi.fn() }));
  const user = open();
  await user.click(await screen.findByText(DATA));
  await user.click(screen.getByRole('button', { name: 'Download as data (JSON)' }));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
  const sent = log.find((one) => one.path === `${path}/export`);
  expect(sent?.query.get('as')).toBe('json');
});

test('erasing asks first, names the address and what stays, and leaves the page', async () => {
  const log = serve(known(), happened, answers(erasePerson, done));
  const user = open();
  const data = await screen.findByText(DATA);
  expect(data.closest('details')?.open).toBe(false);
  await user.click(data);
  await user.click(screen.getByRole('button', { name: 'Erase this person...' }));
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('Erase everything about awa@example.org?');
  expect(question.textContent).toContain('Payments, donations');
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(log.some(({ method }) => method === 'POST')).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Erase this person...' }));
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Erase for good' }),
  );
  await waitFor(() => expect(location.pathname).toBe('/admin/submissions'));
  expect(log.some((one) => one.path === `${path}/erase`)).toBe(true);
});

test('Back does not show an erased person from memory', async () => {
  serve(
    inTurn(known(), refuses(findPerson, 404, { message: 'This record is gone.' })),
    happened,
    answers(erasePerson, done),
  );
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Erase this person...' }));
  await user.click(await screen.findByRole('button', { name: 'Erase for good' }));
  await waitFor(() => expect(location.pathname).toBe('/admin/submissions'));
  act(() => go(personAddress('contact', awa.id)));
  expect(await screen.findByText('This record is gone.')).toBeTruthy();
});

test('a merged address is erased alone, and the page stays with the others', async () => {
  const other: OfAddress = { ...awa, email: 'a.diop@example.org', id: id(2) };
  serve(inTurn(known({ addresses: [awa, other] }), known()), happened, answers(erasePerson, done));
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Erase a.diop@example.org...' }));
  await user.click(await screen.findByRole('button', { name: 'Erase for good' }));
  expect(await screen.findByText('Person erased')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('a.diop@example.org')).toBeNull());
  expect(location.pathname).toBe('/admin/person');
  expect(screen.getByRole('button', { name: 'Erase this person...' })).toBeTruthy();
});

test('a note that is begun is asked about when the page is left, and no more once it is added', async () => {
  serve(known(), happened, answers(addNoteOfPerson, done));
  const user = open();
  await user.type(await screen.findByRole('textbox', { name: 'Note' }), 'Prefers the');
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true });
    dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(leave()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(leave()).toBe(false));
});

test('a note and a tag are saved after the password was asked for', async () => {
  const again = { message: 'Please log in.' };
  const log = serve(
    known(),
    happened,
    answers(listPersonTags, []),
    inTurn(refuses(addNoteOfPerson, 401, again), answers(addNoteOfPerson, done)),
    inTurn(refuses(tagPerson, 401, again), answers(tagPerson, done)),
  );
  const user = open();
  await user.type(await screen.findByRole('textbox', { name: 'Note' }), 'Hello');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(log.filter((one) => one.path === `${path}/notes`)).toHaveLength(2));
  await user.type(screen.getByRole('combobox', { name: 'Tags' }), 'press{Enter}');
  await waitFor(() => expect(log.filter((one) => one.path === `${path}/tags`)).toHaveLength(2));
});

test('what a role cannot do is not offered', async () => {
  serve(known({ tags: ['press'] }), happened);
  open(['submissions:read']);
  expect(await screen.findByText('press')).toBeTruthy();
  expect(screen.getByText('Nothing to do right now.')).toBeTruthy();
  expect(screen.queryAllByRole('button')).toEqual([]);
});
