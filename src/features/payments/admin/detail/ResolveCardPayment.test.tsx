import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../../web/queries.ts';
import { RecentPasswordContext } from '../../../../web/recentPassword.ts';
import { answers, refuses, type Sent, serve } from '../../../../web/testing.fetch.ts';
import { ConfirmProvider } from '../../../../web/ui/confirm.tsx';
import { Toaster } from '../../../../web/ui/toast.tsx';
import { endWaitingCard } from '../../rails/card/card-review.contract.ts';
import type { PaymentDetail, PaymentAttempt } from './payment-detail.contract.ts';
import { PaymentAttempts } from './PaymentAttempts.tsx';

const id = '00000000-0000-4000-8000-000000000001';
const paymentId = '00000000-0000-4000-8000-000000000002';
const waiting: PaymentAttempt = {
  id: paymentId,
  instalment: 2,
  method: 'paypal',
  status: 'processing',
  flag: 'manual',
  isTest: false,
  amount: '100.00',
  received: null,
  receivedOn: null,
  refunded: null,
  held: '0.00',
  moved: [],
  surplus: null,
  railReference: null,
  number: null,
  statementLine: null,
  reason: null,
  receipt: null,
  paypalRefund: null,
  takeBack: null,
  takenBack: null,
  createdAt: '2026-11-05T10:00:00.000Z',
};
const moneyWith = (payment: PaymentAttempt): PaymentDetail => ({
  application: {
    id,
    reference: 'PX-7K4M2',
    name: 'Ama Mensah',
    email: 'ama@example.org',
    applicationStatus: 'submitted',
    paymentStatus: 'processing',
  },
  currency: 'USD',
  totals: { due: '1200.00', received: '100.00', refunded: '0.00', held: '100.00' },
  schedules: [],
  payments: [payment],
  history: [],
});

function open(
  changes: Partial<PaymentAttempt> = {},
  through = <T,>(operation: () => Promise<T>) => operation(),
) {
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RecentPasswordContext value={through}>
        <ConfirmProvider>
          <PaymentAttempts money={moneyWith({ ...waiting, ...changes })} />
        </ConfirmProvider>
      </RecentPasswordContext>
      <Toaster />
    </QueryClientProvider>,
  );
}
const posted = (log: Sent[]) => log.filter(({ method }) => method === 'POST');
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const look = () => press('Enter the outcome...');
const choose = (name: string | RegExp) => userEvent.click(screen.getByRole('radio', { name }));
async function answer(name: string) {
  const question = await screen.findByRole('alertdialog');
  const said = question.textContent;
  await userEvent.click(within(question).getByRole('button', { name }));
  return said;
}

beforeEach(() => vi.unstubAllGlobals());
afterEach(cleanup);

describe('a card payment that waits for a person', () => {
  test('says what to look for at PayPal: the invoice and the amount', () => {
    open();
    const place = screen.getByRole('region', { name: 'A card payment to review' });
    expect(within(place).getByText('PX-7K4M2-2')).toBeTruthy();
    expect(place.textContent).toContain('a completed payment of exactly $100.00');
  });

  test.each([{ flag: 'none' }, { status: 'failed' }, { method: 'crypto' }] as const)(
    'is asked for of no other payment: %o',
    (changes) => {
      open(changes);
      expect(screen.queryByRole('button', { name: 'Enter the outcome...' })).toBeNull();
    },
  );

  test('is booked by PayPal’s number after a yes, through the question for the password', async () => {
    const asked: string[] = [];
    const log = serve(answers(endWaitingCard, { message: 'The payment is recorded.' }));
    open({}, async (operation) => {
      asked.push('password');
      return operation();
    });
    await look();
    await choose('A completed payment of $100.00 for this invoice');
    await userEvent.type(screen.getByLabelText('PayPal transaction ID'), '3c679366hh908993f');
    await userEvent.type(screen.getByLabelText('Reason'), 'Found in the activity.');
    await press('Record payment');
    expect(await answer('Record $100.00')).toContain(
      'We will check 3C679366HH908993F with PayPal.',
    );
    expect(await screen.findByText('The payment is recorded.')).toBeTruthy();
    expect(posted(log)).toMatchObject([
      {
        path: `/api/admin/payments/${paymentId}/card-end`,
        body: { captureId: '3c679366hh908993f', reason: 'Found in the activity.' },
      },
    ]);
    expect(asked).toEqual(['password']);
  });

  test('ends as failed without a number, and the payer’s reason is sent', async () => {
    const log = serve(answers(endWaitingCard, { message: 'The payment is marked as failed.' }));
    open();
    await look();
    expect(document.activeElement).toBe(
      screen.getByRole('region', { name: 'A card payment to review' }),
    );
    await choose('No such payment, or it was refunded');
    expect(screen.queryByLabelText('PayPal transaction ID')).toBeNull();
    expect(screen.getByText('The payer will see this.')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Reason'), 'PayPal sent it back.');
    await press('Mark as failed');
    expect(await answer('Mark as failed')).toContain('can pay in another way, but not with PayPal');
    expect(await screen.findByText('The payment is marked as failed.')).toBeTruthy();
    expect(posted(log).map(({ body }) => body)).toEqual([{ reason: 'PayPal sent it back.' }]);
  });

  test('is not sent without saying what was found, its number and a reason', async () => {
    const log = serve();
    open();
    await look();
    await press('Record payment');
    expect(screen.getAllByText('Choose what you found in PayPal.').length).toBeGreaterThan(0);
    expect(screen.getAllByText('Say why, in at most 1,000 characters.').length).toBeGreaterThan(0);
    await choose(/^A completed payment/);
    await press('Record payment');
    expect(
      screen.getAllByText('Enter the PayPal transaction ID: 10 to 30 letters and digits.').length,
    ).toBeGreaterThan(0);
    expect(posted(log)).toEqual([]);
  });

  test('that is refused says why beside the form and keeps what was typed', async () => {
    const refusal =
      'Our PayPal account has no payment with this transaction ID. Check it and try again.';
    serve(refuses(endWaitingCard, 409, { message: refusal }));
    open();
    await look();
    await choose(/^A completed payment/);
    const number = screen.getByLabelText<HTMLInputElement>('PayPal transaction ID');
    await userEvent.type(number, '3C679366HH908993F');
    await userEvent.type(screen.getByLabelText('Reason'), 'Found.');
    await press('Record payment');
    await answer('Record $100.00');
    const place = screen.getByRole('region', { name: 'A card payment to review' });
    expect(await within(place).findByText(refusal)).toBeTruthy();
    expect(number.value).toBe('3C679366HH908993F');
  });
});
