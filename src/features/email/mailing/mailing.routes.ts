import { callerOf } from '../../../server/context.ts';
import { answerList } from '../../../server/list.ts';
import { answerPage } from '../../../server/paging.ts';
import { route } from '../../../server/route.ts';
import type { PageOf } from '../../../server/page.store.ts';
import { words } from '../../../shared/words.ts';
import {
  listEmailBatches,
  readEmailBatch,
  sendBulkEmail,
  stepEmailBatch,
} from './batch.contract.ts';
import { previewEmail, sendIndividualEmail, sendPreview } from './letter.contract.ts';
import { readMailLimits, setMailLimits } from './limit.contract.ts';
import { readMailPool } from './pool.contract.ts';
import {
  addMailSuppressions,
  listMailSuppressions,
  removeMailSuppression,
} from './suppression.contract.ts';
import { resubscribe, unsubscribe } from './unsubscribe.contract.ts';
import type { BatchStep } from '../mailing.rules.ts';
import { readBatch, showBatches, stepBatch } from './batch.service.ts';
import { listBatches } from './batch.store.ts';
import { queueBulkMail } from './bulk.service.ts';
import { queueIndividualMail, queuePreview } from './individual.service.ts';
import { changeLimits, readLimits } from './limit.service.ts';
import { renderNews } from './news.service.ts';
import { countPool, listPool } from './pool.store.ts';
import { liftSuppression, suppress } from './suppression.service.ts';
import { suppressionList } from './suppression.store.ts';
import { resubscribeAddress, unsubscribeAddress } from './unsubscribe.service.ts';

const usualPage = 50;

const STEPPED: Readonly<Record<BatchStep, string>> = {
  pause: words('The bulk mail is paused.'),
  resume: words('The bulk mail goes on.'),
  cancel: words('The bulk mail is cancelled. What had already left cannot be called back.'),
  retry: words('We are trying the failed ones once more.'),
};

export const mailingRoutes = [
  route(readMailPool, async ({ db, query }) => {
    const { search, after, limit = usualPage, ...asked } = query;
    const people = await listPool(db, asked, { search, after, limit: limit + 1 });
    const recipients = people.slice(0, limit);
    const next = people.length > limit ? (recipients.at(-1)?.email ?? null) : null;
    return { ...(await countPool(db, asked)), recipients, next };
  }),

  route(sendBulkEmail, async (context) => {
    const { batchId, queued, skipped, isScheduled } = await queueBulkMail(context, context.body);
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
    await stepBatch(context, id, step);
    return { message: STEPPED[step] };
  }),

  route(sendIndividualEmail, async (context) => {
    await context.limits.demand('individual-mail', callerOf(context).id);
    const id = await queueIndividualMail(context, context.body);
    return { message: words('The email is on its way.'), id };
  }),

  route(previewEmail, async (context) => {
    const { template = 'news', subject, message, language: locale } = context.body;
    if (template === 'news') return renderNews(context, { subject, message }, { locale });
    const { publicUrl, settings, renderMail } = context;
    return renderMail(
      template,
      { subject, message },
      { publicUrl, locale, sandbox: settings.sandbox },
    );
  }),
  route(sendPreview, async (context) => {
    await context.limits.demand('test-mail', callerOf(context).id);
    await queuePreview(context, context.body);
    return { message: words('The preview is on its way to you.') };
  }),

  route(listMailSuppressions, (context) =>
    answerList(context, suppressionList, listMailSuppressions.path),
  ),
  route(addMailSuppressions, async (context) => {
    const { added, known, refused } = await suppress(context, context.body);
    const sentence = words(
      '{added, plural, =0 {No address is new.} one {# address gets no more bulk mail.} other {# addresses get no more bulk mail.}}',
    );
    return {
      message: context.translate(sentence, context.language, { added }),
      added,
      known,
      refused,
    };
  }),
  route(removeMailSuppression, async (context) => {
    await liftSuppression(context, context.params.id);
    return { message: words('This address can get bulk mail again.') };
  }),

  route(readMailLimits, ({ db, clock }) => readLimits(db, clock.now())),
  route(setMailLimits, async (context) => {
    const version = await changeLimits(context, context.body);
    return { message: words('The limits are saved.'), version };
  }),

  route(unsubscribe, async (context) => {
    await unsubscribeAddress(context, context.query.key);
    return { message: words('You will get no more news from us.') };
  }),
  route(resubscribe, async (context) => {
    await resubscribeAddress(context, context.query.key);
    return { message: words('You will get our news again.') };
  }),
];
