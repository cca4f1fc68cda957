import * as z from 'zod/mini';
import type { AppContext } from '../../../../../server/context.ts';
import { job } from '../../../../../server/queue/queue.ts';
import { ById } from '../../../../../shared/schema.ts';
import { bookLines } from './statement-booking.service.ts';
import { listImportsToBook } from '../statements/statement.store.ts';

type Nothing = z.ZodMiniType<object>;

export const statementJobs = [
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
    // A booking that the site's end has cut off goes on: its own job counts as running for five more minutes.
    atStart: true,
    // Due by the clock of the context, which a delayed job would not follow.
    cron: '* * * * *',
    async handle(_data, { context }) {
      for (const id of await listImportsToBook(context.db, context.clock.now()))
        await bookLines(context, id);
    },
  }),
];
