import { randomUUID } from 'node:crypto';
import { eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../../server/testing.ts';
import { days } from '../../shared/time.ts';
import type { AnswerOf } from '../../shared/endpoint.ts';
import { outgoingMails } from '../mail/queue/outgoing-mail.store.ts';
import { mailSuppressions, putUnsubscribed } from '../mail/suppressions/suppression.store.ts';
import type { signDeclaration } from './declaration.contract.ts';
import { declarationJobs } from './declaration.jobs.ts';
import { unityDeclarations } from './declaration.store.ts';
import { loadSignature, signatureKeyOf } from './signature-link.service.ts';
import { countThrough } from './share-link.store.ts';

const path = '/api/unity-declaration';
const home = 'http://localhost:3000';

let site: Site;
beforeAll(async () => {
  site = await openSite({
    work: false,
    environment: { ADDRESS_LIMIT_FACTOR: '1000', SIGNATURES_NEED_CONFIRMATION: 'true' },
  });
});
beforeEach(async () => {
  await site.db.delete(unityDeclarations);
});
afterAll(() => site.close());

/** Signs from the page at an address, and answers the share code. */
async function sign(name: string, referer?: string, wantsNews = false): Promise<string> {
  const { body } = await site.visitor().post(
    path,
    {
      fullName: `${name} Diop`,
      email: `${name}@example.org`,
      country: 'Senegal',
      agreeToDeclaration: true,
      wantsNews,
    },
    referer === undefined ? {} : { referer },
  );
  return (body as AnswerOf<typeof signDeclaration>).shareCode;
}
async function rowOf(name: string) {
  const [found] = await site.db
    .select()
    .from(unityDeclarations)
    .where(eq(unityDeclarations.email, `${name}@example.org`));
  if (!found) throw new Error(`${name} has not signed`);
  return found;
}

/** As the page behind the email's link does it. */
async function confirm(name: string) {
  const key = signatureKeyOf(site.context.secrets, await rowOf(name));
  const answer = await site.visitor().post(`${path}/confirm`, new URLSearchParams({ key }));
  expect(answer.status).toBe(303);
  return key;
}
/** Signs through a code and confirms; answers the new code. */
async function join(name: string, by?: string) {
  const code = await sign(name, by && `${home}/?by=${by}`);
  await confirm(name);
  return code;
}
const countOf = async (name: string) => countThrough(site.db, (await rowOf(name)).id);

describe('a signature', () => {
  test('keeps by whom it came, from the address of the page', async () => {
    const code = await sign('awa');
    await sign('kofi', `${home}/sign?lang=fr&by=${code}`);
    expect(await rowOf('kofi')).toMatchObject({
      cameBy: (await rowOf('awa')).id,
      source: 'referral',
    });
    expect(await rowOf('awa')).toMatchObject({ cameBy: null, source: 'direct' });
  });

  test('keeps the word of a campaign’s own link, with a share code and without', async () => {
    const code = await sign('awa', `${home}/?utm_source=radio`);
    await sign('kofi', `${home}/?by=${code}&utm_source=whatsapp`);
    expect((await rowOf('awa')).source).toBe('radio');
    expect(await rowOf('kofi')).toMatchObject({
      cameBy: (await rowOf('awa')).id,
      source: 'whatsapp',
    });
  });

  test('keeps nothing of a code that nobody has, and nothing of another site’s address', async () => {
    const code = await sign('awa');
    await sign('kofi', `${home}/?by=zzzzzzzz`);
    await sign('ama', `https://elsewhere.example/?by=${code}&utm_source=radio`);
    for (const name of ['kofi', 'ama'])
      expect(await rowOf(name)).toMatchObject({ cameBy: null, source: 'direct' });
  });

  test('keeps nothing of the code of one that was invalidated', async () => {
    const code = await sign('awa');
    await site.db.update(unityDeclarations).set({ invalidatedAt: new Date() });
    await sign('kofi', `${home}/?by=${code}`);
    expect((await rowOf('kofi')).cameBy).toBeNull();
  });

  test('still came by a signer who signs again before confirming', async () => {
    await sign('kofi', `${home}/?by=${await sign('awa')}`);
    const newCode = await sign('awa');
    const awa = await rowOf('awa');
    expect(awa.shareCode).toBe(newCode);
    expect((await rowOf('kofi')).cameBy).toBe(awa.id);
  });
});

describe('how many signed through a signer', () => {
  test('are those whose chain leads to them, at any depth, each once', async () => {
    const awa = await join('awa');
    const kofi = await join('kofi', awa);
    await join('ama', awa);
    await join('zola', await join('binta', kofi));
    await join('stranger');
    const counts = await Promise.all(['awa', 'kofi', 'binta', 'zola', 'stranger'].map(countOf));
    expect(counts).toEqual([4, 2, 1, 0, 0]);
  });

  test('are only those who have confirmed and were not invalidated, also through one who has not', async () => {
    const awa = await join('awa');
    const kofi = await sign('kofi', `${home}/?by=${awa}`);
    await join('ama', kofi);
    expect(await countOf('awa')).toBe(1);
    await confirm('kofi');
    expect(await countOf('awa')).toBe(2);
    const { email } = unityDeclarations;
    await site.db
      .update(unityDeclarations)
      .set({ invalidatedAt: new Date() })
      .where(eq(email, 'ama@example.org'));
    expect(await countOf('awa')).toBe(1);
  });

  test('stay a tree when a signer signs again by the link of who came by them', async () => {
    const awa = await sign('awa');
    const kofi = await join('kofi', awa);
    await join('ama', kofi);
    await join('awa', kofi);
    expect((await rowOf('awa')).cameBy).toBeNull();
    expect(await Promise.all(['awa', 'kofi', 'ama'].map(countOf))).toEqual([2, 1, 0]);
  });

  test('are found also where rows came by each other', async () => {
    await join('kofi', await join('awa'));
    const { email } = unityDeclarations;
    const { id } = await rowOf('kofi');
    await site.db.update(unityDeclarations).set({ cameBy: id }).where(eq(email, 'awa@example.org'));
    expect(await Promise.all(['awa', 'kofi'].map(countOf))).toEqual([1, 1]);
  });

  test('are shown behind the link of their email, with their share code, once it is confirmed', async () => {
    const code = await sign('awa');
    await join('kofi', code);
    const shown = async () =>
      loadSignature(site.context, signatureKeyOf(site.context.secrets, await rowOf('awa')));
    expect(await shown()).toMatchObject({ state: 'unconfirmed' });
    expect(await shown()).not.toHaveProperty('shared');
    await confirm('awa');
    expect(await shown()).toMatchObject({ state: 'confirmed', shared: { code, count: 1 } });
  });
});

describe('links between signers', () => {
  const names = ['awa', 'kofi', 'binta', 'zola', 'ama'];
  const counts = () => Promise.all(names.map(countOf));
  const links = () => site.db.$count(unityDeclarations, isNotNull(unityDeclarations.cameBy));
  /** Awa brought Kofi and Ama, Kofi brought Binta, Binta brought Zola; so long after each other. */
  async function family(apartMs = 0) {
    const awa = await join('awa');
    site.clock.advance(apartMs);
    const kofi = await join('kofi', awa);
    site.clock.advance(apartMs);
    const binta = await join('binta', kofi);
    await join('zola', binta);
    await join('ama', awa);
    return { awa, kofi, binta };
  }
  const upkeep = async () => {
    const job = declarationJobs.find(({ name }) => name === 'share-links');
    await job?.handle({}, { context: site.context, log: site.app.log } as never);
  };
  const withdraw = async (name: string) => {
    const key = signatureKeyOf(site.context.secrets, await rowOf(name));
    const answer = await site.visitor().post(`${path}/withdraw`, new URLSearchParams({ key }));
    expect(answer.status).toBe(303);
  };

  test('become totals after ninety days, and no number changes', async () => {
    await family();
    expect(await counts()).toEqual([4, 2, 1, 0, 0]);
    site.clock.advance(days(90) - 1000);
    await upkeep();
    expect(await links()).toBe(4);
    site.clock.advance(2000);
    await upkeep();
    await upkeep();
    expect([await links(), await counts()]).toEqual([0, [4, 2, 1, 0, 0]]);
  });

  test('that are younger still count, beside the total', async () => {
    const { awa, binta } = await family(days(50));
    site.clock.advance(days(45));
    await upkeep();
    expect([await links(), await counts()]).toEqual([3, [4, 2, 1, 0, 0]]);
    await join('late', awa);
    await join('later', binta);
    expect(await counts()).toEqual([5, 3, 2, 0, 0]);
    site.clock.advance(days(91));
    await upkeep();
    expect([await links(), await counts()]).toEqual([0, [5, 3, 2, 0, 0]]);
  });

  test('of who withdraws become totals: the numbers of the others stay', async () => {
    await family();
    await withdraw('binta');
    expect(await Promise.all(['awa', 'kofi', 'zola'].map(countOf))).toEqual([4, 2, 0]);
    await withdraw('kofi');
    expect([await countOf('awa'), await links()]).toEqual([4, 1]);
  });
});

describe('the email that five people signed through a signer', () => {
  const work = async (name: string) => {
    const job = declarationJobs.find((one) => one.name === 'signature-confirmed');
    await job?.handle({ id: (await rowOf(name)).id }, {
      context: site.context,
      log: site.app.log,
    } as never);
  };
  const mails = () =>
    site.db.select().from(outgoingMails).where(eq(outgoingMails.template, 'declaration-milestone'));
  /** So many sign in a chain, each by the one before. */
  async function chain(by: string, many: number) {
    let code = by;
    for (let n = 1; n <= many; n += 1) {
      code = await join(`friend${n}`, code);
      await work(`friend${n}`);
    }
  }
  beforeEach(async () => {
    await site.db.delete(outgoingMails);
    await site.db.delete(mailSuppressions);
  });

  test('goes out with the fifth, and once', async () => {
    const awa = await sign('awa', undefined, true);
    await confirm('awa');
    await chain(awa, 4);
    expect(await mails()).toEqual([]);
    await join('fifth', awa);
    await work('fifth');
    expect(await mails()).toMatchObject([{ recipientAddress: 'awa@example.org', kind: 'bulk' }]);
    // Also once the queue has forgotten it.
    await site.db.delete(outgoingMails);
    await work('fifth');
    await join('sixth', awa);
    await work('sixth');
    expect(await mails()).toEqual([]);
  });

  test.each([
    ['has not asked for news', { wantsNews: false }],
    ['has not confirmed', { confirmedAt: null }],
    ['was invalidated', { invalidatedAt: new Date() }],
  ])('does not go to who %s', async (_what, change) => {
    const awa = await sign('awa', undefined, true);
    await confirm('awa');
    const { email } = unityDeclarations;
    await chain(awa, 4);
    await join('fifth', awa);
    await site.db.update(unityDeclarations).set(change).where(eq(email, 'awa@example.org'));
    await work('fifth');
    expect(await mails()).toEqual([]);
  });

  test('does not go to who has unsubscribed', async () => {
    const awa = await sign('awa', undefined, true);
    await confirm('awa');
    const unsubscribed = { id: randomUUID(), address: 'awa@example.org', now: new Date() };
    await putUnsubscribed(site.db, unsubscribed);
    await chain(awa, 5);
    expect(await mails()).toEqual([]);
  });

  test('follows from the confirmation by itself', async () => {
    const { rows } = await site.db.execute<{ n: number }>(
      "select count(*)::int as n from pgboss.job where name = 'signature-confirmed'",
    );
    await join('awa');
    const after = await site.db.execute<{ n: number }>(
      "select count(*)::int as n from pgboss.job where name = 'signature-confirmed'",
    );
    expect((after.rows[0]?.n ?? 0) - (rows[0]?.n ?? 0)).toBe(1);
  });
});
