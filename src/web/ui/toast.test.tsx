import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Dialog } from './Dialog.tsx';
import { Toaster, useToast } from './toast.tsx';
import { currentToasts, dismissToast, toast, toastRules } from './toasts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  act(() => void vi.runAllTimers());
  vi.useRealTimers();
});

const show = (words: Parameters<typeof toast>[0]) => act(() => toast(words));
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const region = () => screen.getByRole('region', { name: 'Notifications (F8)' });

test('a toast is said politely, a destructive one at once', () => {
  render(<Toaster />);
  show({ title: 'Declaration Signed!', description: 'Thank you.' });
  expect(screen.getByRole('status').textContent).toContain('Declaration Signed!Thank you.');
  expect(screen.queryByRole('alert')).toBeNull();
  show({ title: 'Login Failed', variant: 'destructive' });
  expect(screen.getByRole('alert').textContent).toContain('Login Failed');
});

test('only the newest toast is seen', () => {
  render(<Toaster />);
  show({ title: 'First' });
  show({ title: 'Second' });
  expect(region().textContent).toBe('Second');
  expect(currentToasts()).toHaveLength(1);
});

test('it goes after five seconds and is forgotten after the removal delay', () => {
  render(<Toaster />);
  show({ title: 'Saved' });
  pass(4999);
  expect(screen.queryByText('Saved')).toBeTruthy();
  pass(1);
  expect(screen.queryByText('Saved')).toBeNull();
  expect(currentToasts()).toMatchObject([{ title: 'Saved', open: false }]);
  pass(999_999);
  expect(currentToasts()).toHaveLength(1);
  pass(1);
  expect(currentToasts()).toHaveLength(0);
});

test('its time stops under the pointer and goes on from there', () => {
  render(<Toaster />);
  show({ title: 'Saved' });
  const card = screen.getByText('Saved').closest('.toast') as HTMLElement;
  pass(4000);
  fireEvent.pointerEnter(card);
  pass(60_000);
  expect(screen.queryByText('Saved')).toBeTruthy();
  fireEvent.pointerLeave(card);
  pass(999);
  expect(screen.queryByText('Saved')).toBeTruthy();
  pass(1);
  expect(screen.queryByText('Saved')).toBeNull();
});

test.each([
  [toastRules.swipePx, 'goes'],
  [toastRules.swipePx - 1, 'stays'],
  [-200, 'stays'],
])('pulled %i pixels to the right it %s', (px, what) => {
  render(<Toaster />);
  show({ title: 'Saved' });
  const card = screen.getByText('Saved').closest('.toast') as HTMLElement;
  fireEvent.pointerDown(card, { clientX: 300 });
  fireEvent.pointerMove(card, { clientX: 300 + px });
  fireEvent.pointerUp(card, { clientX: 300 + px });
  expect(screen.queryByText('Saved') === null).toBe(what === 'goes');
});

test('F8 leads the focus to the notifications, the Close button ends one', () => {
  render(<Toaster />);
  show({ title: 'Saved' });
  fireEvent.keyDown(document.body, { key: 'F8', code: 'F8' });
  expect(document.activeElement).toBe(region());
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('Saved')).toBeNull();
});

test('over an open dialog it appears inside of it, where it can be reached and heard', () => {
  const page = (open: boolean) => (
    <>
      <Dialog open={open} title="Sign" onClose={() => {}}>
        Hello
      </Dialog>
      <Toaster />
    </>
  );
  const { rerender } = render(page(true));
  show({ title: 'Saved' });
  const title = screen.getByRole('heading', { name: 'Sign' });
  expect(region().parentElement).toBe(title.parentElement);
  rerender(page(false));
  expect(screen.getByText('Saved').closest('dialog')).toBeNull();
});

test('dismissing a toast twice, or an unknown one, harms nothing', () => {
  act(() => {
    const id = toast({ title: 'Saved' });
    dismissToast(id);
    dismissToast(id);
    dismissToast(-1);
  });
  expect(currentToasts()).toMatchObject([{ open: false }]);
});

test('the hook hands out the same function as the store', () => {
  let given: ReturnType<typeof useToast> | undefined;
  function Probe() {
    given = useToast();
    return null;
  }
  render(<Probe />);
  expect(given?.toast).toBe(toast);
});
