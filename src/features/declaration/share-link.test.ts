import { randomUUID } from 'node:crypto';
import { eq, inArray, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../../server/testing.ts';
import { inTransaction } from '../../server/database/database.ts';
import { days, minutes } from '../../shared/time.ts';
import type { AnswerOf } from '../../shared/endpoint.ts';
import { outgoingMails } from '../mail/queue/outgoing-mail.store.ts';
import { mailSuppressions, putUnsubscribed } from '../mail/suppressions/suppression.store.ts';
import type { signDeclaration } from './declaration.contract.ts';
import { declarationJobs } from './declaration.jobs.ts';
import { unityDeclarations } from './declaration.store.ts';
import { SIGNATURE_PAGE } from './paths.rules.ts';
import { leaveChains } from './folded-link.store.ts';
import { loadSignature, signatureKeyOf } from './signature-link.service.ts';
import { countThrough, listTopSharers } from './share-link.store.ts';

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

  test('keeps by whom it came, also where the browser does not say from which address', async () => {
    const code = await sign('awa');
    const send = async (name: string, query: string, referer?: string) => {
      const body = {
        fullName: `${name} Diop`,
        email: `${name}@example.org`,
        country: 'Senegal',
        agreeToDeclaration: true,
      };
      const { status } = await site
        .visitor()
        .post(`${path}?${query}`, body, referer === undefined ? {} : { referer });
      expect(status).toBe(201);
      const { cameBy, source } = await rowOf(name);
      return [cameBy, source];
    };
    const { id } = await rowOf('awa');
    expect(await send('kofi', `by=${code}`)).toEqual([id, 'referral']);
    expect(await send('ama', `utm_source=Radio&by=${code.toUpperCase()}`)).toEqual([id, 'radio']);
    expect(await send('zola', `by=${code}`, `${home}/`)).toEqual([id, 'referral']);
    expect(await send('binta', '', `${home}/?by=${code}`)).toEqual([id, 'referral']);
    for (const [n, odd] of ['by=zzzzzzzz', `by=${code}&by=x`, 'by=', 'x=1'].entries())
      expect(await send(`odd${n}`, odd)).toEqual([null, 'direct']);
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

  test('are followed a hundred deep and no further', async () => {
    const ids = Array.from({ length: 103 }, () => randomUUID());
    const now = site.clock.now();
    await site.db.insert(unityDeclarations).values(
      ids.map((id, n) => ({
        id,
        cameBy: ids[n - 1] ?? null,
        fullName: `Friend ${n}`,
        email: `friend${n}@example.org`,
        country: 'Senegal',
        wantsNews: false,
        signedAt: now,
        confirmedAt: now,
      })),
    );
    expect(await Promise.all(['friend0', 'friend2', 'friend3'].map(countOf))).toEqual([
      100, 100, 99,
    ]);
  });

  test('are shown behind the link of their email, with their share code, once it is confirmed', async () => {
    const code = await sign('awa');
    await join('kofi', code);
    const shown = async () =>
      loadSignature(
        site.context,
        SIGNATURE_PAGE,
        signatureKeyOf(site.context.secrets, await rowOf('awa')),
      );
    expect(await shown()).toMatchObject({ state: 'unconfirmed' });
    expect(await shown()).not.toHaveProperty('shared');
    await confirm('awa');
    expect(await shown()).toMatchObject({ state: 'confirmed', shared: { code, count: 1 } });
  });
});

test('the best sharers are those below whom most have signed, counted as each is alone', async () => {
  const now = site.clock.now();
  const ids = Array.from({ length: 150 }, () => randomUUID());
  // Each third by itself, others by one before them: few are brought by many, over several generations.
  const rows = ids.map((id, n) => ({
    id,
    cameBy: n % 3 === 0 ? null : (ids[(n * n * 7) % Math.max(1, Math.floor(n / 4))] ?? null),
    fullName: `Signer ${n}`,
    email: `signer${n}@example.org`,
    country: 'Senegal',
    wantsNews: false,
    wasAsked: true,
    signedAt: new Date(now.getTime() + n),
    confirmedAt: n % 5 === 0 ? null : now,
    invalidatedAt: n % 11 === 0 ? now : null,
    foldedCount: n % 13 === 0 ? 2 : 0,
  }));
  await site.db.insert(unityDeclarations).values(rows);
  const alone = [];
  for (const { id, fullName, invalidatedAt } of rows)
    if (!invalidatedAt) alone.push({ id, fullName, count: await countThrough(site.db, id) });
  // Sorting keeps the order of those with the same number, the older ones first.
  const best = alone.toSorted((one, other) => other.count - one.count).slice(0, 10);
  expect(best[0]?.count).toBeGreaterThan(5);
  expect(await listTopSharers(site.db, 10)).toEqual(best);
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
    site.clock.advance(days(90) - minutes(5));
    await upkeep();
    expect(await links()).toBe(4);
    site.clock.advance(minutes(10));
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

  test('of who withdraws pass on who came through them, and lose the withdrawn one', async () => {
    await family();
    await withdraw('binta');
    expect(await Promise.all(['awa', 'kofi', 'zola'].map(countOf))).toEqual([3, 1, 0]);
    await withdraw('kofi');
    expect([await countOf('awa'), await links()]).toEqual([2, 2]);
    await withdraw('zola');
    expect([await countOf('awa'), await links()]).toEqual([1, 1]);
  });

  test('do not grow by who signs and withdraws again and again, alone or over generations', async () => {
    const { awa, binta } = await family();
    for (let round = 0; round < 3; round += 1) {
      await join('again', awa);
      await join('deeper', await join('deep', binta));
      expect(await counts()).toEqual([7, 4, 3, 0, 0]);
      for (const name of round % 2 ? ['deeper', 'deep', 'again'] : ['again', 'deep', 'deeper'])
        await withdraw(name);
      expect(await counts()).toEqual([4, 2, 1, 0, 0]);
    }
  });

  test('do not grow that way beside a total either', async () => {
    const { awa } = await family();
    site.clock.advance(days(91));
    await upkeep();
    for (let round = 0; round < 3; round += 1) {
      await join('deep', await join('again', awa));
      expect(await countOf('awa')).toBe(6);
      await withdraw('again');
      expect(await countOf('awa')).toBe(5);
      await withdraw('deep');
      expect([await countOf('awa'), await links()]).toEqual([4, 0]);
    }
  });

  test('are passed on over all that are removed at once', async () => {
    await family();
    await join('late', (await rowOf('zola')).shareCode ?? '');
    const { email } = unityDeclarations;
    const addresses = ['kofi', 'binta', 'zola'].map((name) => `${name}@example.org`);
    await inTransaction(site.db, async (tx) => {
      await leaveChains(tx, inArray(email, addresses));
      await tx.delete(unityDeclarations).where(inArray(email, addresses));
    });
    expect([await countOf('awa'), await links()]).toEqual([2, 2]);
    await withdraw('late');
    expect(await countOf('awa')).toBe(1);
  });

  test('pass a total on to the next sharer above', async () => {
    const awa = await join('awa');
    const kofi = await join('kofi', awa);
    await site.db
      .update(unityDeclarations)
      .set({ foldedCount: 3 })
      .where(eq(unityDeclarations.email, 'kofi@example.org'));
    expect(await countOf('awa')).toBe(4);
    await withdraw('kofi');
    expect(await countOf('awa')).toBe(3);
    // The code went with its signature.
    await join('late', kofi);
    expect(await countOf('awa')).toBe(3);
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

  test('goes out once also where rows came by each other', async () => {
    const awa = await sign('awa', undefined, true);
    await confirm('awa');
    await chain(awa, 4);
    await join('fifth', awa);
    // One more who could be written to, so that the whole chain is looked through for them.
    await sign('stranger', undefined, true);
    await confirm('stranger');
    const { email } = unityDeclarations;
    const { id } = await rowOf('friend4');
    await site.db.update(unityDeclarations).set({ cameBy: id }).where(eq(email, 'awa@example.org'));
    await work('fifth');
    expect(await mails()).toHaveLength(1);
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
