import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { type Column, DataTable, type DataTableProps } from './DataTable.tsx';

type Signature = { id: number; name: string; amount: number };

const signatures: Signature[] = [
  { id: 1, name: 'Kwame', amount: 90 },
  { id: 2, name: 'awa', amount: 1000 },
  { id: 3, name: 'Zanele', amount: 5 },
];

const columns: Column<Signature>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: (row) => row.name,
    sortBy: (row) => row.name,
    sortable: true,
  },
  {
    id: 'amount',
    header: 'Amount',
    cell: (row) => `$${row.amount}`,
    sortBy: (row) => row.amount,
    numeric: true,
  },
  { id: 'note', header: 'Note', cell: () => <a href="/note">Note</a> },
];

function list(props: Partial<DataTableProps<Signature>> = {}) {
  return (
    <DataTable
      caption="Signatures"
      columns={columns}
      rows={signatures}
      rowKey={(row) => row.id}
      loadingLabel="Loading signatures"
      empty="No signatures yet"
      {...props}
    />
  );
}

const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);
const header = (name: string) => screen.getByRole('columnheader', { name });
const sortBy = (name: string) => userEvent.click(within(header(name)).getByRole('button'));

test('a list is a named table whose first cell names the row', () => {
  render(list());
  const table = screen.getByRole('table', { name: 'Signatures' });
  expect(table.getAttribute('aria-rowcount')).toBe('4');
  expect(names()).toEqual(['Kwame', 'awa', 'Zanele']);
  expect(screen.getByText('3 of 3 rows')).toBeTruthy();
});

test('a press on a header sorts by words or numbers, a second one turns it around', async () => {
  render(list());
  expect(header('Name').getAttribute('aria-sort')).toBe('none');
  await sortBy('Name');
  expect(names()).toEqual(['awa', 'Kwame', 'Zanele']);
  expect(header('Name').getAttribute('aria-sort')).toBe('ascending');
  await sortBy('Amount');
  expect(names()).toEqual(['Zanele', 'Kwame', 'awa']);
  await sortBy('Amount');
  expect(names()).toEqual(['awa', 'Kwame', 'Zanele']);
  expect(header('Amount').getAttribute('aria-sort')).toBe('descending');
  expect(within(header('Note')).queryByRole('button')).toBeNull();
});

test('where the server sorts, a press asks it and leaves the rows as they came', async () => {
  const onSort = vi.fn();
  render(list({ sort: { id: 'name', desc: false }, onSort }));
  expect(within(header('Amount')).queryByRole('button')).toBeNull();
  await sortBy('Name');
  expect(onSort).toHaveBeenCalledWith({ id: 'name', desc: true });
  expect(names()).toEqual(['Kwame', 'awa', 'Zanele']);
});

test('a row opens by a press on it or on its first cell, and not by a link inside', async () => {
  const onRow = vi.fn();
  render(list({ onRow }));
  await userEvent.click(screen.getByRole('button', { name: 'awa' }));
  await userEvent.click(screen.getByText('$90'));
  expect(onRow.mock.calls.map(([row]) => row.id)).toEqual([2, 1]);
  await userEvent.click(screen.getAllByRole('link', { name: 'Note' })[0] as HTMLElement);
  expect(onRow).toHaveBeenCalledTimes(2);
});

test('the row that is open is said to be the current one', () => {
  render(list({ onRow: vi.fn(), openRow: 2 }));
  expect(screen.getByRole('button', { current: true }).textContent).toBe('awa');
});

test('a row unfolds its details and says so', async () => {
  render(list({ details: (row) => <p>{row.name} signed in Accra</p> }));
  const button = screen.getByRole('button', { name: 'Kwame' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByText('Kwame signed in Accra')).toBeTruthy();
  await userEvent.click(button);
  expect(screen.queryByText('Kwame signed in Accra')).toBeNull();
});

test('a list on its way says what is loading, an empty one that it is empty', () => {
  const { rerender } = render(list({ rows: undefined }));
  expect(screen.getByRole('status').textContent).toBe('Loading signatures');
  rerender(list({ rows: [] }));
  expect(screen.getByText('No signatures yet')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

test('a failure says why, offers another try and keeps the rows that are there', async () => {
  const onRetry = vi.fn();
  const { rerender } = render(list({ rows: undefined, error: 'The server is away.', onRetry }));
  expect(screen.getByRole('alert').textContent).toContain('The server is away.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
  rerender(list({ error: 'The server is away.', onRetry }));
  expect(names()).toHaveLength(3);
  expect(screen.getByRole('alert')).toBeTruthy();
});

test('more rows are fetched by a button that says how many there are in all', async () => {
  const onLoadMore = vi.fn();
  const { rerender } = render(list({ total: 1200, onLoadMore }));
  expect(screen.getByText('3 of 1,200 rows')).toBeTruthy();
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('1201');
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
  expect(onLoadMore).toHaveBeenCalledOnce();
  rerender(list({ total: 1200, onLoadMore, isLoading: true }));
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
  expect(onLoadMore).toHaveBeenCalledOnce();
});

test('a long list draws only the rows in sight', () => {
  const rows = Array.from({ length: 5000 }, (_, id) => ({ id, name: `Name ${id}`, amount: id }));
  render(list({ rows }));
  expect(screen.queryAllByRole('rowheader').length).toBeLessThan(100);
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('5001');
});

const placesOf = (row: HTMLElement) =>
  [...row.querySelectorAll('th, td')].map((cell) => cell.getAttribute('data-on-phone'));

test('a phone shows the figure beside the name and the next column below, unless columns say otherwise', () => {
  const { rerender } = render(list());
  const first = () => screen.getAllByRole('row')[1] as HTMLElement;
  expect(placesOf(first())).toEqual([null, 'end', 'below']);
  rerender(
    list({
      columns: columns.map((column) =>
        column.id === 'note' ? { ...column, onPhone: 'below-end' } : column,
      ),
    }),
  );
  expect(placesOf(first())).toEqual([null, null, 'below-end']);
});
