import type { AppContext } from '../../../../../server/context.ts';
import { job } from '../../../../../server/queue/queue.ts';
import { ById } from '../../../../../shared/schema.ts';
import { checkSubmittedTransaction } from './submitted-transaction.service.ts';

export const cryptoJobs = [
  /** Retried for about an hour; the watch finds what a chain that is silent for longer withholds. */
  job<AppContext, typeof ById>({
    name: 'chain-hint',
    data: ById,
    retries: 8,
    handle: ({ id }, { context }) => checkSubmittedTransaction(context, id),
  }),
];
