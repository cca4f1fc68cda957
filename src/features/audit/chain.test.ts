import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addAudit, auditLog } from '../../server/audit.store.ts';
import { secretsFrom } from '../../server/secrets.ts';
import { openSite, type Site } from '../../server/testing.ts';
import { minutes } from '../../shared/time.ts';
import type { ChainAnswer } from './chain.contract.ts';
import { checkChain, sealAudit } from './chain.service.ts';
import { auditChain } from './chain.store.ts';

let site: Site;
let boss: Awaited<ReturnType<Site['loggedIn']>>;
beforeAll(async () => {
  site = await openSite({ work: false });
  boss = await site.loggedIn('admin');
});
beforeEach(async () => {
  await beyondTheTriggers(sql`delete from audit_chain`, sql`delete from audit_log`);
});
afterAll(() => site.close());

/** What somebody can do who owns the database. */
const beyondTheTriggers = (...actions: ReturnType<typeof sql>[]) =>
  site.db.transaction(async (tx) => {
    for (const table of ['audit_log', 'audit_chain'])
      await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
    for (const action of actions) await tx.execute(action);
    for (const table of ['audit_log', 'audit_chain'])
      await tx.execute(sql.raw(`alter table ${table} enable trigger user`));
  });

const ago = (n: number) => new Date(site.clock.now().getTime() - minutes(n));
/** So many acts, a minute apart, the newest a minute old; answers their ids. */
async function acts(count: number): Promise<number[]> {
  for (let n = count; n > 0; n--)
    await addAudit(site.db, {
      at: ago(n),
      actorId: boss.id,
      action: 'kettle.boiled',
      subject: `cup ${n}`,
      before: { sugar: [1, null], note: 'é “x”' },
      after: { sugar: n },
    });
  return (await site.db.select({ id: auditLog.id }).from(auditLog).orderBy(auditLog.id)).map(
    ({ id }) => id,
  );
}
const check = async () => (await boss.get('/api/admin/audit/chain')).body as ChainAnswer;

test('an empty log has an empty chain', async () => {
  expect(await check()).toEqual({ sealed: 0, waiting: 0, head: null, total: 0, faults: [] });
});

test('acts wait for the job, which gives each one link, and a second turn adds none', async () => {
  await acts(3);
  expect(await check()).toMatchObject({ sealed: 0, waiting: 3, total: 0 });
  expect(await sealAudit(site.context)).toBe(3);
  expect(await sealAudit(site.context)).toBe(0);
  expect(await check()).toMatchObject({
    sealed: 3,
    waiting: 0,
    head: { position: 3, hash: expect.stringMatching(/^[\w-]{43}$/) },
    total: 0,
    faults: [],
  });
});

test('each link depends on all acts before it', async () => {
  await acts(2);
  await sealAudit(site.context);
  const [, second] = await site.db.select().from(auditChain).orderBy(auditChain.position);
  await beyondTheTriggers(
    sql`delete from audit_chain`,
    sql`update audit_log set subject = 'another cup' where id = (select min(id) from audit_log)`,
  );
  await sealAudit(site.context);
  const [, again] = await site.db.select().from(auditChain).orderBy(auditChain.position);
  expect(again?.auditId).toBe(second?.auditId);
  expect(again?.hash).not.toBe(second?.hash);
});

describe('who owns the database and', () => {
  test.each([
    ['the time', sql`at = at + interval '1 second'`],
    ['the person', sql`actor_id = null`],
    ['the act', sql`action = 'kettle.mended'`],
    ['the subject', sql`subject = null`],
    ['what was', sql`before = before || '{"sugar": [1]}'`],
    ['what is', sql`after = '{"sugar": 9}'`],
  ])('changes %s of one act is found, and that act alone is named', async (_what, change) => {
    const [, second] = await acts(4);
    await sealAudit(site.context);
    await beyondTheTriggers(sql`update audit_log set ${change} where id = ${second}`);
    expect(await check()).toMatchObject({ total: 1, faults: [{ kind: 'changed', id: second }] });
  });

  test.each([
    ['first', 0],
    ['middle', 2],
    ['last', 3],
  ])('removes the %s act is found', async (_which, n) => {
    const ids = await acts(4);
    await sealAudit(site.context);
    await beyondTheTriggers(sql`delete from audit_log where id = ${ids[n]}`);
    expect((await check()).faults).toEqual([{ kind: 'removed', id: ids[n] }]);
  });

  test('removes an act with its link is found by the gap and by what follows', async () => {
    const [, second, third] = await acts(4);
    await sealAudit(site.context);
    await beyondTheTriggers(
      sql`delete from audit_log where id = ${second}`,
      sql`delete from audit_chain where audit_id = ${second}`,
    );
    expect((await check()).faults).toEqual([
      { kind: 'link_removed', id: 2 },
      { kind: 'changed', id: third },
    ]);
  });

  test('puts an act into the past is found once it is sealed, and once it never will be', async () => {
    await acts(4);
    await sealAudit(site.context);
    await addAudit(site.db, { at: ago(60), actorId: boss.id, action: 'kettle.stolen' });
    await sealAudit(site.context);
    const { faults } = await check();
    expect(faults).toEqual([{ kind: 'inserted', id: expect.any(Number) }]);
    await site.db.execute(
      sql`select setval('audit_log_id_seq', (select max(id) + 20000 from audit_log))`,
    );
    await acts(1);
    await sealAudit(site.context);
    await site.db.execute(
      sql`insert into audit_log (id, at, action) select max(id) - 15000, max(at), 'kettle.sold' from audit_log`,
    );
    await sealAudit(site.context);
    expect((await check()).faults.map(({ kind }) => kind)).toEqual(['inserted', 'inserted']);
  });

  test.each([
    ['before the first', sql`-1`],
    ['that is none', sql`0`],
    ['beyond all that can be counted', sql`9223372036854775807`],
  ])('hides an act of the past behind a link at a place %s is found', async (_where, place) => {
    await acts(3);
    await sealAudit(site.context);
    await beyondTheTriggers(
      sql`insert into audit_log (at, action) select min(at) - interval '1 day', 'kettle.stolen' from audit_log`,
      sql`alter table audit_chain drop constraint audit_chain_position`,
      sql`insert into audit_chain select ${place}, max(id), 'x', max(at) from audit_log`,
      sql`alter table audit_chain add constraint audit_chain_position
        check (position between 1 and 9007199254740991) not valid`,
    );
    const forged = await site.db.$count(auditLog);
    expect(forged).toBe(4);
    const [act] = await site.db.select().from(auditLog).where(eq(auditLog.action, 'kettle.stolen'));
    expect(await check()).toMatchObject({
      sealed: 3,
      total: 1,
      faults: [{ kind: 'inserted', id: act?.id }],
    });
    await acts(1);
    expect(await sealAudit(site.context)).toBe(1);
    expect(await check()).toMatchObject({ sealed: 4, head: { position: 4 }, total: 1 });
  });

  test('makes a whole chain anew without the secret of the site is found', async () => {
    const ids = await acts(2);
    const forged = {
      ...site.context,
      secrets: secretsFrom('another secret of thirty-two bytes..'),
    };
    await sealAudit(forged);
    expect((await check()).faults).toEqual(ids.map((id) => ({ kind: 'changed', id })));
    expect((await checkChain(site.db, forged)).total).toBe(0);
  });
});

