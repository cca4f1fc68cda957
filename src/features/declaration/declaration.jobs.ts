import * as z from 'zod/mini';
import { job } from '../../server/queue/queue.ts';
import { ById } from '../../shared/schema.ts';
import { queueMail, queueMails } from '../mail/queue/mail-queue.service.ts';
import { type Database, inTransaction, isUnavailable } from '../../server/database/database.ts';
import { days } from '../../shared/time.ts';
import { linkBatch, linkDeliveredAt, removeSilent, takeToRemind } from './unconfirmed.store.ts';
import { REMINDED_AFTER_DAYS } from './unconfirmed.rules.ts';
import { readRemovedAfterDays } from './unconfirmed.service.ts';
import { listDeclarations } from './declaration.store.ts';
import { foldOldLinks } from './folded-link.store.ts';
import { mailMilestones } from './share-milestone.service.ts';
import { signatureKeyOf } from './signature-link.service.ts';
import type { AppContext } from '../../server/context.ts';

const Link = z.extend(ById, { linkId: z.optional(z.uuid()) });
type Link = z.infer<typeof Link>;
/** Those that were committed together. Jobs from before there were lists are of one, the oldest without its link. */
const Signed = z.union([z.object({ signatures: z.array(Link) }), Link]);

/** The days run from the delivery of the latest link. */
const remindAfterMs = days(REMINDED_AFTER_DAYS);
/** For so long who came by whom is known. */
const foldAfterMs = days(90);
const remindedAtOnce = 200;

/** The day (YYYY-MM-DD) on which an unconfirmed signature is deleted, at the earliest, whose link was delivered then. */
async function deletedOn(db: Database, delivered: Date): Promise<string> {
  const removeAfterMs = days(await readRemovedAfterDays(db));
  return new Date(delivered.getTime() + removeAfterMs).toISOString().slice(0, 10);
}

/** Reminds of the confirmation those who are due, in one transaction with the mark that they were. */
async function remind(context: AppContext): Promise<number> {
  const now = context.clock.now();
  const before = new Date(now.getTime() - remindAfterMs);
  return inTransaction(context.db, async (db) => {
    const due = await takeToRemind(db, { before, now, limit: remindedAtOnce });
    for (const signature of due)
      await queueMail(
        context,
        {
          batch: `declaration-reminder:${signature.id}`,
          to: { name: signature.fullName, address: signature.email },
          locale: signature.locale,
          template: 'declaration-reminder',
          props: {
            name: signature.fullName,
            linkKey: signatureKeyOf(context.secrets, signature),
            deletedOn: await deletedOn(db, (await linkDeliveredAt(db, signature)) ?? now),
          },
        },
        { db },
      );
    return due.length;
  });
}

/** Queues the emails with these links, in one transaction. */
async function mailLinks(context: AppContext, links: readonly Link[]): Promise<void> {
  const linkIds = new Map(links.map(({ id, linkId }) => [id, linkId]));
  const found = await listDeclarations(context.db, [...linkIds.keys()]);
  // The others were erased in the meantime, or signed before with this address.
  const signatures = found.filter(({ id, linkId }) => (linkIds.get(id) ?? linkId) === linkId);
  if (signatures.length === 0) return;
  // They are delivered now or later, and the days run from then.
  const day = await deletedOn(context.db, context.clock.now());
  await queueMails(
    context,
    signatures.map((signature) => ({
      batch: linkBatch(signature),
      to: { name: signature.fullName, address: signature.email },
      locale: signature.locale,
      template: 'declaration-signed' as const,
      props: {
        name: signature.fullName,
        linkKey: signatureKeyOf(context.secrets, signature),
        needsConfirmation: context.settings.signaturesNeedConfirmation,
        deletedOn: day,
      },
    })),
  );
}

export const declarationJobs = [
  job<AppContext, typeof Signed>({
    name: 'declaration-signed',
    data: Signed,
    retries: 10,
    async handle(data, { context, log }) {
      const links = 'signatures' in data ? data.signatures : [data];
      try {
        await mailLinks(context, links);
      } catch (error) {
        if (links.length === 1 || isUnavailable(error)) throw error;
        log.error({ err: error }, 'one of several signatures could not be mailed');
        // Each by itself: only that one is tried again and again.
        const jobs = links.map((link) => ({ signatures: [link] }));
        await context.jobs.sendAll(context.db, 'declaration-signed', jobs);
      }
    },
  }),
  job<AppContext, typeof ById>({
    name: 'signature-confirmed',
    data: ById,
    retries: 10,
    handle: ({ id }, { context }) => mailMilestones(context, id),
  }),
  job<AppContext, z.ZodMiniType<object>>({
    name: 'share-links',
    data: z.object({}),
    retries: 3,
    singleton: true,
    cron: '53 * * * *',
    async handle(_data, { context }) {
      const before = new Date(context.clock.now().getTime() - foldAfterMs);
      while (await inTransaction(context.db, (db) => foldOldLinks(db, before)));
    },
  }),
  job<AppContext, z.ZodMiniType<object>>({
    name: 'unconfirmed-signatures',
    data: z.object({}),
    retries: 3,
    singleton: true,
    cron: '43 * * * *',
    async handle(_data, { context, log }) {
      // Switched off, all count: nobody is asked and nothing goes.
      if (!context.settings.signaturesNeedConfirmation) return;
      const removeAfterMs = days(await readRemovedAfterDays(context.db));
      const before = new Date(context.clock.now().getTime() - removeAfterMs);
      const removed = await inTransaction(context.db, (db) => removeSilent(db, before));
      if (removed > 0) log.info({ removed }, 'unconfirmed signatures removed');
      while ((await remind(context)) === remindedAtOnce);
    },
  }),
];
