import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ConfirmProvider, useConfirm } from './confirm.tsx';

function DeleteButton({ onAnswer }: { onAnswer: (yes: boolean) => void }) {
  const confirm = useConfirm();
  const ask = async () =>
    onAnswer(
      await confirm({
        title: 'Delete this link?',
        text: 'Visitors will no longer see it.',
        confirmLabel: 'Delete link',
        danger: true,
      }),
    );
  return (
    <button type="button" onClick={ask}>
      Delete
    </button>
  );
}

async function ask() {
  const answered = vi.fn();
  render(
    <ConfirmProvider>
      <DeleteButton onAnswer={answered} />
    </ConfirmProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  return answered;
}

test('a dangerous question focuses its harmless answer', async () => {
  await ask();
  expect(screen.getByRole('alertdialog', { name: 'Delete this link?' })).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Cancel');
});

test.each([
  ['its action', true, () => userEvent.click(screen.getByRole('button', { name: 'Delete link' }))],
  ['Cancel', false, () => userEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
  ['Escape', false, () => userEvent.keyboard('{Escape}')],
])('%s answers %s', async (_, answer, press) => {
  const answered = await ask();
  await press();
  expect(answered).toHaveBeenCalledExactlyOnceWith(answer);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(document.querySelector('dialog')).toBeNull();
});

test('a question without a provider is a bug that says so', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(() => render(<DeleteButton onAnswer={() => {}} />)).toThrow('ConfirmProvider');
});
