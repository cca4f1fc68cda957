import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { NewPassword } from './NewPassword.tsx';

const of = { errors: {}, filled: {} };
const strength = () => screen.getByRole('status').textContent;

test('says how strong a password is while it is typed, and nothing once the form is empty again', async () => {
  render(
    <form aria-label="form">
      <NewPassword of={of} label="New password" />
    </form>,
  );
  expect(strength()).toBe('');
  await userEvent.type(screen.getByLabelText('New password'), 'baobab');
  expect(strength()).toMatch(/^Password strength: weak/);
  await userEvent.type(screen.getByLabelText('New password'), ' at noon');
  expect(strength()).toMatch(/^Password strength: good/);
  fireEvent.reset(screen.getByRole('form'));
  expect(strength()).toBe('');
});

test('calls one weak that is made of what the form or the account says about its owner', async () => {
  render(
    <form>
      <input name="lastName" defaultValue="Ouedraogo" />
      <NewPassword of={of} label="Password" email="kwame.boateng@example.org" />
    </form>,
  );
  const field = screen.getByLabelText('Password');
  await userEvent.type(field, 'ouedraogo 2026');
  expect(strength()).toMatch(/weak/);
  await userEvent.clear(field);
  await userEvent.type(field, 'kwame boateng 1');
  expect(strength()).toMatch(/weak/);
});
