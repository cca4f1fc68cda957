import { KNOWN_TEXTS, pictureUse } from '../../src/features/content/texts/known-texts.rules.ts';
import { LONGEST_TAG, MOST_TAGS } from '../../src/features/submissions/triage/triage.rules.ts';
import { MOST_LINES } from '../../src/features/submissions/paper/paper-signature.contract.ts';
import { CHOICE_LISTS, LONGEST_VIEW_NAME, MOST_VIEWS } from '../../src/shared/list-choices.ts';
import { PAUSES } from '../../src/shared/pause.ts';
import type { Member } from './people.ts';
import type { Seeder } from './seeder.ts';

/** Texts of the pages and places to give at. */
export async function seedContent(seeder: Seeder): Promise<void> {
  // There are some two hundred; each is written to the page by the same few components.
  const isFew = seeder.texts.length < 100;
  for (const [n, { section, key }] of KNOWN_TEXTS.entries()) {
    if (pictureUse({ section, key }) || (isFew && n % 4 > 0)) continue;
    const place = { section, key, language: 'en' };
    await seeder.asAdmin('publishContent', { ...place, value: seeder.text(n) });
    await seeder.asAdmin('saveContentDraft', { ...place, value: seeder.text(n + 1) });
  }
  for (let n = 0; n < seeder.texts.length; n++) {
    const url = `https://example.org/${n}?${encodeURIComponent(seeder.text(n))}`;
    await seeder.asAdmin('createDonationLink', seeder.filled('createDonationLink', n, { url }));
    await seeder.asAdmin('recordDonation', seeder.filled('recordDonation', n));
  }
  // There can be ten.
  for (let n = 0; n < Math.min(seeder.texts.length, 10); n++) {
    const url = `https://example.org/${n}?${encodeURIComponent(seeder.text(n))}`;
    await seeder.asAdmin('createWebhookEndpoint', { url, events: ['payment.refunded'] });
  }
}

/** Seeds administrators' texts about requests, signatures, members and lists; answers a request that has many of them. */
export async function seedInLists(seeder: Seeder, members: readonly Member[]): Promise<string> {
  const [request] = await seeder.read<{ id: string }[]>('/api/admin/contact');
  const place = { kind: 'contact', id: request?.id ?? '' };
  for (let n = 0; n < seeder.texts.length; n++)
    await seeder.asAdmin('addTriageNote', { text: seeder.text(n) }, place);
  const tags = seeder.short(LONGEST_TAG);
  const change = { status: 'new', ownerId: null, version: 0 };
  await seeder.asAdmin('changeTriage', { ...change, tags: tags.slice(0, MOST_TAGS) }, place);
  for (let n = 0; n < 20; n++)
    await seeder.asAdmin('sendReply', seeder.filled('sendReply', n), place);
  const [one] = await seeder.read<{ id: string }[]>('/api/admin/volunteer-submissions');
  const many = { which: { ids: [one?.id] }, count: 1, tags: tags.slice(-MOST_TAGS) };
  await seeder.asAdmin('changeTriageOfMany', many, { kind: 'volunteer' });

  const views = seeder
    .short(LONGEST_VIEW_NAME)
    .slice(0, MOST_VIEWS)
    .map((name) => ({ name, query: { search: name } }));
  const none = { columns: null, views: [], defaultView: null };
  for (const list of CHOICE_LISTS)
    await seeder.asAdmin(
      'saveListChoices',
      { columns: null, views, defaultView: null, seen: none },
      { list },
    );

  // Of which one is in the log of what administrators did.
  const search = seeder.short(100)[0] ?? '';
  const found = await seeder.read<unknown[]>(
    `/api/admin/unity-declarations?search=${encodeURIComponent(search)}`,
  );
  await seeder.asAdmin('invalidateSignatures', { search, count: found.length });

  await seedPaper(seeder);

  const last = members.at(-1);
  await seeder.asAdmin('suspendUser', { reason: seeder.text(3) }, { id: last?.id ?? '' });
  const reports = await seeder.read<{ id: string }[]>('/api/admin/reports?status=open');
  for (const [n, { id }] of reports.slice(0, 10).entries())
    await seeder.asAdmin(
      'resolveReport',
      { outcome: 'dismissed', resolution: seeder.text(n) },
      { id },
    );
  const [firstName = '', lastName = ''] = seeder.short(100);
  await seeder.asAdmin('createAdmin', {
    email: 'viewer@prove.example',
    password: 'baobab at noon and later',
    firstName,
    lastName,
    role: 'viewer',
  });
  for (const name of seeder.short(60).slice(0, 10))
    await seeder.asAdmin('createApiKey', { name, days: 30, scopes: ['audit:read'] });
  return place.id;
}

/** A sheet of signatures with a name on each line. */
async function seedPaper(seeder: Seeder): Promise<void> {
  const lines = seeder
    .short(200)
    .slice(0, MOST_LINES)
    .map((fullName, n) => ({ line: n + 1, fullName, country: 'Ghana' }));
  await seeder.asAdmin('enterSheet', { sheet: 'A1', signedOn: '2026-01-01', lines });
}

/** No one signs, applies or joins after this: what the site says meanwhile is on its pages. */
export async function seedPauses(seeder: Seeder): Promise<void> {
  const now = await seeder.read<Record<string, { version: number }>>('/api/admin/pauses');
  for (const [n, what] of PAUSES.entries()) {
    const { version } = now[what] ?? {};
    const words = { en: seeder.text(n), fr: seeder.text(n + 1) };
    await seeder.asAdmin('setPause', { isPaused: true, words, version }, { what });
  }
}
