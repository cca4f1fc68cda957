import * as z from 'zod/mini';
import { job } from '../../server/queue/queue.ts';
import { ById } from '../../shared/schema.ts';
import { queueMail } from '../mail/queue/mail-queue.service.ts';
import { type Database, inTransaction } from '../../server/database/database.ts';
import { days } from '../../shared/time.ts';
import { linkBatch, linkDeliveredAt, removeSilent, takeToRemind } from './unconfirmed.store.ts';
import { REMINDED_AFTER_DAYS } from './unconfirmed.rules.ts';
import { readRemovedAfterDays } from './unconfirmed.service.ts';
import { findDeclaration } from './declaration.store.ts';
import { foldOldLinks } from './folded-link.store.ts';
import { mailMilestones } from './share-milestone.service.ts';
import { signatureKeyOf } from './signature-link.service.ts';
import type { AppContext } from '../../server/context.ts';

/** Jobs from before the links have none. */
const Signed = z.extend(ById, { linkId: z.optional(z.uuid()) });

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

export const declarationJobs = [
  job<AppContext, typeof Signed>({
    name: 'declaration-signed',
    data: Signed,
    retries: 10,
    async handle({ id, linkId }, { context }) {
      const signature = await findDeclaration(context.db, id);
      // Erased in the meantime, or signed before with this address.
      if (!signature || (linkId && signature.linkId !== linkId)) return;
      await queueMail(context, {
        batch: linkBatch(signature),
        to: { name: signature.fullName, address: signature.email },
        locale: signature.locale,
        template: 'declaration-signed',
        props: {
          name: signature.fullName,
          linkKey: signatureKeyOf(context.secrets, signature),
          needsConfirmation: context.settings.signaturesNeedConfirmation,
          // It is delivered now or later, and the days run from then.
          deletedOn: await deletedOn(context.db, context.clock.now()),
        },
      });
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
