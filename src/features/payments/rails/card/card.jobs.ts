import * as z from 'zod/mini';
import type { AppContext } from '../../../../server/context.ts';
import { job } from '../../../../server/queue/queue.ts';
import { ById } from '../../../../shared/schema.ts';
import { checkDisputes } from './report/dispute.service.ts';
import { checkReport } from './report/report.service.ts';
import { CARD_REVIEW_REASONS, notifyReviewNeeded } from './card-review.service.ts';
import {
  announceCharges,
  chargeDueInstalments,
  handleDeclinedCharge,
} from './renewals/renewals.service.ts';
import { handleMissedWebhooks, handleWebhook } from './webhook.service.ts';
import { scheduleRecentOrders, syncDueOrders } from './reconciliation.service.ts';
import { deleteStoredAccount, endUnneededAccounts } from './renewals/vault.service.ts';

const Nothing = z.object({});
type Nothing = z.ZodMiniType<object>;

const CardReviewData = z.object({
  id: z.uuid(),
  reason: z.enum(CARD_REVIEW_REASONS),
  paypalCode: z.nullable(z.string()),
});

/** Every job that speaks to PayPal does nothing while card payment is off. */
export const cardJobs = [
  job<AppContext, Nothing>({
    name: 'card-reconcile',
    data: Nothing,
    retries: 0,
    singleton: true,
    atStart: true,
    cron: '* * * * *',
    async handle(_data, { context, log }) {
      const card = context.externalServices.card();
      if (!card) return;
      const asked = await syncDueOrders(context, card, log);
      if (asked > 0) log.info({ asked }, 'PayPal was asked about orders');
    },
  }),
  job<AppContext, Nothing>({
    name: 'card-reconcile-days',
    data: Nothing,
    retries: 3,
    singleton: true,
    cron: '41 3 * * *',
    async handle(_data, { context }) {
      await scheduleRecentOrders(context);
      await endUnneededAccounts(context);
    },
  }),
  job<AppContext, Nothing>({
    name: 'card-report',
    data: Nothing,
    retries: 0,
    singleton: true,
    cron: '17 * * * *',
    async handle(_data, { context, log }) {
      const card = context.externalServices.card();
      if (!card) return;
      await checkDisputes(context, card, log);
      await checkReport(context, card, log);
    },
  }),
  job<AppContext, Nothing>({
    name: 'card-charge',
    data: Nothing,
    retries: 0,
    singleton: true,
    // A round that the site's end has cut off goes on.
    atStart: true,
    // After the job that makes instalments due.
    cron: '37 * * * *',
    async handle(_data, { context, log }) {
      const card = context.externalServices.card();
      if (!card) return;
      await announceCharges(context);
      const tried = await chargeDueInstalments(context, card, log);
      if (tried > 0) log.info({ tried }, 'stored accounts were charged');
    },
  }),
  job<AppContext, typeof ById>({
    name: 'card-charge-refused',
    data: ById,
    retries: 5,
    handle: ({ id }, { context }) => handleDeclinedCharge(context, id),
  }),
  job<AppContext, z.ZodMiniType<{ eventId: string }>>({
    name: 'card-notice',
    data: z.object({ eventId: z.string() }),
    retries: 10,
    concurrency: 4,
    async handle({ eventId }, { context }) {
      const card = context.externalServices.card();
      if (card) await handleWebhook(context, card, eventId);
    },
  }),
  job<AppContext, Nothing>({
    name: 'card-notices-left',
    data: Nothing,
    retries: 0,
    singleton: true,
    cron: '*/10 * * * *',
    async handle(_data, { context, log }) {
      const card = context.externalServices.card();
      if (card) await handleMissedWebhooks(context, card, log);
    },
  }),
  job<AppContext, typeof ById>({
    name: 'card-forget-account',
    data: ById,
    retries: 20,
    async handle({ id }, { context }) {
      const card = context.externalServices.card();
      if (card) await deleteStoredAccount(context, card, id);
    },
  }),
  job<AppContext, typeof CardReviewData>({
    name: 'card-review',
    data: CardReviewData,
    retries: 10,
    handle: ({ id, ...why }, { context }) => notifyReviewNeeded(context, id, why),
  }),
];
