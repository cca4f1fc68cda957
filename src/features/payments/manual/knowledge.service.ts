import type { Database } from '../../../server/database.ts';
import { receivedCentsOf } from '../instalment.rules.ts';
import { OPEN, PAYABLE, UNDER_WAY } from '../payment.rules.ts';
import { type JoinedPayment, listPaymentsOf } from '../payment.store.ts';
import { listClaimsByKey } from './claim.store.ts';
import type { ManualRail } from './claim.rules.ts';
import { type JoinedDue, listDues } from './due.store.ts';
import { keyOf, keysIn, type Known, memosIn, type PayableDue } from './match.rules.ts';

interface Asked {
  text: string;
  /** A payment that the line is tied to already. */
  paymentId?: string | null;
}

/** What the database knows of the references and numbers in these texts, in a bounded number of questions. */
export async function gatherKnowledge(
  db: Database,
  rail: ManualRail,
  lines: readonly Asked[],
): Promise<Known> {
  const references = new Set(lines.flatMap(({ text }) => memosIn(text)).map((m) => m.reference));
  const keys = new Set(lines.flatMap(({ text }) => keysIn(text)));
  const claims = (await listClaimsByKey(db, rail, [...keys])).filter(({ payment }) =>
    isWaiting(payment),
  );
  const named = await listDues(db, { references: [...references] });
  const known = new Set(named.map(({ application }) => application.id));
  const further = claims.map(({ application }) => application.id).filter((id) => !known.has(id));
  const dues = await payableDues(db, rail, [
    ...named,
    ...(await listDues(db, { applicationIds: [...new Set(further)] })),
  ]);
  const byInstalment = new Map(dues.map((due) => [due.instalmentId, due]));
  const waiting = claims.flatMap(({ payment, instalment }) => {
    const due = byInstalment.get(instalment.id);
    return due ? [{ key: keyOf(payment.claimNumber ?? ''), due }] : [];
  });
  return {
    dues: Map.groupBy(dues, ({ reference }) => reference),
    claims: Map.groupBy(waiting, ({ key }) => key),
  };
}

const isWaiting = ({ status }: JoinedPayment['payment']) =>
  status === 'claimed' || status === 'expired';

const applicationsPerQuery = 500;

/** Each due with what is still asked for and the attempt on the rail that a transfer would end. */
export async function payableDues(
  db: Database,
  rail: ManualRail,
  dues: readonly JoinedDue[],
): Promise<PayableDue[]> {
  const ids = [...new Set(dues.map(({ application }) => application.id))];
  const attempts: JoinedPayment[] = [];
  for (let from = 0; from < ids.length; from += applicationsPerQuery)
    attempts.push(...(await listPaymentsOf(db, ids.slice(from, from + applicationsPerQuery))));
  const byInstalment = Map.groupBy(attempts, ({ instalment }) => instalment.id);
  return dues.map((due) =>
    payableDue(
      due,
      rail,
      (byInstalment.get(due.instalment.id) ?? []).map(({ payment }) => payment),
    ),
  );
}

function payableDue(
  { instalment, schedule, application }: JoinedDue,
  rail: ManualRail,
  attempts: readonly JoinedPayment['payment'][],
): PayableDue {
  const restCents = instalment.amountCents - receivedCentsOf(attempts);
  const open = attempts.find(({ status }) => OPEN.includes(status));
  const late = attempts.findLast(
    ({ status, rail: other }) => status === 'expired' && other === rail,
  );
  const claim = open?.status === 'claimed' && open.rail === rail ? open : undefined;
  return {
    applicationId: application.id,
    instalmentId: instalment.id,
    reference: application.reference,
    name: `${application.firstName} ${application.lastName}`,
    number: instalment.number,
    of: schedule.payments,
    isPayable:
      PAYABLE.includes(instalment.status) &&
      restCents > 0n &&
      application.applicationStatus !== 'cancelled',
    restCents,
    paymentId: claim?.id ?? (open ? null : (late?.id ?? null)),
    isBusy: open !== undefined && UNDER_WAY.includes(open.status) && !claim,
  };
}
