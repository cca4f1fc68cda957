import { randomUUID } from 'node:crypto';
import type { AppContext } from '../../../server/context.ts';
import type { Values } from '../../../shared/words.ts';
import { type MailContext, queueMail } from '../../mail/queue/mail-queue.service.ts';
import { listReachableAdministrators } from '../../../server/user.store.ts';

/** The administrator and the time; `db` is the caller's transaction. */
export type ConfigContext = MailContext &
  Pick<AppContext, 'translate'> & {
    actor: { id: string; email: string };
  };

/** Says a sentence of ours in the reader's language. */
type Say = (sentence: string, values?: Values) => string;

interface Change {
  /** A sentence of ours that names the kind of destination. */
  what: string;
  /** Visitors give there: it is found under Donations, not under Payments. */
  isDonation?: true;
  before(say: Say): string;
  after(say: Say): string;
}

/**
 * Mails every administrator that payments go to a new destination (security.md §1.8). Each of them, not the
 * notification address, which an attacker could have changed first.
 */
export async function mailEveryAdmin(context: ConfigContext, change: Change): Promise<void> {
  const batch = `destination:${randomUUID()}`;
  for (const administrator of await listReachableAdministrators(context.db)) {
    const { locale } = administrator;
    const say: Say = (sentence, values) => context.translate(sentence, locale, values);
    const mail = {
      batch,
      to: {
        name: [administrator.firstName, administrator.lastName].filter(Boolean).join(' '),
        address: administrator.email,
      },
      locale,
      template: 'payment-destination-changed' as const,
      props: {
        changedBy: context.actor.email,
        configType: say(change.what),
        before: change.before(say),
        after: change.after(say),
        when: context.clock.now().toISOString(),
        ...(change.isDonation ? { isDonation: true } : {}),
      },
    };
    await queueMail(context, mail, { db: context.db });
  }
}
