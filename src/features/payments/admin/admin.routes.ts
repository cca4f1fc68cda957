import { addAudit } from '../../../server/audit.store.ts';
import { callerOf, type RequestContext } from '../../../server/context.ts';
import { inTransaction } from '../../../server/database/database.ts';
import { route, routeWithCommit } from '../../../server/http/route.ts';
import { words } from '../../../shared/words.ts';
import { dayOf } from '../core/payment.rules.ts';
import { applyRules, decideLines, undoLines } from '../core/lines/line-decision.contract.ts';
import { decide } from './lines/lines.service.ts';
import { applyRulesTo, undoStatementLines } from './lines/statement-lines.service.ts';
import { closeMonth, exportJournal, readAccountBalances } from './balances/balances.contract.ts';
import { balancesOf, closePeriod, journalLines } from './balances/balances.service.ts';
import {
  movePayment,
  reopenDismissed,
  takeBackPayment,
  undoMovePayment,
  undoTakeBack,
} from '../core/correction.contract.ts';
import { takeBack, undoCorrection } from './corrections/correction.service.ts';
import { enterMove, enterUndoMove } from './corrections/move.service.ts';
import { readPaymentDetail } from './detail/payment-detail.contract.ts';
import { loadPaymentDetail } from './detail/payment-detail.service.ts';
import { exportLedger, readReconciliation } from './reconciliation/reconciliation.contract.ts';
import { listDismissed, listReview } from './review/review.contract.ts';
import { ledgerLines, reportYear } from './reconciliation/reconciliation.service.ts';
import {
  endPaymentPlan,
  moveInstalment,
  undoPlanEnd,
  undoWaiver,
  waiveInstalment,
} from './instalments/instalment.contract.ts';
import { move, undoWaive, waive } from './instalments/instalment.service.ts';
import { end, undoEnd } from './instalments/plan.service.ts';
import { refundAtPaypal } from './refunds/paypal-refund.service.ts';
import {
  endDispute,
  recordDispute,
  recordRefund,
  refundThroughPaypal,
} from './refunds/refund.contract.ts';
import { enterDispute, enterDisputeEnd, enterRefund } from './refunds/refund.service.ts';
import { listDismissedItems, reopen } from './review/dismissed.service.ts';
import { reviewPage } from './review/review.service.ts';

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
    addAudit(tx, { at: context.clock.now(), actorId: callerOf(context).id, action, subject }),
  );

export const paymentAdminRoutes = [
  route(readPaymentDetail, ({ db, params }) => loadPaymentDetail(db, params.id)),
  route(readReconciliation, ({ db, query, clock }) => {
    const today = dayOf(clock.now());
    return reportYear(db, query.year ?? Number(today.slice(0, 4)), today);
  }),
  route(listReview, (context) => reviewPage(context)),
  routeWithCommit(decideLines, (context, commit) =>
    decide(byCaller(context), context.body, commit),
  ),
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
  route(recordRefund, async (context) => ({
    message: await enterRefund(byCaller(context), context.params.id, context.body),
  })),
  routeWithCommit(refundThroughPaypal, async (context, commit) => {
    const message = await refundAtPaypal(byCaller(context), context.params.id, context.body);
    return commit(async () => ({ message }));
  }),
  route(takeBackPayment, async (context) => ({
    message: await takeBack(byCaller(context), context.params.id, context.body),
  })),
  route(movePayment, (context) => enterMove(byCaller(context), context.params.id, context.body)),
  route(undoMovePayment, async (context) => {
    await enterUndoMove(byCaller(context), context.params.id);
    return { message: words('The money counts where it was recorded first.') };
  }),
  route(waiveInstalment, async (context) => {
    await waive(byCaller(context), context.params.id, context.body.reason);
    return { message: words('The instalment is waived.') };
  }),
  route(undoWaiver, async (context) => {
    await undoWaive(byCaller(context), context.params.id);
    return { message: words('The instalment is to be paid again.') };
  }),
  route(moveInstalment, async (context) => {
    await move(byCaller(context), context.params.id, context.body);
    return { message: words('The date is changed.') };
  }),
  route(endPaymentPlan, async (context) => {
    await end(byCaller(context), context.params.id, context.body.reason);
    return { message: words('The payment plan is ended.') };
  }),
  route(undoPlanEnd, async (context) => {
    await undoEnd(byCaller(context), context.params.id);
    return { message: words('The payment plan runs again.') };
  }),
  route(undoTakeBack, async (context) => ({
    message: await undoCorrection(byCaller(context), context.params.id),
  })),
  route(recordDispute, async (context) => {
    await enterDispute(byCaller(context), context.params.id, context.body.reason);
    return { message: words('The dispute is recorded.') };
  }),
  route(endDispute, async (context) => {
    await enterDisputeEnd(byCaller(context), context.params.id, context.body);
    return { message: words('The outcome of the dispute is recorded.') };
  }),
];
