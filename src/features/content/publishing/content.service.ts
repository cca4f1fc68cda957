import { randomUUID } from 'node:crypto';
import { addAudit } from '../../../server/audit.store.ts';
import type { AppContext } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import { bumpPageVersion } from '../../../server/pages/page-version.store.ts';
import { idOf, type Overrides, type Text } from '../../../shared/content.ts';
import { Fault } from '../../../shared/fault.ts';
import { LANGUAGES, type Language } from '../../../shared/language.ts';
import { LONGEST_PAGE } from '../../../shared/list.ts';
import { words } from '../../../shared/words.ts';
import { type ContentStatus, isForEveryLanguage } from '../content.rules.ts';
import {
  addContent,
  archivePublished,
  type ContentRow,
  findContent,
  findDraft,
  findPublished,
  listShown,
  listVersions,
  lockContent,
  newestVersion,
  type Place,
  removeDraft,
  setDraft,
} from '../content.store.ts';
import { KNOWN_TEXTS } from '../texts/known-texts.rules.ts';
import { requirePicture } from '../pictures/pictures.service.ts';

/** The author and the time; `db` is the caller's transaction. */
type Command = Pick<AppContext, 'db' | 'clock'> & { actor: { id: string } };

/**
 * A text as it was written, the published version that its writer had seen (0 for none), and when the draft was saved
 * that they had before them (null for none). Who says neither writes over both.
 */
type Written = Place & {
  value: string;
  version?: number | undefined;
  draft?: string | null | undefined;
};

/** Publishes a text over the one before, which stays as history. Throws 409 when that is not the one they saw. */
export async function publishText(command: Command, { value, version, draft, ...place }: Written) {
  const { db } = command;
  const before = await lockedText(db, place, version);
  await requirePicture(db, { ...place, value }, command.clock.now());
  await archivePublished(db, place);
  await endDraft(command, place, draft);
  const row = written(command, place, value, (await newestVersion(db, place)) + 1);
  await addContent(db, [row]);
  await announce(command, 'published', before, row);
}

/**
 * Keeps a text for the preview alone. Throws 409 when another one was published meanwhile, or someone else has saved
 * another draft since.
 */
export async function saveDraft(command: Command, { value, version, draft, ...place }: Written) {
  await lockedText(command.db, place, version);
  await requireSeenDraft(command, place, draft);
  await requirePicture(command.db, { ...place, value }, command.clock.now());
  await setDraft(command.db, {
    ...place,
    id: randomUUID(),
    value,
    updatedBy: command.actor.id,
    updatedAt: command.clock.now(),
  });
}

/** Throws a draft away. Throws 404 when there is none, 409 when it is another one than they saw. */
export async function dropDraft(
  author: Author,
  { draft, ...place }: Place & Pick<Written, 'draft'>,
) {
  await lockContent(author.db);
  await requireSeenDraft(author, place, draft);
  if (!(await removeDraft(author.db, place)))
    throw new Fault(404, words('There is no draft of this text.'));
}

type Author = Pick<Command, 'db' | 'actor'>;

/** The draft that someone else has saved since the one that they saw. */
async function unseenDraft({ db, actor }: Author, place: Place, seen: Written['draft']) {
  const saved = seen === undefined ? undefined : await findDraft(db, place);
  const isSeen = saved?.updatedBy === actor.id || saved?.updatedAt.toISOString() === seen;
  return isSeen ? undefined : saved;
}

async function requireSeenDraft(author: Author, place: Place, seen: Written['draft']) {
  if (await unseenDraft(author, place, seen))
    throw new Fault(
      409,
      words(
        'Someone else has saved a draft of this text in the meantime. Please compare it with yours before you continue.',
      ),
    );
}

/** A draft is over once its text is published or taken back; one that they have not seen stays. */
async function endDraft(author: Author, place: Place, seen: Written['draft']) {
  if (!(await unseenDraft(author, place, seen))) await removeDraft(author.db, place);
}

/**
 * Goes back from a published text to the built-in one, and ends their own draft of it. Throws 404 when the id is of no
 * published text.
 */
export async function withdrawText(command: Command, id: string) {
  const { db } = command;
  await lockContent(db);
  const before = await findContent(db, id);
  if (before?.status !== 'published')
    throw new Fault(404, words('This text is no longer published.'));
  await archivePublished(db, before);
  await endDraft(command, before, null);
  await announce(command, 'withdrawn', before, undefined);
}

/**
 * Publishes every built-in text, in each language, that nothing published stands for; answers how
 * many. What visitors read stays the same to the letter. `translate` gives a sentence in a language.
 */
