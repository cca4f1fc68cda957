import type { AppContext } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import * as z from 'zod/mini';
import { job } from '../../../server/queue/queue.ts';
import { dollars } from '../../../shared/money.ts';
import { ById } from '../../../shared/schema.ts';
import { NOT_SENT, readerOf } from '../../application/application.rules.ts';
import { type Application, findApplication } from '../../application/application.store.ts';
import { applicationLink } from '../../application/link.service.ts';
import { sendBy } from '../../fulfilment/fulfilment.rules.ts';
import { notifyAdmins, queueMail } from '../../mail/queue/mail-queue.service.ts';
import { hasBatch } from '../../mail/queue/outgoing-mail.store.ts';
import { listChargeDays } from '../rails/card/renewals/renewals.service.ts';
import { listShortfalls } from '../rails/crypto/settlement/shortfall.service.ts';
import { RAIL_NAMES, PLAN_NAMES, receiptName } from '../core/payment-labels.rules.ts';
import { dayOf, PAYABLE, type Rail, receiptAwaitedMs, UNDER_WAY } from '../core/payment.rules.ts';
import { heldCentsOf, heldForAll } from '../core/instalment.rules.ts';
import {
  findPayment,
  type JoinedPayment,
  type Payment,
  listPaymentsOf,
  listPaymentsOfInstalment,
} from '../core/payment.store.ts';
import { listPaymentEvents } from '../core/payment-event.store.ts';
import {
  balanceOf,
  confirmationBatch,
  methodOf,
  receiptLink,
} from '../core/receipts/receipt.service.ts';
import {
  findReceiptOfPayment,
  listReceiptsOf,
  type Receipt,
} from '../core/receipts/receipt.store.ts';
import {
  type Instalment,
  listInstalments,
  listInstalmentsOf,
} from '../core/schedule/schedule.store.ts';

/** The difference between received and due amount, in words; undefined without one. */
async function differenceOf(db: Database, instalment: JoinedPayment['instalment']) {
  const { id, amountCents } = instalment;
  const over = heldCentsOf(instalment, await listPaymentsOfInstalment(db, id)) - amountCents;
  if (over === 0n) return undefined;
  const due = dollars(amountCents);
  return over > 0n ? { due, over: dollars(over) } : { due, rest: dollars(-over) };
}

/** The next charge to the account that PayPal keeps; undefined where none is kept or its day has come already. */
async function chargeOf(context: AppContext, next: { instalment: Instalment } | undefined) {
  if (!next) return undefined;
  const { id, scheduleId, amountCents } = next.instalment;
  const now = context.clock.now();
  const plan = await listInstalments(context.db, scheduleId);
  const dueOn = (await listChargeDays(context.db, plan, now)).get(id);
  if (!dueOn || dueOn <= dayOf(now)) return undefined;
  const received = heldCentsOf(next.instalment, await listPaymentsOfInstalment(context.db, id));
  return { amount: dollars(amountCents - received), dueOn };
}

/** Whether the kit is sent next, and by which day; of one that is late nothing is promised again. */
function kitOf(application: Application, today: string): { sendsKit: boolean; kitBy?: string } {
  const kitBy = sendBy(application);
  const sendsKit = NOT_SENT.includes(application.applicationStatus);
  return sendsKit && kitBy && kitBy >= today ? { sendsKit, kitBy } : { sendsKit: false };
}

const dayOfDue = ({ dueOn, chargeOn }: Instalment) => chargeOn ?? dueOn;

/** The days of the next and the last payment that a plan still needs, apart from what is being looked for. */
function daysOf(instalments: readonly Instalment[], made: readonly Payment[]) {
  const underWay = made.filter(({ status }) => UNDER_WAY.includes(status));
  const open = instalments.filter(
    ({ id, status }) =>
      PAYABLE.includes(status) && !underWay.some(({ instalmentId }) => instalmentId === id),
  );
  const [next] = open;
  const last = open.slice(1).at(-1);
  return {
    ...(next ? { nextOn: dayOfDue(next) } : {}),
    ...(last ? { lastOn: dayOfDue(last) } : {}),
  };
}

const submissionBatch = ({ id }: Pick<Application, 'id'>) => `application-submitted:${id}`;

/** Whether a receipt came with the submission, so that one email says both. */
const cameWith = ({ submittedAt }: Application, { issuedAt }: Receipt) =>
  submittedAt !== null && issuedAt.getTime() - submittedAt.getTime() < receiptAwaitedMs;

