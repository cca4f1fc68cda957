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
  await userEvent.click(screen.getByRole('button', { name: 'Check the chain' }));
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a log that nobody has touched is said to be whole, with its last seal', async () => {
  serve(answers(checkAuditChain, whole));
  await check();
  const status = (await screen.findByText('Nothing was touched.')).closest('[role=status]');
  expect(status?.textContent).toContain('41 acts are sealed; 1 newer one waits for its seal');
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
  expect(await screen.findByText('6 faults were found.')).toBeTruthy();
  for (const sentence of [
    'Act 7 was changed.',
    'Act 8 was removed.',
    'Act 9 was put in later.',
    'The link at place 3 was removed.',
    'And 2 more.',
  ])
    expect(screen.getByText(sentence)).toBeTruthy();
  expect(screen.queryByText('Nothing was touched.')).toBeNull();
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
  await userEvent.click(screen.getByRole('button', { name: 'Check the chain' }));
  expect(await screen.findByText('Nothing was touched.')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
