import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answers, inTurn, refuses, serve } from '../../../../web/testing.fetch.ts';
import { openPage } from '../../../../web/testing.page.ts';
import { CLAIMS_PATH, paymentDetailAddress } from '../../core/paths.rules.ts';
import { answerDispute } from '../../rails/card/report/answer-dispute.contract.ts';
import { decideLines } from '../../core/lines/line-decision.contract.ts';
import { transactionAddress } from '../../rails/crypto/crypto.rules.ts';
import { reopenDismissed } from '../../core/correction.contract.ts';
import { dismissRefund } from '../refunds/refund.contract.ts';
import { listDismissed, listReview, type ReviewItem } from './review.contract.ts';
import { ReviewList } from './ReviewList.tsx';

const applicationId = '00000000-0000-4000-8000-000000000001';
const item: ReviewItem = {
  id: 'one',
  kind: 'under',
  applicationId,
  reference: 'PX-7K4M2',
  name: 'Ama Mensah',
  method: 'zelle',
  instalment: 1,
  amount: '400.00',
  received: null,
  subject: 'ZL-1',
  note: null,
  statementId: null,
  dueAt: null,
  dispute: null,
  refund: null,
  approval: null,
  isTest: false,
  since: '2026-11-05T10:00:00.000Z',
};

const open = () => openPage(CLAIMS_PATH, <ReviewList />);

beforeEach(() => vi.unstubAllGlobals());
afterEach(cleanup);

test('an empty list says that all money is accounted for', async () => {
  serve(answers(listReview, []));
  open();
  expect(await screen.findByText('Nothing. All money is accounted for.')).toBeTruthy();
});

