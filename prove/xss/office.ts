import { KNOWN_TEXTS, pictureUse } from '../../src/features/content/texts/known-texts.rules.ts';
import { LONGEST_TAG, MOST_TAGS } from '../../src/features/submissions/triage/triage.rules.ts';
import { CHOICE_LISTS, LONGEST_VIEW_NAME, MOST_VIEWS } from '../../src/shared/list-choices.ts';
import { PAUSES } from '../../src/shared/pause.ts';
import type { Member } from './people.ts';
import type { Planter } from './planter.ts';

/** Texts of the pages and places to give at. */
export async function plantContent(planter: Planter): Promise<void> {
  // There are some two hundred; each is written to the page by the same few components.
  const isFew = planter.texts.length < 100;
  for (const [n, { section, key }] of KNOWN_TEXTS.entries()) {
    if (pictureUse({ section, key }) || (isFew && n % 4 > 0)) continue;
    const place = { section, key, language: 'en' };
    await planter.office('publishContent', { ...place, value: planter.text(n) });
    await planter.office('saveContentDraft', { ...place, value: planter.text(n + 1) });
  }
  for (let n = 0; n < planter.texts.length; n++) {
    const url = `https://example.org/${n}?${encodeURIComponent(planter.text(n))}`;
    await planter.office('createDonationLink', planter.filled('createDonationLink', n, { url }));
    await planter.office('recordDonation', planter.filled('recordDonation', n));
  }
}

/** What administrators write about requests, signatures, members and lists; answers a request that bears much of it. */
export async function plantInLists(planter: Planter, members: readonly Member[]): Promise<string> {
  const [request] = await planter.read<{ id: string }[]>('/api/admin/contact');
  const place = { kind: 'contact', id: request?.id ?? '' };
  for (let n = 0; n < planter.texts.length; n++)
    await planter.office('addTriageNote', { text: planter.text(n) }, place);
  const tags = planter.short(LONGEST_TAG);
  const change = { status: 'new', ownerId: null, version: 0 };
  await planter.office('changeTriage', { ...change, tags: tags.slice(0, MOST_TAGS) }, place);
  for (let n = 0; n < 20; n++)
    await planter.office('sendReply', planter.filled('sendReply', n), place);
  const [one] = await planter.read<{ id: string }[]>('/api/admin/volunteer-submissions');
  const many = { which: { ids: [one?.id] }, count: 1, tags: tags.slice(-MOST_TAGS) };
  await planter.office('changeTriageOfMany', many, { kind: 'volunteer' });

  const views = planter
    .short(LONGEST_VIEW_NAME)
    .slice(0, MOST_VIEWS)
    .map((name) => ({ name, query: { search: name } }));
  const none = { columns: null, views: [], defaultView: null };
  for (const list of CHOICE_LISTS)
    await planter.office(
      'saveListChoices',
      { columns: null, views, defaultView: null, seen: none },
      { list },
    );

  // Of which one is in the log of what administrators did.
  const search = planter.short(100)[0] ?? '';
  const found = await planter.read<unknown[]>(
    `/api/admin/unity-declarations?search=${encodeURIComponent(search)}`,
  );
  await planter.office('invalidateSignatures', { search, count: found.length });

  const last = members.at(-1);
  await planter.office('suspendUser', { reason: planter.text(3) }, { id: last?.id ?? '' });
  const reports = await planter.read<{ id: string }[]>('/api/admin/reports?status=open');
  for (const [n, { id }] of reports.slice(0, 10).entries())
    await planter.office(
      'resolveReport',
      { outcome: 'dismissed', resolution: planter.text(n) },
      { id },
    );
  const [firstName = '', lastName = ''] = planter.short(100);
  await planter.office('createAdmin', {
    email: 'viewer@prove.example',
    password: 'baobab at noon and later',
    firstName,
    lastName,
    role: 'viewer',
  });
  return place.id;
}

/** No one signs, applies or joins after this: what the site says meanwhile is on its pages. */
export async function plantPauses(planter: Planter): Promise<void> {
  const now = await planter.read<Record<string, { version: number }>>('/api/admin/pauses');
  for (const [n, what] of PAUSES.entries()) {
    const { version } = now[what] ?? {};
    const words = { en: planter.text(n), fr: planter.text(n + 1) };
    await planter.office('setPause', { isPaused: true, words, version }, { what });
  }
}
