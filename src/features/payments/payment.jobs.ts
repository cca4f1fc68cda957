import * as z from 'zod/mini';
import type { House } from '../../server/context.ts';
import { type Database, inTransaction } from '../../server/database.ts';
import { job } from '../../server/queue.ts';
import { dollars } from '../../shared/money.ts';
import { ById } from '../../shared/schema.ts';
import { readerOf } from '../application/application.rules.ts';
import { findApplication } from '../application/application.store.ts';
import { applicationLink } from '../application/link.service.ts';
import { notifyAdmins, queueMail } from '../email/email.service.ts';
import { hasStoredAccount } from './card/vault.service.ts';
import { PLAN_NAME } from './manual/claim.rules.ts';
import { dayOf, PAYABLE, type Rail } from './payment.rules.ts';
import { receivedCentsOf } from './instalment.rules.ts';
import { advanceDuesOf } from './payment.service.ts';
import { findPayment, type JoinedPayment, listPaymentsOfInstalment } from './payment.store.ts';
import { METHOD_NAME, receiptName } from './receipts/receipt.rules.ts';
import { receiptLink } from './receipts/receipt.service.ts';
import { findReceiptOfPayment } from './receipts/receipt.store.ts';
import { type Instalment, listApplicationsWithDues, listInstalmentsOf } from './schedule.store.ts';

const methodOf = ({ rail }: JoinedPayment['payment']) => METHOD_NAME[rail];
const rowsPerTurn = 500;

/** How far what has come for a due is from its amount, written out; undefined when it is the same. */
async function differenceOf(db: Database, { id, amountCents }: JoinedPayment['instalment']) {
  const over = receivedCentsOf(await listPaymentsOfInstalment(db, id)) - amountCents;
  if (over === 0n) return undefined;
  const due = dollars(amountCents);
  return over > 0n ? { due, over: dollars(over) } : { due, rest: dollars(-over) };
}

/** The next charge to the account that PayPal keeps; undefined where none is kept or its day has come already. */
async function chargeOf(house: House, next: { instalment: Instalment } | undefined) {
  if (!next || next.instalment.dueOn <= dayOf(house.clock.now())) return undefined;
  const { id, scheduleId, amountCents, dueOn } = next.instalment;
  if (!(await hasStoredAccount(house.db, scheduleId))) return undefined;
  const received = receivedCentsOf(await listPaymentsOfInstalment(house.db, id));
  return { amount: dollars(amountCents - received), dueOn };
}

export const paymentJobs = [
  job<House, typeof ById>({
    name: 'application-submitted',
    data: ById,
    retries: 10,
    async handle({ id }, { services: house }) {
      const application = await findApplication(house.db, id);
      if (!application) return; // erased in the meantime
      const { reference, paymentPlan, paymentAmountCents, paymentMethod } = application;
      const reader = readerOf(application);
      const dues = await listInstalmentsOf(house.db, [id]);
      const totalCents = dues.reduce((sum, { instalment }) => sum + instalment.amountCents, 0n);
      await queueMail(house, {
        batch: `application-submitted:${id}`,
        ...reader,
        template: 'application-submitted',
        props: {
          name: reader.to.name,
          reference,
          plan: PLAN_NAME[paymentPlan],
          amount: dollars(paymentAmountCents),
          ...(dues.length > 1
            ? { schedule: { payments: dues.length, total: dollars(totalCents) } }
            : {}),
          ...(dues[0] ? { kitRelease: dues[0].schedule.kitRelease } : {}),
          method: METHOD_NAME[paymentMethod as Rail],
          statusUrl: applicationLink(house, application),
        },
      });
    },
  }),
  job<House, typeof ById>({
    name: 'claim-received',
    data: ById,
    retries: 10,
    async handle({ id }, { services: house }) {
      const found = await findPayment(house.db, id);
      if (!found) return;
      const { application, payment } = found;
      const reader = readerOf(application);
      const facts = {
        reference: application.reference,
        method: methodOf(payment),
        amount: dollars(payment.amountCents),
        number: payment.claimNumber ?? '',
      };
      await queueMail(house, {
        batch: `claim-received:${id}`,
        ...reader,
        template: 'claim-received',
        props: { name: reader.to.name, ...facts, statusUrl: applicationLink(house, application) },
      });
      await notifyAdmins(
        house,
        {
          batch: `claim-notification:${id}`,
          template: 'claim-notification',
          props: {
            ...facts,
            adminUrl: `${house.publicUrl}/admin/submissions/passport-applications?open=${application.id}`,
          },
        },
        { may: 'payments:read' },
      );
    },
  }),
  job<House, typeof ById>({
    name: 'payment-confirmed',
    data: ById,
    retries: 10,
    async handle({ id }, { services: house }) {
      const found = await findPayment(house.db, id);
      if (!found) return;
      const { application, payment, instalment } = found;
      const reader = readerOf(application);
      const dues = await listInstalmentsOf(house.db, [application.id]);
      const difference = await differenceOf(house.db, instalment);
      const left = dues.filter(
        (one) => one.instalment.id !== instalment.id && PAYABLE.includes(one.instalment.status),
      );
      const paymentsLeft = left.length;
      const charge = difference?.rest ? undefined : await chargeOf(house, left[0]);
      const receipt = await findReceiptOfPayment(house.db, id);
      if (!receipt) throw new Error('Money came without a receipt.');
      const pay = difference?.rest ? { pay: instalment.number } : {};
      await queueMail(house, {
        batch: `payment-confirmed:${id}`,
        ...reader,
        template: 'payment-confirmed',
        props: {
          name: reader.to.name,
          reference: application.reference,
          amount: dollars(payment.receivedCents ?? 0n),
          receivedOn: payment.receivedOn ?? dayOf(payment.updatedAt),
          paymentsLeft,
          ...(charge ? { charge } : {}),
          ...(difference ? { difference } : {}),
          receipt: { name: receiptName(receipt.number), url: receiptLink(house, receipt) },
          statusUrl: applicationLink(house, application, pay),
        },
      });
      if (dues.length > 1 && paymentsLeft === 0)
        await house.jobs.send(house.db, 'plan-completed', { id: application.id });
    },
  }),
  job<House, typeof ById>({
    name: 'claim-rejected',
    data: ById,
    retries: 10,
    async handle({ id }, { services: house }) {
      const found = await findPayment(house.db, id);
      if (!found) return;
      const { application, payment, instalment } = found;
      const reader = readerOf(application);
      await queueMail(house, {
        batch: `claim-rejected:${id}`,
        ...reader,
        template: 'claim-rejected',
        props: {
          name: reader.to.name,
          reference: application.reference,
          amount: dollars(payment.amountCents),
          reason: payment.reason ?? '',
          statusUrl: applicationLink(house, application, { pay: instalment.number }),
        },
      });
    },
  }),
  job<House, z.ZodMiniType<object>>({
    name: 'dues-advance',
    data: z.object({}),
    retries: 3,
    singleton: true,
    cron: '17 * * * *',
    async handle(_data, { services: house }) {
      const at = house.clock.now();
      let after: string | undefined;
      do {
        const ids = await listApplicationsWithDues(house.db, at, { after, limit: rowsPerTurn });
        for (const id of ids) await inTransaction(house.db, (tx) => advanceDuesOf(tx, id, at));
        after = ids.at(-1);
      } while (after);
    },
  }),
];
