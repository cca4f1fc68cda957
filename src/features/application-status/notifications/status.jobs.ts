import * as z from 'zod/mini';
import type { AppContext } from '../../../server/context.ts';
import { job } from '../../../server/queue/queue.ts';
import { dollars } from '../../../shared/money.ts';
import { ById } from '../../../shared/schema.ts';
import { minutes } from '../../../shared/time.ts';
import { stepsInForce } from '../../application/application.rules.ts';
import { type Application, findApplication } from '../../application/application.store.ts';
import { listApplicationEvents } from '../../application/application-event.store.ts';
import { findShipment } from '../../fulfilment/shipment.store.ts';
import { heldForAll } from '../../payments/core/instalment.rules.ts';
import { dayOf } from '../../payments/core/payment.rules.ts';
import { balanceOf } from '../../payments/core/receipts/receipt.service.ts';
import { PLAN_NAMES } from '../../payments/core/payment-labels.rules.ts';
import { payOffOf } from '../../payments/core/schedule/pay-off.rules.ts';
import { listPaymentsOf } from '../../payments/core/payment.store.ts';
import { findSchedule, listInstalments } from '../../payments/core/schedule/schedule.store.ts';
import { type ApplicationTemplate, mailApplicant } from './applicant-mail.service.ts';

/** A link to one application is mailed at most once in this time: who asks again has it already. */
const linkPauseMs = minutes(20);

/** The amounts of a plan so far. */
async function planFigures(context: AppContext, applicationId: string) {
  const schedule = await findSchedule(context.db, applicationId);
  const instalments = schedule ? await listInstalments(context.db, schedule.id) : [];
  const payments = (await listPaymentsOf(context.db, [applicationId])).map(
    ({ payment }) => payment,
  );
  return {
    schedule,
    paid: instalments.filter(({ status }) => status === 'paid').length,
    heldCents: heldForAll(instalments, payments),
  };
}

const STEPS = [
  'in_review',
  'needs_information',
  'approved',
  'dispatched',
  'delivered',
  'cancelled',
] as const;
type StepName = (typeof STEPS)[number];
type StepTemplate = Extract<ApplicationTemplate, `application-${string}`>;

const TEMPLATES: Readonly<Record<StepName, StepTemplate>> = {
  in_review: 'application-in-review',
  needs_information: 'application-needs-information',
  approved: 'application-approved',
  dispatched: 'application-dispatched',
  delivered: 'application-delivered',
  cancelled: 'application-cancelled',
};

/** The props of some steps beside name, reference and link. */
async function propsOfStep(
  context: AppContext,
  { id }: Application,
  to: StepName,
  note: string | null,
): Promise<Partial<Record<'note' | 'courier' | 'trackingNumber' | 'received', string>>> {
  if (to === 'needs_information') return { note: note ?? '' };
  if (to === 'cancelled') {
    const { heldCents } = await planFigures(context, id);
    return { note: note ?? '', ...(heldCents > 0n ? { received: dollars(heldCents) } : {}) };
  }
  if (to !== 'dispatched') return {};
  const shipment = await findShipment(context.db, id);
  return {
    courier: shipment?.courier ?? '',
    trackingNumber: shipment?.trackingNumber ?? '',
  };
}

/** `endsCharges`: PayPal charged the plan until then. */
const PayOffChosen = z.object({ id: z.uuid(), endsCharges: z.boolean() });

