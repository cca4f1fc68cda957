import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../../../server/testing.ts';
import { mailSuppressions } from './suppression.store.ts';
import { campaignClient } from '../../campaigns/testing.campaigns.ts';
import { unsubscribeKeyOf } from './suppression.service.ts';

const READER = 'ama@example.org';
const LIST = '/api/admin/mail-suppressions';

let site: Site;
let admin: Awaited<ReturnType<Site['loggedIn']>>;
let campaigns: ReturnType<typeof campaignClient>;
beforeAll(async () => {
  site = await openSite({ work: false });
  admin = await site.loggedIn('admin');
  campaigns = campaignClient(site, admin);
  await campaigns.sign([READER]);
});
beforeEach(() => site.db.delete(mailSuppressions));
afterAll(() => site.close());

/** What the reader presses on the page behind the link in a mail. */
const press = (button: '' | '/undo') =>
  site
    .visitor()
    .post(
      `/api/unsubscribe${button}?key=${encodeURIComponent(unsubscribeKeyOf(site.context.secrets, READER))}`,
    );
const enter = (reason: string) => admin.post(LIST, { addresses: READER, reason });
const unsubscribed = async () => (await admin.get(`${LIST}?status=unsubscribed`)).body;

describe.each(['bounced', 'complaint', 'by hand'])('where “%s” was entered', (reason) => {
  test.each([
    ['before', () => enter(reason), () => press('')],
    ['afterwards', () => press(''), () => enter(reason)],
  ])(
    '(%s), who unsubscribes takes back nothing that somebody else did, and nobody takes back theirs',
    async (_when, first, second) => {
      expect([200, 201]).toContain((await first()).status);
      expect([200, 201]).toContain((await second()).status);
      const [row] = await site.db.select().from(mailSuppressions);
      expect(row).toMatchObject({ reason, createdBy: admin.id });
      expect(await unsubscribed()).toMatchObject([{ address: READER, reason }]);
      expect((await admin.delete(`${LIST}/${row?.id}`)).status).toBe(409);
      expect(await campaigns.pool()).toMatchObject({ count: 0, suppressed: 1 });

      await press('/undo');
      expect(await unsubscribed()).toEqual([]);
      expect(await campaigns.pool()).toMatchObject({ count: 0, suppressed: 1 });
      expect((await admin.delete(`${LIST}/${row?.id}`)).status).toBe(200);
      expect(await campaigns.pool()).toMatchObject({ count: 1, suppressed: 0 });
    },
  );
});

test('what was entered for somebody who had unsubscribed is no new address, and is in the audit log', async () => {
  await press('');
  expect((await enter('complaint')).body).toMatchObject({ added: 0, known: 1 });
  expect((await enter('bounced')).body).toMatchObject({ added: 0, known: 1 });
  const { rows } = await site.db.execute(
    "select after from audit_log where action = 'mail_suppression.added' order by id desc limit 1",
  );
  expect(rows).toEqual([{ after: { reason: 'complaint', added: 0, joined: 1 } }]);
});

test('unsubscribing twice keeps the first moment', async () => {
  const since = async () => (await site.db.select().from(mailSuppressions))[0]?.unsubscribedAt;
  await press('');
  const first = await since();
  expect(first).toBeInstanceOf(Date);
  site.clock.advance(1000);
  await press('');
  expect(await since()).toEqual(first);
});
