import { eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../../server/testing.ts';
import { outgoingMails } from '../mail/queue/outgoing-mail.store.ts';
import { declarationJobs } from './declaration.jobs.ts';
import { unityDeclarations } from './declaration.store.ts';
import { linkBatch } from './unconfirmed.store.ts';

let site: Site;
afterEach(() => site.close());

const signer = (n: number) => ({
  fullName: `Signer ${String.fromCodePoint(65 + n)}`,
  email: `signer${n}@example.org`,
  country: 'Senegal',
  agreeToDeclaration: true,
});
const signAll = (numbers: readonly number[], given = site) =>
  Promise.all(
    numbers.map(async (n) => {
      const answer = await given.visitor().post('/api/unity-declaration', signer(n));
      expect(answer.status).toBe(201);
    }),
  );
const signatures = () => site.db.select().from(unityDeclarations);
const mails = () => site.db.select().from(outgoingMails);
const addressesOf = (rows: readonly { recipientAddress: string }[]) =>
  rows.map(({ recipientAddress }) => recipientAddress).sort();

async function jobsOf(name: string): Promise<Record<string, unknown[]>[]> {
  const { rows } = await site.db.execute<{ data: Record<string, unknown[]> }>(
    sql`select data from pgboss.job where name = ${name} order by created_on`,
  );
  return rows.map(({ data }) => data);
}
const mailSigned = async (data: object) =>
  declarationJobs
    .find(({ name }) => name === 'declaration-signed')
    ?.handle(data as never, { context: site.context, log: site.app.log });

describe('those who signed together', () => {
  const environment = { ADDRESS_LIMIT_FACTOR: '100' };
  const six = [0, 1, 2, 3, 4, 5];

  test('get one mail each', async () => {
    site = await openSite({ mail: true, environment });
    const many = Array.from({ length: 25 }, (_, n) => n);
    await signAll(many);
    for (const n of many) {
      const [mail, ...others] = await site.inbox.waitFor(signer(n).email);
      expect(others).toEqual([]);
      expect(mail?.text).toContain(signer(n).fullName);
    }
    await site.until(async () =>
      expect((await mails()).map(({ state }) => state)).toEqual(many.map(() => 'sent')),
    );
    expect(await site.inbox.messages()).toHaveLength(many.length);
  });

  test('are mailed once when their job is done again after its process died', async () => {
    site = await openSite({ work: false, environment });
    await signAll(six);
    const jobs = await jobsOf('declaration-signed');
    for (const data of [...jobs, ...jobs]) await mailSigned(data);
    const rows = await signatures();
    expect((await mails()).map(({ batchId }) => batchId).sort()).toEqual(
      rows.map(linkBatch).sort(),
    );
    const handedOver = (await jobsOf('mail-deliver')).flatMap(({ ids }) => ids);
    expect(handedOver.sort()).toEqual((await mails()).map(({ id }) => id).sort());
  });

  test('are mailed but for whoever was erased or signed anew in the meantime', async () => {
    site = await openSite({ work: false, environment });
    await signAll(six);
    const list = (await jobsOf('declaration-signed')).flatMap((data) => data.signatures);
    await site.db.delete(unityDeclarations).where(eq(unityDeclarations.email, signer(0).email));
    await site.db
      .update(unityDeclarations)
      .set({ linkId: sql`gen_random_uuid()` })
      .where(eq(unityDeclarations.email, signer(1).email));
    await mailSigned({ signatures: list });
    expect(addressesOf(await mails())).toEqual([2, 3, 4, 5].map((n) => signer(n).email));
  });

  test('are mailed though one of them cannot be, whose job alone is tried again', async () => {
    site = await openSite({ work: false, environment });
    await signAll(six);
    const list = (await jobsOf('declaration-signed')).flatMap((data) => data.signatures);
    await site.db.execute(sql`delete from pgboss.job`);
    await site.db.execute(
      sql`alter table outgoing_mails add check (recipient_address <> 'signer3@example.org')`,
    );
    await mailSigned({ signatures: list });
    expect(await mails()).toEqual([]);
    const ends = await Promise.allSettled(
      (await jobsOf('declaration-signed')).map((data) => mailSigned(data)),
    );
    expect(ends.map(({ status }) => status).sort()).toEqual([
      ...Array(5).fill('fulfilled'),
      'rejected',
    ]);
    expect(addressesOf(await mails())).toEqual([0, 1, 2, 4, 5].map((n) => signer(n).email));
  });

  test('wait together while the database is overloaded, and are not parted', async () => {
    site = await openSite({ work: false, environment });
    await signAll(six);
    const list = (await jobsOf('declaration-signed')).flatMap((data) => data.signatures);
    await site.db.execute(sql`delete from pgboss.job`);
    await site.db.execute(sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'too many connections' using errcode = '53300'; end $$`);
    await site.db.execute(
      sql`create trigger refuse before insert or update on outgoing_mails execute function refuse()`,
    );
    await expect(mailSigned({ signatures: list })).rejects.toThrow();
    expect(await jobsOf('declaration-signed')).toEqual([]);
  });

  test('are mailed by the jobs of a version that made one for each, too', async () => {
    site = await openSite({ work: false, environment });
    await signAll([0, 1]);
    const [first, second] = await signatures();
    await mailSigned({ id: first?.id, linkId: first?.linkId });
    await mailSigned({ id: second?.id });
    expect(addressesOf(await mails())).toEqual([0, 1].map((n) => signer(n).email));
  });
});
