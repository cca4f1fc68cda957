import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SignaturePage } from './SignaturePage.tsx';

const awa = { key: 'k', fullName: 'Awa Diop', country: 'Senegal' };
const formOf = (name: string) => screen.getByRole('button', { name }).closest('form');

test('asks who has not confirmed, with forms that work without scripts', () => {
  render(<SignaturePage signature={{ state: 'unconfirmed', ...awa }} failure={undefined} />);
  expect(screen.getByText(/Awa Diop, Senegal/)).toBeTruthy();
  for (const [name, action] of [
    ['Confirm your signature', '/api/unity-declaration/confirm'],
    ['Withdraw your signature', '/api/unity-declaration/withdraw'],
  ] as const) {
    expect(formOf(name)?.getAttribute('action')).toBe(action);
    expect(formOf(name)?.method).toBe('post');
    expect(new FormData(formOf(name) ?? undefined).get('key')).toBe('k');
  }
});

test('offers who has confirmed only to withdraw', () => {
  render(<SignaturePage signature={{ state: 'confirmed', ...awa }} failure={undefined} />);
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Withdraw your signature',
  ]);
});

test('says why a button was refused, and how to come back', () => {
  render(
    <SignaturePage signature={undefined} failure="Many forms have just come from your network." />,
  );
  expect(screen.getByText('Many forms have just come from your network.')).toBeTruthy();
  expect(screen.getByText('Open the link in our email again.')).toBeTruthy();
  expect(screen.queryByText(/no longer valid/)).toBeNull();
});

test.each([
  ['forged', 'This link is incomplete. Open the link in our email again.'],
  ['old', /This link is no longer valid/],
] as const)('says of a link that is %s what to do', (state, sentence) => {
  render(<SignaturePage signature={{ state }} failure={undefined} />);
  expect(screen.getByText(sentence)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
