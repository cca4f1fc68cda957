import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { serve } from '../../../web/testing.fetch.ts';
import { ConfirmProvider } from '../../../web/ui/confirm.tsx';
import { useMyApplications } from '../payer/useMyApplications.ts';
import { EarlierApplications } from './EarlierApplications.tsx';
import { attemptedOf, fakePaymentServer } from './testing.dialog.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const shortfall = (state: 'open' | 'over') => ({
  state,
  instalment: 1,
  quoteId: '6b1f8f9e-6f0e-4a57-9f0a-3c6f2a0e4444',
  token: 'ETH',
  received: '0.2',
  rest: '0.133',
  rate: '2500.00',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  sender: null,
  until: '2099-11-05T14:05:00.000Z',
});

const onContinue = vi.fn();

function List() {
  const mine = useMyApplications();
  return (
    <ConfirmProvider>
      <button type="button" onClick={() => void mine.load()}>
        Load
      </button>
      <EarlierApplications mine={mine} onContinue={onContinue} />
    </ConfirmProvider>
  );
}

async function open(state: 'open' | 'over') {
  const server = fakePaymentServer();
  server.become({
    ...attemptedOf('onetime', 'crypto', 'processing'),
    paymentStatus: 'confirming',
    shortfall: shortfall(state),
  });
  serve(...server.fakes);
  render(<List />);
  await userEvent.click(screen.getByRole('button', { name: 'Load' }));
  await screen.findByText('You have an application');
}

test('an application of which a part has come in crypto says what is missing and goes on from here', async () => {
  await open('open');
  expect(screen.getByText(/^Received 0.2 ETH. Send 0.133 ETH more to the same/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Continue with PX-7H4K9' }));
  expect(onContinue).toHaveBeenCalledWith(expect.objectContaining({ reference: 'PX-7H4K9' }));
});

test('once the time for the rest is over, it says that what came is recorded, and asks for nothing', async () => {
  await open('over');
  expect(screen.getByText(/^Received 0.2 ETH. The price is no longer valid/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Continue with/ })).toBeNull();
});
