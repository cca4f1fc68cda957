import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../../../web/queries.ts';
import { answers, refuses, serve } from '../../../../../web/testing.fetch.ts';
import { CryptoWarnings } from './CryptoWarnings.tsx';
import { type CryptoStatus, readCryptoStatus } from './crypto-status.contract.ts';

beforeEach(() => vi.unstubAllGlobals());
afterEach(cleanup);

function open(status: Partial<CryptoStatus>) {
  const well = { isOn: true, hasSingleNode: false, maxPriceDifferencePercent: 2, refusals: [] };
  const log = serve(answers(readCryptoStatus, { ...well, ...status }));
  show();
  return log;
}

function show() {
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <CryptoWarnings />
    </QueryClientProvider>,
  );
}

test('a single node is warned about, with the way to what needs confirmation', async () => {
  open({ hasSingleNode: true });
  expect((await screen.findByRole('note')).textContent).toContain('Only one network node');
  const link = screen.getByRole('link', { name: 'See what needs confirmation' });
  expect(link.getAttribute('href')).toBe('/admin/payments/network');
});

test('a token that cannot be quoted is named with the reason', async () => {
  open({ maxPriceDifferencePercent: 3, refusals: [{ token: 'ETH', reason: 'apart' }] });
  expect((await screen.findByRole('note')).textContent).toContain(
    'ETH: The Chainlink price and an exchange differ by more than 3%.',
  );
});

test('while all is well nothing is said', async () => {
  const log = open({});
  await waitFor(() => expect(log).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.body.textContent).toBe('');
});

test('a check that fails says so', async () => {
  serve(refuses(readCryptoStatus, 503, { message: 'The database is away.' }));
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('The database is away.');
});