/** Whether the email of such a receipt is queued: only then is another one about the application needless. */
async function hasReceiptMail(db: Database, application: Application): Promise<boolean> {
  for (const { receipt } of await listReceiptsOf(db, application.id))
    if (
      cameWith(application, receipt) &&
      (await hasBatch(db, await confirmationBatch(db, receipt)))
    )
      return true;
  return false;
}

/** `receipt`: the number of the one that was issued; absent in jobs from before. */
const Confirmed = z.object({ id: z.uuid(), receipt: z.optional(z.number()) });

/**
 * `claim`: the transfer that submitted it, which nobody has found yet; `awaitsReceipt`: a receipt may have said it by
 * now.
 */
const Submitted = z.object({
  id: z.uuid(),
  claim: z.optional(z.uuid()),
  awaitsReceipt: z.optional(z.boolean()),
});
/** `isPayerInformed`: the email about the application names the claim, too. */
const Claimed = z.object({ id: z.uuid(), isPayerInformed: z.optional(z.boolean()) });

export const paymentMailJobs = [
  job<AppContext, typeof Submitted>({
    name: 'application-submitted',
    data: Submitted,
    retries: 10,
    async handle({ id, claim, awaitsReceipt }, { context }) {
      const application = await findApplication(context.db, id);
      if (!application) return; // erased in the meantime
      if (awaitsReceipt && (await hasReceiptMail(context.db, application))) return;
      const { reference, paymentPlan, paymentAmountCents, paymentMethod } = application;
      const reader = readerOf(application);
      const instalments = await listInstalmentsOf(context.db, [id]);
      const claimed = claim && (await findPayment(context.db, claim))?.payment;
      const made = (await listPaymentsOf(context.db, [id])).map(({ payment }) => payment);
      const totalCents = instalments.reduce(
        (sum, { instalment }) => sum + instalment.amountCents,
        0n,
      );
      const receivedCents = heldForAll(
        instalments.map(({ instalment }) => instalment),
        made,
      );
      const confirming = made.find(({ status }) => status === 'processing');
      await queueMail(context, {
        batch: submissionBatch(application),
        ...reader,
        template: 'application-submitted',
        props: {
          name: reader.to.name,
          reference,
          plan: PLAN_NAMES[paymentPlan],
          amount: dollars(paymentAmountCents),
          ...(instalments.length > 1
            ? {
                schedule: {
                  payments: instalments.length,
                  total: dollars(totalCents),
                  ...daysOf(
                    instalments.map(({ instalment }) => instalment),
                    made,
                  ),
                },
              }
            : {}),
          ...(instalments[0] ? { kitRelease: instalments[0].schedule.kitRelease } : {}),
          method: RAIL_NAMES[paymentMethod as Rail],
          // Found in the meantime, it has a receipt of its own.
          ...(claimed && claimed.status === 'claimed'
            ? { claim: { amount: dollars(claimed.amountCents), number: claimed.claimNumber ?? '' } }
            : {}),
          ...(confirming ? { confirming: dollars(confirming.amountCents) } : {}),
          ...(receivedCents > 0n ? { received: dollars(receivedCents) } : {}),
          ...kitOf(application, dayOf(context.clock.now())),
          statusUrl: applicationLink(context, application),
        },
      });
    },
  }),
  job<AppContext, typeof Claimed>({
    name: 'claim-received',
    data: Claimed,
    retries: 10,
    async handle({ id, isPayerInformed }, { context }) {
      const found = await findPayment(context.db, id);
      if (!found) return;
      const { application, payment } = found;
      const reader = readerOf(application);
      const facts = {
        reference: application.reference,
        method: RAIL_NAMES[payment.rail],
        amount: dollars(payment.amountCents),
        number: payment.claimNumber ?? '',
      };
      if (!isPayerInformed)
        await queueMail(context, {
          batch: `claim-received:${id}`,
          ...reader,
          template: 'claim-received',
          props: {
            name: reader.to.name,
            ...facts,
            statusUrl: applicationLink(context, application),
          },
        });
      await notifyAdmins(
        context,
        {
          batch: `claim-notification:${id}`,
          template: 'claim-notification',
          props: {
            ...facts,
            adminUrl: `${context.publicUrl}/admin/submissions/passport-applications?open=${application.id}`,
          },
        },
        { permission: 'payments:read' },
      );
    },
  }),
  job<AppContext, typeof Confirmed>({
    name: 'payment-confirmed',
    data: Confirmed,
    retries: 10,
    async handle({ id, receipt: issued }, { context }) {
      const found = await findPayment(context.db, id);
      const receipt = await findReceiptOfPayment(context.db, id);
      // Taken back before anyone was notified.
      if (!found || found.payment.receivedCents === null) return;
      if (!receipt) throw new Error('Money came without a receipt.');
      if (issued !== undefined && issued !== receipt.number) return;
      const { application, payment, instalment } = found;
      const reader = readerOf(application);
      const instalments = (await listInstalmentsOf(context.db, [application.id])).filter(
        (one) => one.instalment.status !== 'combined',
      );
      const difference = await differenceOf(context.db, instalment);
      const left = instalments.filter(
        (one) => one.instalment.id !== instalment.id && PAYABLE.includes(one.instalment.status),
      );
      const paymentsLeft = left.length;
      const last = left.slice(1).at(-1)?.instalment;
      const charge = difference?.rest ? undefined : await chargeOf(context, left[0]);
      const pay = difference?.rest ? { pay: instalment.number } : {};
      const isFirstMail =
        cameWith(application, receipt) &&
        !(await hasBatch(context.db, submissionBatch(application)));
      await queueMail(context, {
        batch: await confirmationBatch(context.db, receipt),
        ...reader,
        template: 'payment-confirmed',
        props: {
          name: reader.to.name,
          reference: application.reference,
          amount: dollars(payment.receivedCents ?? 0n),
          receivedOn: payment.receivedOn ?? dayOf(payment.updatedAt),
          method: await methodOf(context.db, payment),
          ...(receipt.facts.railReference ? { railReference: receipt.facts.railReference } : {}),
          balance: await balanceOf(context.db, application.id, dayOf(context.clock.now())),
          ...(isFirstMail ? { submitted: { kitRelease: found.schedule.kitRelease } } : {}),
          number: instalment.number,
          payments: instalments.length,
          ...kitOf(application, dayOf(context.clock.now())),
          paymentsLeft,
          ...(last ? { lastOn: dayOfDue(last) } : {}),
          ...(charge ? { charge } : {}),
          ...(difference ? { difference } : {}),
          receipt: { name: receiptName(receipt.number), url: receiptLink(context, receipt) },
          statusUrl: applicationLink(context, application, pay),
        },
      });
      if (instalments.length > 1 && paymentsLeft === 0)
        await context.jobs.send(context.db, 'plan-completed', { id: application.id });
    },
  }),
  /** With each transfer that leaves a quote short; nothing once the rest has come, or can no longer be sent. */
  job<AppContext, typeof ById>({
    name: 'payment-short',
    data: ById,
    retries: 10,
    async handle({ id }, { context }) {
      const found = await findPayment(context.db, id);
      if (!found) return;
      const { application } = found;
      const shortfalls = await listShortfalls(context.db, [found], context.clock.now());
      const short = shortfalls.get(application.id);
      if (short?.state !== 'open') return;
      const { received, rest, token, quoteId, instalment, until } = short;
      const reader = readerOf(application);
      await queueMail(context, {
        batch: `payment-short:${quoteId}:${received}`,
        ...reader,
        template: 'payment-short',
        props: {
          name: reader.to.name,
          reference: application.reference,
          received: `${received} ${token}`,
          rest: `${rest} ${token}`,
          until: until.toISOString(),
          statusUrl: applicationLink(context, application, { pay: instalment }),
        },
      });
    },
  }),
  job<AppContext, typeof ById>({
    name: 'claim-rejected',
    data: ById,
    retries: 10,
    async handle({ id }, { context }) {
      const found = await findPayment(context.db, id);
      const events = await listPaymentEvents(context.db, id);
      const last = events.findLast(({ from, to }) => from !== to);
      // An administrator may have undone it.
      if (!found || last?.to !== 'failed') return;
      const { application, payment, instalment } = found;
      const reader = readerOf(application);
      await queueMail(context, {
        batch: `claim-rejected:${id}:${last.id}`,
        ...reader,
        template: 'claim-rejected',
        props: {
          name: reader.to.name,
          reference: application.reference,
          amount: dollars(payment.amountCents),
          reason: last.reason ?? '',
          statusUrl: applicationLink(context, application, { pay: instalment.number }),
        },
      });
    },
  }),
];
