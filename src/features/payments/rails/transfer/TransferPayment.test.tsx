import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answers, inTurn, refuses, serve } from '../../../../web/testing.fetch.ts';
import type { MyApplication } from '../../payer/my-applications.contract.ts';
import type { PayableInstalment } from '../../payer/my-applications.rules.ts';
import { SendDetails } from './TransferPayment.tsx';
import { sendTransferDetails } from './transfer.contract.ts';

const application = {
  id: '6b1f8f9e-6f0e-4a57-9f0a-3c6f2a0e1111',
  paymentPlan: 'installment',
} as MyApplication;
const due = { number: 3 } as PayableInstalment;
const message = 'We are sending the details.';
const press = () =>
  userEvent.click(screen.getByRole('button', { name: 'Send me these details by email' }));

beforeEach(() => vi.unstubAllGlobals());
afterEach(cleanup);

test('asks for the details of this instalment, and says that they are on their way', async () => {
  const log = serve(answers(sendTransferDetails, { message }));
  render(<SendDetails rail="bank" application={application} due={due} />);
  await press();
  expect((await screen.findByText(message)).getAttribute('role')).toBe('status');
  expect(log.map(({ body }) => body)).toEqual([
    { applicationId: application.id, paymentMethod: 'bank', plan: 'installment', instalment: 3 },
  ]);
});

test('says why not, and the second press is the same request', async () => {
  const log = serve(
    inTurn(
      refuses(sendTransferDetails, 409, { message: 'We are still checking a payment.' }),
      answers(sendTransferDetails, { message }),
    ),
  );
  render(<SendDetails rail="zelle" application={application} due={due} />);
  await press();
  expect(
    (await screen.findByText('We are still checking a payment.')).closest('[role="alert"]'),
  ).toBeTruthy();
  await press();
  await screen.findByText(message);
  const keys = log.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(new Set(keys).size).toBe(1);
});
