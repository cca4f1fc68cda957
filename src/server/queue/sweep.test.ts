import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { days, minutes } from '../../shared/time.ts';
import { idempotencyKeys, storeAnswers } from '../http/idempotency.store.ts';
import { addUsedProof, usedProofs } from '../security/used-proof.store.ts';
import { addSession, sessions, hashSessionToken } from '../security/session.store.ts';
import { sweep } from './sweep.ts';
import { openSite } from '../testing.ts';

test('sweeping removes what has ended and leaves what still counts', async () => {
  const site = await openSite({ work: false });
  try {
    const { db, clock } = site;
    const now = clock.now();
    const ago = (ms: number) => new Date(now.getTime() - ms);
    const session = (lastUse: Date, maxDays: number) =>
      addSession(db, { userId: randomUUID(), data: { userAgent: '' }, now: lastUse, maxDays });
    await session(ago(days(15)), 30); // idle for longer than anyone may be
    await session(ago(days(2)), 1); // past its absolute end
    const live = await session(ago(days(13)), 30);
    const answer = (key: string, at: Date) =>
      storeAnswers(db, [{ scope: 's', key, bodyDigest: '', status: 200, answer: '' }], at);
    await answer('old', ago(days(8)));
    await answer('new', ago(days(6)));
    await addUsedProof(db, 'expired', ago(1));
    await addUsedProof(db, 'live', new Date(now.getTime() + minutes(1)));

    await sweep.handle({}, { context: site.context, log: site.app.log });

    expect((await db.select().from(sessions)).map((s) => s.sid)).toEqual([hashSessionToken(live)]);
    expect((await db.select().from(idempotencyKeys)).map((k) => k.key)).toEqual(['new']);
    expect((await db.select().from(usedProofs)).map((p) => p.signature)).toEqual(['live']);
  } finally {
    await site.close();
  }
});