describe('a dispute', () => {
  const dispute = (more: object = {}): ReviewItem => ({
    ...item,
    kind: 'dispute',
    method: 'paypal',
    id: 'PP-D-1',
    dueAt: '2026-11-20T10:00:00.000Z',
    dispute: {
      responses: ['accept_claim', 'provide_evidence'],
      offered: null,
      answer: null,
      ...more,
    },
  });

  test('is answered with evidence where PayPal takes it', async () => {
    const log = serve(
      answers(listReview, [dispute()]),
      answers(answerDispute, { message: 'PayPal has your answer.' }),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Answer...' }));
    await userEvent.type(screen.getByLabelText(/^Note/), 'Sent on 3 November');
    await userEvent.type(screen.getByLabelText(/Tracking number/), 'JD0146');
    await userEvent.click(screen.getByRole('button', { name: 'Send evidence' }));
    await waitFor(() =>
      expect(log.find(({ path }) => path.endsWith('/PP-D-1/answer'))?.body).toEqual({
        to: 'evidence',
        note: 'Sent on 3 November',
        tracking: 'JD0146',
        carrier: 'DHL',
      }),
    );
  });

  test('is offered a refund only after a question, as it cannot be taken back', async () => {
    const log = serve(
      answers(listReview, [dispute({ responses: ['accept_claim', 'make_offer'] })]),
      answers(answerDispute, { message: 'PayPal has your answer.' }),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Answer...' }));
    await userEvent.selectOptions(screen.getByLabelText(/Your answer/), 'Offer a refund');
    expect(screen.getByText('At most $400.00.')).toBeTruthy();
    await userEvent.type(screen.getByLabelText(/Refund amount in USD/), '150');
    await userEvent.type(screen.getByLabelText(/Note to the payer/), 'For the delay');
    await userEvent.click(screen.getByRole('button', { name: 'Offer a refund' }));
    const question = await screen.findByRole('alertdialog', { name: 'Offer this refund?' });
    expect(within(question).getByText(/PayPal will send \$150\.00 back to them/)).toBeTruthy();
    expect(log.some(({ path }) => path.endsWith('/PP-D-1/answer'))).toBe(false);
    await userEvent.click(within(question).getByRole('button', { name: 'Offer $150.00' }));
    await waitFor(() =>
      expect(log.find(({ path }) => path.endsWith('/PP-D-1/answer'))?.body).toEqual({
        to: 'offer',
        amount: '150',
        note: 'For the delay',
      }),
    );
  });

  test('that is offered all of the money says that it goes back at once', async () => {
    const log = serve(answers(listReview, [dispute({ responses: ['make_offer'] })]));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Answer...' }));
    await userEvent.selectOptions(screen.getByLabelText(/Your answer/), 'Offer a refund');
    await userEvent.type(screen.getByLabelText(/Refund amount in USD/), '400.00');
    await userEvent.type(screen.getByLabelText(/Note to the payer/), 'Our fault');
    await userEvent.click(screen.getByRole('button', { name: 'Offer a refund' }));
    const question = await screen.findByRole('alertdialog', { name: 'Offer this refund?' });
    expect(within(question).getByText(/back to the payer at once/)).toBeTruthy();
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(log.some(({ path }) => path.endsWith('/PP-D-1/answer'))).toBe(false);
  });

  test('names the part that was offered to the payer', async () => {
    serve(answers(listReview, [dispute({ responses: [], offered: '250.00' })]));
    open();
    expect(
      await screen.findByText('We offered $250.00. The dispute ends with it if the payer accepts.'),
    ).toBeTruthy();
  });

  test('that PayPal refuses to let us answer says why, and keeps what was typed', async () => {
    serve(
      answers(listReview, [dispute()]),
      refuses(answerDispute, 409, { message: 'PayPal refused the answer: NOT_AUTHORIZED.' }),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Answer...' }));
    await userEvent.selectOptions(
      screen.getByLabelText(/Your answer/),
      'Accept the claim and give the money back',
    );
    await userEvent.type(screen.getByLabelText(/^Note/), 'They are right');
    await userEvent.click(
      screen.getByRole('button', { name: 'Accept the claim and give the money back' }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Accept the claim' }));
    expect((await screen.findAllByText(/NOT_AUTHORIZED/)).length).toBeGreaterThan(0);
    expect((screen.getByLabelText(/^Note/) as HTMLTextAreaElement).value).toBe('They are right');
  });

  test('that cannot be answered here leads to PayPal, and shows what was answered', async () => {
    const answer = {
      to: 'evidence' as const,
      note: 'By post',
      amount: null,
      at: item.since,
      isSent: false,
    };
    serve(answers(listReview, [dispute({ responses: [], answer })]));
    open();
    expect(await screen.findByText(/^Evidence sent on .*5.*2026/)).toBeTruthy();
    expect(screen.getByText('PayPal has not confirmed it yet.')).toBeTruthy();
    expect(screen.getByText('By post')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open PayPal’s Resolution Center' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Answer...' }));
    const choices = within(screen.getByLabelText(/Your answer/)).getAllByRole('option');
    expect(choices.map(({ textContent }) => textContent)).toEqual([
      'Write down what I answered at PayPal',
    ]);
  });
});

describe('a refund through PayPal', () => {
  const refundId = '00000000-0000-4000-8000-000000000002';
  const refund = (state: 'pending' | 'failed', note: string): ReviewItem => ({
    ...item,
    id: refundId,
    kind: 'refund',
    method: 'paypal',
    note,
    refund: { state, of: '1000.00' },
  });

  test('that PayPal holds says why, and that there is nothing to do yet', async () => {
    serve(answers(listReview, [refund('pending', 'ECHECK')]));
    open();
    const list = await screen.findByRole('region', { name: 'To review' });
    expect(await within(list).findByText('Refund not completed')).toBeTruthy();
    expect(within(list).getByText(/paid from a bank account/)).toBeTruthy();
    expect(
      within(list).getByText(
        /^A refund of \$400\.00 from a payment of \$1,000\.00\. There is nothing to do yet\./,
      ),
    ).toBeTruthy();
    expect(within(list).queryByRole('button')).toBeNull();
  });

  test('that PayPal has refused says why and is dismissed, which the toast undoes', async () => {
    const log = serve(
      answers(listReview, [refund('failed', 'REFUND_FAILED')]),
      answers(dismissRefund, { message: 'Dismissed.' }),
      answers(reopenDismissed, { message: 'It is to review again.' }),
    );
    open();
    expect(await screen.findByText(/could not send the money to the payer/)).toBeTruthy();
    expect(screen.getByText(/Refund it from the payment/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() =>
      expect(log.some(({ path }) => path.endsWith(`/refunds/${refundId}/dismiss`))).toBe(true),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(log.find(({ path }) => path.endsWith('/review/reopen'))?.body).toEqual({
        kind: 'refund',
        id: refundId,
      }),
    );
  });
});

describe('what was dismissed', () => {
  const dismissed = {
    kind: 'chain' as const,
    id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
    amount: '0.25 ETH',
    note: 'A gift.',
    at: '2026-11-05T10:00:00.000Z',
  };

  test('is listed once that is asked for, and can be reviewed again', async () => {
    const log = serve(
      answers(listReview, []),
      answers(listDismissed, [dismissed]),
      answers(reopenDismissed, { message: 'It is to review again.' }),
    );
    open();
    await userEvent.click(await screen.findByText('Dismissed lately'));
    expect(await screen.findByText(/A gift\./)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Review again' }));
    await waitFor(() =>
      expect(log.find(({ path }) => path.endsWith('/review/reopen'))?.body).toEqual({
        kind: 'chain',
        id: dismissed.id,
      }),
    );
  });

  test('says when there is nothing', async () => {
    serve(answers(listReview, []), answers(listDismissed, []));
    open();
    await userEvent.click(await screen.findByText('Dismissed lately'));
    expect(await screen.findByText('Nothing was dismissed.')).toBeTruthy();
  });

  test('is undone from the toast where money was put to an account', async () => {
    const log = serve(
      answers(listReview, [
        { ...item, kind: 'unmatched', method: 'paypal', id: '12', applicationId: null },
      ]),
      answers(decideLines, { message: 'Recorded.' }),
      answers(reopenDismissed, { message: 'It is to review again.' }),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Resolve...' }));
    await userEvent.selectOptions(screen.getByLabelText(/What is it/), 'donations');
    await userEvent.type(screen.getByLabelText(/Reason/), 'A gift');
    await userEvent.click(screen.getByRole('button', { name: 'Record as Donations' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(log.find(({ path }) => path.endsWith('/review/reopen'))?.body).toEqual({
        kind: 'paypal',
        id: '12',
      }),
    );
  });
});

describe('what is to be looked at', () => {
  test('has a line of a statement resolved in the list, or in its statement', async () => {
    const statementId = '00000000-0000-4000-8000-000000000009';
    const log = serve(
      answers(listReview, [
        {
          ...item,
          id: statementId,
          kind: 'unmatched',
          method: 'bank',
          amount: '-12.50',
          subject: 'FEE',
          statementId,
        },
      ]),
      answers(decideLines, { message: '1 line is resolved.' }),
    );
    open();
    const link = await screen.findByRole('link', { name: 'Open the statement' });
    expect(link.getAttribute('href')).toContain(statementId);
    await userEvent.click(screen.getByRole('button', { name: 'Resolve...' }));
    await userEvent.type(screen.getByLabelText(/Also for lines that contain/), 'FEE');
    await userEvent.type(screen.getByLabelText(/Reason/), 'The bank’s fee');
    await userEvent.click(screen.getByRole('button', { name: 'Record as Spending' }));
    await waitFor(() =>
      expect(log.find(({ path }) => path.endsWith('/lines/decide'))?.body).toEqual({
        lines: [statementId],
        to: 'spending',
        contains: 'FEE',
        reason: 'The bank’s fee',
      }),
    );
  });

  test('shows a dispute’s deadline, and has unmatched money assigned where it belongs', async () => {
    const log = serve(
      answers(listReview, [
        { ...item, kind: 'dispute', id: 'PP-D-1', dueAt: '2026-11-20T10:00:00.000Z' },
        {
          ...item,
          kind: 'unmatched',
          method: 'paypal',
          id: '12',
          applicationId: null,
          note: 'T0006',
        },
      ]),
      answers(decideLines, { message: 'The payment is recorded.' }),
    );
    open();
    expect(await screen.findByText(/^Answer at PayPal by .*20.*2026/)).toBeTruthy();
    expect(screen.getByText(/This payment belongs to no order of ours/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Resolve...' }));
    await userEvent.type(screen.getByLabelText(/Application reference/), 'PX-7K4M2');
    await userEvent.type(screen.getByLabelText(/Reason/), 'Paid elsewhere');
    await userEvent.click(screen.getByRole('button', { name: 'Assign to an application' }));
    await waitFor(() =>
      expect(log.find(({ path }) => path.endsWith('/lines/decide'))?.body).toEqual({
        lines: ['12'],
        to: 'assign',
        reference: 'PX-7K4M2',
        reason: 'Paid elsewhere',
      }),
    );
  });

  test('says why, and leads to the money of its application', async () => {
    serve(
      answers(listReview, [
        item,
        {
          ...item,
          id: 'two',
          kind: 'chain',
          applicationId: null,
          reference: null,
          name: null,
          instalment: null,
          amount: null,
          method: 'crypto',
          subject: '0xabc',
          note: 'No open quote matches this amount.',
        },
      ]),
    );
    open();
    const list = await screen.findByRole('region', { name: 'To review' });
    expect((await within(list).findByText('Less received than due')).textContent).toBeTruthy();
    expect(within(list).getByRole('link', { name: 'PX-7K4M2' }).getAttribute('href')).toBe(
      paymentDetailAddress(applicationId),
    );
    expect(
      within(list).getByRole('link', { name: 'Ask for the rest or waive it' }).getAttribute('href'),
    ).toBe(paymentDetailAddress(applicationId));
    expect(within(list).getByText('Unmatched crypto payment')).toBeTruthy();
    expect(within(list).getByText('No open quote matches this amount.')).toBeTruthy();
    expect(
      within(list).getByRole('link', { name: 'Record or dismiss it' }).getAttribute('href'),
    ).toBe(transactionAddress('0xabc'));
    expect(within(list).getByText('2 cases, oldest first.')).toBeTruthy();
    expect(within(list).queryByRole('button')).toBeNull();
  });

  test('is said in sentences, with the word of the machine beside them', async () => {
    const card = { ...item, method: 'paypal' as const };
    serve(
      answers(listReview, [
        { ...card, kind: 'order', note: 'capturing' },
        { ...card, id: 'two', kind: 'notice', note: 'PAYMENT.CAPTURE.COMPLETED' },
      ]),
    );
    open();
    const list = await screen.findByRole('region', { name: 'To review' });
    await within(list).findByText('Notification not processed');
    const notes = [...list.querySelectorAll('code')].map((code) => code.parentElement?.textContent);
    expect(notes).toEqual([
      'We asked PayPal for the money but got no answer. capturing',
      'PayPal reported that the money has arrived. PAYMENT.CAPTURE.COMPLETED',
    ]);
  });
});

describe('a list of more than one page', () => {
  const Link = '</api/admin/payments/review?cursor=abc>; rel="next"';
  const named = (reference: string) => ({ ...item, id: reference, reference });
  const first = answers(listReview, [named('PX-1'), named('PX-2')], {
    Link,
    'X-Total-Count': '3',
  });
  const second = answers(listReview, [named('PX-3')], { 'X-Total-Count': '3' });
  const shown = () => screen.getAllByRole('link', { name: /^PX/ }).map((one) => one.textContent);
  const more = () => userEvent.click(screen.getByRole('button', { name: 'Load more' }));

  test('says how many there are, and fetches the rest when asked', async () => {
    const log = serve(inTurn(first, second));
    open();
    expect(await screen.findByText('3 cases, oldest first.')).toBeTruthy();
    expect(screen.getByText('Showing 2 of 3.')).toBeTruthy();
    await more();
    await waitFor(() => expect(shown()).toEqual(['PX-1', 'PX-2', 'PX-3']));
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    const asked = log.filter(({ path }) => path === listReview.path);
    expect(asked.map(({ query }) => query.get('cursor'))).toEqual([null, 'abc']);
  });

  test('keeps what is there when the rest cannot be loaded, and tries again', async () => {
    const away = refuses(listReview, 503, { message: 'The database is away.' });
    serve(inTurn(first, away, second));
    open();
    await screen.findByText('Showing 2 of 3.');
    await more();
    expect((await screen.findByRole('alert')).textContent).toContain('The database is away.');
    expect(shown()).toEqual(['PX-1', 'PX-2']);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(shown()).toEqual(['PX-1', 'PX-2', 'PX-3']));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
