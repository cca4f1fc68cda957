import type { Database } from '../../../server/database/database.ts';
import { decimal } from '../../../shared/money.ts';
import { maskPerson, showDetailsMs } from '../../application/application.rules.ts';
import { type Application, personOf } from '../../application/application.store.ts';
import { sendBy } from '../../fulfilment/fulfilment.rules.ts';
import { listApplicationsOfBrowser } from '../../application/browser.store.ts';
import { listSchedulesWithToken } from '../rails/card/renewals/vault.store.ts';
import { listChargeDays } from '../rails/card/renewals/renewals.service.ts';
import { listShortfalls } from '../rails/crypto/settlement/shortfall.service.ts';
import { listCoinsOf } from '../rails/crypto/settlement/on-chain-transfer.store.ts';
import { amountOf } from '../rails/crypto/quotes/quote.rules.ts';
import type { MyApplication } from '../payer/my-applications.contract.ts';
import { type ApplicationPaymentStatus, memoOf, type Rail } from '../core/payment.rules.ts';
import { receiptName } from '../core/payment-labels.rules.ts';
import { heldCentsOf } from '../core/instalment.rules.ts';
import { type ListedMove, listMovesOf } from '../core/moves/move.store.ts';
import { type JoinedPayment, listPaymentsOf } from '../core/payment.store.ts';
import { listReceiptsOfPayments } from '../core/receipts/receipt.store.ts';
import {
  type Instalment,
  listInstalmentsOf,
  type Schedule,
} from '../core/schedule/schedule.store.ts';

/** On the way out, times are still Dates; the contract writes them as text. */
type Shown = Omit<MyApplication, 'createdAt' | 'submittedAt' | 'payments' | 'shortfall'> & {
  createdAt: unknown;
  submittedAt: unknown;
  payments: (Omit<MyApplication['payments'][number], 'createdAt' | 'updatedAt'> &
    Record<'createdAt' | 'updatedAt', unknown>)[];
};

/** A browser's applications as its owner sees them, newest first. */
export async function listMyApplicationsOf(
  db: Database,
  digest: string,
  now: Date,
): Promise<MyApplication[]> {
  const owned = await listApplicationsOfBrowser(db, digest);
  const ids = owned.map(({ application }) => application.id);
  const [joined, payments] = [await listInstalmentsOf(db, ids), await listPaymentsOf(db, ids)];
  const moves = (await listMovesOf(db, ids)).filter(({ move }) => move.undoneAt === null);
  const charging = await listSchedulesWithToken(
    db,
    joined.map(({ schedule }) => schedule.id),
  );
  const chargeDays = await listChargeDays(
    db,
    joined.map(({ instalment }) => instalment),
    now,
  );
  const shortfalls = await listShortfalls(db, payments, now);
  const receipts = await receiptsOf(
    db,
    payments.map(({ payment }) => payment.id),
  );
  const coins = await coinsOf(db, payments);
  const shown = owned.map(({ application, provenAt }) => {
    const ownInstalments = joined.filter(
      ({ schedule, instalment }) =>
        // What is combined is shown with the instalment that it is part of.
        schedule.applicationId === application.id && instalment.status !== 'combined',
    );
    return {
      ...show(
        application,
        ownInstalments,
        payments.filter((payment) => payment.application.id === application.id),
        moves,
        { receipts, coins },
        now.getTime() - provenAt.getTime() > showDetailsMs,
        chargeDays,
      ),
      ...(ownInstalments.some(({ schedule }) => charging.has(schedule.id))
        ? { chargesItself: true }
        : {}),
      shortfall: shortfalls.get(application.id),
    };
  });
  return shown as unknown as MyApplication[];
}

/** The names of the receipts that are not void, by payment. */
async function receiptsOf(db: Database, paymentIds: readonly string[]) {
  const listed = await listReceiptsOfPayments(db, paymentIds);
  return new Map(
    listed
      .filter(({ isVoid }) => !isVoid)
      .map(({ payment, receipt }) => [payment.id, receiptName(receipt.number)]),
  );
}

