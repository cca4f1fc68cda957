import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../../web/queries.ts';
import { answers, inTurn, refuses, type Sent, serve } from '../../../../web/testing.fetch.ts';
import { ConfirmProvider } from '../../../../web/ui/confirm.tsx';
import { Toaster } from '../../../../web/ui/toast.tsx';
import {
  confirmPayment,
  findMatchSuggestions,
} from '../../rails/transfer/confirmation/confirmation.contract.ts';

import { type PaymentDetail, readPaymentDetail } from './payment-detail.contract.ts';
import { PaymentDetailPage } from './PaymentDetailPage.tsx';
import { paymentDetailAddress } from '../../core/paths.rules.ts';
import {
  endPaymentPlan,
  moveInstalment,
  undoPlanEnd,
  undoWaiver,
  waiveInstalment,
} from '../instalments/instalment.contract.ts';
import {
  movePayment,
  takeBackPayment,
  undoMovePayment,
  undoTakeBack,
} from '../../core/correction.contract.ts';
import {
  endDispute,
  recordDispute,
  recordRefund,
  refundThroughPaypal,
} from '../refunds/refund.contract.ts';

const id = '00000000-0000-4000-8000-000000000001';
const paymentId = '00000000-0000-4000-8000-000000000002';
const at = '2026-11-05T10:00:00.000Z';
const event = (
  changes: Partial<PaymentDetail['history'][number]>,
): PaymentDetail['history'][number] => ({
  at,
  kind: 'step',
  instalment: 1,
  method: 'zelle',
  from: null,
  to: null,
  amount: null,
  subject: null,
  note: null,
  code: null,
  actor: null,
  ...changes,
});
const moneyWith = (changes: Partial<PaymentDetail['payments'][number]> = {}): PaymentDetail => ({
  application: {
    id,
    reference: 'PX-7K4M2',
    name: 'Ama Mensah',
    email: 'ama@example.org',
    applicationStatus: 'submitted',
    paymentStatus: 'completed',
  },
  currency: 'USD',
  totals: { due: '1000.00', received: '1000.00', refunded: '0.00', held: '1000.00' },
  schedules: [
    {
      id,
      plan: 'onetime',
      status: 'completed',
      pricedAt: at,
      isEndedByUs: false,
      dues: [
        {
          id,
          number: 1,
          amount: '1000.00',
          dueOn: '2026-11-05',
          status: 'paid',
          held: '1000.00',
          credits: [],
        },
      ],
    },
  ],
  payments: [
    {
      id: paymentId,
      instalment: 1,
      method: 'zelle',
      status: 'succeeded',
      flag: 'none',
      isTest: false,
      amount: '1000.00',
      received: '1000.00',
      receivedOn: '2026-11-05',
      refunded: null,
      held: '1000.00',
      moved: [],
      surplus: null,
      railReference: null,
      number: 'ZL-1',
      statementLine: null,
      reason: null,
      receipt: 'OAP-000007',
      paypalRefund: null,
      takeBack: null,
      takenBack: null,
      createdAt: at,
      ...changes,
    },
  ],
  history: [
    event({
      kind: 'schedule',
      to: 'onetime',
      amount: '1000.00',
      note: '1',
      instalment: null,
      method: null,
    }),
    event({ to: 'succeeded', amount: '1000.00', actor: { kind: 'admin', name: 'Esi Owusu' } }),
    event({ kind: 'mail', to: 'sent', subject: 'Payment received: PX-7K4M2', method: null }),
  ],
});

function open() {
  history.replaceState(null, '', paymentDetailAddress(id));
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <ConfirmProvider>
        <PaymentDetailPage />
      </ConfirmProvider>
      <Toaster />
    </QueryClientProvider>,
  );
}
const posted = (log: Sent[]) => log.filter(({ method }) => method === 'POST');
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => vi.unstubAllGlobals());
afterEach(cleanup);

