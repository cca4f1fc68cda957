import * as z from 'zod/mini';
import { admin, adminWithRecentPassword } from '../../shared/access.ts';
import { type AnswerOf, endpoint } from '../../shared/endpoint.ts';
import { PAUSES } from '../../shared/pause.ts';
import { paragraph, MessageAnswer } from '../../shared/schema.ts';
import { words } from '../../shared/words.ts';

/** Longest words to visitors about a pause, in characters. */
export const LONGEST_PAUSE_WORDS = 300;

/** The last one that a `Date` can hold. */
const MAX_TIMESTAMP_MS = 8.64e15;

const inOneLanguage = paragraph({
  min: 0,
  max: LONGEST_PAUSE_WORDS,
  message: words('Please shorten this to at most 300 characters'),
});

/** Whether something is paused, and what visitors then read in each language; empty is the built-in sentence. */
export const PauseState = z.strictObject({
  isPaused: z.boolean(words('Please say whether it is paused')),
  words: z.strictObject({ en: inOneLanguage, fr: inOneLanguage }),
});
export type PauseState = z.output<typeof PauseState>;

/** In milliseconds since 1970, when it was changed last; 0: never. */
const version = z
  .int(words('The version must be a whole number.'))
  .check(z.gte(0), z.lte(MAX_TIMESTAMP_MS, words('The version must be a whole number.')));

const SavedPause = z.object({ ...PauseState.shape, version });
export type SavedPause = z.output<typeof SavedPause>;

const NewPause = z.strictObject({ ...PauseState.shape, version });
export type NewPause = z.output<typeof NewPause>;

export const readPauses = endpoint({
  name: 'readPauses',
  summary: 'What the site does not take for a while: signatures, applications, new members',
  method: 'GET',
  path: '/api/admin/pauses',
  access: admin('site:configure'),
  answer: z.object({ signing: SavedPause, applying: SavedPause, registering: SavedPause }),
});
export type Pauses = AnswerOf<typeof readPauses>;

export const setPause = endpoint({
  name: 'setPause',
  summary:
    'Stop taking signatures, applications or new members, or take them again; every page says so within a second. 409 when `version` is not the current one any more',
  method: 'PUT',
  path: '/api/admin/pauses/:what',
  access: adminWithRecentPassword('site:configure'),
  params: z.object({ what: z.enum(PAUSES, words('This cannot be paused')) }),
  body: NewPause,
  answer: z.extend(MessageAnswer, { version }),
});
