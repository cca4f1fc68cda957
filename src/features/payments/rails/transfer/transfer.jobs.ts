import * as z from 'zod/mini';
import type { AppContext } from '../../../../server/context.ts';
import { inTransaction } from '../../../../server/database/database.ts';
import { job } from '../../../../server/queue/queue.ts';
import { ById } from '../../../../shared/schema.ts';
import { readerOf } from '../../../application/application.rules.ts';
import { queueMail } from '../../../mail/queue/mail-queue.service.ts';
import { dayOf } from '../../core/payment.rules.ts';
import { findPayment } from '../../core/payment.store.ts';
import {
  expireTransfers,
  reassurePayersOfClaims,
  remindAdminsOfClaims,
  remindPayers,
  transferMailProps,
} from './transfer-reminder.service.ts';

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
];
