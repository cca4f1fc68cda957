import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Site } from '../../../server/testing.ts';
import { users } from '../../../server/user.store.ts';
import { messages } from '../../messages/core/message.store.ts';

/** Writes into the row of a member, as what they did elsewhere would have. */
export async function changeMember(
  site: Pick<Site, 'db'>,
  id: string,
  change: Partial<typeof users.$inferInsert>,
): Promise<void> {
  await site.db.update(users).set(change).where(eq(users.id, id));
}

/** A browser in which a member is logged in whose address is `email` and proved, unless `proved` is false. */
export async function memberWith(site: Site, email: string, { proved = true } = {}) {
  const browser = await site.loggedIn('member');
  await changeMember(site, browser.id, {
    email,
    emailVerifiedAt: proved ? site.clock.now() : null,
  });
  return browser;
}

/** One has written to the other. */
export async function haveWritten(site: Site, senderId: string, recipientId: string) {
  await site.db.insert(messages).values({
    id: randomUUID(),
    senderId,
    recipientId,
    subject: 'Hello',
    content: 'How are you?',
    createdAt: site.clock.now(),
  });
}