/** What came on the chain, by payment: "0.3 ETH". */
async function coinsOf(db: Database, payments: readonly JoinedPayment[]) {
  const onChain = payments.filter(({ payment }) => payment.rail === 'crypto');
  const came = new Map<string, string>();
  if (onChain.length === 0) return came;
  const ids = onChain.map(({ payment }) => payment.id);
  for (const { paymentId, token, units } of await listCoinsOf(db, ids)) {
    const amount = `${amountOf(units, token)} ${token}`;
    const before = came.get(paymentId ?? '');
    came.set(paymentId ?? '', before ? `${before} + ${amount}` : amount);
  }
  return came;
}

function show(
  application: Application,
  owed: { schedule: Schedule; instalment: Instalment }[],
  payments: JoinedPayment[],
  moves: readonly ListedMove[],
  { receipts, coins }: Record<'receipts' | 'coins', ReadonlyMap<string, string>>,
  masked: boolean,
  chargeDays: ReadonlyMap<string, string>,
): Shown {
  const person = personOf(application);
  const instalments = owed.map(({ instalment }) => instalment);
  const kitBy = sendBy(application);
  const receivedFor = (due: Instalment) =>
    heldCentsOf(
      due,
      payments.filter((p) => p.instalment.id === due.id).map((p) => p.payment),
    );
  const sum = (amounts: bigint[]) => decimal(amounts.reduce((a, b) => a + b, 0n));
  return {
    id: application.id,
    reference: application.reference,
    applicationStatus: application.applicationStatus,
    paymentStatus: application.paymentStatus as ApplicationPaymentStatus,
    paymentPlan: application.paymentPlan,
    paymentMethod: application.paymentMethod as Rail,
    paymentAmount: decimal(application.paymentAmountCents),
    currency: 'USD',
    totalAmount: sum(instalments.map(({ amountCents }) => amountCents)),
    receivedAmount: sum(instalments.map(receivedFor)),
    createdAt: application.createdAt,
    submittedAt: application.submittedAt,
    masked,
    applicationData: masked ? maskPerson(person) : person,
    noticeVersion: application.noticeVersion,
    kitRelease: owed[0]?.schedule.kitRelease ?? 'first_payment',
    ...(kitBy ? { kitBy } : {}),
    instalments: instalments.map((due) => {
      const chargeOn = chargeDays.get(due.id);
      return {
        ...showDue(due, receivedFor(due), application.reference),
        ...(chargeOn ? { chargeOn } : {}),
        credits: moves
          .filter(({ move }) => move.toInstalmentId === due.id)
          .map(({ move, fromInstalment, fromApplication }) => ({
            amount: decimal(move.amountCents),
            instalment: fromApplication.id === application.id ? fromInstalment.number : null,
          })),
      };
    }),
    payments: payments.map((payment) => {
      const receipt = receipts.get(payment.payment.id);
      const came = coins.get(payment.payment.id);
      return {
        ...showPayment(payment, masked),
        ...(receipt ? { receipt } : {}),
        ...(came ? { coins: came } : {}),
      };
    }),
  };
}

function showDue(
  due: Instalment,
  receivedCents: bigint,
  reference: string,
): Omit<Shown['instalments'][number], 'credits'> {
  const asksForMoney =
    due.status === 'scheduled' || due.status === 'due' || due.status === 'overdue';
  const restCents =
    asksForMoney && receivedCents < due.amountCents ? due.amountCents - receivedCents : 0n;
  return {
    number: due.number,
    status: due.status,
    amount: decimal(due.amountCents),
    received: decimal(receivedCents),
    rest: decimal(restCents),
    dueOn: due.dueOn,
    memo: memoOf(reference, due.number),
  };
}

function showPayment(
  { payment, instalment }: JoinedPayment,
  masked: boolean,
): Shown['payments'][number] {
  const { claimNumber } = payment;
  return {
    id: payment.id,
    instalment: instalment.number,
    method: payment.rail,
    status: payment.status,
    flag: payment.flag,
    amount: decimal(payment.amountCents),
    received: payment.receivedCents === null ? null : decimal(payment.receivedCents),
    number: claimNumber && masked ? `…${claimNumber.slice(-2)}` : claimNumber,
    reason: payment.reason,
    createdAt: payment.createdAt,
    updatedAt: payment.updatedAt,
  };
}