describe('who may only add rows', () => {
  /** An act of the past with a link of its own, in two statements that no trigger refuses. */
  const forge = async (place: number) => {
    const [act] = await site.db
      .insert(auditLog)
      .values({ at: ago(100), action: 'kettle.stolen' })
      .returning();
    const link = { position: place, auditId: act?.id ?? 0, hash: 'x', sealedAt: ago(100) };
    await site.db.insert(auditChain).values(link);
    return act?.id;
  };

  test.each([-1, 0, Number.MAX_SAFE_INTEGER + 1])('can put no link at place %d', async (place) => {
    await acts(1);
    await sealAudit(site.context);
    await expect(forge(place)).rejects.toMatchObject({
      cause: { constraint: 'audit_chain_position' },
    });
  });

  test('and puts a link at the next place is found', async () => {
    await acts(2);
    await sealAudit(site.context);
    const forged = await forge(3);
    expect((await check()).faults).toEqual([{ kind: 'changed', id: forged }]);
  });

  test('and puts a link far away stops neither the check, which counts the places between, nor the job', async () => {
    await acts(2);
    await sealAudit(site.context);
    await forge(9e15);
    const { sealed, total, faults } = await check();
    expect([sealed, total]).toEqual([3, 9e15 - 3 + 1]);
    expect(faults).toHaveLength(20);
    expect(faults.at(0)).toEqual({ kind: 'link_removed', id: 3 });
    expect(faults.at(-1)).toEqual({ kind: 'link_removed', id: 22 });
    await acts(1);
    expect(await sealAudit(site.context)).toBe(1);
    expect(await check()).toMatchObject({ sealed: 4, total: 9e15 - 3 + 1 });
  });

  test('and puts a link at the last place stops the job, which says so, and not the check', async () => {
    await acts(2);
    await sealAudit(site.context);
    await forge(Number.MAX_SAFE_INTEGER);
    await acts(1);
    await expect(sealAudit(site.context)).rejects.toThrow('the last place of audit_chain');
    expect(await check()).toMatchObject({ sealed: 3, waiting: 1 });
    expect((await check()).total).toBeGreaterThan(1);
  });
});

test('links can be added and neither changed nor removed', async () => {
  await acts(1);
  await sealAudit(site.context);
  for (const action of [
    sql`update audit_chain set hash = 'x'`,
    sql`delete from audit_chain`,
    sql`truncate audit_chain`,
  ])
    await expect(site.db.execute(action)).rejects.toThrow();
});

test('acts of many at once, while two instances seal, get one link each and wait for nobody', async () => {
  const writers = Array.from({ length: 40 }, (_, n) =>
    addAudit(site.db, {
      at: site.clock.now(),
      actorId: null,
      action: 'kettle.boiled',
      subject: `${n}`,
    }),
  );
  await Promise.all([...writers, sealAudit(site.context), sealAudit(site.context)]);
  await Promise.all([sealAudit(site.context), sealAudit(site.context)]);
  expect(await check()).toMatchObject({ sealed: 40, waiting: 0, total: 0 });
});

test('is checked by who may read the log, and by nobody else', async () => {
  const editor = await site.loggedIn('editor');
  const viewer = await site.loggedIn('viewer');
  expect((await editor.get('/api/admin/audit/chain')).status).toBe(403);
  expect((await viewer.get('/api/admin/audit/chain')).status).toBe(200);
});
