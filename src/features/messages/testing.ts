import { eq } from 'drizzle-orm';
import type { Site } from '../../server/testing.ts';
import { days } from '../../shared/time.ts';
import { users } from '../../server/user.store.ts';

export interface NewMember {
  firstName?: string | null;
  lastName?: string | null;
  /** Old enough for no limit unless said otherwise. */
  ageMs?: number;
  isVerified?: boolean;
}

/** A browser in which a new member is logged in, with a verified address. */
export async function join(site: Site, member: NewMember = {}) {
  const browser = await site.loggedIn('member');
  const { firstName = 'Awa', lastName = 'Diop', ageMs = days(30), isVerified = true } = member;
  const now = site.clock.now();
  await site.db
    .update(users)
    .set({
      firstName,
      lastName,
      createdAt: new Date(now.getTime() - ageMs),
      emailVerifiedAt: isVerified ? now : null,
    })
    .where(eq(users.id, browser.id));
  return Object.assign(browser, {
    /** Writes to another member; answers what the site answered. */
    write: (to: { id: string }, more: object = {}) =>
      browser.post('/api/messages', {
        recipientId: to.id,
        subject: 'Hello',
        content: 'How are you?',
        ...more,
      }),
    /** The same, which must succeed; answers the message's id. */
    async wrote(to: { id: string }, more: object = {}): Promise<string> {
      const answer = await this.write(to, more);
      if (answer.status !== 201) throw new Error(answer.text);
      return (answer.body as { id: string }).id;
    },
  });
}

export type Member = Awaited<ReturnType<typeof join>>;
