import { inTransaction } from '../../server/database/database.ts';
import { type MailContext, queueMail } from '../mail/queue/mail-queue.service.ts';
import { signatureKeyOf } from './signature-link.service.ts';
import { takeOlder } from './unconfirmed.store.ts';

const atOnce = 500;

/**
 * Queues the confirmation link for everyone who signed before confirmations were needed, each with the mark that it
 * was: repeated or cut off, it writes to nobody twice. Answers how many.
 */
export async function askOlderSigners(context: MailContext): Promise<number> {
  let asked = 0;
  for (;;) {
    const taken = await inTransaction(context.db, async (db) => {
      const older = await takeOlder(db, { now: context.clock.now(), limit: atOnce });
      for (const signature of older)
        await queueMail(
          context,
          {
            batch: `declaration-ask:${signature.id}`,
            to: { name: signature.fullName, address: signature.email },
            locale: signature.locale,
            template: 'declaration-ask',
            props: {
              name: signature.fullName,
              linkKey: signatureKeyOf(context.secrets, signature),
            },
          },
          { db },
        );
      return older.length;
    });
    asked += taken;
    if (taken < atOnce) return asked;
  }
}
