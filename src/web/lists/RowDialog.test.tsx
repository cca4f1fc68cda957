import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPage } from '../testing.page.ts';
import { ListHeading } from './ListHeading.tsx';
import { ListTable } from './ListTable.tsx';
import { PanelButton } from './panel/PanelButton.tsx';
import { RowDialog } from './RowDialog.tsx';
import { SearchFilter } from './Filters.tsx';
import { ANY_TEXT, useList } from './useList.ts';
import { useOpenedRow } from './useOpenedRow.ts';
import type { Paging, RowSource } from './useRows.ts';

interface Person {
  id: number;
  name: string;
}

const ALL: readonly Person[] = ['Awa', 'Kofi', 'Zanele'].map((name, at) => ({ id: at + 1, name }));

interface Asked extends Paging {
  id?: string | undefined;
  search?: string | undefined;
  sort?: string | undefined;
}

const PEOPLE: RowSource<Person, Asked> = {
  name: 'listPeople',
  fetchPage({ id, search = '' }) {
    const rows = ALL.filter((one) => (id ? String(one.id) === id : one.name.includes(search)));
    return Promise.resolve({ rows, next: undefined, total: rows.length, isMore: false });
  },
};

const act = vi.fn();

function People() {
  const list = useList(PEOPLE, { search: ANY_TEXT, sort: ['name', '-name'] });
  const opened = useOpenedRow(PEOPLE, list.rows, [], list);
  const note = useRef<HTMLTextAreaElement>(null);
  return (
    <div className="list-page">
      <ListHeading title="People" />
      <ListTable
        caption="People"
        filters={<SearchFilter list={list} />}
        columns={[{ id: 'name', header: 'Name', sortable: true, cell: ({ name }) => name }]}
        list={list}
        onRow={opened.open}
        openRow={opened.row?.id}
        loadingLabel="Loading"
        failedLabel="Failed"
        emptyLabel="None"
      />
      <RowDialog
        opened={opened}
        title={({ name }) => `${name} Diop`}
        isDirty={() => Boolean(note.current?.value)}
        actions={() => <PanelButton onClick={act}>Approve</PanelButton>}
      >
        {() => <textarea ref={note} aria-label="Note" />}
      </RowDialog>
    </div>
  );
}

/** As wide as a desktop, or as a phone. */
let isWide = true;
beforeEach(() => {
  isWide = true;
  vi.stubGlobal('matchMedia', () => ({ matches: isWide }));
});
afterEach(() => vi.unstubAllGlobals());

const rowOf = (name: string) => screen.findByRole('button', { name });
const panelOf = (name: string) => screen.findByRole('region', { name: `${name} Diop` });
const panel = () => screen.queryByRole('region', { name: /Diop/ });
const headingOf = (name: string) => screen.getByRole('heading', { name: `${name} Diop` });

async function openRow(name: string) {
  openPage('/people', <People />);
  await userEvent.click(await rowOf(name));
  return panelOf(name);
}

describe('a row that is open beside its list', () => {
  test('is a part of the page with the name of the row, where the focus goes', async () => {
    await openRow('Awa');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(headingOf('Awa'));
    expect((await rowOf('Awa')).getAttribute('aria-current')).toBe('true');
    expect((await rowOf('Kofi')).getAttribute('aria-current')).toBeNull();
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next row' }));
  });

  test('gives way to another one that is pressed in the list, and Back leads to the list', async () => {
    await openRow('Awa');
    await userEvent.click(await rowOf('Zanele'));
    const shown = await panelOf('Zanele');
    expect(within(shown).getByText('3 of 3')).toBeTruthy();
    expect(document.activeElement).toBe(headingOf('Zanele'));
    expect(location.search).toBe('?open=3');
    history.back();
    await waitFor(() => expect(panel()).toBeNull());
    expect(location.pathname + location.search).toBe('/people');
    await waitFor(async () => expect(document.activeElement).toBe(await rowOf('Zanele')));
  });

  test('takes the focus when it is pressed again', async () => {
    await openRow('Awa');
    (await rowOf('Awa')).focus();
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement).toBe(headingOf('Awa'));
  });

  test('closes on Escape, and its row has the focus then, also after J', async () => {
    await openRow('Awa');
    await userEvent.keyboard('j');
    await panelOf('Kofi');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(panel()).toBeNull());
    await waitFor(async () => expect(document.activeElement).toBe(await rowOf('Kofi')));
    expect(location.search).toBe('');
  });

  test('closes on Escape in the list, but not in its search', async () => {
    await openRow('Awa');
    await userEvent.click(screen.getByRole('searchbox'));
    await userEvent.keyboard('{Escape}');
    expect(panel()).toBeTruthy();
    const kofi = await rowOf('Kofi');
    kofi.focus();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(panel()).toBeNull());
    expect(document.activeElement).toBe(kofi);
  });

  test('is left only after a yes when something was typed', async () => {
    const shown = await openRow('Awa');
    const note = within(shown).getByLabelText<HTMLTextAreaElement>('Note');
    await userEvent.type(note, 'Calls again');
    await userEvent.click(await rowOf('Kofi'));
    await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(location.search).toBe('?open=1');
    expect(note.value).toBe('Calls again');
    // The row that is shown already is not left.
    await userEvent.click(await rowOf('Awa'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await userEvent.click(await rowOf('Kofi'));
    await userEvent.click(await screen.findByRole('button', { name: 'Close without saving' }));
    await panelOf('Kofi');
    await waitFor(() => expect(document.activeElement).toBe(headingOf('Kofi')));
  });

  test('stays with what was typed while its list is narrowed to others', async () => {
    const shown = await openRow('Awa');
    const note = within(shown).getByLabelText<HTMLTextAreaElement>('Note');
    await userEvent.type(note, 'Calls again');
    await userEvent.type(screen.getByRole('searchbox'), 'Kofi');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Awa' })).toBeNull());
    await waitFor(() => expect(location.search).toBe('?search=Kofi&open=1'));
    expect(panel()?.contains(note)).toBe(true);
    expect(note.value).toBe('Calls again');
    await userEvent.click(screen.getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(location.search).toContain('sort'));
    await userEvent.clear(note);
    await userEvent.click(within(shown).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(location.search).toMatch(/^\?search=Kofi&sort=-?name$/));
    history.back();
    await waitFor(() => expect(location.search).toBe(''));
  });

  test('takes Ctrl+Enter, which in the list belongs to the list', async () => {
    await openRow('Awa');
    vi.spyOn(performance, 'now').mockReturnValue(Number.MAX_SAFE_INTEGER);
    screen.getByRole('button', { name: 'Name' }).focus();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(act).not.toHaveBeenCalled();
    headingOf('Awa').focus();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(act).toHaveBeenCalledOnce();
    vi.restoreAllMocks();
  });

  test('stays as it is when the window becomes narrow', async () => {
    const shown = await openRow('Awa');
    await userEvent.type(within(shown).getByLabelText('Note'), 'Calls again');
    isWide = false;
    await userEvent.click(screen.getByRole('button', { name: 'Name' }));
    expect(within(await panelOf('Awa')).getByDisplayValue('Calls again')).toBeTruthy();
  });
});

test('a row that a phone opens is a dialog over its list', async () => {
  isWide = false;
  openPage('/people', <People />);
  await userEvent.click(await rowOf('Kofi'));
  const dialog = await screen.findByRole('dialog', { name: 'Kofi Diop' });
  expect(panel()).toBeNull();
  await userEvent.type(within(dialog).getByLabelText('Note'), 'Calls again');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Close without saving' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(async () => expect(document.activeElement).toBe(await rowOf('Kofi')));
});
