import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { answers, inTurn, refuses, serve } from '../../web/testing.fetch.ts';
import { openPage } from '../../web/testing.page.ts';
import { ChainCheck } from './ChainCheck.tsx';
import { type ChainAnswer, checkAuditChain } from './chain.contract.ts';

const whole: ChainAnswer = {
  sealed: 41,
  waiting: 1,
  head: { position: 41, hash: 'kEnTe', sealedAt: '2026-11-21T10:00:00.000Z' },
  total: 0,
  faults: [],
};
const check = async () => {
  openPage('/admin/settings/log', <ChainCheck />);
  await userEvent.click(screen.getByRole('button', { name: 'Check the log' }));
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a log that nobody has touched is said to be whole, with its last seal', async () => {
  serve(answers(checkAuditChain, whole));
  await check();
  const status = (await screen.findByText('Nothing was changed.')).closest('[role=status]');
  expect(status?.textContent).toContain(
    '41 entries are sealed; 1 newer one is waiting for its seal',
  );
  expect(status?.textContent).toContain('kEnTe');
});

test('each fault is named, and those beyond the list are counted', async () => {
  const faults: ChainAnswer['faults'] = [
    { kind: 'changed', id: 7 },
    { kind: 'removed', id: 8 },
    { kind: 'inserted', id: 9 },
    { kind: 'link_removed', id: 3 },
  ];
  serve(answers(checkAuditChain, { ...whole, waiting: 0, total: 6, faults }));
  await check();
  expect(await screen.findByText('6 problems were found.')).toBeTruthy();
  for (const sentence of [
    'Entry 7 was changed.',
    'Entry 8 was removed.',
    'Entry 9 was inserted later.',
    'Link 3 of the chain was removed.',
    'And 2 more.',
  ])
    expect(screen.getByText(sentence)).toBeTruthy();
  expect(screen.queryByText('Nothing was changed.')).toBeNull();
});

test('a check that failed says why, and can be done again', async () => {
  serve(
    inTurn(
      refuses(checkAuditChain, 503, { message: 'Please wait a minute.' }),
      answers(checkAuditChain, { ...whole, sealed: 0, waiting: 0, head: null }),
    ),
  );
  await check();
  expect((await screen.findByRole('alert')).textContent).toBe('Please wait a minute.');
  await userEvent.click(screen.getByRole('button', { name: 'Check the log' }));
  expect(await screen.findByText('Nothing was changed.')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
