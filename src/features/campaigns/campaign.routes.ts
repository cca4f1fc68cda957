import { callerOf } from '../../server/context.ts';
import { answerPage } from '../../server/lists/cursor.ts';
import { route } from '../../server/http/route.ts';
import type { PageOf } from '../../server/lists/page.store.ts';
import { words } from '../../shared/words.ts';
import {
  listEmailBatches,
  readEmailBatch,
  sendBulkEmail,
  stepEmailBatch,
} from './batches/batch.contract.ts';
import { previewEmail, sendIndividualEmail, sendPreview } from './message/message.contract.ts';
import { readMailLimits, setMailLimits } from './batches/limit.contract.ts';
import { readAudience, readAudienceConditions } from './audience/audience.contract.ts';
import type { BatchStep } from './batches/batch.rules.ts';
import { changeBatchState, queueBatch, readBatch, showBatches } from './batches/batch.service.ts';
import { listBatches } from './batches/batch.store.ts';

import { mailOptionsIn } from '../mail/mail-options.service.ts';
import {
  previewed,
  queueIndividualMail,
  queuePreview,
  renderBatchMail,
} from './message/message.service.ts';
import { changeLimits, readLimits } from './batches/limit.service.ts';
import { countAudience, countWithoutEach, listAudience } from './audience/audience.store.ts';
import {
  deleteMailDraft,
  listMailDrafts,
  readMailDraft,
  saveMailDraft,
} from './drafts/draft.contract.ts';
import { discardDraft, keepDraft, openDraft } from './drafts/draft.service.ts';
import { listDrafts } from './drafts/draft.store.ts';

export const draftRoutes = [
  route(listMailDrafts, (context) => listDrafts(context.db, callerOf(context).id)),
  route(readMailDraft, (context) => openDraft(context, context.params.id)),
  route(saveMailDraft, (context) => keepDraft(context, { id: context.params.id, ...context.body })),
  route(deleteMailDraft, async (context) => {
    await discardDraft(context, context.params.id);
    return { message: words('The draft was discarded.') };
  }),
];

const usualPage = 50;

const STEPPED: Readonly<Record<BatchStep, string>> = {
  pause: words('The bulk email is paused.'),
  resume: words('The bulk email has resumed.'),
  cancel: words('The bulk email is cancelled. Emails already sent cannot be recalled.'),
  retry: words('We are retrying the failed emails.'),
};

export const campaignRoutes = [
  route(readAudience, async ({ db, query }) => {
    const { search, after, limit = usualPage, ...asked } = query;
    const people = await listAudience(db, asked, { search, after, limit: limit + 1 });
    const recipients = people.slice(0, limit);
    const next = people.length > limit ? (recipients.at(-1)?.email ?? null) : null;
    return { ...(await countAudience(db, asked)), recipients, next };
  }),

  route(readAudienceConditions, ({ db, query }) => countWithoutEach(db, query)),

  route(sendBulkEmail, async (context) => {
    const { batchId, queued, skipped, isScheduled } = await queueBatch(context, context.body);
    return {
      message: isScheduled
        ? words('The bulk email is scheduled.')
        : words('The bulk email is on its way.'),
      batchId,
      summary: { queued, successful: 0, failed: 0, skipped },
    };
  }),

  route(listEmailBatches, async (context) => {
    const page = { path: listEmailBatches.path, usualLimit: usualPage };
    const rows = await answerPage(context, page, (asked: PageOf) => listBatches(context.db, asked));
    return showBatches(context, rows);
  }),
  route(readEmailBatch, (context) => readBatch(context, context.params.id)),
  route(stepEmailBatch, async (context) => {
    const { id, step } = context.params;
    await changeBatchState(context, id, step);
    return { message: STEPPED[step] };
  }),

  route(sendIndividualEmail, async (context) => {
    await context.limits.require('individual-mail', callerOf(context).id);
    const id = await queueIndividualMail(context, context.body);
    return { message: words('The email is on its way.'), id };
  }),

  route(previewEmail, async (context) => {
    const { template = 'news', subject, message, language: locale } = previewed(context.body);
    if (template === 'news') return renderBatchMail(context, { subject, message }, { locale });
    return context.renderMail(template, { subject, message }, await mailOptionsIn(context, locale));
  }),
  route(sendPreview, async (context) => {
    await context.limits.require('test-mail', callerOf(context).id);
    await queuePreview(context, context.body);
    return { message: words('The preview is on its way to you.') };
  }),

  route(readMailLimits, ({ db, clock }) => readLimits(db, clock.now())),
  route(setMailLimits, async (context) => {
    const version = await changeLimits(context, context.body);
    return { message: words('The new limits apply from now on.'), version };
  }),
];
