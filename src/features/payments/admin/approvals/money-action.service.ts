import type { $ZodType, output } from 'zod/v4/core';
import type { RequestContext } from '../../../../server/context.ts';
import type { Database } from '../../../../server/database/database.ts';
import type { Commit } from '../../../../server/http/route.ts';
import type { AnyEndpoint, Endpoint } from '../../../../shared/endpoint.ts';
import { words } from '../../../../shared/words.ts';
import { setApprovalSum } from '../../core/approvals/approval.contract.ts';
import type { ApprovalAction } from '../../core/approvals/approval.rules.ts';
import {
  type ApprovalContext,
  changeApprovalSum,
} from '../../core/approvals/approval-sum.service.ts';
import { movePayment, takeBackPayment } from '../../core/correction.contract.ts';
import { decideLines } from '../../core/lines/line-decision.contract.ts';
import { answerDispute } from '../../rails/card/report/answer-dispute.contract.ts';
import { sendAnswer } from '../../rails/card/report/dispute.service.ts';
import {
  assignOnChainTransfer,
  matchOnChainTransfer,
} from '../../rails/crypto/review/chain-review.contract.ts';
import { assignToQuote } from '../../rails/crypto/review/chain-review.service.ts';
import { assignTransfer } from '../../rails/crypto/review/transfer-decision.service.ts';
import { settleNumber } from '../../rails/transfer/confirmation/claim-decision.service.ts';
import {
  confirmPayment,
  settlePayment,
} from '../../rails/transfer/confirmation/confirmation.contract.ts';
import { confirmTransfer } from '../../rails/transfer/confirmation/confirmation.service.ts';
import { enterMove, takeBack } from '../corrections/correction.service.ts';
import { endPaymentPlan, waiveInstalment } from '../instalments/instalment.contract.ts';
import { end, waive } from '../instalments/instalment.service.ts';
import { decide } from '../lines/statement-lines.service.ts';
import { refundAtPaypal } from '../refunds/paypal-refund.service.ts';
import { endDispute, recordRefund, refundThroughPaypal } from '../refunds/refund.contract.ts';
import { enterDisputeEnd, enterRefund } from '../refunds/refund.service.ts';

export type ActionContext = Omit<RequestContext<never>, 'body' | 'query' | 'params'> &
  ApprovalContext;

export interface ActionAnswer {
  message: string;
  isWaiting?: boolean;
  operationId?: string;
}

/** How an action runs: what `begin` writes is written with the first that it writes itself, or not at all. */
interface Steps {
  begin(tx: Database): Promise<void>;
  commit: Commit<ActionAnswer>;
}

interface Asked<B> {
  /** What it is done to. */
  target: string;
  body: B;
}

interface MoneyAction {
  endpoint: AnyEndpoint;
  run(context: ActionContext, asked: Asked<unknown>, steps: Steps): Promise<ActionAnswer>;
}

type Call<B extends $ZodType> = Endpoint<$ZodType, $ZodType, B, $ZodType>;

const action = <B extends $ZodType>(
  endpoint: Call<B>,
  run: (context: ActionContext, asked: Asked<output<B>>, steps: Steps) => Promise<ActionAnswer>,
): MoneyAction => ({ endpoint, run: run as MoneyAction['run'] });

/** An action that is one transaction. */
const inOne = <B extends $ZodType>(
  endpoint: Call<B>,
  run: (context: ActionContext, asked: Asked<output<B>>) => Promise<string | ActionAnswer>,
) =>
  action(endpoint, (context, asked, { begin, commit }) =>
    commit(async (db) => {
      await begin(db);
      const answer = await run({ ...context, db }, asked);
      return typeof answer === 'string' ? { message: answer } : answer;
    }),
  );

/** `commit`, with what `begin` writes in the same transaction. */
const withBegin =
  ({ begin, commit }: Steps): Commit<ActionAnswer> =>
  (effect) =>
    commit(async (tx) => {
      await begin(tx);
      return effect(tx);
    });

/** LIST of what needs a second administrator above the sum, each by the name of its call. */
export const MONEY_ACTIONS: Readonly<Record<ApprovalAction, MoneyAction>> = {
  recordRefund: inOne(recordRefund, (context, { target, body }) =>
    enterRefund(context, target, body),
  ),
  refundThroughPaypal: action(
    refundThroughPaypal,
    async (context, { target, body }, { begin, commit }) => {
      const message = await refundAtPaypal(context, target, body, begin);
      return commit(async () => ({ message }));
    },
  ),
  takeBackPayment: inOne(takeBackPayment, (context, { target, body }) =>
    takeBack(context, target, body),
  ),
  movePayment: inOne(movePayment, (context, { target, body }) => enterMove(context, target, body)),
  waiveInstalment: inOne(waiveInstalment, async (context, { target, body }) => {
    await waive(context, target, body.reason);
    return words('The instalment is waived.');
  }),
  endPaymentPlan: inOne(endPaymentPlan, async (context, { target, body }) => {
    await end(context, target, body.reason);
    return words('The payment plan is ended.');
  }),
  confirmPayment: inOne(confirmPayment, (context, { target, body }) =>
    confirmTransfer(context, target, body),
  ),
  settlePayment: inOne(settlePayment, (context, { target, body: { reason, ...receipt } }) =>
    settleNumber(context, target, receipt, reason),
  ),
  decideLines: action(decideLines, (context, { body }, steps) =>
    decide(context, body, withBegin(steps)),
  ),
  answerDispute: action(answerDispute, (context, { target, body }, steps) =>
    sendAnswer(context, target, body, steps),
  ),
  endDispute: inOne(endDispute, async (context, { target, body }) => {
    await enterDisputeEnd(context, target, body);
    return words('The outcome of the dispute is recorded.');
  }),
  assignOnChainTransfer: action(assignOnChainTransfer, (context, { target, body }, steps) =>
    assignTransfer(context, target, body, withBegin(steps)),
  ),
  matchOnChainTransfer: action(matchOnChainTransfer, (context, { target, body }, steps) =>
    assignToQuote(context, target, body, withBegin(steps)),
  ),
  setApprovalSum: inOne(setApprovalSum, async (context, { body }) => {
    await changeApprovalSum(context, body.sum);
    return words('This holds from now on.');
  }),
};

/** What an action is done to: the id in the path of its call, else the first line that its body names. */
export function targetOf(params: unknown, body: unknown): string {
  const { id } = (params ?? {}) as { id?: string };
  const { lines = [] } = (body ?? {}) as { lines?: string[] };
  return id ?? lines[0] ?? '';
}
