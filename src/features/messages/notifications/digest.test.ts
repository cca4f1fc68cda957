import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../../../server/testing.ts';
import { hours, minutes } from '../../../shared/time.ts';
import { outgoingMails } from '../../mail/queue/outgoing-mail.store.ts';
import { users } from '../../../server/user.store.ts';
import { messageJobs } from '../message.jobs.ts';
import { join, type Member } from '../testing.ts';

let site: Site;
let awa: Member;
let kofi: Member;
beforeAll(async () => {
  site = await openSite({ work: false });
});
beforeEach(async () => {
  awa = await join(site, { firstName: 'Awa' });
  kofi = await join(site, { firstName: 'Kofi', lastName: 'Mensah' });
});
afterAll(() => site.close());

async function run(name = 'messages-unread') {
  const job = messageJobs.find((one) => one.name === name);
  await job?.handle({}, { context: site.context, log: site.app.log });
}
/** What the digests to a member say, the oldest first. */
async function digestsTo(member: Member) {
  const found = await site.db
    .select()
    .from(outgoingMails)
    .where(like(outgoingMails.batchId, `unread:${member.id}:%`))
    .orderBy(outgoingMails.createdAt);
  return found.map(({ id, sealedProps, locale }) => ({
    locale,
    ...(JSON.parse(site.context.secrets.unseal('mail-props', id, sealedProps)) as {
      count: number;
      people: object[];
      oneClickUrl: string;
      offUrl: string;
    }),
  }));
}
async function countAfter(ms: number, member = awa): Promise<number> {
  site.clock.advance(ms);
  await run();
  return (await digestsTo(member)).length;
}

describe('a digest', () => {
  test('tells of names and numbers after a quarter of an hour, and of none of the words', async () => {
    const ama = await join(site, { firstName: 'Ama', lastName: null });
    await kofi.wrote(awa, { subject: 'A secret subject', content: 'A secret content' });
    await kofi.wrote(awa);
    await ama.wrote(awa);
    expect(await countAfter(minutes(14))).toBe(0);
    expect(await countAfter(minutes(1))).toBe(1);
    const [digest] = await digestsTo(awa);
    expect(digest).toMatchObject({
      count: 3,
      people: [
        { name: 'Ama', count: 1 },
        { name: 'Kofi Mensah', count: 2 },
      ],
      others: 0,
    });
    expect(JSON.stringify(digest)).not.toContain('secret');
  });

  test('tells of a message once; the next is an hour away for who came, a day for who did not', async () => {
    await kofi.wrote(awa);
    expect(await countAfter(minutes(15))).toBe(1);
    expect(await countAfter(hours(30))).toBe(1);
    await kofi.wrote(awa);
    expect(await countAfter(minutes(15))).toBe(2);

    // Here since, but without reading: an hour.
    site.clock.advance(minutes(1));
    await awa.get('/api/auth/user');
    await kofi.wrote(awa);
    expect(await countAfter(minutes(20))).toBe(2);
    expect(await countAfter(minutes(39))).toBe(3);

    // Not here since: a day.
    await kofi.wrote(awa);
    expect(await countAfter(hours(23))).toBe(3);
    expect(await countAfter(hours(1))).toBe(4);
  });

  test('is not sent to somebody who is here, has read, or has shut it off', async () => {
    await kofi.wrote(awa);
    site.clock.advance(minutes(20));
    await awa.get('/api/messages');
    expect(await countAfter(0)).toBe(0);
    expect(await countAfter(minutes(4))).toBe(0);
    await awa.post(`/api/conversations/${kofi.id}/read`);
    expect(await countAfter(minutes(30))).toBe(0);
    await kofi.wrote(awa);
    await site.db.update(users).set({ messageMail: false }).where(eq(users.id, awa.id));
    expect(await countAfter(minutes(30))).toBe(0);
  });

  test('is not sent for muted conversations, blocked people, unproved addresses or shut accounts', async () => {
    await kofi.wrote(awa);
    await awa.put(`/api/conversations/${kofi.id}/mute`, { muted: true });
    const ama = await join(site);
    await ama.wrote(awa);
    await awa.put(`/api/members/${ama.id}/block`, { blocked: true });
    const unproved = await join(site, { isVerified: false });
    await kofi.wrote(unproved);
    const shut = await join(site);
    await kofi.wrote(shut);
    await site.db.update(users).set({ suspendedAt: site.clock.now() }).where(eq(users.id, shut.id));
    expect(await countAfter(minutes(30))).toBe(0);
    expect(await digestsTo(unproved)).toEqual([]);
    expect(await digestsTo(shut)).toEqual([]);
    // A member who can be notified is not notified of those two.
    await (await join(site, { firstName: 'Yaw', lastName: null })).wrote(awa);
    expect(await countAfter(minutes(30))).toBe(1);
    expect((await digestsTo(awa))[0]).toMatchObject({ people: [{ name: 'Yaw' }], count: 1 });
  });

  test('goes out once when two runs meet', async () => {
    await kofi.wrote(awa);
    site.clock.advance(minutes(15));
    await Promise.all([run(), run()]);
    expect(await digestsTo(awa)).toHaveLength(1);
  });
});

