import * as z from 'zod/mini';
import type { House } from '../../../server/context.ts';
import { job } from '../../../server/queue.ts';
import { ById } from '../../../shared/schema.ts';
import { tellAdministrators } from './alarm.service.ts';
import { chargeDues, followRefusal } from './charge.service.ts';
import { followLeftNotices, followNotice } from './notice.service.ts';
import { askAboutLastDays, reconcile } from './reconcile.service.ts';
import { forgetAccount, sweepAccounts } from './vault.service.ts';

const Nothing = z.object({});
type Nothing = z.ZodMiniType<object>;

/** Every job that speaks to PayPal does nothing while card payment is off. */
export const cardJobs = [
  job<House, Nothing>({
    name: 'card-reconcile',
    data: Nothing,
    retries: 0,
    singleton: true,
    atStart: true,
    cron: '* * * * *',
    async handle(_data, { services: house, log }) {
      const card = house.outside.card();
      if (!card) return;
      const asked = await reconcile(house, card, log);
      if (asked > 0) log.info({ asked }, 'PayPal was asked about orders');
    },
  }),
  job<House, Nothing>({
    name: 'card-reconcile-days',
    data: Nothing,
    retries: 3,
    singleton: true,
    cron: '41 3 * * *',
    async handle(_data, { services: house }) {
      await askAboutLastDays(house);
      await sweepAccounts(house);
    },
  }),
  job<House, Nothing>({
    name: 'card-charge',
    data: Nothing,
    retries: 0,
    singleton: true,
    // After dues-advance has made them due.
    cron: '37 * * * *',
    async handle(_data, { services: house, log }) {
      const card = house.outside.card();
      if (!card) return;
      const tried = await chargeDues(house, card, log);
      if (tried > 0) log.info({ tried }, 'kept accounts were charged');
    },
  }),
  job<House, typeof ById>({
    name: 'card-charge-refused',
    data: ById,
    retries: 5,
    handle: ({ id }, { services: house }) => followRefusal(house, id),
  }),
  job<House, z.ZodMiniType<{ eventId: string }>>({
    name: 'card-notice',
    data: z.object({ eventId: z.string() }),
    retries: 10,
    concurrency: 4,
    async handle({ eventId }, { services: house }) {
      const card = house.outside.card();
      if (card) await followNotice(house, card, eventId);
    },
  }),
  job<House, Nothing>({
    name: 'card-notices-left',
    data: Nothing,
    retries: 0,
    singleton: true,
    cron: '*/10 * * * *',
    async handle(_data, { services: house, log }) {
      const card = house.outside.card();
      if (card) await followLeftNotices(house, card, log);
    },
  }),
  job<House, typeof ById>({
    name: 'card-forget-account',
    data: ById,
    retries: 20,
    async handle({ id }, { services: house }) {
      const card = house.outside.card();
      if (card) await forgetAccount(house, card, id);
    },
  }),
  job<House, z.ZodMiniType<{ id: string; issue: string }>>({
    name: 'card-review',
    data: z.object({ id: z.uuid(), issue: z.string() }),
    retries: 10,
    handle: ({ id, issue }, { services: house }) => tellAdministrators(house, id, issue),
  }),
];
