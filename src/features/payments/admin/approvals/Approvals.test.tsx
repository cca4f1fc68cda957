import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { permissionsOf, type Role } from '../../../../shared/roles.ts';
import { PermissionsContext } from '../../../../web/permissions.tsx';
import { answers, inTurn, refuses, serve } from '../../../../web/testing.fetch.ts';
import { openPage } from '../../../../web/testing.page.ts';
import {
  approveAction,
  declineAction,
  listApplicationApprovals,
  readApprovalSum,
  setApprovalSum,
  type WaitingApproval,
  withdrawAction,
} from '../../core/approvals/approval.contract.ts';
import { undoMovePayment } from '../../core/correction.contract.ts';
import { CLAIMS_PATH } from '../../core/paths.rules.ts';
import { listReview, type ReviewItem } from '../review/review.contract.ts';
import { ReviewList } from '../review/ReviewList.tsx';
import { WaitingApprovals } from './Approvals.tsx';
import { ApprovalSum } from './ApprovalSum.tsx';

const id = '00000000-0000-4000-8000-000000000001';
const operationId = '00000000-0000-4000-8000-000000000002';
const at = '2026-11-05T10:00:00.000Z';
const approval: WaitingApproval = {
  id,
  action: 'movePayment',
  target: id,
  amount: '600.00',
  askedBy: 'Efua Owusu',
  isYours: false,
  reason: 'It is for another application.',
  details: { reference: 'PX-9Q2B7', instalment: 3 },
  since: at,
  expiresAt: '2026-11-12T10:00:00.000Z',
};
const itemWith = (changes: Partial<WaitingApproval> = {}): ReviewItem => ({
  id,
  kind: 'approval',
  applicationId: id,
  reference: 'PX-7K4M2',
  name: 'Ama Mensah',
  method: 'zelle',
  instalment: 1,
  amount: '600.00',
  subject: null,
  note: null,
  received: null,
  statementId: null,
  dueAt: null,
  dispute: null,
  refund: null,
  approval: { ...approval, ...changes },
  isTest: false,
  since: at,
});
const open = (role: Role = 'finance') =>
  openPage(
    CLAIMS_PATH,
    <PermissionsContext value={permissionsOf(role)}>
      <ReviewList />
    </PermissionsContext>,
  );
const button = (name: string) => screen.findByRole('button', { name });

beforeEach(() => vi.unstubAllGlobals());
afterEach(cleanup);

