import { callerOf } from '../../../../../server/context.ts';
import { linkNextPage, readCursor } from '../../../../../server/lists/cursor.ts';
import type { Place } from '../../../../../server/lists/page.store.ts';
import { route, routeWithCommit } from '../../../../../server/http/route.ts';
import { MOST_COUNTED } from '../../../../../shared/list.ts';
import { decimal } from '../../../../../shared/money.ts';
import { words } from '../../../../../shared/words.ts';
import {
  countPayments,
  type JoinedPayment,
  listPayments,
  type Payment,
} from '../../../core/payment.store.ts';

import { countClaims } from '../claim.store.ts';
import {
  confirmPayments,
  findMatchSuggestions,
  listPaymentsForAdmin,
  rejectPayment,
  undoRejectPayment,
} from './confirmation.contract.ts';
import { confirmTransfers, rejectClaim, undoRejection } from './claim-decision.service.ts';

import { suggestMatches } from '../statements/match-suggestion.service.ts';

const mostRows = 500;

export const confirmationRoutes = [
  route(listPaymentsForAdmin, async (context) => {
    const { db, query, setHeader } = context;
    const { id, status, limit = mostRows } = query;
    const place = readCursor<Place>(context, listPaymentsForAdmin.path);
    const after = place && { createdAt: new Date(place[0]), id: place[1] };
    const rows = await listPayments(db, { id, status, after, limit: limit + 1 });
    const page = rows.slice(0, limit);
    // Waiting claims are counted in full: the number is shown, and never large.
    const most = status === 'claimed' ? Number.POSITIVE_INFINITY : MOST_COUNTED;
    const count = id
      ? rows.length
      : await countPayments(db, status, most === MOST_COUNTED ? most + 1 : undefined);
    setHeader('X-Total-Count', String(Math.min(count, most)));
    if (count > most) setHeader('X-Total-More', 'true');
    const last = page.at(-1);
    if (rows.length > limit && last) {
      const { createdAt, id } = last.payment;
      const end: Place = [createdAt.toISOString(), id];
      linkNextPage(context, listPaymentsForAdmin.path, end, { status, limit });
    }
    const counts = await countClaims(
      db,
      page.flatMap(({ payment }) => numberOf(payment)),
    );
    return page.map((row) => showRow(row, counts));
  }),
  route(findMatchSuggestions, ({ db, params }) => suggestMatches(db, params.id)),
  routeWithCommit(confirmPayments, async (ctx, commit) => {
    const results = await confirmTransfers({ ...ctx, actorId: callerOf(ctx).id }, ctx.body.claims);
    const done = results.filter(({ isConfirmed }) => isConfirmed).length;
    const message = words('{done} of {all, plural, one {# payment} other {# payments}} confirmed.');
    const values = { done, all: results.length };
    return commit(async () => ({ message: ctx.translate(message, ctx.language, values), results }));
  }),
  route(rejectPayment, async (ctx) => {
    await rejectClaim({ ...ctx, actorId: callerOf(ctx).id }, ctx.params.id, ctx.body.reason);
    return { message: words('The payer will get an email with the reason.') };
  }),
  route(undoRejectPayment, async (ctx) => ({
    message: await undoRejection({ ...ctx, actorId: callerOf(ctx).id }, ctx.params.id),
  })),
];

const numberOf = ({ rail, claimNumber }: Payment) => (claimNumber ? [{ rail, claimNumber }] : []);

/** Times leave as Dates; the contract writes them as text. */
function showRow(
  { payment, instalment, schedule, application }: JoinedPayment,
  counts: Awaited<ReturnType<typeof countClaims>>,
) {
  const same = counts.find(
    ({ rail, claimNumber }) => rail === payment.rail && claimNumber === payment.claimNumber,
  );
  return {
    id: payment.id,
    applicationId: application.id,
    reference: application.reference,
    name: `${application.firstName} ${application.lastName}`,
    email: application.email,
    method: payment.rail,
    status: payment.status,
    flag: payment.flag,
    numberInReview: payment.numberInReview,
    sameNumber: same?.n ?? 0,
    amount: decimal(payment.amountCents),
    currency: payment.currency,
    received: payment.receivedCents === null ? null : decimal(payment.receivedCents),
    receivedOn: payment.receivedOn,
    statementLine: payment.statementLine,
    number: payment.claimNumber,
    reason: payment.reason,
    instalment: instalment.number,
    of: schedule.payments,
    createdAt: payment.createdAt,
    updatedAt: payment.updatedAt,
  };
}
