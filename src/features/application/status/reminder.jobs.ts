import * as z from 'zod/mini';
import type { AppContext } from '../../../server/context.ts';
import { job } from '../../../server/queue/queue.ts';
import { ById } from '../../../shared/schema.ts';
import { findApplication } from '../application.store.ts';
import { PAYABLE } from '../../payments/core/payment.rules.ts';
import { findInstalment } from '../../payments/core/schedule.store.ts';
import { factsOfDue, writeToApplicant } from './notice.service.ts';
import { dueDaysOf, REMINDERS, reminderBatch } from './reminder.rules.ts';
import { listOwed } from './tracking.store.ts';

const dueAtOnce = 200;

export const reminderJobs = [
  job<AppContext, z.ZodMiniType<object>>({
    name: 'due-reminders',
    data: z.object({}),
    retries: 3,
    singleton: true,
    // After dues-advance, which makes them due and overdue.
    cron: '27 * * * *',
    async handle(_data, { context }) {
      for (const reminder of REMINDERS) {
        const { template, charged } = reminder;
        const batch = reminderBatch(template);
        const window = { ...dueDaysOf(reminder, context.clock.now()), batch, charged };
        for (;;) {
          const owed = await listOwed(context.db, { ...window, limit: dueAtOnce });
          for (const { instalment, schedule, application } of owed)
            await writeToApplicant(context, application, {
              batch: batch + instalment.id,
              template,
              props: await factsOfDue(context, instalment, schedule),
              ...(template === 'charge-soon' ? {} : { pay: instalment.number }),
            });
          if (owed.length < dueAtOnce) break;
        }
      }
    },
  }),
  /** Sent by the card rail after the last declined charge of a due. */
  job<AppContext, typeof ById>({
    name: 'due-payment-failed',
    data: ById,
    retries: 10,
    async handle({ id }, { context }) {
      const found = await findInstalment(context.db, id);
      // Paid in another way meanwhile, or no longer asked for.
      if (!found || !PAYABLE.includes(found.instalment.status)) return;
      const application = await findApplication(context.db, found.schedule.applicationId);
      if (!application) return;
      await writeToApplicant(context, application, {
        batch: `due-payment-failed:${id}`,
        template: 'due-payment-failed',
        props: await factsOfDue(context, found.instalment, found.schedule),
        pay: found.instalment.number,
      });
    },
  }),
];
