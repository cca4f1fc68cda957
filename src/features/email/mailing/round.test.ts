import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite, type Site } from '../../../server/testing.ts';
import { BULK_JOB } from './round.service.ts';
import { officeOf } from './testing.mailing.ts';

const READERS = ['ama@example.org', 'kofi@example.org', 'zola@example.org'];

let site: Site;
let siteWithoutMail: Site;
beforeAll(async () => {
  site = await openSite({ work: false, mail: true });
  siteWithoutMail = await openSite({ work: false });
});
afterAll(async () => {
  await site.close();
  await siteWithoutMail.close();
});

async function open(which: Site) {
  const office = officeOf(which, await which.loggedIn('admin'));
  await office.sign(READERS);
  return office;
}

test('a round that could not write down how mails ended sends none of them again, and the next one ends the batch', async () => {
  const office = await open(site);
  const id = await office.queue(READERS);
  await site.db.execute(sql`
    create function refuse_endings() returns trigger language plpgsql
    as 'begin raise exception using message = ''the disk is full''; end'`);
  await site.db.execute(sql`
    create trigger refuse_endings before insert on email_logs
    for each row execute function refuse_endings()`);
  await expect(office.work()).rejects.toThrow();
  const { sending } = (await office.batch(id)).counts;
  expect(sending).toBeGreaterThan(0);
  await site.db.execute(sql`drop trigger refuse_endings on email_logs`);

  await office.work();
  expect(await office.batch(id)).toMatchObject({
    state: 'done',
    counts: { sending: 0, uncertain: sending, sent: READERS.length - sending },
  });
  for (const to of READERS) expect(await site.inbox.messages({ to })).toHaveLength(1);
});

test('while mail is off no round asks for the next one: the minute’s own looks again', async () => {
  const { db } = siteWithoutMail;
  const office = await open(siteWithoutMail);
  const id = await office.queue(READERS);
  await db.execute(sql`delete from pgboss.job where name = ${BULK_JOB}`);
  await office.work();
  expect(await office.batch(id)).toMatchObject({ state: 'running', counts: { queued: 3 } });
  const { rows } = await db.execute(sql`select id from pgboss.job where name = ${BULK_JOB}`);
  expect(rows).toEqual([]);
});
