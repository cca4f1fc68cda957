import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../web/queries.ts';
import { answers, serve } from '../../../web/testing.fetch.ts';
import { ConfirmProvider } from '../../../web/ui/confirm.tsx';
import { ApplicationPayments, type ListedPayment } from './ApplicationPayments.tsx';
import {
  findMatchSuggestions,
  listPaymentsForAdmin,
  type PaymentRow,
} from '../rails/transfer/confirmation/confirmation.contract.ts';

const id = '00000000-0000-4000-8000-000000000001';
const at = '2026-11-05T10:00:00.000Z';
const listed: ListedPayment = {
  id,
  method: 'zelle',
  number: null,
  status: 'expired',
  amount: '1000.00',
  received: null,
  createdAt: at,
};
const row: PaymentRow = {
  id,
  applicationId: '00000000-0000-4000-8000-000000000002',
  reference: 'PX-7K4M2',
  name: 'Ama Mensah',
  email: 'ama@example.org',
  method: 'zelle',
  status: 'expired',
  flag: 'none',
  numberInReview: false,
  sameNumber: 1,
  amount: '1000.00',
  currency: 'USD',
  received: null,
  receivedOn: null,
  statementLine: null,
  number: null,
  reason: null,
  instalment: 1,
  of: 1,
  createdAt: at,
  updatedAt: at,
};

function open(payment: ListedPayment) {
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <ConfirmProvider>
        <ApplicationPayments payments={[payment]} applicationId={row.applicationId} />
      </ConfirmProvider>
    </QueryClientProvider>,
  );
}

beforeEach(() => vi.unstubAllGlobals());
afterEach(cleanup);

test('a transfer that is no longer waited for can be confirmed where its application is seen', async () => {
  const log = serve(
    answers(listPaymentsForAdmin, [row], { 'X-Total-Count': '1' }),
    answers(findMatchSuggestions, { lines: [], claims: [] }),
  );
  open(listed);
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm late payment...' }));
  expect(screen.getByLabelText<HTMLInputElement>('Received amount in USD').value).toBe('1000.00');
  expect(screen.getByRole('button', { name: 'Confirm payment' })).toBeTruthy();
  expect(log.map(({ query }) => query.get('status'))).toContain('expired');
});

test('a payment by card that has expired is shown and asks for nothing', async () => {
  const log = serve();
  open({ ...listed, method: 'paypal' });
  expect(screen.getByText(/^Card · Expired/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(log).toEqual([]);
});
