import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { Permission } from '../../shared/access.ts';
import { personAddress } from '../../shared/person-address.ts';
import { PermissionsContext } from '../../web/permissions.tsx';
import { answers, inTurn, refuses, serve } from '../../web/testing.fetch.ts';
import { openPage } from '../../web/testing.page.ts';
import { mergePeople, separateAddress, undoMerge } from './merge.contract.ts';
import { findPerson, listPersonTimeline, type OfAddress, searchPeople } from './person.contract.ts';
import { PersonPage } from './PersonPage.tsx';
import type { Places } from './places.rules.ts';

const at = '2026-11-05T10:00:00.000Z';
const id = (n: number) => `6b1f8f9e-6f0e-4a57-9f0a-${String(n).padStart(12, '0')}`;
const places = new Proxy({} as Places, {
  get: (_, name) => (of: string) => `/${String(name)}/${of}`,
});

const nothing = {
  names: [],
  signature: null,
  paperSignatures: [],
  requests: { contact: 0, volunteer: 0, partner: 0, notes: 0 },
  applications: [],
  account: null,
  donations: { count: 0, total: '0.00' },
  mails: { sent: 0, failed: 0, lastAt: null },
  reports: null,
  suppression: null,
  consent: null,
};
const awa: OfAddress = {
  ...nothing,
  email: 'awa@example.org',
  record: 'contact',
  id: id(1),
  names: ['Awa Diop'],
  requests: { contact: 2, volunteer: 0, partner: 0, notes: 0 },
  suppression: { reason: 'bounced', at },
};
const diop: OfAddress = {
  ...nothing,
  email: 'a.diop@example.com',
  record: 'signature',
  id: id(2),
  names: ['A. Diop'],
  signature: { id: id(2), country: 'Senegal', at, confirmedAt: at, invalidatedAt: null },
  donations: { count: 1, total: '25.00' },
  mails: { sent: 3, failed: 0, lastAt: at },
};
const third: OfAddress = { ...nothing, email: 'awa@example.net', record: 'account', id: id(3) };
const person = (...addresses: OfAddress[]) => ({ hidden: [], next: [], tags: [], addresses });
const event = { title: null, text: null, status: null, amount: null, by: null, at };
const happened = answers(listPersonTimeline, [
  { ...event, id: 'a', kind: 'contact', of: id(1), email: awa.email },
  { ...event, id: 'b', kind: 'signed', of: id(2), title: 'Senegal', email: diop.email },
]);
const found = answers(searchPeople, {
  people: [awa, diop].map(({ email, record, id: of, names }) => ({
    email,
    mergedWith: [],
    name: names[0] ?? '',
    record,
    id: of,
    records: [record],
    signature: null,
  })),
  hasMore: false,
});

function open(permissions: readonly Permission[] = ['submissions:read', 'submissions:triage']) {
  openPage(
    personAddress('contact', awa.id),
    <PermissionsContext value={permissions}>
      <PersonPage places={places} startPath="/" writeTo={() => null} tagsOf={() => null} />
    </PermissionsContext>,
  );
  return userEvent.setup();
}

/** What was sent to a path. */
const sentTo = (log: ReturnType<typeof serve>, path: string) =>
  log.filter((one) => one.path === path);

