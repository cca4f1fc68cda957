import { inTransaction } from '../../server/database/database.ts';
import { inLanguage } from '../../shared/language.ts';
import { UNSUBSCRIBE_PAGE } from '../mail/paths.rules.ts';
import { type MailContext, queueMail } from '../mail/queue/mail-queue.service.ts';
import { unsubscribe } from '../mail/suppressions/unsubscribe.contract.ts';
import { unsubscribeKeyOf } from '../mail/suppressions/suppression.service.ts';
import type { Signature } from './declaration.store.ts';
import { signatureKeyOf } from './signature-link.service.ts';
import { countThrough, listUnmailedSharers, takeForMilestone } from './share-link.store.ts';

/** So many have signed through a signer when they get the one email about it. */
const milestone = 5;

/** Writes to those through whom a signature came, once for each, where it brought them to the milestone. */
export async function mailMilestones(context: MailContext, signature: string): Promise<void> {
  for (const id of await listUnmailedSharers(context.db, signature)) {
    const count = await countThrough(context.db, id);
    if (count >= milestone) await mailMilestone(context, id, count);
  }
}

const mailMilestone = (context: MailContext, id: string, count: number) =>
  inTransaction(context.db, async (db) => {
    const sharer = await takeForMilestone(db, id, context.clock.now());
    if (!sharer) return;
    const mail = {
      batch: `declaration-milestone:${id}`,
      to: { name: sharer.fullName, address: sharer.email },
      locale: sharer.locale,
      kind: 'bulk',
      template: 'declaration-milestone',
      props: { name: sharer.fullName, count, ...linksOf(context, sharer) },
    } as const;
    await queueMail(context, mail, { db });
  });

function linksOf({ secrets, publicUrl }: MailContext, sharer: Signature) {
  const key = unsubscribeKeyOf(secrets, sharer.email);
  const linkTo = (path: string) => publicUrl + inLanguage(path, sharer.locale);
  return {
    linkKey: signatureKeyOf(secrets, sharer),
    unsubscribeUrl: linkTo(`${UNSUBSCRIBE_PAGE}#key=${key}`),
    oneClickUrl: linkTo(`${unsubscribe.path}?key=${key}`),
  };
}
