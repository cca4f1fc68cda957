import * as z from 'zod/mini';
import { admin } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { line } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';
import {
  LONGEST_TAG,
  MOST_TAGS,
  NOBODY,
  TAG_TOO_LONG,
  TRIAGE_FILTERS,
  TRIAGE_STATUSES,
  TRIAGED,
} from '../triage/triage.rules.ts';
import { MOST_CHOSEN, TOO_MANY } from './bulk.rules.ts';

const NOT_OURS = words('Please select items from the list');

/** Chosen one by one, or all that a list shows when it is asked this. */
const BulkSelection = z
  .union([
    z.strictObject({ ids: z.array(z.uuid(NOT_OURS)).check(z.minLength(1, NOT_OURS)) }),
    z.strictObject({
      query: z.strictObject({
        search: z.optional(z.string().check(z.trim(), z.maxLength(200, NOT_OURS))),
        country: z.optional(z.string().check(z.maxLength(100, NOT_OURS))),
        status: z.optional(z.enum(TRIAGE_FILTERS, NOT_OURS)),
        owner: z.optional(z.union([z.literal(NOBODY), z.uuid()], NOT_OURS)),
        tag: z.optional(z.string().check(z.maxLength(LONGEST_TAG, TAG_TOO_LONG))),
      }),
    }),
  ])
  // Inside of the union its sentence would not be heard.
  .check(z.refine((which) => !('ids' in which) || which.ids.length <= MOST_CHOSEN, TOO_MANY));
export type BulkSelection = z.output<typeof BulkSelection>;

const tags = z.optional(
  z
    .array(line({ max: LONGEST_TAG, message: TAG_TOO_LONG }).check(z.toLowerCase()))
    .check(z.maxLength(MOST_TAGS, words('You can add at most ten tags'))),
);

const OfKind = { kind: z.enum(TRIAGED) };

/** What a change of many answers: `deed` undoes it. */
const Changed = z.object({ message: z.string(), deed: z.uuid(), count: z.int() });

export const changeTriageOfMany = endpoint({
  name: 'changeTriageOfMany',
  summary:
    'Set the status or the owner of many submissions, add tags to them or take tags off; 409 when they are not `count` any more. Answers how many were changed',
  method: 'POST',
  path: '/api/admin/triage/:kind/many',
  access: admin('submissions:triage'),
  params: z.object(OfKind),
  body: z
    .strictObject({
      which: BulkSelection,
      /** How many these are, as far as the caller knows. */
      count: z.int(words('The count must be a whole number.')).check(z.gte(1)),
      status: z.optional(z.enum(TRIAGE_STATUSES, words('Please choose a status'))),
      /** Null takes them from whoever cares for them. */
      ownerId: z.optional(z.nullable(z.uuid(words('Please choose an administrator')))),
      tags,
      /** Of those that have them. */
      removedTags: tags,
    })
    .check(
      z.refine(
        ({ tags = [], removedTags = [] }) => !removedTags.some((tag) => tags.includes(tag)),
        {
          message: words('You cannot add and remove the same tag.'),
          path: ['removedTags'],
        },
      ),
    ),
  answer: Changed,
});

export const undoTriageOfMany = endpoint({
  name: 'undoTriageOfMany',
  summary: 'Take back a change of many within a day; what others changed since stays as it is',
  method: 'POST',
  path: '/api/admin/triage/:kind/many/:deed/undo',
  access: admin('submissions:triage'),
  params: z.object({ ...OfKind, deed: z.uuid() }),
  answer: z.object({ message: z.string(), count: z.int() }),
});
