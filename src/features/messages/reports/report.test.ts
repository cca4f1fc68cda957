import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openSite, type Site } from '../../../server/testing.ts';
import { minutes } from '../../../shared/time.ts';
import { outgoingMails } from '../../mail/queue/outgoing-mail.store.ts';
import { messageJobs } from '../message.jobs.ts';
import { messages } from '../core/message.store.ts';
import { messageReports } from './report.store.ts';
import { join, type Member } from '../testing.ts';

let site: Site;
let awa: Member;
let kofi: Member;
beforeAll(async () => {
  site = await openSite({ work: false });
});
beforeEach(async () => {
  await site.db.delete(messageReports);
  awa = await join(site, { firstName: 'Awa' });
  kofi = await join(site, { firstName: 'Kofi' });
});
afterAll(() => site.close());

const report = (who: Member, id: string, body: object = { reason: 'scam' }) =>
  who.post(`/api/messages/${id}/report`, body);
const rows = () => site.db.select().from(messageReports);

test('a report keeps the words, also when both delete the message', async () => {
  const id = await kofi.wrote(awa, { subject: 'Send money', content: 'To this account' });
  const answer = await report(awa, id, { reason: 'scam', note: ' He asks for money. ' });
  expect([answer.status, answer.body]).toEqual([
    201,
    { message: 'Thank you. An administrator will review this message.' },
  ]);
  await awa.delete(`/api/messages/${id}`);
  await kofi.delete(`/api/messages/${id}`);
  expect(await site.db.select().from(messages).where(eq(messages.id, id))).toEqual([]);
  expect(await rows()).toMatchObject([
    {
      messageId: id,
      reporterId: awa.id,
      reportedId: kofi.id,
      reason: 'scam',
      note: 'He asks for money.',
      subject: 'Send money',
      content: 'To this account',
      outcome: null,
      resolvedAt: null,
    },
  ]);
});

test('a message is reported once, by its recipient', async () => {
  const id = await kofi.wrote(awa);
  expect((await report(await join(site), id)).status).toBe(404);
  expect(await report(kofi, id)).toMatchObject({
    status: 400,
    body: { message: 'You cannot report your own message.' },
  });
  const answers = await Promise.all([report(awa, id), report(awa, id)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(await rows()).toHaveLength(1);
});

test.each([
  [{}, 'reason', 'Please choose a reason'],
  [{ reason: 'boring' }, 'reason', 'Please choose a reason'],
  [
    { reason: 'spam', note: 'x'.repeat(1001) },
    'note',
    'Please shorten your note to at most 1,000 characters',
  ],
  [{ reason: 'spam', reportedId: 'x' }, 'reportedId', 'This field is not accepted.'],
])('a report with %j is refused with the sentence of the field', async (body, field, sentence) => {
  const answer = await report(awa, await kofi.wrote(awa), body);
  expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: sentence } } });
  expect(await rows()).toEqual([]);
});

test('administrators are notified once of all reports of a quarter of an hour, and again of new ones', async () => {
  await site.loggedIn('admin');
  const job = messageJobs.find(({ name }) => name === 'messages-reported');
  const run = async () => {
    await job?.handle({}, { context: site.context, log: site.app.log });
    const mails = await site.db
      .select()
      .from(outgoingMails)
      .where(like(outgoingMails.batchId, 'reports-waiting:%'));
    return mails.map(({ id, sealedProps }) => {
      const props = site.context.secrets.unseal('mail-props', id, sealedProps);
      const { count, adminUrl } = JSON.parse(props) as { count: number; adminUrl: string };
      expect(adminUrl).toMatch(/\/admin\/users\/reports$/);
      return count;
    });
  };
  for (let n = 0; n < 3; n++) await report(awa, await kofi.wrote(awa));
  site.clock.advance(minutes(15));
  expect(await run()).toEqual([3]);
  site.clock.advance(minutes(15));
  expect(await run()).toEqual([3]);
  await report(awa, await kofi.wrote(awa));
  site.clock.advance(minutes(15));
  expect((await run()).toSorted()).toEqual([3, 4]);
});
