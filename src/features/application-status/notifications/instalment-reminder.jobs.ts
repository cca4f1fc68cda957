import * as z from 'zod/mini';
import type { AppContext } from '../../../server/context.ts';
import { job } from '../../../server/queue/queue.ts';
import { ById } from '../../../shared/schema.ts';
import { findApplication } from '../../application/application.store.ts';
import { PAYABLE, priceHeldMs } from '../../payments/core/payment.rules.ts';
import { findInstalment } from '../../payments/core/schedule/schedule.store.ts';
import { instalmentProps, mailApplicant } from './applicant-mail.service.ts';
import { dueDaysOf, REMINDERS, reminderBatch } from './instalment-reminder.rules.ts';
import { listUnpaidInstalments } from './instalment-reminder.store.ts';

const batchSize = 200;

export const reminderJobs = [
  job<AppContext, z.ZodMiniType<object>>({
    name: 'due-reminders',
    data: z.object({}),
    retries: 3,
    singleton: true,
    // After the job that makes instalments due and overdue.
    cron: '27 * * * *',
    async handle(_data, { context }) {
      for (const reminder of REMINDERS) {
        const { template, charged } = reminder;
        const batch = reminderBatch(template);
        const now = context.clock.now();
        const combinedAfter = new Date(now.getTime() - priceHeldMs);
        const window = { ...dueDaysOf(reminder, now), batch, charged, combinedAfter };
        for (;;) {
          const unpaid = await listUnpaidInstalments(context.db, { ...window, limit: batchSize });
          for (const { instalment, schedule, application } of unpaid)
            await mailApplicant(context, application, {
              batch: batch + instalment.id,
              template,
              props: await instalmentProps(context, instalment, schedule),
              pay: instalment.number,
            });
          if (unpaid.length < batchSize) break;
        }
      }
    },
  }),
  /** Sent by the card rail with the day on which an instalment will be charged. */
  job<AppContext, typeof ById>({
    name: 'charge-soon',
    data: ById,
    retries: 10,
    handle: ({ id }, { context }) => mailOfInstalment(context, id, 'charge-soon'),
  }),
  /** Sent by the card rail after the last declined charge of an instalment. */
  job<AppContext, typeof ById>({
    name: 'due-payment-failed',
    data: ById,
    retries: 10,
    handle: ({ id }, { context }) => mailOfInstalment(context, id, 'due-payment-failed'),
  }),
];

/** Mails the payer of an instalment once, unless it was paid in another way meanwhile, or waived or cancelled. */
async function mailOfInstalment(
  context: AppContext,
  id: string,
  template: 'charge-soon' | 'due-payment-failed',
): Promise<void> {
  const found = await findInstalment(context.db, id);
  if (!found || !PAYABLE.includes(found.instalment.status)) return;
  const { instalment, schedule } = found;
  const application = await findApplication(context.db, schedule.applicationId);
  if (!application) return;
  const props = await instalmentProps(context, instalment, schedule);
  const isAnnounced = template === 'charge-soon';
  await mailApplicant(context, application, {
    // Each day that is announced once: an administrator can move it.
    batch: reminderBatch(template) + [id, ...(isAnnounced ? [instalment.chargeOn] : [])].join(':'),
    template,
    props: isAnnounced ? { ...props, dueOn: instalment.chargeOn ?? instalment.dueOn } : props,
    ...(isAnnounced ? {} : { pay: instalment.number }),
  });
}
