import { randomUUID } from 'node:crypto';
import type { RequestContext } from '../../server/context.ts';
import type { Database } from '../../server/database/database.ts';
import { type MailContext, queueMail } from '../mail/queue/mail-queue.service.ts';
import type { MailProps, MailsWith } from '../../server/mails.ts';
import { deviceOf } from './device.rules.ts';
import type { UserRow } from '../../server/user.store.ts';

/** Whose account it is about, and where the mail goes when not to its address. */
export type Reader = Pick<UserRow, 'id' | 'email' | 'firstName' | 'lastName' | 'locale'>;

/** Writes to a member about the account, in their language; `false` when the mailbox has had its mails of the day. */
export async function mailMember<T extends MailsWith<{ name: string }>>(
  context: MailContext,
  tx: Database,
  reader: Reader,
  mail: { template: T; props: Omit<MailProps[T], 'name'> },
): Promise<boolean> {
  const name = [reader.firstName, reader.lastName].filter(Boolean).join(' ');
  return queueMail<T>(
    context,
    {
      // Each is about one event: none repeats another.
      batch: `account:${reader.id}:${randomUUID()}`,
      to: { name, address: reader.email },
      locale: reader.locale,
      template: mail.template,
      props: { ...mail.props, name } as MailProps[T],
    },
    { db: tx },
  );
}

/** When something was done and with what, as far as its author's browser says. */
export const requestDetails = ({
  clock,
  request,
}: Pick<RequestContext<never>, 'clock'> & { request: { userAgent: string } }) => ({
  when: clock.now().toISOString(),
  device: deviceOf(request.userAgent),
});
