import { expect, test } from 'vitest';
import { inTransaction } from '../../../server/database/database.ts';
import { openSite } from '../../../server/testing.ts';
import { days, minutes } from '../../../shared/time.ts';
import { loginAttempts, recordLoginAttempt } from '../login-attempts.store.ts';
import { memberJobs } from './login.jobs.ts';
import { oneTimeLinks, replaceLinks, consumeLink } from '../one-time-link.store.ts';
import { addChallenge } from '../second-factor/passkey.store.ts';
import { passkeyChallenges } from '../second-factor/second-factor.store.ts';

test('sweeping removes expired links, stale attempts and passkey challenges, and leaves the others', async () => {
  const site = await openSite({ work: false });
  try {
    const { db, clock } = site;
    const now = clock.now();
    const link = (purpose: string, expiresAt: Date) =>
      inTransaction(db, (tx) => replaceLinks(tx, { purpose, expiresAt }));
    await link('expired', now);
    await consumeLink(db, 'spent', await link('spent', new Date(now.getTime() + days(1))), now);
    const tryAt = (account: string, at: Date) =>
      inTransaction(db, (tx) => recordLoginAttempt(tx, account, at));
    await tryAt('quiet', now);
    site.clock.advance(days(1) + minutes(4));
    await tryAt('busy', clock.now());
    site.clock.advance(minutes(2));
    const ask = (challenge: string, expiresAt: Date) =>
      addChallenge(db, { challenge, purpose: 'login', userId: null, expiresAt });
    await ask('unanswered', now);
    await ask('asked just now', new Date(clock.now().getTime() + minutes(5)));
    await link('fresh', new Date(clock.now().getTime() + days(1)));

    for (const item of memberJobs)
      await item.handle({}, { context: site.context, log: site.app.log });

    expect((await db.select().from(oneTimeLinks)).map((l) => l.purpose)).toEqual(['fresh']);
    expect((await db.select().from(loginAttempts)).map((t) => t.account)).toEqual(['busy']);
    const asked = await db.select().from(passkeyChallenges);
    expect(asked.map(({ challenge }) => challenge)).toEqual(['asked just now']);
  } finally {
    await site.close();
  }
});
