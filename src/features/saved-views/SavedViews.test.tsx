import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { ListChoices } from '../../shared/list-choices.ts';
import { answers, holdBack, inTurn, refuses, type Sent, serve } from '../../web/testing.fetch.ts';
import { openPage } from '../../web/testing.page.ts';
import type { Column } from '../../web/lists/DataTable.tsx';
import { ListTable } from '../../web/lists/ListTable.tsx';
import { ANY_TEXT, useList } from '../../web/lists/useList.ts';
import { SavedViews } from './SavedViews.tsx';
import { readListChoices, saveListChoices } from './view.contract.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

interface Gift {
  id: number;
  donor: string;
  amount: string;
  note: string;
}
const columns: Column<Gift>[] = [
  { id: 'donor', header: 'Donor', cell: ({ donor }) => donor },
  { id: 'amount', header: 'Amount', cell: ({ amount }) => amount },
  { id: 'country', header: 'Country', cell: () => 'Ghana' },
  { id: 'note', header: 'Note', cell: ({ note }) => note, isExtra: true },
];
const rows = [{ id: 1, donor: 'Awa', amount: '$5', note: 'By hand' }];
const GIFTS = {
  name: 'listGifts',
  fetchPage: async ({ search }: { search?: string }) => ({
    rows: search === 'nobody' ? [] : rows,
    next: undefined,
    total: 1,
    isMore: false,
  }),
};

function Gifts() {
  const list = useList(GIFTS, { search: ANY_TEXT, sort: ANY_TEXT });
  return (
    <ListTable
      name="donations"
      caption="Gifts"
      columns={columns}
      list={list}
      loadingLabel="Loading"
      failedLabel="Failed"
      emptyLabel="None"
    />
  );
}

const nobody = { name: 'Nobody', query: { search: 'nobody' } };
const big = { name: 'Biggest', query: { search: 'a', sort: '-amount' } };
const stored = (choices: Partial<ListChoices> = {}) =>
  answers(readListChoices, {
    donations: { columns: null, views: [], defaultView: null, ...choices },
  });
const saved = answers(saveListChoices, ({ body }: Sent) => {
  const { seen: _, ...choices } = body as ListChoices & { seen: ListChoices };
  return { message: 'Your choices for this list are saved.', choices };
});
const open = (query = '') =>
  openPage(
    `/admin/donations${query}`,
    <SavedViews>
      <Gifts />
    </SavedViews>,
  );
const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
async function press(name: string) {
  await waitFor(() => expect(button(name).disabled).toBe(false));
  await userEvent.click(button(name));
}
const lastSaved = (sent: Sent[]) => sent.findLast(({ method }) => method === 'PUT');

test('columns are chosen and put in order, which is kept, and can be as they were', async () => {
  const sent = serve(stored(), saved);
  open();
  await waitFor(() => expect(headers()).toEqual(['Donor', 'Amount', 'Country']));
  await press('Columns...');
  const dialog = within(screen.getByRole('dialog', { name: 'Columns' }));
  await userEvent.click(dialog.getByLabelText('Note'));
  await userEvent.click(dialog.getByRole('button', { name: 'Move Note up' }));
  await userEvent.click(dialog.getByLabelText('Amount'));
  expect(headers()).toEqual(['Donor', 'Note', 'Country']);
  await waitFor(() =>
    expect(lastSaved(sent)?.body).toMatchObject({ columns: ['note', 'country'] }),
  );
  expect(lastSaved(sent)?.path).toBe('/api/admin/list-choices/donations');
  await userEvent.click(dialog.getByRole('button', { name: 'Reset columns' }));
  expect(headers()).toEqual(['Donor', 'Amount', 'Country']);
});

test('a list shows the columns that were kept, and none that it no longer has', async () => {
  serve(stored({ columns: ['note', 'gone', 'amount'] }));
  open();
  await waitFor(() => expect(headers()).toEqual(['Donor', 'Note', 'Amount']));
});

