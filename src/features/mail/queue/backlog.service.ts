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
    read: async (db, now) => secondsSince((await readBacklog(db)).since, now),
  },
  {
    name: 'mails_deferred',
    help: 'Those of them that were attempted before and wait for another attempt',
    read: async (db) => (await readBacklog(db)).deferred,
  },
  {
    name: 'mails_oldest_unattempted_seconds',
    help: 'For how long the first of them waits that was not attempted yet',
    read: async (db, now) => secondsSince((await readBacklog(db)).unattemptedSince, now),
  },
];

const secondsSince = (since: Date | null, now: Date) =>
  since ? (now.getTime() - since.getTime()) / 1000 : 0;
