import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite, type Site, type Visitor } from '../../../server/testing.ts';
import { MOST_COUNTED, MOST_FOUND_COUNTED } from '../../../shared/list.ts';
import { contactSubmissions } from '../../contact/contact.store.ts';

let site: Site;
let admin: Visitor;

beforeAll(async () => {
  site = await openSite({ work: false });
  admin = await site.loggedIn('admin');
  const at = site.clock.now().getTime();
  await site.db.insert(contactSubmissions).values(
    Array.from({ length: MOST_COUNTED + 2 }, (_, n) => ({
      id: randomUUID(),
      firstName: 'Awa',
      lastName: `Diop ${n}`,
      email: `awa${n}@example.org`,
      country: n < MOST_COUNTED ? 'Ghana' : 'Mali',
      message: 'When can we apply?',
      wantsNews: false,
      createdAt: new Date(at + n),
    })),
  );
});
afterAll(() => site.close());

const totalOf = async (query: string, rows = 1) => {
  const { headers, status } = await admin.get(`/api/admin/contact?limit=${rows}&${query}`);
  return [status, headers['x-total-count'], headers['x-total-more']];
};

test('a long list is counted in part for who asks for that, and says so', async () => {
  expect(await totalOf('counted=part')).toEqual([200, String(MOST_COUNTED), 'true']);
  const found = await totalOf('counted=part&search=awa');
  expect(found).toEqual([200, String(MOST_FOUND_COUNTED), 'true']);
  // A page that is as long says the same, and the last one is counted.
  expect(await totalOf('counted=part&search=awa', MOST_FOUND_COUNTED)).toEqual(found);
  expect(await totalOf('counted=part&search=awa1', MOST_FOUND_COUNTED)).toEqual(found);
  expect(await totalOf('counted=part&search=awa99', MOST_FOUND_COUNTED)).toEqual([
    200,
    '11',
    undefined,
  ]);
  // All that were found are on the page: nothing is left to count.
  expect(await totalOf('counted=part&search=awa1', 500)).toEqual([200, '113', undefined]);
  expect((await totalOf('counted=half'))[0]).toBe(400);
});

test('a list that is no longer than that is counted whole', async () => {
  expect(await totalOf('counted=part&country=Ghana')).toEqual([
    200,
    String(MOST_COUNTED),
    undefined,
  ]);
  expect(await totalOf('counted=part&country=Mali')).toEqual([200, '2', undefined]);
  expect(await totalOf('counted=part&search=awa10')).toEqual([200, '13', undefined]);
  expect(await totalOf('counted=part&search=nobody')).toEqual([200, '0', undefined]);
});

test('a long list is counted to its end for everybody else', async () => {
  expect(await totalOf('')).toEqual([200, String(MOST_COUNTED + 2), undefined]);
  expect(await totalOf('search=awa')).toEqual([200, String(MOST_COUNTED + 2), undefined]);
});
