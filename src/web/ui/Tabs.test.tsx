import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Tabs } from './Tabs.tsx';

const tabs = [
  { value: 'card', label: 'Card', content: <input aria-label="Name on the card" /> },
  { value: 'zelle', label: 'Zelle', content: <input aria-label="Confirmation number" /> },
  { value: 'bank', label: 'Bank', content: 'Transfer it' },
];

const selected = () => screen.getByRole('tab', { selected: true }).textContent;

test('one panel is seen, named by its tab', () => {
  render(<Tabs label="Payment method" tabs={tabs} defaultValue="bank" />);
  expect(screen.getByRole('tablist', { name: 'Payment method' })).toBeTruthy();
  expect(screen.getByRole('tabpanel', { name: 'Bank' }).textContent).toBe('Transfer it');
  expect(screen.getAllByRole('tabpanel')).toHaveLength(1);
});

test('the arrows, Home and End choose a tab and go around the ends', async () => {
  render(<Tabs label="Payment method" tabs={tabs} />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  expect(selected()).toBe('Zelle');
  expect(document.activeElement?.textContent).toBe('Zelle');
  await userEvent.keyboard('{End}');
  expect(selected()).toBe('Bank');
  await userEvent.keyboard('{ArrowRight}');
  expect(selected()).toBe('Card');
  await userEvent.keyboard('{ArrowLeft}');
  expect(selected()).toBe('Bank');
  await userEvent.keyboard('{Home}');
  expect(selected()).toBe('Card');
});

test('tabs at the side are chosen with the arrows up and down too', async () => {
  render(<Tabs label="Payment method" tabs={tabs} look="side" />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}');
  expect(selected()).toBe('Zelle');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(selected()).toBe('Bank');
});

test('right means back where the page is written from right to left', async () => {
  render(
    <div style={{ direction: 'rtl' }}>
      <Tabs label="Payment method" tabs={tabs} />
    </div>,
  );
  await userEvent.tab();
  await userEvent.keyboard('{ArrowLeft}');
  expect(selected()).toBe('Zelle');
});

test('only the chosen tab is in the way of the Tab key', async () => {
  render(<Tabs label="Payment method" tabs={tabs} />);
  await userEvent.tab();
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByLabelText('Name on the card'));
});

test('of tabs of which none is open the first is in the way of the Tab key', async () => {
  render(<Tabs label="Payment method" tabs={tabs} value="cheque" />);
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('Card');
  expect(screen.queryByRole('tab', { selected: true })).toBeNull();
});

test('a panel is drawn when it is first visited and keeps what was typed', async () => {
  render(<Tabs label="Payment method" tabs={tabs} />);
  expect(screen.queryByLabelText('Confirmation number')).toBeNull();
  await userEvent.click(screen.getByRole('tab', { name: 'Zelle' }));
  await userEvent.type(screen.getByLabelText('Confirmation number'), '123');
  await userEvent.click(screen.getByRole('tab', { name: 'Card' }));
  await userEvent.click(screen.getByRole('tab', { name: 'Zelle' }));
  expect(screen.getByLabelText<HTMLInputElement>('Confirmation number').value).toBe('123');
});

test('a page that owns the choice decides it', async () => {
  const change = vi.fn();
  render(<Tabs label="Payment method" tabs={tabs} value="card" onChange={change} />);
  await userEvent.click(screen.getByRole('tab', { name: 'Bank' }));
  expect(change).toHaveBeenCalledWith('bank');
  expect(selected()).toBe('Card');
});
