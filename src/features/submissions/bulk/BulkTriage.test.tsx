import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { PermissionsContext } from '../../../web/permissions.tsx';
import { answers, inTurn, refuses, type Sent, serve } from '../../../web/testing.fetch.ts';
import { openPage } from '../../../web/testing.page.ts';
import { KindTab } from '../list/KindTab.tsx';
import { listContactSubmissions } from '../kinds/submissions.contract.ts';
import { listTriageChoices } from '../triage/triage.contract.ts';
import { changeTriageOfMany, undoTriageOfMany } from './bulk.contract.ts';
import { MOST_CHOSEN } from './bulk.rules.ts';
import { BulkTriage } from './BulkTriage.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const idOf = (n: number) => `6b1f8f9e-6f0e-4a57-9f0a-00000000000${n}`;
const idAt = (n: number) => idOf(0).slice(0, -3) + String(n).padStart(3, '0');
const LEFT_OUT = 'Items not shown in the list yet are left out.';
const awa = { id: idOf(9), name: 'Awa Diop' };
const deed = idOf(8);
const request = (n: number, firstName: string) => ({
  id: idOf(n),
  firstName,
  lastName: 'Bello',
  email: 'amina@example.org',
  country: 'Ghana',
  message: 'When does it begin?',
  createdAt: '2026-11-05T10:00:00.000Z',
  mailed: false,
  triage: { status: 'new' as const, owner: null, tags: [], version: 0, daysWaited: null },
});
const rows = [request(1, 'Amina'), request(2, 'Kofi'), request(3, 'Zanele')];
const list = answers(listContactSubmissions, rows, { 'X-Total-Count': '40' });
const choices = answers(listTriageChoices, { administrators: [awa], owners: [awa], tags: [] });
const done = (count: number) =>
  answers(changeTriageOfMany, { message: 'The changes are saved.', deed, count });

const open = () => openPage('/admin/contact', <KindTab type="contact-submissions" />);
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const choose = async (name: string) =>
  userEvent.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
const dialog = () => within(screen.getByRole('dialog'));
const bodies = (sent: Sent[]) =>
  sent.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);

test('some are chosen, changed together after their number was named, and put back', async () => {
  const undone = answers(undoTriageOfMany, { message: 'Everything is back as before.', count: 2 });
  const sent = serve(list, choices, done(2), undone);
  open();
  await choose('Amina Bello');
  await choose('Kofi Bello');
  expect(screen.getByText('2 selected')).toBeTruthy();
  await press('Change selected...');
  expect(screen.getByRole('dialog', { name: 'Change 2 submissions' })).toBeTruthy();
  // For so long the button to undo it is shown.
  const hint = /undo this until you leave this list or make another change\.$/;
  expect(await dialog().findByText(hint)).toBeTruthy();
  await userEvent.selectOptions(dialog().getByLabelText(/^Status/), 'closed');
  await userEvent.selectOptions(dialog().getByLabelText(/^Owner/), awa.id);
  await userEvent.type(dialog().getByLabelText(/^Tags to add/), 'Press');
  await userEvent.type(dialog().getByLabelText(/^Tags to remove/), 'Urgent{Enter}');
  expect(dialog().getByRole('button', { name: 'Keep tag urgent' })).toBeTruthy();
  await userEvent.click(dialog().getByRole('button', { name: 'Change 2 submissions' }));
  expect(await screen.findByText('2 submissions were changed.')).toBeTruthy();
  expect(
    screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Amina Bello' }).checked,
  ).toBe(false);
  await press('Undo');
  await waitFor(() => expect(screen.queryByText('2 submissions were changed.')).toBeNull());
  expect(bodies(sent)).toEqual([
    [
      '/api/admin/triage/contact/many',
      {
        which: { ids: [idOf(1), idOf(2)] },
        count: 2,
        status: 'closed',
        ownerId: awa.id,
        tags: ['press'],
        removedTags: ['urgent'],
      },
    ],
    [`/api/admin/triage/contact/many/${deed}/undo`, undefined],
  ]);
});

test('a tag to add and to take off is refused before anything is sent', async () => {
  const sent = serve(list, choices);
  open();
  await choose('Amina Bello');
  await press('Change selected...');
  await userEvent.type(await dialog().findByLabelText(/^Tags to add/), 'Press');
  await userEvent.type(dialog().getByLabelText(/^Tags to remove/), 'press');
  await userEvent.click(dialog().getByRole('button', { name: 'Change 1 submission' }));
  const refusal = 'You cannot add and remove the same tag.';
  await userEvent.click(await dialog().findByRole('link', { name: refusal }));
  expect(document.activeElement).toBe(dialog().getByLabelText(/^Tags to remove/));
  expect(bodies(sent)).toEqual([]);
});