test('what a list is asked is kept under a name, chosen again and deleted', async () => {
  const sent = serve(stored(), saved);
  open('?search=a&sort=-amount');
  await press('Save view...');
  await press('Save view');
  expect(screen.getByText('Please give the view a name')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Name'), 'Biggest');
  await press('Save view');
  await waitFor(() => expect(lastSaved(sent)?.body).toMatchObject({ views: [big] }));
  const view = () => screen.getByLabelText<HTMLSelectElement>('View');
  expect(view().value).toBe('Biggest');
  await userEvent.selectOptions(view(), 'Everything');
  expect(location.search).toBe('');
  await userEvent.selectOptions(view(), 'Biggest');
  expect(location.search).toBe('?search=a&sort=-amount');
  await press('Views...');
  const question = async () => within(await screen.findByRole('alertdialog'));
  await press('Delete Biggest');
  expect((await question()).getByText('Biggest')).toBeTruthy();
  await userEvent.click((await question()).getByRole('button', { name: 'Cancel' }));
  expect(lastSaved(sent)?.body).toMatchObject({ views: [big] });
  await press('Delete Biggest');
  await userEvent.click((await question()).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(lastSaved(sent)?.body).toMatchObject({ views: [] }));
  expect(screen.getByText('None yet.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Saved views'));
});

test('a list that is narrowed to something not kept can be asked for everything', async () => {
  serve(stored({ views: [big] }), saved);
  open('?search=awa');
  const view = await screen.findByLabelText<HTMLSelectElement>('View');
  expect(view.selectedOptions[0]?.textContent).toBe('Not saved');
  await userEvent.selectOptions(view, 'Everything');
  expect(location.search).toBe('');
  expect(within(view).queryByText('Not saved')).toBeNull();
});

test('a list that is asked nothing opens with the view that was chosen for that', async () => {
  serve(stored({ views: [nobody, big], defaultView: 'Nobody' }), saved);
  open();
  await waitFor(() => expect(location.search).toBe('?search=nobody'));
  expect(await screen.findByText('No results.')).toBeTruthy();
  // The view that shows nothing can be left.
  await userEvent.selectOptions(screen.getByLabelText('View'), 'Everything');
  expect(location.search).toBe('');
  await waitFor(() => expect(headers()).toHaveLength(3));
});

test('a link opens what it says, whatever view was chosen', async () => {
  serve(stored({ views: [nobody], defaultView: 'Nobody' }));
  open('?search=awa');
  expect(await screen.findByLabelText('View')).toBeTruthy();
  expect(location.search).toBe('?search=awa');
});

test('what could not be kept is said, and shows all the same', async () => {
  serve(stored(), refuses(saveListChoices, 503, { message: 'The database is away.' }));
  open();
  await press('Columns...');
  await userEvent.click(screen.getByLabelText('Amount'));
  expect(await screen.findByText('The database is away.')).toBeTruthy();
  expect(headers()).toEqual(['Donor', 'Country']);
});

test('nothing is chosen before it is known what was chosen, so that none of it is lost', async () => {
  const sent = serve(stored({ views: [big], columns: ['amount'] }), saved);
  const letGo = holdBack(readListChoices);
  open();
  await waitFor(() => expect(button('Columns...').disabled).toBe(true));
  await userEvent.click(button('Columns...'));
  expect(screen.queryByRole('dialog')).toBeNull();
  letGo();
  await press('Columns...');
  await userEvent.click(screen.getByLabelText('Note'));
  await waitFor(() =>
    expect(lastSaved(sent)?.body).toEqual({
      columns: ['amount', 'note'],
      views: [big],
      defaultView: null,
      seen: { columns: ['amount'], views: [big], defaultView: null },
    }),
  );
});

test('where it could not be read the list shows, and what was chosen comes on asking again', async () => {
  const away = refuses(readListChoices, 503, { message: 'The database is away.' });
  const sent = serve(inTurn(away, stored({ views: [big] })), saved);
  open();
  expect(await screen.findByText('Your settings for this list could not be loaded.')).toBeTruthy();
  expect(headers()).toEqual(['Donor', 'Amount', 'Country']);
  expect(screen.queryByRole('button', { name: 'Columns...' })).toBeNull();
  await press('Try again');
  await press('Columns...');
  await userEvent.click(screen.getByLabelText('Amount'));
  await waitFor(() =>
    expect(lastSaved(sent)?.body).toMatchObject({ columns: ['country'], views: [big] }),
  );
});

test('what was kept is known when the list is opened anew, though it can be read no more', async () => {
  const away = refuses(readListChoices, 503, { message: 'The database is away.' });
  const sent = serve(inTurn(stored(), away), saved);
  function Pages() {
    const [isThere, setThere] = useState(true);
    return (
      <SavedViews>
        <button type="button" onClick={() => setThere(!isThere)}>
          Another page
        </button>
        {isThere ? <Gifts /> : null}
      </SavedViews>
    );
  }
  openPage('/admin/donations?search=a&sort=-amount', <Pages />);
  await press('Save view...');
  await userEvent.type(screen.getByLabelText('Name'), 'Biggest');
  await press('Save view');
  await waitFor(() => expect(sent.filter(({ method }) => method === 'GET')).toHaveLength(2));
  await press('Another page');
  await press('Another page');
  await press('Columns...');
  await userEvent.click(screen.getByLabelText('Amount'));
  await waitFor(() =>
    expect(lastSaved(sent)?.body).toMatchObject({ columns: ['country'], views: [big] }),
  );
});