export const statusJobs = [
  /** A link to an application, for its applicant; nothing when there is none (tracking.service, `askWith`). */
  job<AppContext, typeof ById>({
    name: 'application-link',
    data: ById,
    retries: 10,
    async handle({ id }, { context }) {
      const application = await findApplication(context.db, id);
      if (!application) return;
      const turn = Math.floor(context.clock.now().getTime() / linkPauseMs);
      const template =
        application.applicationStatus === 'draft' ? 'draft-link' : 'application-link';
      const batch = `application-link:${id}:${turn}`;
      await mailApplicant(context, application, { batch, template, props: {} });
    },
  }),
  /** Reminds once of a draft that was stored a while ago (draft.service) and is still not paid for. */
  job<AppContext, typeof ById>({
    name: 'draft-saved',
    data: ById,
    retries: 10,
    async handle({ id }, { context }) {
      const application = await findApplication(context.db, id);
      if (application?.applicationStatus !== 'draft') return;
      const batch = `draft-saved:${id}`;
      const { paymentPlan, paymentAmountCents } = application;
      const props = { plan: PLAN_NAMES[paymentPlan], amount: dollars(paymentAmountCents) };
      await mailApplicant(context, application, { batch, template: 'draft-saved', props });
    },
  }),
  /** Mails an applicant about a step; queued in the transaction of the step. */
  job<AppContext, z.ZodMiniType<{ id: string; to: StepName }>>({
    name: 'application-step',
    data: z.object({ id: z.uuid(), to: z.enum(STEPS) }),
    retries: 10,
    async handle({ id, to }, { context }) {
      const application = await findApplication(context.db, id);
      // An administrator may have undone it.
      const events = stepsInForce(await listApplicationEvents(context.db, id));
      const event = events.findLast((one) => one.to === to);
      if (!application || !event) return;
      if (to === 'needs_information' && application.applicationStatus !== to) return;
      const facts = await propsOfStep(context, application, to, event.note);
      await mailApplicant(context, application, {
        // A corrected courier is mailed again.
        batch: ['application-step', event.id, facts.courier, facts.trackingNumber].join(':'),
        template: TEMPLATES[to],
        props: facts as never,
      });
    },
  }),
  job<AppContext, typeof ById>({
    name: 'plan-stopped',
    data: ById,
    retries: 10,
    async handle({ id }, { context }) {
      const application = await findApplication(context.db, id);
      const { schedule, paid, heldCents } = await planFigures(context, id);
      // An administrator may have undone it.
      if (!application || schedule?.status !== 'cancelled') return;
      await mailApplicant(context, application, {
        batch: `plan-stopped:${schedule.id}`,
        template: 'plan-stopped',
        props: { paid, received: dollars(heldCents), byUs: schedule.endedBy !== null },
      });
    },
  }),
  /** The rest of a plan is to be paid at once; nothing when that is undone or paid by now. */
  job<AppContext, typeof PayOffChosen>({
    name: 'plan-pay-off',
    data: PayOffChosen,
    retries: 10,
    async handle({ id, endsCharges }, { context }) {
      const application = await findApplication(context.db, id);
      const schedule = await findSchedule(context.db, id);
      const chosen = schedule && payOffOf(schedule, await listInstalments(context.db, schedule.id));
      if (!application || !chosen) return;
      const { whole, parts, until } = chosen;
      const balance = await balanceOf(context.db, id, dayOf(context.clock.now()));
      await mailApplicant(context, application, {
        // Who changes their mind and back in the same month is not mailed again.
        batch: `plan-pay-off:${whole.id}`,
        template: 'plan-pay-off',
        pay: whole.number,
        props: { payments: parts.length + 1, until: dayOf(until), balance, endsCharges },
      });
    },
  }),
  /** Sent with each payment that came; writes once, when it was the last one of a plan. */
  job<AppContext, typeof ById>({
    name: 'plan-completed',
    data: ById,
    retries: 10,
    async handle({ id }, { context }) {
      const application = await findApplication(context.db, id);
      const { schedule, paid, heldCents } = await planFigures(context, id);
      if (!application || schedule?.plan !== 'installment' || schedule.status !== 'completed')
        return;
      await mailApplicant(context, application, {
        batch: `plan-completed:${schedule.id}`,
        template: 'plan-completed',
        props: { payments: paid, received: dollars(heldCents) },
      });
    },
  }),
];