/** Opens the dialog and chooses the other. */
async function choose(user: ReturnType<typeof open>) {
  await user.click(await screen.findByRole('button', { name: 'Merge with another address' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge with another address' }));
  await user.type(dialog.getByRole('searchbox', { name: 'Search people' }), 'diop');
  await user.click(await dialog.findByRole('button', { name: /A\. Diop/ }));
  await dialog.findByText(diop.email);
  return dialog;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

test('another person is found, compared side by side, merged, and the merge undone', async () => {
  const log = serve(
    inTurn(
      answers(findPerson, person(awa)),
      answers(findPerson, person(diop)),
      answers(findPerson, person(awa, diop)),
      answers(findPerson, person(awa)),
    ),
    happened,
    found,
    answers(mergePeople, { message: 'The dashboard now shows both.', id: id(7) }),
    answers(undoMerge, { message: 'Apart again.' }),
  );
  const user = open();
  const dialog = await choose(user);
  const mine = within(dialog.getByRole('region', { name: 'This person' }));
  const other = within(dialog.getByRole('region', { name: 'The other person' }));
  expect(document.activeElement).toBe(dialog.getByRole('region', { name: 'This person' }));
  for (const words of ['Awa Diop', awa.email, '2 messages']) mine.getByText(words);
  for (const words of ['A. Diop', diop.email, 'Signature', '1 donation', '3 emails from us'])
    other.getByText(words);
  dialog.getByText(/Emails, access, downloads and deletion still apply to each address alone\.$/);
  expect(location.search).not.toContain('diop');

  await user.click(dialog.getByRole('button', { name: 'Merge' }));
  await screen.findByText('The dashboard now shows both.');
  expect(screen.queryByRole('dialog')).toBeNull();
  const [call] = sentTo(log, `/api/admin/people/contact/${awa.id}/merge`);
  expect(call?.body).toEqual({ record: 'signature', id: diop.id });
  await screen.findByRole('heading', { name: '2 addresses of one person' });

  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Apart again.');
  expect(sentTo(log, `/api/admin/people/merges/${id(7)}/undo`)).toHaveLength(1);
  await waitFor(() => expect(screen.queryByText('2 addresses of one person')).toBeNull());
});

test('the search does not offer who is on the page already', async () => {
  serve(answers(findPerson, person(awa)), happened, found);
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Merge with another address' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('searchbox', { name: 'Search people' }), 'diop');
  await dialog.findByRole('button', { name: /A\. Diop/ });
  expect(dialog.queryByRole('button', { name: /Awa Diop/ })).toBeNull();
  expect(dialog.queryByRole('link')).toBeNull();
});

test('why a merge is refused is said in the dialog, where someone else can be chosen', async () => {
  serve(
    inTurn(answers(findPerson, person(awa)), answers(findPerson, person(diop))),
    happened,
    found,
    refuses(mergePeople, 409, { message: 'These addresses are merged already.' }),
  );
  const user = open();
  const dialog = await choose(user);
  await user.click(dialog.getByRole('button', { name: 'Merge' }));
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'These addresses are merged already.',
  );
  await user.click(dialog.getByRole('button', { name: 'Choose someone else' }));
  expect(dialog.queryByRole('alert')).toBeNull();
  dialog.getByRole('searchbox', { name: 'Search people' });
});

test('merged addresses are shown together, and each record says which it has', async () => {
  serve(answers(findPerson, person(awa, diop)), happened);
  open();
  const list = within(await screen.findByRole('region', { name: '2 addresses of one person' }));
  expect(list.getAllByRole('listitem').map((one) => one.firstChild?.textContent)).toEqual([
    awa.email,
    diop.email,
  ]);
  screen.getByText('Also as: “A. Diop”');
  const known = screen.getByRole('region', { name: 'What we know' });
  const factOf = (label: string) =>
    within(known).getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
  expect(factOf('Signature')).toMatch(/^Signed on 5 Nov 2026, Senegal.*a\.diop@example\.com$/);
  expect(factOf('Submissions')).toBe('2 messagesawa@example.org');
  expect(factOf('Donations')).toBe('1 donation, $25.00 in totala.diop@example.com');
  expect(factOf('News from us')).toMatch(/No bulk email since 5 Nov 2026.*awa@example\.org$/);
  expect(factOf('Applications')).toBe('None yet.');
  const line = within(screen.getByRole('region', { name: 'Timeline' }));
  const events = await line.findAllByRole('listitem');
  expect(events.map((one) => one.textContent)).toEqual([
    expect.stringContaining(awa.email),
    expect.stringContaining(diop.email),
  ]);
});

test('an address is separated, and merged again with Undo', async () => {
  const again = {
    of: { record: 'contact' as const, id: awa.id },
    with: { record: 'signature' as const, id: diop.id },
  };
  const log = serve(
    inTurn(
      answers(findPerson, person(awa, diop)),
      answers(findPerson, person(awa)),
      answers(findPerson, person(awa, diop)),
    ),
    happened,
    answers(separateAddress, { message: 'Apart again.', again }),
    answers(mergePeople, { message: 'Both again.', id: id(7) }),
  );
  const user = open();
  await user.click(await screen.findByRole('button', { name: `Separate ${diop.email}` }));
  await screen.findByText('Apart again.');
  expect(log.at(-1)?.path ?? '').not.toContain('@');
  expect(sentTo(log, `/api/admin/people/signature/${diop.id}/separate`)).toHaveLength(1);
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Awa Diop' })),
  );
  expect(screen.queryByRole('button', { name: /^Separate/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Both again.');
  const [call] = sentTo(log, `/api/admin/people/contact/${awa.id}/merge`);
  expect(call?.body).toEqual(again.with);
});

test('of three addresses each can be separated', async () => {
  serve(answers(findPerson, person(awa, diop, third)), happened);
  open();
  await screen.findByRole('heading', { name: '3 addresses of one person' });
  for (const { email } of [awa, diop, third])
    screen.getByRole('button', { name: `Separate ${email}` });
});

test('who may not merge sees the addresses and no way to change them', async () => {
  serve(answers(findPerson, person(awa, diop)), happened);
  open(['submissions:read']);
  await screen.findByRole('heading', { name: '2 addresses of one person' });
  expect(screen.queryByRole('button', { name: /Separate|Merge/ })).toBeNull();
});
