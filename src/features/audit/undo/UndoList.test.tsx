import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { call } from '../../../web/api.ts';
import { answers, inTurn, refuses, serve } from '../../../web/testing.fetch.ts';
import { openPage } from '../../../web/testing.page.ts';
import { undoPlanEnd, undoWaiver } from '../../payments/admin/instalments/instalment.contract.ts';
import {
  reopenDismissed,
  undoMovePayment,
  undoTakeBack,
} from '../../payments/core/correction.contract.ts';
import { undoLines } from '../../payments/core/lines/line-decision.contract.ts';
import { undoRejectPayment } from '../../payments/rails/transfer/confirmation/confirmation.contract.ts';
import { undoStatement } from '../../payments/rails/transfer/statements/statement.contract.ts';
import { deleteDonationLink } from '../../donations/donation-link.contract.ts';
import { mergePeople, undoMerge } from '../../people/merge.contract.ts';
import { restoreSignatures } from '../../submissions/signatures/signature.contract.ts';
import { withdrawContent } from '../../content/publishing/content.contract.ts';
import { callUndo } from './undo-calls.rules.ts';
import { listUndoable, type UndoableAct, type UndoCall } from './undo.contract.ts';
import { UndoList } from './UndoList.tsx';

const id = '6b1f8f9e-6f0e-4a57-9f0a-000000000001';
const act = (n: number, more: Partial<UndoableAct> = {}): UndoableAct => ({
  id: n,
  at: '2026-11-05T10:00:00.000Z',
  action: 'payment.moved',
  about: 'PX-7K4M2',
  count: null,
  undo: { by: 'undoMovePayment', id },
  ...more,
});
const done = { message: 'Done.' };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the list of last actions', () => {
  test('names each with what it was about, undoes one with a press, and is read again', async () => {
    const user = userEvent.setup();
    const lines = act(2, {
      action: 'statement_line.decided',
      about: null,
      count: 3,
      undo: { by: 'undoLines', lines: [id] },
    });
    const sent = serve(
      inTurn(answers(listUndoable, [lines, act(1)]), answers(listUndoable, [lines])),
      answers(undoMovePayment, done),
    );
    openPage('/admin', <UndoList />);
    const [first, second] = await screen.findAllByRole('listitem');
    expect(first?.textContent).toMatch(/^Bank statement lines resolved.*· 3 records/);
    expect(second?.textContent).toMatch(/^Money moved to another payment5 Nov 2026, .*· PX-7K4M2/);
    const undo = within(second as HTMLElement).getByRole('button', { name: 'Undo' });
    const described = document.getElementById(undo.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe('Money moved to another payment');
    await user.click(undo);
    await screen.findByText('Undone');
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toContain(
      `POST /api/admin/money-moves/${id}/undo`,
    );
  });

  test('says why one cannot be undone any more, and goes on showing the others', async () => {
    const user = userEvent.setup();
    serve(
      answers(listUndoable, [act(1)]),
      refuses(undoMovePayment, 409, { message: 'This has been undone already.' }),
    );
    openPage('/admin', <UndoList />);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('Undo failed');
    screen.getByText('This has been undone already.');
    screen.getByRole('button', { name: 'Undo' });
  });

  test('says that there is nothing, and that it could not be read', async () => {
    const user = userEvent.setup();
    serve(
      inTurn(
        refuses(listUndoable, 503, { message: 'The site is busy.' }),
        answers(listUndoable, []),
      ),
    );
    openPage('/admin', <UndoList />);
    expect((await screen.findByRole('alert')).textContent).toContain('The site is busy.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('You have done nothing in the last 30 days that can be undone.');
  });
});

const CALLS = {
  undoTakeBack: [undoTakeBack, undefined],
  undoRejectPayment: [undoRejectPayment, undefined],
  undoMovePayment: [undoMovePayment, undefined],
  undoWaiver: [undoWaiver, undefined],
  undoPlanEnd: [undoPlanEnd, undefined],
  undoStatement: [undoStatement, undefined],
  reopenTransfer: [reopenDismissed, { kind: 'chain', id }],
  reopenDifference: [reopenDismissed, { kind: 'treasury', id }],
  reopenPaypalLine: [reopenDismissed, { kind: 'paypal', id }],
  reopenRefund: [reopenDismissed, { kind: 'refund', id }],
  restoreSignatures: [restoreSignatures, { at: '2026-11-05T10:00:00.000Z' }],
  withdrawContent: [withdrawContent, undefined],
  undoMerge: [undoMerge, undefined],
  deleteDonationLink: [deleteDonationLink, undefined],
} as const;

test.each(Object.entries(CALLS))('%s makes the call of its name', async (by, [endpoint, body]) => {
  const sent = serve(answers(endpoint, done));
  const subject = by === 'restoreSignatures' ? '2026-11-05T10:00:00.000Z' : id;
  await callUndo(call, { by: by as UndoCall, id: subject }, 'Undone.');
  expect(sent).toHaveLength(1);
  expect(sent[0]?.path).toBe(endpoint.path.replace(':id', id));
  expect(sent[0]?.body).toEqual(body);
});

test('lines of a statement are undone together', async () => {
  const sent = serve(answers(undoLines, done));
  await callUndo(call, { by: 'undoLines', lines: [id, id] }, 'Undone.');
  expect(sent[0]?.body).toEqual({ lines: [id, id] });
});

test('separated addresses are merged again by a record of each', async () => {
  const sent = serve(answers(mergePeople, { ...done, id }));
  const [of, other] = [{ record: 'contact', id } as const, { record: 'account', id } as const];
  await callUndo(call, { by: 'mergePeople', of, with: other }, 'Undone.');
  expect(sent[0]?.path).toBe(`/api/admin/people/contact/${id}/merge`);
  expect(sent[0]?.body).toEqual(other);
});
