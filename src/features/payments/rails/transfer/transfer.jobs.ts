import * as z from 'zod/mini';
import type { AppContext } from '../../../../server/context.ts';
import { inTransaction } from '../../../../server/database/database.ts';
import { job } from '../../../../server/queue/queue.ts';
import { ById } from '../../../../shared/schema.ts';
import { readerOf } from '../../../application/application.rules.ts';
import { queueMail } from '../../../mail/email.service.ts';
import { dayOf } from '../../core/payment.rules.ts';
import { findPayment } from '../../core/payment.store.ts';
import { bookLines } from './confirmation/statement-booking.service.ts';
import {
  expireTransfers,
  reassurePayersOfClaims,
  remindAdminsOfClaims,
  remindPayers,
} from './reminder.service.ts';
import { listImportsToBook } from './statements/statement.store.ts';
import { transferMailProps } from './transfer.service.ts';

type Nothing = z.ZodMiniType<object>;

export const transferJobs = [
  job<AppContext, typeof ById>({
    name: 'transfer-details',
    data: ById,
    retries: 10,
    async handle({ id }, { context }) {
      await inTransaction(context.db, async (tx) => {
        const found = await findPayment(tx, id);
        if (found?.payment.status !== 'awaiting_transfer') return;
        const props = await transferMailProps(context, tx, found);
        if (!props) return;
        const batch = `transfer-details:${id}:${dayOf(context.clock.now())}`;
        const mail = {
          ...readerOf(found.application),
          batch,
          template: 'transfer-details',
          props,
        } as const;
        await queueMail(context, mail, { db: tx });
      });
    },
  }),
  job<AppContext, Nothing>({
    name: 'transfers-remind',
    data: z.object({}),
    retries: 3,
    singleton: true,
    cron: '29 * * * *',
    async handle(_data, { context }) {
      // What has expired is reminded of no more.
      await expireTransfers(context);
      await remindPayers(context);
      await reassurePayersOfClaims(context);
      await remindAdminsOfClaims(context);
    },
  }),
  job<AppContext, typeof ById>({
    name: 'statement-book',
    data: ById,
    retries: 10,
    async handle({ id }, { context }) {
      await bookLines(context, id);
    },
  }),
  job<AppContext, Nothing>({
    name: 'statements-due',
    data: z.object({}),
    retries: 0,
    singleton: true,
    // Their time is the house's clock, which a job for later would not follow.
    cron: '* * * * *',
    async handle(_data, { context }) {
      for (const id of await listImportsToBook(context.db, context.clock.now()))
        await bookLines(context, id);
    },
  }),
];
