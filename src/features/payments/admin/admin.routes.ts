import { addAudit, downloadedBy } from '../../../server/audit.store.ts';
import { callerOf, type RequestContext } from '../../../server/context.ts';
import { inTransaction } from '../../../server/database/database.ts';
import { type Commit, route, routeWithCommit } from '../../../server/http/route.ts';
import { entriesOf } from '../../../shared/record.ts';
import { words } from '../../../shared/words.ts';
import { dayOf } from '../core/payment.rules.ts';
import {
  approveAction,
  declineAction,
  listApplicationApprovals,
  readApprovalSum,
  withdrawAction,
} from '../core/approvals/approval.contract.ts';
import { applyRules, undoLines } from '../core/lines/line-decision.contract.ts';
import {
  approve,
  decline,
  describeApprovalSum,
  doOrAsk,
  listApprovalsOf,
  withdraw,
} from './approvals/approval.service.ts';
import { type ActionAnswer, MONEY_ACTIONS, targetOf } from './approvals/money-action.service.ts';
import { applyRulesTo, undoStatementLines } from './lines/statement-lines.service.ts';
import { closeMonth, exportJournal, readAccountBalances } from './balances/balances.contract.ts';
import { balancesOf, closePeriod, journalLines } from './balances/balances.service.ts';
import { reopenDismissed, undoMovePayment, undoTakeBack } from '../core/correction.contract.ts';
import { enterUndoMove, undoCorrection } from './corrections/correction.service.ts';
import { readPaymentDetail } from './detail/payment-detail.contract.ts';
import { loadPaymentDetail } from './detail/payment-detail.service.ts';
import { exportLedger, readReconciliation } from './reconciliation/reconciliation.contract.ts';
import { listDismissed, listReview } from './review/review.contract.ts';
import { ledgerLines, reportYear } from './reconciliation/reconciliation.service.ts';
import { moveInstalment, undoPlanEnd, undoWaiver } from './instalments/instalment.contract.ts';
import { move, undoEnd, undoWaive } from './instalments/instalment.service.ts';
import { dismissFailedRefund } from './refunds/paypal-refund.service.ts';
import { dismissRefund, recordDispute } from './refunds/refund.contract.ts';
import { enterDispute } from './refunds/refund.service.ts';
import { listDismissedItems, reopen, reviewPage } from './review/review.service.ts';

const byCaller = <C extends Pick<RequestContext<never>, 'user'>>(context: C) => ({
  ...context,
  actorId: callerOf(context).id,
});

/** The audit row stays, also when the download breaks off. */
const auditExport = (
  context: Pick<RequestContext<never>, 'db' | 'clock' | 'user'>,
  action: string,
  subject: string | null,
) =>
  inTransaction(context.db, (tx) =>
    addAudit(tx, {
      at: context.clock.now(),
      ...downloadedBy(callerOf(context)),
      action,
      subject,
    }),
  );

export const paymentAdminRoutes = [
  route(readPaymentDetail, ({ db, params }) => loadPaymentDetail(db, params.id)),
  route(readReconciliation, ({ db, query, clock }) => {
    const today = dayOf(clock.now());
    return reportYear(db, query.year ?? Number(today.slice(0, 4)), today);
  }),
  route(listReview, (context) => reviewPage(context)),
  route(undoLines, async (context) => ({
    message: await undoStatementLines(byCaller(context), context.body.lines),
  })),
  route(applyRules, async (context) => ({
    message: await applyRulesTo(byCaller(context), context.body.lines),
  })),
  route(listDismissed, ({ db }) => listDismissedItems(db)),
  route(reopenDismissed, async (context) => {
    await reopen(byCaller(context), context.body);
    return { message: words('It is to review again.') };
  }),
  route(exportLedger, async (context) => {
    await auditExport(context, 'ledger.exported', null);
    context.setHeader('Content-Disposition', 'attachment; filename="ledger.csv"');
    return ledgerLines(context.db);
  }),
  route(readAccountBalances, ({ db, query, clock }) => balancesOf(db, query.month, clock.now())),
  route(closeMonth, async (context) => {
    await closePeriod(byCaller(context), context.body.month);
    return { message: words('Later corrections count for the next month.') };
  }),
  route(exportJournal, async (context) => {
    const { month } = context.query;
    await auditExport(context, 'journal.exported', month ?? null);
    const name = month ? `journal-${month}.csv` : 'journal.csv';
    context.setHeader('Content-Disposition', `attachment; filename="${name}"`);
    return journalLines(context.db, month);
  }),
  ...entriesOf(MONEY_ACTIONS).map(([action, { endpoint }]) =>
    routeWithCommit(endpoint, (context, commit) => {
      const { params, body } = context;
      const asked = { target: targetOf(params, body), body };
      return doOrAsk(byCaller(context), action, asked, commit as Commit<ActionAnswer>);
    }),
  ),
  route(listApplicationApprovals, (context) =>
    listApprovalsOf(byCaller(context), context.params.id),
  ),
  routeWithCommit(approveAction, (context, commit) =>
    approve(byCaller(context), context.params.id, commit),
  ),
  route(declineAction, async (context) => {
    await decline(byCaller(context), context.params.id, context.body.reason);
    return { message: words('Nothing was changed.') };
  }),
  route(withdrawAction, async (context) => {
    await withdraw(byCaller(context), context.params.id);
    return { message: words('Nothing was changed.') };
  }),
  route(readApprovalSum, ({ db }) => describeApprovalSum(db)),
  route(undoMovePayment, async (context) => {
    await enterUndoMove(byCaller(context), context.params.id);
    return { message: words('The money counts where it was recorded first.') };
  }),
  route(undoWaiver, async (context) => {
    await undoWaive(byCaller(context), context.params.id);
    return { message: words('The instalment is to be paid again.') };
  }),
  route(moveInstalment, async (context) => {
    await move(byCaller(context), context.params.id, context.body);
    return { message: words('The date is changed.') };
  }),
  route(undoPlanEnd, async (context) => {
    await undoEnd(byCaller(context), context.params.id);
    return { message: words('The payment plan runs again.') };
  }),
  route(undoTakeBack, async (context) => ({
    message: await undoCorrection(byCaller(context), context.params.id),
  })),
  route(dismissRefund, async (context) => {
    await dismissFailedRefund(byCaller(context), context.params.id);
    return { message: words('Dismissed. The payment still shows that PayPal refused it.') };
  }),
  route(recordDispute, async (context) => {
    await enterDispute(byCaller(context), context.params.id, context.body.reason);
    return { message: words('The dispute is recorded.') };
  }),
];
