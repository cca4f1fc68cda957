import * as z from 'zod/mini';
import type { House } from '../../../server/context.ts';
import { inTransaction } from '../../../server/database.ts';
import { job } from '../../../server/queue.ts';
import { ById } from '../../../shared/schema.ts';
import { readerOf } from '../../application/application.rules.ts';
import { queueMail } from '../../email/email.service.ts';
import { dayOf } from '../payment.rules.ts';
import { findPayment } from '../payment.store.ts';
import { bookLines } from './booking.service.ts';
import {
  expireTransfers,
  reassurePayers,
  remindAdministrators,
  remindPayers,
} from './reminder.service.ts';
import { listImportsToBook } from './statement.store.ts';
import { transferFacts } from './transfer.service.ts';

type Nothing = z.ZodMiniType<object>;

export const manualJobs = [
  job<House, typeof ById>({
    name: 'transfer-details',
    data: ById,
    retries: 10,
    async handle({ id }, { services: house }) {
      await inTransaction(house.db, async (tx) => {
        const found = await findPayment(tx, id);
        if (found?.payment.status !== 'awaiting_transfer') return;
        const props = await transferFacts(house, tx, found);
        if (!props) return;
        const batch = `transfer-details:${id}:${dayOf(house.clock.now())}`;
        const mail = {
          ...readerOf(found.application),
          batch,
          template: 'transfer-details',
          props,
        } as const;
        await queueMail(house, mail, { db: tx });
      });
    },
  }),
  job<House, Nothing>({
    name: 'transfers-remind',
    data: z.object({}),
    retries: 3,
    singleton: true,
    cron: '29 * * * *',
    async handle(_data, { services: house }) {
      // What has expired is reminded of no more.
      await expireTransfers(house);
      await remindPayers(house);
      await reassurePayers(house);
      await remindAdministrators(house);
    },
  }),
  job<House, typeof ById>({
    name: 'statement-book',
    data: ById,
    retries: 10,
    async handle({ id }, { services: house }) {
      await bookLines(house, id);
    },
  }),
  job<House, Nothing>({
    name: 'statements-due',
    data: z.object({}),
    retries: 0,
    singleton: true,
    // Their time is the house's clock, which a job for later would not follow.
    cron: '* * * * *',
    async handle(_data, { services: house }) {
      for (const id of await listImportsToBook(house.db, house.clock.now()))
        await bookLines(house, id);
    },
  }),
];