export async function seedTexts(
  command: Command,
  translate: (sentence: string, language: Language) => string,
): Promise<number> {
  const { db, clock, actor } = command;
  await lockContent(db);
  const known = new Map((await listVersions(db)).map((one) => [nameOf(one), one]));
  const isPublished = (place: Place) => known.get(nameOf(place))?.isPublished === true;
  const rows = LANGUAGES.flatMap((language) =>
    KNOWN_TEXTS.filter(({ fallback }) => fallback !== '').flatMap((text) => {
      const place = { section: text.section, key: text.key, language };
      const inEnglish = { ...place, language: LANGUAGES[0] };
      const value = translate(text.fallback, language);
      // A copy of an address or a name would outlive the next change of the English one.
      const isHeld =
        isForEveryLanguage(text.section) &&
        language !== LANGUAGES[0] &&
        (isPublished(inEnglish) || value === text.fallback);
      const version = (known.get(nameOf(place))?.version ?? 0) + 1;
      return isPublished(place) || isHeld ? [] : [written(command, place, value, version)];
    }),
  );
  if (rows.length === 0) return 0;
  await addContent(db, rows);
  await addAudit(db, {
    at: clock.now(),
    actorId: actor.id,
    action: 'content.seeded',
    after: { texts: rows.map((row) => `${row.language} ${idOf(row)}`) },
  });
  await bumpPageVersion(db);
  return rows.length;
}

const nameOf = ({ section, key, language }: Place) => JSON.stringify([section, key, language]);

/** What is published in a language, at most 500 texts, newest first. */
export async function listPublished(db: Database, language: Language) {
  return strongest(await listShown(db, language, ['published'], { limit: LONGEST_PAGE }), language);
}

/** The published texts that a language's pages show, by `section.key`. */
export const loadOverrides = (db: Database, language: Language): Promise<Overrides> =>
  overrides(db, language, ['published']);

/** The same with the drafts on top: what the pages would show if everything were published now. */
export const loadDraftOverrides = (db: Database, language: Language): Promise<Overrides> =>
  overrides(db, language, ['published', 'draft']);

/** The published values of a few texts. */
export const loadPublished = (db: Database, language: Language, texts: readonly Text[]) =>
  overrides(db, language, ['published'], namesOf(texts));

const namesOf = (texts: readonly Text[]) => ({
  sections: [...new Set(texts.map(({ section }) => section))],
  keys: [...new Set(texts.map(({ key }) => key))],
  ids: new Set(texts.map(idOf)),
});
const KNOWN = namesOf(KNOWN_TEXTS);

/** Of what the pages know alone: a key that nobody shows must not weigh on every visit. */
async function overrides(
  db: Database,
  language: Language,
  statuses: ContentStatus[],
  { ids, ...which } = KNOWN,
): Promise<Overrides> {
  const found = await listShown(db, language, statuses, which);
  // Asked for by section and by key apart: a section may hold a key that is another's.
  const known = found.filter((row) => ids.has(idOf(row)));
  const rows = strongest(known, language);
  return Object.fromEntries(rows.map((row) => [idOf(row), row.value]));
}

/** One row for each text: a draft before what is published, and first of all the language's own. */
function strongest<Row extends Place & Pick<ContentRow, 'status'>>(
  rows: Row[],
  language: Language,
): Row[] {
  const strength = (row: Row) =>
    (row.language === language ? 2 : 0) + (row.status === 'draft' ? 1 : 0);
  const best = new Map<string, Row>();
  for (const row of rows) {
    const name = nameOf({ ...row, language });
    const other = best.get(name);
    if (!other || strength(row) > strength(other)) best.set(name, row);
  }
  return [...best.values()];
}

/** The published text once nobody else can write. Throws 409 when it is not the version they saw. */
async function lockedText(
  tx: Database,
  place: Place,
  seenVersion: number | undefined,
): Promise<ContentRow | undefined> {
  await lockContent(tx);
  const published = await findPublished(tx, place);
  if (seenVersion !== undefined && seenVersion !== (published?.version ?? 0)) {
    throw new Fault(
      409,
      words(
        'Someone else has changed this text in the meantime. Please compare it with yours before you publish.',
      ),
    );
  }
  return published;
}

const written = (
  { clock, actor }: Command,
  place: Place,
  value: string,
  version: number,
): ContentRow => ({
  ...place,
  id: randomUUID(),
  version,
  status: 'published',
  value,
  updatedBy: actor.id,
  updatedAt: clock.now(),
});

/** Audit row and fresh pages. */
async function announce(
  { db, clock, actor }: Command,
  act: 'published' | 'withdrawn',
  before: ContentRow | undefined,
  after: ContentRow | undefined,
) {
  const auditSnapshot = (row?: ContentRow) =>
    row ? { id: row.id, version: row.version, value: row.value } : null;
  const row = after ?? before;
  await addAudit(db, {
    at: clock.now(),
    actorId: actor.id,
    action: `content.${act}`,
    subject: row && `${row.language} ${idOf(row)}`,
    before: auditSnapshot(before),
    after: auditSnapshot(after),
  });
  await bumpPageVersion(db);
}
