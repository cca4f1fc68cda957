import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../web/queries.ts';
import { answers, inTurn, refuses, serve } from '../../../web/testing.fetch.ts';
import { MemberCard } from './OwnCard.tsx';
import { type MemberAnswer, readMember } from './profile.contract.ts';

const member: MemberAnswer = {
  id: '6b1f8f9e-6f0e-4a57-9f0a-3c6f2a0e1111',
  firstName: 'Amina',
  lastName: 'Bello',
  profile: { country: 'Senegal', city: 'Dakar', bio: 'I teach.\nI read.', interests: 'chess' },
};
const empty = { country: '', city: '', bio: '', interests: '' };

function open(...fakes: Parameters<typeof serve>) {
  const log = serve(...fakes);
  render(
    <QueryClientProvider client={createQueryClient(() => {})}>
      <MemberCard id={member.id} />
    </QueryClientProvider>,
  );
  return log;
}

const name = () => screen.findByRole('heading', { level: 3 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a card says who a member is, where, and what they wrote', async () => {
  const log = open(answers(readMember, member));
  expect(screen.getByText('Loading profile...')).toBeTruthy();
  expect((await name()).textContent).toBe('Amina Bello');
  expect(screen.getByText('Dakar, Senegal')).toBeTruthy();
  expect(screen.getByText(/^I teach\./).textContent).toBe('I teach.\nI read.');
  expect(screen.getByText('chess')).toBeTruthy();
  expect(log[0]?.path).toBe(`/api/members/${member.id}`);
});

test.each([
  [{ ...empty, city: 'Dakar' }, 'Dakar'],
  [{ ...empty, country: 'Senegal' }, 'Senegal'],
])('a card leaves out what a member did not say', async (profile, place) => {
  open(answers(readMember, { ...member, profile }));
  await name();
  expect(screen.getByText(place)).toBeTruthy();
  expect(screen.queryByText('Interests')).toBeNull();
});

test.each([
  [null, 'This member’s profile is private.'],
  [empty, 'This member has written nothing about themselves yet.'],
])('a card with nothing to read says why', async (profile, sentence) => {
  open(answers(readMember, { ...member, profile }));
  expect(await screen.findByText(sentence)).toBeTruthy();
});

test('a name without a letter to see is unknown, and one in another script has its own direction', async () => {
  open(answers(readMember, { ...member, firstName: '\u202E\u200B', lastName: null }));
  expect((await name()).textContent).toBe('Unknown');
  cleanup();
  open(answers(readMember, { ...member, firstName: 'عائشة', lastName: null }));
  expect((await name()).querySelector('bdi')?.textContent).toBe('عائشة');
});

test('who is not to be found has no card and no error', async () => {
  open(refuses(readMember, 404, { message: 'This member does not exist.' }));
  expect(await screen.findByText('This member’s profile is not available.')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a card that could not be loaded is loaded at the second try', async () => {
  open(inTurn(refuses(readMember, 503, { message: 'We are away.' }), answers(readMember, member)));
  expect((await screen.findByRole('alert')).textContent).toContain('We are away.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await name()).textContent).toBe('Amina Bello');
});