describe('the end of these mails', () => {
  const wants = async (member: Member) =>
    (await site.db.select().from(users).where(eq(users.id, member.id)))[0]?.messageMail;

  async function digest() {
    await kofi.wrote(awa);
    await countAfter(minutes(15));
    const [one] = await digestsTo(awa);
    return {
      path: one?.oneClickUrl.replace(site.context.publicUrl, '') as string,
      offUrl: one?.offUrl,
    };
  }

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
  ])('is one click of a mail program away: %s', async (contentType, body) => {
    const { path } = await digest();
    // No page of ours, no cookies.
    const answer = await site.visitor().send('POST', path, body, {
      'sec-fetch-site': 'none',
      'content-type': contentType,
    });
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: 'We will no longer email you about unread messages.' },
    ]);
    expect(await wants(awa)).toBe(false);
    expect(await wants(kofi)).toBe(true);
  });

  test('is a page for a person: a GET changes nothing and leads there', async () => {
    const { path, offUrl } = await digest();
    const answer = await site.visitor().get(path);
    expect(answer.status).toBe(302);
    expect(`${site.context.publicUrl}${answer.headers.location}`).toBe(offUrl);
    expect(await wants(awa)).toBe(true);
  });

  test('is a page in the member’s language', async () => {
    await site.db.update(users).set({ locale: 'fr' }).where(eq(users.id, awa.id));
    const { path, offUrl } = await digest();
    expect(offUrl).toMatch(/\/account\/mail-off\?lang=fr#key=[\w.-]+$/);
    const { location } = (await site.visitor().get(path)).headers;
    expect(`${site.context.publicUrl}${location}`).toBe(offUrl);
    expect((await site.visitor().post(path)).status).toBe(200);
    expect(await wants(awa)).toBe(false);
  });

  test('needs a key of ours', async () => {
    const key = Buffer.from(awa.id).toString('base64url');
    for (const forged of [
      key,
      `${key}.${'A'.repeat(43)}`,
      site.context.secrets.sign('other', awa.id),
    ]) {
      const answer = await site.visitor().post(`/api/messages/mail-off?key=${forged}`);
      expect(answer.status).toBe(400);
    }
    expect((await site.visitor().post('/api/messages/mail-off')).status).toBe(400);
    expect(await wants(awa)).toBe(true);
  });
});

test('the digest arrives with the headers of RFC 8058', async () => {
  const working = await openSite({ mail: true });
  const [ama, yaw] = [await join(working), await join(working, { firstName: 'Yaw' })];
  await yaw.wrote(ama, { content: 'Nobody else reads this.' });
  working.clock.advance(minutes(15));
  await working.context.jobs.send(working.db, 'messages-unread', {});
  const [mail] = await working.inbox.waitFor(`${ama.id}@example.org`);
  expect(mail?.subject).toContain('You have 1 unread message');
  expect(mail?.text).toContain('Yaw');
  expect(mail?.text).not.toContain('Nobody else reads this.');
  const headers = JSON.stringify(mail?.headers);
  expect(headers).toMatch(
    /<http:\/\/localhost:3000\/api\/messages\/mail-off\?key=[\w-]+\.[\w-]{43}>/,
  );
  expect(headers).toContain('List-Unsubscribe=One-Click');
  await working.close();
});
