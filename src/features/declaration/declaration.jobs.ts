import * as z from 'zod/mini';
import { job } from '../../server/queue/queue.ts';
import { ById } from '../../shared/schema.ts';
import { queueMail } from '../mail/queue/mail-queue.service.ts';
import { inTransaction } from '../../server/database/database.ts';
import { days } from '../../shared/time.ts';
import { linkBatch, removeSilent, takeToRemind } from './unconfirmed.store.ts';
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
