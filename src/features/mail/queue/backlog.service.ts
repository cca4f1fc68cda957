import type { Measure } from '../../../server/http/metrics.ts';
import { readBacklog } from './outgoing-mail.store.ts';

/** Mails that have not come to their end, for /metrics. */
export const mailMeasures: Measure[] = [
  {
    name: 'mails_waiting',
    help: 'Emails that have not come to their end',
    read: async (db) => (await readBacklog(db)).count,
  },
  {
    name: 'mails_oldest_seconds',
    help: 'For how long the first of them waits',
    async read(db, now) {
      const { since } = await readBacklog(db);
      return since ? (now.getTime() - since.getTime()) / 1000 : 0;
    },
  },
];
