import type { AppContext } from '../../../../../server/context.ts';
import { job } from '../../../../../server/queue/queue.ts';
import { ById } from '../../../../../shared/schema.ts';
import { checkSubmittedTransaction } from './submitted-transaction.service.ts';

export const cryptoJobs = [
  /** Tried again for about an hour; what a silent chain keeps back for longer the watch finds by itself. */
  job<AppContext, typeof ById>({
    name: 'chain-hint',
    data: ById,
    retries: 8,
    handle: ({ id }, { context }) => checkSubmittedTransaction(context, id),
  }),
];