test('all that match are chosen whether they are shown or not, and one of those shown is taken out', async () => {
  const sent = serve(list, choices, done(40));
  open();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all 40' }));
  expect(screen.getByText('40 selected')).toBeTruthy();
  await press('Change selected...');
  await userEvent.selectOptions(await dialog().findByLabelText(/^Owner/), 'nobody');
  await userEvent.click(dialog().getByRole('button', { name: 'Change 40 submissions' }));
  await screen.findByText('40 submissions were changed.');
  expect(bodies(sent)).toEqual([
    ['/api/admin/triage/contact/many', { which: { query: {} }, count: 40, ownerId: null }],
  ]);

  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all 40' });
  await userEvent.click(all);
  expect([all.checked, all.indeterminate]).toEqual([true, false]);
  await choose('Kofi Bello');
  expect([all.checked, all.indeterminate]).toEqual([false, true]);
  expect(screen.getByText('2 selected')).toBeTruthy();
  expect(screen.getByText(LEFT_OUT)).toBeTruthy();
  await press('Clear selection');
  expect(screen.queryByText(LEFT_OUT)).toBeNull();
  expect(all.indeterminate).toBe(false);
  expect(screen.queryByRole('button', { name: 'Change selected...' })).toBeNull();
});

test('of a list that shows all of its rows none is left out with the one that is taken out', async () => {
  serve(answers(listContactSubmissions, rows, { 'X-Total-Count': '3' }), choices);
  open();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all 3' }));
  await choose('Kofi Bello');
  expect(screen.getByText('2 selected')).toBeTruthy();
  expect(screen.queryByText(LEFT_OUT)).toBeNull();
});

test.each([
  [501, 'are not changed, and the reason is said'],
  [500, 'can be changed'],
])('%i that were chosen one by one %s', (count) => {
  const isTooMany = count > MOST_CHOSEN;
  const asked = {
    search: '',
    country: '',
    status: '',
    owner: '',
    tag: '',
    day: '',
    reason: '',
    sort: '',
  };
  const ids = new Set(Array.from({ length: count }, (_, n) => idAt(n)));
  const selection = {
    isChosen: () => true,
    choose: vi.fn(),
    chooseAll: vi.fn(),
    chooseNone: vi.fn(),
  };
  openPage(
    '/admin/contact',
    <BulkTriage
      kind="contact"
      list={{ asked, total: 800, isKnown: true }}
      chosen={{ ids, isAll: false, leftOf: undefined, ...selection }}
    />,
  );
  expect(screen.getByText(`${count} selected`)).toBeTruthy();
  const change = screen.getByRole<HTMLButtonElement>('button', { name: 'Change selected...' });
  expect(change.disabled).toBe(isTooMany);
  expect(screen.queryAllByText('You can select at most 500 one by one.')).toHaveLength(
    isTooMany ? 1 : 0,
  );
});

test('what has changed meanwhile is said, and what was filled in stays', async () => {
  serve(
    inTurn(list, answers(listContactSubmissions, rows, { 'X-Total-Count': '41' })),
    choices,
    refuses(changeTriageOfMany, 409, {
      message: 'The list has changed in the meantime.',
      count: 41,
    }),
  );
  open();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all 40' }));
  await press('Change selected...');
  await userEvent.selectOptions(await dialog().findByLabelText(/^Status/), 'closed');
  await userEvent.click(dialog().getByRole('button', { name: 'Change 40 submissions' }));
  expect(await dialog().findByText('The list has changed in the meantime.')).toBeTruthy();
  expect(await dialog().findByRole('button', { name: 'Change 41 submissions' })).toBeTruthy();
  expect(dialog().getByLabelText<HTMLSelectElement>(/^Status/).value).toBe('closed');
});

test('whoever may not triage sees no boxes', async () => {
  serve(list, choices);
  openPage(
    '/admin/contact',
    <PermissionsContext value={['submissions:read']}>
      <KindTab type="contact-submissions" />
    </PermissionsContext>,
  );
  expect(await screen.findByRole('rowheader', { name: /Amina Bello/ })).toBeTruthy();
  expect(screen.queryAllByRole('checkbox')).toEqual([]);
});
