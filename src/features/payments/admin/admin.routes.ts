import { addAudit } from '../../../server/audit.store.ts';
import { callerOf, type RequestContext } from '../../../server/context.ts';
import { inTransaction } from '../../../server/database/database.ts';
import { route } from '../../../server/http/route.ts';
import { words } from '../../../shared/words.ts';
import { dayOf } from '../core/payment.rules.ts';
import { readPaymentDetail } from './detail/payment-detail.contract.ts';
import { loadPaymentDetail } from './detail/payment-detail.service.ts';
import { exportLedger, readReconciliation } from './reconciliation/reconciliation.contract.ts';
import { listReview } from './review/review.contract.ts';
import { ledgerLines, reportYear } from './reconciliation/reconciliation.service.ts';
import { endDispute, recordDispute, recordRefund } from './refunds/refund.contract.ts';
import { enterDispute, enterDisputeEnd, enterRefund } from './refunds/refund.service.ts';
import { reviewPage } from './review/review.service.ts';

const byCaller = <C extends Pick<RequestContext<never>, 'user'>>(context: C) => ({
  ...context,
  actorId: callerOf(context).id,
});

export const paymentAdminRoutes = [
  route(readPaymentDetail, ({ db, params }) => loadPaymentDetail(db, params.id)),
  route(readReconciliation, ({ db, query, clock }) => {
    const today = dayOf(clock.now());
    return reportYear(db, query.year ?? Number(today.slice(0, 4)), today);
  }),
  route(listReview, (context) => reviewPage(context)),
  route(exportLedger, async (context) => {
    const { db, clock, setHeader } = context;
    // The audit row stays, also when the download breaks off.
    const act = {
      at: clock.now(),
      actorId: callerOf(context).id,
      action: 'ledger.exported',
      subject: null,
    };
    await inTransaction(db, (tx) => addAudit(tx, act));
    setHeader('Content-Disposition', 'attachment; filename="ledger.csv"');
    return ledgerLines(db);
  }),
  route(recordRefund, async (context) => ({
    message: await enterRefund(byCaller(context), context.params.id, context.body),
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
