import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Button } from './Button.tsx';

test('a button does not submit a form unless its type says so', async () => {
  const submit = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  render(
    <form onSubmit={submit}>
      <Button>Look</Button>
      <Button type="submit">Send</Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Look' }));
  expect(submit).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(submit).toHaveBeenCalledOnce();
});

test('a pending button says what it does, keeps the focus and cannot be pressed again', async () => {
  const submit = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  const press = vi.fn();
  const form = (pending: boolean) => (
    <form onSubmit={submit}>
      <input aria-label="Name" />
      <Button type="submit" pending={pending} pendingLabel="Sending..." onClick={press}>
        Send
      </Button>
    </form>
  );
  const { rerender } = render(form(false));
  screen.getByRole('button', { name: 'Send' }).focus();
  rerender(form(true));

  const button = screen.getByRole('button', { name: 'Sending...' });
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(button);
  await userEvent.type(screen.getByLabelText('Name'), '{Enter}');
  expect(press).not.toHaveBeenCalled();
  expect(submit).not.toHaveBeenCalled();
});

test('a disabled button is disabled', () => {
  render(<Button disabled>Send</Button>);
  expect(screen.getByRole('button').hasAttribute('disabled')).toBe(true);
});

test('a button with an address is a link', () => {
  render(
    <Button variant="primary" href="/sign">
      Sign
    </Button>,
  );
  expect(screen.getByRole('link', { name: 'Sign' }).getAttribute('href')).toBe('/sign');
});