describe('in the list of what is to do', () => {
  test('a request says what, how much, whose, who asked and why', async () => {
    serve(answers(listReview, [itemWith()]));
    open();
    const item = await screen.findByRole('listitem');
    expect(within(item).getByText('Waits for a second administrator')).toBeTruthy();
    expect(item.textContent).toContain('Move money to another payment');
    expect(item.textContent).toContain('Ama Mensah');
    expect(item.textContent).toContain('$600.00');
    expect(item.textContent).toContain('To PX-9Q2B7 · from payment 3');
    expect(item.textContent).toContain('Efua Owusu asked for this on');
    expect(within(item).getByText('It is for another application.')).toBeTruthy();
  });

  test('another administrator approves it, and can undo what was done', async () => {
    const log = serve(
      answers(listReview, [itemWith()]),
      answers(approveAction, { message: '$600.00 moved.', operationId }),
      answers(undoMovePayment, { message: 'The money counts where it was recorded first.' }),
    );
    open();
    await userEvent.click(await button('Approve'));
    expect(await screen.findByText('$600.00 moved.')).toBeTruthy();
    await userEvent.click(await button('Undo'));
    await waitFor(() =>
      expect(log.map(({ path }) => path)).toContain(`/api/admin/money-moves/${operationId}/undo`),
    );
  });

  test('why it can no longer be done is shown', async () => {
    serve(
      answers(listReview, [itemWith()]),
      refuses(approveAction, 409, { message: 'This payment has changed since you opened it.' }),
    );
    open();
    await userEvent.click(await button('Approve'));
    expect(await screen.findByText('This payment has changed since you opened it.')).toBeTruthy();
  });

  test('a refund through PayPal is approved after a question, as it cannot be undone', async () => {
    const log = serve(
      answers(listReview, [itemWith({ action: 'refundThroughPaypal', details: {} })]),
      answers(approveAction, { message: '$600.00 refunded through PayPal.' }),
    );
    open();
    await userEvent.click(await button('Approve'));
    const question = await screen.findByRole('alertdialog');
    expect(log.filter(({ method }) => method === 'POST')).toEqual([]);
    await userEvent.click(within(question).getByRole('button', { name: 'Refund $600.00' }));
    expect(await screen.findByText('$600.00 refunded through PayPal.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  test('a dispute is accepted after the same question, and crypto names its payment', async () => {
    serve(
      answers(listReview, [
        itemWith({ action: 'answerDispute', reason: 'They are right.', details: {} }),
        { ...itemWith({ action: 'assignOnChainTransfer' }), id: operationId },
      ]),
    );
    open();
    const [dispute, crypto] = await screen.findAllByRole('listitem');
    if (!dispute || !crypto) throw new Error('Two wait.');
    expect(dispute.textContent).toContain('Give money back in a dispute');
    expect(dispute.textContent).toContain('They are right.');
    expect(crypto.textContent).toContain('Record crypto for a payment');
    expect(crypto.textContent).toContain('To PX-9Q2B7 · payment 3');
    await userEvent.click(within(dispute).getByRole('button', { name: 'Approve' }));
    const question = await screen.findByRole('alertdialog');
    expect(within(question).getByRole('button', { name: 'Refund $600.00' })).toBeTruthy();
  });

  test('it is declined with a reason', async () => {
    const log = serve(
      answers(listReview, [itemWith()]),
      answers(declineAction, { message: 'Nothing was changed.' }),
    );
    open();
    await userEvent.click(await button('Decline...'));
    await userEvent.type(screen.getByLabelText('Reason'), 'Ask the payer first.');
    await userEvent.click(await button('Decline'));
    expect(await screen.findByText('Nothing was changed.')).toBeTruthy();
    expect(log.find(({ method }) => method === 'POST')?.body).toEqual({
      reason: 'Ask the payer first.',
    });
  });

  test('the one who asked can withdraw it and not approve it', async () => {
    serve(
      answers(listReview, [itemWith({ isYours: true })]),
      answers(withdrawAction, { message: 'Nothing was changed.' }),
    );
    open();
    expect(await screen.findByText(/^You asked for this on/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
    await userEvent.click(await button('Withdraw'));
    expect(await screen.findByText('Withdrawn')).toBeTruthy();
  });

  test('who may only read it sees no buttons', async () => {
    serve(answers(listReview, [itemWith()]));
    open('viewer');
    await screen.findByText(/^Efua Owusu asked for this on/);
    for (const name of ['Approve', 'Decline...', 'Withdraw'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });
});

test('the page of an application says what waits of its money', async () => {
  serve(answers(listApplicationApprovals, [approval]));
  openPage('/admin', <WaitingApprovals applicationId={id} />);
  const note = await screen.findByRole('note');
  expect(within(note).getByText('Waits for a second administrator')).toBeTruthy();
  expect(note.textContent).toContain('Move money to another payment · $600.00');
  expect(within(note).getByRole('button', { name: 'Approve' })).toBeTruthy();
});

test('the page of an application says when what waits of its money could not be loaded', async () => {
  serve(
    inTurn(
      refuses(listApplicationApprovals, 503, { message: 'The database is away.' }),
      answers(listApplicationApprovals, [approval]),
    ),
  );
  openPage('/admin', <WaitingApprovals applicationId={id} />);
  const alert = await screen.findByRole('alert');
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Waits for a second administrator')).toBeTruthy();
});

describe('the sum', () => {
  test('is saved, and an empty one switches it off', async () => {
    const log = serve(
      answers(readApprovalSum, { sum: '500.00', approvers: 2 }),
      answers(setApprovalSum, {
        message: 'This waits for a second administrator. We have emailed the others.',
        isWaiting: true,
      }),
    );
    openPage('/admin', <ApprovalSum />);
    const field = await screen.findByLabelText(/^Needed above, in USD/);
    expect((field as HTMLInputElement).value).toBe('500.00');
    expect(screen.getByText(/2 administrators can approve/)).toBeTruthy();
    await userEvent.clear(field);
    await userEvent.click(await button('Save'));
    expect(await screen.findByText(/^This waits for a second administrator/)).toBeTruthy();
    expect(log.find(({ method }) => method === 'PUT')?.body).toEqual({ sum: null });
  });

  test('with nobody else to approve says that everything is done at once', async () => {
    serve(answers(readApprovalSum, { sum: null, approvers: 1 }));
    openPage('/admin', <ApprovalSum />);
    expect(await screen.findByText(/everything is done at once/)).toBeTruthy();
  });

  test('that is no amount is complained about at the field', async () => {
    serve(answers(readApprovalSum, { sum: null, approvers: 2 }));
    openPage('/admin', <ApprovalSum />);
    await userEvent.type(await screen.findByLabelText(/^Needed above, in USD/), 'much');
    await userEvent.click(await button('Save'));
    expect(
      (await screen.findAllByText('Enter an amount, such as 500.00, or leave it empty.')).length,
    ).toBeGreaterThan(0);
  });
});