describe('the money of an application', () => {
  test('shows totals, payments, instalments and what happened, newest first', async () => {
    serve(answers(readPaymentDetail, moneyWith()));
    open();
    expect(await screen.findByRole('heading', { name: 'Payments of PX-7K4M2' })).toBeTruthy();
    const happened = within(screen.getByRole('region', { name: 'History' })).getAllByRole(
      'listitem',
    );
    expect(happened.map((item) => item.querySelector('p')?.textContent)).toEqual([
      'Email “Payment received: PX-7K4M2”: sent',
      'Paid · $1,000.00',
      'The price was fixed: 1 × $1,000.00',
    ]);
    expect(happened[1]?.textContent).toContain('Esi Owusu');
    expect(screen.getByRole('link', { name: 'Receipt OAP-000007' }).getAttribute('href')).toBe(
      '/receipt/OAP-000007',
    );
    expect(screen.getByRole('link', { name: 'Open the application' }).getAttribute('href')).toBe(
      `/admin/submissions/passport-applications?open=${id}`,
    );
    expect(screen.queryByText('Sandbox: no real money moved')).toBeNull();
  });

  test('of the sandbox is marked', async () => {
    serve(answers(readPaymentDetail, moneyWith({ isTest: true })));
    open();
    expect(await screen.findByText('Sandbox: no real money moved')).toBeTruthy();
  });

  test('says why it could not be loaded', async () => {
    serve(refuses(readPaymentDetail, 404, { message: 'This application does not exist.' }));
    open();
    expect((await screen.findByRole('alert')).textContent).toContain(
      'This application does not exist.',
    );
  });

  test.each(['claimed', 'processing', 'failed', 'refunded', 'reversed', 'expired'] as const)(
    'offers nothing to record of a payment that is %s',
    async (status) => {
      serve(answers(readPaymentDetail, moneyWith({ status })));
      open();
      await screen.findByRole('heading', { name: 'Payments of PX-7K4M2' });
      expect(screen.queryByRole('button', { name: /Record/ })).toBeNull();
    },
  );
});

describe('what machines have noted', () => {
  const noted = (...events: PaymentDetail['history']): PaymentDetail => ({
    ...moneyWith(),
    history: events,
  });
  const paypal = { kind: 'paypal', name: null };

  test('is said in sentences, with their own word beside them for support', async () => {
    serve(
      answers(
        readPaymentDetail,
        noted(
          event({ kind: 'order', to: 'capturing', amount: '100.00', note: 'DUPLICATE_INVOICE_ID' }),
          event({
            kind: 'notice',
            to: 'PAYMENT.CAPTURE.COMPLETED',
            note: 'captured: NOT_ASKED_FOR',
          }),
          event({ to: 'processing', note: 'MISMATCH', actor: paypal }),
        ),
      ),
    );
    open();
    const lines = within(await screen.findByRole('region', { name: 'History' }))
      .getAllByRole('listitem')
      .map((line) => [...line.querySelectorAll('p')].map(({ textContent }) => textContent));
    expect(lines.map(([sentence, , note]) => [sentence, note])).toEqual([
      [
        'Being processed',
        'PayPal’s record of this order does not match our request. Please check the PayPal account before anything is charged again. MISMATCH',
      ],
      [
        'PayPal reported that the money has arrived.',
        'The money was taken. Money arrived for an instalment that had since been paid or closed in another way. captured: NOT_ASKED_FOR',
      ],
      [
        'PayPal order of $100.00: not yet known',
        'PayPal says this payment was already made. Please check the PayPal account before anything is charged again. DUPLICATE_INVOICE_ID',
      ],
    ]);
  });

  test('is left out where it is there for the audit, and what a person wrote is shown unchanged', async () => {
    serve(
      answers(
        readPaymentDetail,
        noted(
          event({
            to: 'awaiting_transfer',
            note: `to zelle ${id}`,
            actor: { kind: 'payer', name: null },
          }),
          event({ to: 'failed', note: 'DECLINED', actor: { kind: 'admin', name: 'Esi Owusu' } }),
        ),
      ),
    );
    open();
    const history = await screen.findByRole('region', { name: 'History' });
    expect(history.textContent).not.toContain('to zelle');
    expect(within(history).getByText('DECLINED').tagName).toBe('P');
  });
});

