import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endVaultToken, vaultTokens } from './card/vault.store.ts';
import { findSchedule } from './schedule.store.ts';
import { closeBooks, mine, openShop, person, type Shop } from './testing.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => closeBooks(shop));

test('a plan charges itself while PayPal keeps the account of its payer, and no other does', async () => {
  const visitors = [shop.visitor(), shop.visitor()] as const;
  const ids: string[] = [];
  for (const visitor of visitors) {
    const draft = { applicationData: person(), plan: 'installment' };
    ids.push(((await visitor.post('/api/applications', draft)).body as { id: string }).id);
  }
  const schedule = await findSchedule(shop.db, ids[0] ?? '');
  const now = shop.clock.now();
  await shop.db.insert(vaultTokens).values({
    id: randomUUID(),
    scheduleId: schedule?.id ?? '',
    sealed: '',
    digest: randomUUID(),
    addedAt: now,
    endedAt: null,
    deletedAt: null,
  });
  const charging = async () =>
    (await Promise.all(visitors.map(mine))).map(([one]) => one?.chargesItself ?? false);
  expect(await charging()).toEqual([true, false]);
  await endVaultToken(shop.db, schedule?.id ?? '', now);
  expect(await charging()).toEqual([false, false]);
});
