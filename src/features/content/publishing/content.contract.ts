import * as z from 'zod/mini';
import { admin, anyone } from '../../../shared/access.ts';
import { HIDDEN, isHttps } from '../../../shared/content.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { LANGUAGES } from '../../../shared/language.ts';
import { listQuery } from '../../../shared/list.ts';
import { fits, longestAlt, pictureIn } from '../../../shared/picture.ts';
import { ById, instant, line, MessageAnswer } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';
import { CONTENT_STATUSES, hasHiddenCharacter, LONGEST_TEXT } from '../content.rules.ts';
import { canHide, isAddressOfLink, pictureUse } from '../texts/known-texts.rules.ts';

/** Specification §5. */
export const MISSING = words('Please fill in all content fields.');
const NOT_SEEN = words(
  'This text contains a hidden character, such as one that reverses the writing direction. Please type that part again.',
);

const NEEDED = words(
  'This text cannot be hidden. The page needs it, for example as a heading or the name of a link.',
);

const ADDRESS = words('Please enter a whole address that begins with https://.');

const PICTURE = words('Please choose a picture and describe it in at most 200 characters.');

/** Whether a text is words, or a picture that was made for its place, with words. */
function isWhole(text: { section: string; key: string; value: string }): boolean {
  const use = pictureUse(text);
  if (!use || text.value === HIDDEN) return true;
  const picture = pictureIn(text.value);
  return picture !== undefined && fits(picture, use) && picture.alt.length <= longestAlt;
}

const seen = z.refine<string>((text) => !hasHiddenCharacter(text), NOT_SEEN);
const language = z.enum(LANGUAGES, words('The site is not available in that language.'));

const section = line({
  max: 100,
  message: words('The section must be one line of at most 100 characters.'),
  missing: MISSING,
}).check(seen);
const key = line({
  max: 100,
  message: words('The key must be one line of at most 100 characters.'),
  missing: MISSING,
}).check(seen);
const value = z.string(MISSING).check(
  z.overwrite((text) => text.replaceAll(/\r\n?/g, '\n').trim()),
  z.minLength(1, MISSING),
  z.maxLength(LONGEST_TEXT, words('A text may have at most 20,000 characters.')),
  seen,
);

const Place = z.strictObject({ section, key, language: z._default(language, LANGUAGES[0]) });

/** A text as somebody writes it. `version`: of the published one they had before them, 0 for none. */
export const WrittenText = z
  .extend(Place, {
    value,
    version: z.optional(z.int(words('The version must be a whole number.')).check(z.gte(0))),
  })
  .check(
    z.refine((text) => text.value !== HIDDEN || canHide(text), {
      message: NEEDED,
      path: ['value'],
    }),
    z.refine((text) => !isAddressOfLink(text) || text.value === HIDDEN || isHttps(text.value), {
      message: ADDRESS,
      path: ['value'],
    }),
    z.refine(isWhole, { message: PICTURE, path: ['value'] }),
  );

/** `draft`: when the one was saved that they had before them; null for none. */
const SeenDraft = { draft: z.optional(z.nullable(instant)) };
const TextOverDraft = z.extend(WrittenText, SeenDraft);

/** What visitors read. */
const PublicText = z.object({ section: z.string(), key: z.string(), value: z.string() });

const ContentRow = z.extend(PublicText, {
  id: z.uuid(),
  language,
  version: z.number(),
  status: z.enum(CONTENT_STATUSES),
  updatedBy: z.nullable(z.uuid()),
  updatedAt: instant,
});

export const readContent = endpoint({
  name: 'readContent',
  summary:
    'Published texts, newest first: those of the language that was asked for (?lang=) or that the browser prefers. ' +
    'To administrators those of every language unless one is asked for, and ?status=archived for earlier versions',
  method: 'GET',
  path: '/api/admin/content',
  // The public hero reads it, so this "admin" path must be open too (specification §6).
  access: anyone,
  query: z.extend(listQuery(['updatedAt', 'section', 'key']), { lang: z.optional(language) }),
  answer: z.array(PublicText),
  wider: { permission: 'content:write', answer: z.array(ContentRow) },
});

/** The same call as an administrator's browser reads it. */
export const listContent = endpoint({
  ...readContent,
  name: 'listContent',
  access: admin('content:write'),
  answer: z.array(ContentRow),
});

export const publishContent = endpoint({
  name: 'publishContent',
  summary:
    'Publish a text; 409 when `version` is given and is not the published one any more. A draft that someone else has saved since `draft` stays',
  method: 'PUT',
  path: '/api/admin/content',
  access: admin('content:write'),
  body: TextOverDraft,
  answer: MessageAnswer,
});

export const withdrawContent = endpoint({
  name: 'withdrawContent',
  summary: 'Go back from a published text to the built-in one; what was published stays as history',
  method: 'DELETE',
  path: '/api/admin/content/:id',
  access: admin('content:write'),
  params: ById,
  answer: MessageAnswer,
});

export const listContentDrafts = endpoint({
  name: 'listContentDrafts',
  summary: 'Every draft, newest first',
  method: 'GET',
  path: '/api/admin/content/drafts',
  access: admin('content:write'),
  answer: z.array(ContentRow),
});

export const saveContentDraft = endpoint({
  name: 'saveContentDraft',
  summary:
    'Keep a text as a draft, which only the preview shows; 409 when someone else has published or saved it since',
  method: 'PUT',
  path: '/api/admin/content/draft',
  access: admin('content:write'),
  body: TextOverDraft,
  answer: MessageAnswer,
});

export const dropContentDraft = endpoint({
  name: 'dropContentDraft',
  summary:
    'Throw a draft away; 409 when `draft` is given and someone else has saved another one since',
  method: 'DELETE',
  path: '/api/admin/content/draft',
  access: admin('content:write'),
  query: z.extend(Place, SeenDraft),
  answer: MessageAnswer,
});

export const seedContent = endpoint({
  name: 'seedContent',
  summary: 'Publish the built-in text wherever nothing is published; what is published stays',
  method: 'POST',
  path: '/api/admin/seed-content',
  access: admin('content:write'),
  body: z.strictObject({}),
  answer: MessageAnswer,
});