describe('a transfer that is no longer waited for', () => {
  const expired = moneyWith({ status: 'expired', received: null, held: '0.00', receipt: null });

  test('is confirmed with the money that came after all', async () => {
    const log = serve(
      inTurn(answers(readPaymentDetail, expired), answers(readPaymentDetail, moneyWith())),
      answers(findMatchSuggestions, { lines: [], claims: [] }),
      answers(confirmPayment, { message: 'Payment confirmed.' }),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm late payment...' }));
    expect(document.activeElement).toBe(
      screen.getByRole('region', { name: 'Confirm a late payment' }),
    );
    expect(await screen.findByText(/No imported statement line is close/)).toBeTruthy();
    await press('Confirm payment');
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('$1,000.00 from Ama Mensah for PX-7K4M2.');
    await userEvent.click(within(question).getByRole('button', { name: 'Confirm payment' }));
    expect(await screen.findByText('Payment confirmed.')).toBeTruthy();
    expect(posted(log)).toMatchObject([
      {
        path: `/api/admin/payments/${paymentId}/confirm`,
        body: { receivedAmount: '1000.00' },
      },
    ]);
    expect(await screen.findByRole('button', { name: 'Record a refund...' })).toBeTruthy();
  });

  test('takes amount and day from the line of a statement, and another can be chosen', async () => {
    const line = {
      id: '00000000-0000-4000-8000-000000000009',
      bookedOn: '2026-11-20',
      amount: '950.00',
      text: 'ZELLE FROM AMA MENSAH',
      fileName: 'november.csv',
      reasons: ['Its text contains the payer’s name.'],
    };
    serve(
      answers(readPaymentDetail, expired),
      answers(findMatchSuggestions, { lines: [line], claims: [] }),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm late payment...' }));
    const amount = () => screen.getByLabelText<HTMLInputElement>('Received amount in USD').value;
    expect(amount()).toBe('1000.00');
    await userEvent.click(await screen.findByRole('button', { name: /^Use this line/ }));
    expect(amount()).toBe('950.00');
    expect(screen.getByLabelText<HTMLInputElement>('Received on').value).toBe('2026-11-20');
    await press('Back');
    expect(await screen.findByRole('button', { name: /^Use this line/ })).toBeTruthy();
    await press('Back');
    expect(screen.getByRole('button', { name: 'Confirm late payment...' })).toBeTruthy();
  });

  test.each(['paypal', 'crypto'] as const)('by %s is not confirmed by hand', async (method) => {
    serve(answers(readPaymentDetail, moneyWith({ status: 'expired', method })));
    open();
    await screen.findByRole('heading', { name: 'Payments of PX-7K4M2' });
    expect(screen.queryByRole('button', { name: 'Confirm late payment...' })).toBeNull();
  });
});

describe('a refund', () => {
  test('is recorded after a yes, with amount, day and reason, and the view is fetched anew', async () => {
    const after = moneyWith({ status: 'partially_refunded', refunded: '100.00', held: '900.00' });
    const log = serve(
      inTurn(answers(readPaymentDetail, moneyWith()), answers(readPaymentDetail, after)),
      answers(recordRefund, { message: '$100.00 recorded as refunded.' }),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Record a refund...' }));
    expect(screen.getByText(/This does not move any money/)).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Refund amount in USD'), '100');
    await userEvent.type(screen.getByLabelText('Reason'), 'Paid twice.');
    await press('Record the refund');
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('$100.00 of $1,000.00');
    await userEvent.click(within(question).getByRole('button', { name: 'Record $100.00' }));
    expect(await screen.findByText('$100.00 recorded as refunded.')).toBeTruthy();
    expect(posted(log)).toMatchObject([
      {
        path: `/api/admin/payments/${paymentId}/refund`,
        body: { amount: '100', held: '1000.00', reason: 'Paid twice.' },
      },
    ]);
    expect(await screen.findByText('Partly refunded')).toBeTruthy();
  });

  test('without an amount or a reason is not sent', async () => {
    const log = serve(answers(readPaymentDetail, moneyWith()));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Record a refund...' }));
    await press('Record the refund');
    expect(
      (await screen.findAllByText('Enter the refund amount, such as 100.00.')).length,
    ).toBeGreaterThan(0);
    expect(posted(log)).toEqual([]);
  });

  test('that is refused says why beside the form and keeps what was typed', async () => {
    serve(
      answers(readPaymentDetail, moneyWith()),
      refuses(recordRefund, 409, {
        message: 'Another refund of this payment was recorded in the meantime.',
      }),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Record a refund...' }));
    await userEvent.type(screen.getByLabelText('Refund amount in USD'), '100');
    await userEvent.type(screen.getByLabelText('Reason'), 'Paid twice.');
    await press('Record the refund');
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', {
        name: 'Record $100.00',
      }),
    );
    expect((await screen.findAllByText(/recorded in the meantime/)).length).toBeGreaterThan(0);
    expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Paid twice.');
  });
});

describe('a refund through PayPal', () => {
  const card = { method: 'paypal' as const };

  test('sends the money after a yes, with what is held as the amount', async () => {
    const log = serve(
      answers(readPaymentDetail, moneyWith(card)),
      answers(refundThroughPaypal, { message: '$1,000.00 refunded through PayPal.' }),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Refund through PayPal...' }));
    await userEvent.type(screen.getByLabelText('Reason'), 'As agreed.');
    await press('Refund through PayPal');
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('PayPal will send $1,000.00 back to the payer.');
    expect(posted(log)).toEqual([]);
    await userEvent.click(within(question).getByRole('button', { name: 'Refund $1,000.00' }));
    expect(await screen.findByText('$1,000.00 refunded through PayPal.')).toBeTruthy();
    expect(posted(log)).toMatchObject([
      { body: { amount: '1000.00', held: '1000.00', reason: 'As agreed.' } },
    ]);
  });

  test.each([
    ['asked', null, 'PayPal has not confirmed the refund of $40.00 yet. We keep asking.'],
    [
      'refused',
      'REFUND_FAILED_INSUFFICIENT_FUNDS',
      'PayPal did not refund $40.00. The balance of the PayPal account is too low. Add money to it and try again.',
    ],
  ] as const)('that is %s says so beside the payment', async (state, issue, sentence) => {
    const paypalRefund = { amount: '40.00', state, issue };
    serve(answers(readPaymentDetail, moneyWith({ ...card, paypalRefund })));
    open();
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  test('is not offered for a transfer, which no one can send back for us', async () => {
    serve(answers(readPaymentDetail, moneyWith()));
    open();
    await screen.findByRole('button', { name: 'Record a refund...' });
    expect(screen.queryByRole('button', { name: /PayPal/ })).toBeNull();
  });
});

describe('an instalment', () => {
  const planWith = (status: 'due' | 'waived'): PaymentDetail => {
    const money = moneyWith();
    const due = {
      id,
      number: 2,
      amount: '100.00',
      dueOn: '2026-12-05',
      status,
      held: '0.00',
      credits: [],
    };
    const [schedule] = money.schedules;
    return schedule
      ? { ...money, schedules: [{ ...schedule, status: 'active', dues: [due] }] }
      : money;
  };

  test('is waived with a reason, and the toast undoes it', async () => {
    const log = serve(
      answers(readPaymentDetail, planWith('due')),
      answers(waiveInstalment, { message: 'The instalment is waived.' }),
      answers(undoWaiver, { message: 'The instalment is to be paid again.' }),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Waive payment 2...' }));
    await userEvent.type(screen.getByLabelText('Reason'), 'Hardship.');
    await press('Waive this payment');
    expect(await screen.findByText('The instalment is waived.')).toBeTruthy();
    await press('Undo');
    expect(await screen.findByText('The instalment is to be paid again.')).toBeTruthy();
    expect(posted(log)).toMatchObject([{ body: { reason: 'Hardship.' } }, {}]);
  });

  test('is moved with all later ones, and the toast moves them back', async () => {
    const log = serve(
      answers(readPaymentDetail, planWith('due')),
      answers(moveInstalment, { message: 'The date is changed.' }),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Move payment 2...' }));
    fireEvent.change(screen.getByLabelText('New date'), { target: { value: '2027-02-05' } });
    await userEvent.click(
      screen.getByRole('checkbox', { name: 'Move all later payments by as many days' }),
    );
    await userEvent.type(screen.getByLabelText('Reason'), 'A pause.');
    await press('Move this payment');
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await vi.waitFor(() => expect(posted(log)).toHaveLength(2));
    expect(posted(log)).toMatchObject([
      { body: { dueOn: '2027-02-05', withLater: true, reason: 'A pause.' } },
      { body: { dueOn: '2026-12-05', withLater: true } },
    ]);
  });

  test('that was waived can be charged again', async () => {
    serve(
      answers(readPaymentDetail, planWith('waived')),
      answers(undoWaiver, { message: 'The instalment is to be paid again.' }),
    );
    open();
    await userEvent.click(
      await screen.findByRole('button', { name: 'Undo the waiver of payment 2' }),
    );
    expect(await screen.findByText('The instalment is to be paid again.')).toBeTruthy();
  });
});

describe('a plan', () => {
  const planWith = (status: 'active' | 'cancelled'): PaymentDetail => {
    const money = moneyWith();
    const isEndedByUs = status === 'cancelled';
    return {
      ...money,
      schedules: money.schedules.map((schedule) => ({
        ...schedule,
        plan: 'installment',
        status,
        isEndedByUs,
      })),
    };
  };

  test('is ended with a reason, and the toast undoes it', async () => {
    const log = serve(
      answers(readPaymentDetail, planWith('active')),
      answers(endPaymentPlan, { message: 'The payment plan is ended.' }),
      answers(undoPlanEnd, { message: 'The payment plan runs again.' }),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'End the plan...' }));
    await press('End the plan');
    expect((await screen.findAllByText('Say why, in at most 1,000 characters.')).length).toBe(2);
    await userEvent.type(screen.getByLabelText('Reason'), 'The payer asked for it.');
    await press('End the plan');
    expect(await screen.findByText('The payment plan is ended.')).toBeTruthy();
    await press('Undo');
    await vi.waitFor(() =>
      expect(posted(log)).toMatchObject([
        {
          path: `/api/admin/schedules/${id}/end`,
          body: { reason: 'The payer asked for it.' },
        },
        { path: `/api/admin/schedules/${id}/end/undo` },
      ]),
    );
  });

  test('that was ended can run again', async () => {
    const log = serve(
      answers(readPaymentDetail, planWith('cancelled')),
      answers(undoPlanEnd, { message: 'The payment plan runs again.' }),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Undo the end of the plan' }));
    await vi.waitFor(() => expect(posted(log)).toHaveLength(1));
  });
});

describe('money that counts in the wrong place', () => {
  const operationId = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
  const moved = { message: '$30.00 moved.', operationId };

  test('is moved with amount, place and reason, and the toast undoes it', async () => {
    const log = serve(
      answers(readPaymentDetail, moneyWith({ surplus: '30.00', held: '130.00', flag: 'over' })),
      answers(movePayment, moved),
      answers(undoMovePayment, { message: 'The money counts where it was recorded first.' }),
    );
    open();
    await userEvent.click(
      await screen.findByRole('button', { name: 'Use the surplus of $30.00...' }),
    );
    expect(screen.getByLabelText<HTMLInputElement>(/Amount in USD/).value).toBe('30.00');
    await userEvent.type(screen.getByLabelText(/From payment number/), '3');
    await userEvent.type(screen.getByLabelText('Reason'), 'Paid in advance.');
    await press('Move the money');
    expect(await screen.findByText('$30.00 moved.')).toBeTruthy();
    await press('Undo');
    expect(await screen.findByText('Undone')).toBeTruthy();
    expect(posted(log)).toMatchObject([
      {
        path: `/api/admin/payments/${paymentId}/move`,
        body: {
          amount: '30.00',
          held: '130.00',
          reference: 'PX-7K4M2',
          instalment: 3,
          reason: 'Paid in advance.',
        },
      },
      { path: `/api/admin/money-moves/${operationId}/undo` },
    ]);
  });

  test('is shown at both ends, with the way back', async () => {
    const place = { operationId, amount: '40.00', applicationId: id };
    const money = moneyWith({ moved: [{ ...place, reference: 'PX-9Q2W3', instalment: 2 }] });
    const [schedule] = money.schedules;
    for (const due of schedule?.dues ?? [])
      due.credits = [{ ...place, reference: 'PX-5T6Y7', instalment: 4 }];
    const log = serve(
      answers(readPaymentDetail, money),
      answers(undoMovePayment, { message: 'The money counts where it was recorded first.' }),
    );
    open();
    expect(await screen.findByText('$40.00 counts for payment 2 of PX-9Q2W3.')).toBeTruthy();
    expect(
      screen.getByRole('link', { name: '$40.00 of it came from payment 4 of PX-5T6Y7' }),
    ).toBeTruthy();
    await press('Undo this move');
    await vi.waitFor(() => expect(posted(log)).toHaveLength(1));
  });
});

describe('a booking that was a mistake', () => {
  const received = { kind: 'received' as const, amount: '1000.00' };

  test('is taken back with a reason, and the toast undoes it', async () => {
    const log = serve(
      answers(readPaymentDetail, moneyWith({ takeBack: received })),
      answers(takeBackPayment, { message: '$1,000.00 is no longer recorded as received.' }),
      answers(undoTakeBack, { message: 'Payment confirmed.' }),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Recorded by mistake...' }));
    expect(screen.getByText(/its receipt becomes void.*No money moves\./)).toBeTruthy();
    await press('Take it back');
    expect((await screen.findAllByText('Say why, in at most 1,000 characters.')).length).toBe(2);
    await userEvent.type(screen.getByLabelText('Reason'), 'A zero too many.');
    await press('Take it back');
    expect(await screen.findByText('$1,000.00 is no longer recorded as received.')).toBeTruthy();
    await press('Undo');
    expect(await screen.findByText('Payment confirmed.')).toBeTruthy();
    expect(posted(log)).toMatchObject([
      {
        path: `/api/admin/payments/${paymentId}/take-back`,
        body: { held: '1000.00', reason: 'A zero too many.' },
      },
      { path: `/api/admin/payments/${paymentId}/take-back/undo` },
    ]);
  });

  test('that was taken back can be recorded again', async () => {
    const log = serve(
      answers(readPaymentDetail, moneyWith({ status: 'claimed', takenBack: received })),
      answers(undoTakeBack, { message: 'Payment confirmed.' }),
    );
    open();
    await userEvent.click(
      await screen.findByRole('button', { name: 'Record $1,000.00 as received again' }),
    );
    expect(await screen.findByText('Payment confirmed.')).toBeTruthy();
    expect(posted(log)).toHaveLength(1);
  });

  test('is not offered where the rail itself has reported the money', async () => {
    serve(answers(readPaymentDetail, moneyWith({ method: 'paypal' })));
    open();
    await screen.findByRole('button', { name: 'Record a refund...' });
    expect(screen.queryByRole('button', { name: /mistake/ })).toBeNull();
  });
});

describe('a dispute', () => {
  test('is recorded with what is disputed', async () => {
    const log = serve(
      answers(readPaymentDetail, moneyWith()),
      answers(recordDispute, { message: 'The dispute is recorded.' }),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Record a dispute...' }));
    await userEvent.type(screen.getByLabelText(/What is disputed/), 'Chargeback 4711');
    await press('Record the dispute');
    expect(await screen.findByText('The dispute is recorded.')).toBeTruthy();
    expect(posted(log)).toMatchObject([{ body: { reason: 'Chargeback 4711' } }]);
  });

  test('that is lost asks once more before it says that the money is gone', async () => {
    const log = serve(
      answers(readPaymentDetail, moneyWith({ status: 'disputed' })),
      answers(endDispute, { message: 'The outcome of the dispute is recorded.' }),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Record the outcome...' }));
    await userEvent.click(screen.getByRole('radio', { name: '$1,000.00 was taken back' }));
    await userEvent.type(screen.getByLabelText('Reason'), 'The bank decided.');
    await press('Record the outcome');
    const question = await screen.findByRole('alertdialog');
    await userEvent.click(within(question).getByRole('button', { name: 'Record $1,000.00' }));
    expect(await screen.findByText('The outcome of the dispute is recorded.')).toBeTruthy();
    expect(posted(log)).toMatchObject([{ body: { outcome: 'lost', reason: 'The bank decided.' } }]);
  });

  test('cannot end without saying how', async () => {
    const log = serve(answers(readPaymentDetail, moneyWith({ status: 'disputed' })));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Record the outcome...' }));
    await userEvent.type(screen.getByLabelText('Reason'), 'The bank decided.');
    await press('Record the outcome');
    expect((await screen.findAllByText('Choose how the dispute ended.')).length).toBeGreaterThan(0);
    expect(posted(log)).toEqual([]);
  });
});
