import * as z from 'zod/mini';
import { admin } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { listQuery } from '../../../shared/list.ts';
import { instant, line, paragraph, MessageAnswer } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';
import {
  LONGEST_NOTE,
  LONGEST_TAG,
  MOST_TAGS,
  NOBODY,
  TAG_TOO_LONG,
  TRIAGED,
  TRIAGE_FILTERS,
  TRIAGE_STATUSES,
} from './triage.rules.ts';

const Administrator = z.object({ id: z.uuid(), name: z.string() });

/** The owner and status of a submission. */
export const Triage = z.object({
  status: z.enum(TRIAGE_STATUSES),
  owner: z.nullable(Administrator),
  tags: z.array(z.string()),
  /** How often it was changed; 0 for what nobody has touched. */
  version: z.int(),
  /** Whole days that somebody has waited for an answer, once it is too long. */
  daysWaited: z.nullable(z.int()),
});
export type Triage = z.output<typeof Triage>;

/** `listQuery` for submissions that are triaged. */
export const triagedQuery = <const Names extends readonly [string, ...string[]]>(sorts: Names) =>
  z.extend(listQuery(sorts), {
    status: z.optional(
      z.enum(
        TRIAGE_FILTERS,
        words('Choose new, in_progress, answered, closed, unanswered or waiting'),
      ),
    ),
    /** An administrator’s id, or `nobody`. */
    owner: z.optional(
      z.union(
        [z.literal(NOBODY), z.uuid()],
        words('The owner must be the ID of an administrator, or “nobody”'),
      ),
    ),
    tag: z.optional(z.string().check(z.maxLength(LONGEST_TAG, TAG_TOO_LONG))),
  });

export const listTriageChoices = endpoint({
  name: 'listTriageChoices',
  summary: 'Who can care for a submission, who can or already does, and the tags in use',
  method: 'GET',
  path: '/api/admin/triage/choices',
  access: admin('submissions:read'),
  answer: z.object({
    administrators: z.array(Administrator),
    /** Also who owns a submission and may no longer be given one. */
    owners: z.array(Administrator),
    tags: z.array(z.string()),
  }),
});

const OfKind = z.object({ kind: z.enum(TRIAGED), id: z.uuid() });

export const TriageRecord = z.extend(Triage, {
  /** The last editor and the time; the name is null once the account is gone. */
  changedBy: z.nullable(z.string()),
  changedAt: z.nullable(instant),
  /** Newest first. */
  notes: z.array(
    z.object({ id: z.uuid(), text: z.string(), author: z.nullable(z.string()), at: instant }),
  ),
});
export type TriageRecord = z.output<typeof TriageRecord>;

export const findTriage = endpoint({
  name: 'findTriage',
  summary: 'Who cares for a submission, how far it is, and what was noted',
  method: 'GET',
  path: '/api/admin/triage/:kind/:id',
  access: admin('submissions:read'),
  params: OfKind,
  answer: TriageRecord,
});

export const changeTriage = endpoint({
  name: 'changeTriage',
  summary:
    'Set status, owner and tags of a submission; 409, with the saved one in `now`, when `version` is not the saved one',
  method: 'PUT',
  path: '/api/admin/triage/:kind/:id',
  access: admin('submissions:triage'),
  params: OfKind,
  body: z.strictObject({
    status: z.enum(TRIAGE_STATUSES, words('Please choose a status')),
    ownerId: z.nullable(z.uuid(words('Please choose an administrator'))),
    tags: z
      .array(line({ max: LONGEST_TAG, message: TAG_TOO_LONG }).check(z.toLowerCase()))
      .check(z.maxLength(MOST_TAGS, words('You can add at most ten tags'))),
    version: z.int(words('The version must be a whole number.')).check(z.gte(0)),
  }),
  answer: MessageAnswer,
});

export const addTriageNote = endpoint({
  name: 'addTriageNote',
  summary: 'Note something about a submission, for administrators; a note is never changed',
  method: 'POST',
  path: '/api/admin/triage/:kind/:id/notes',
  access: admin('submissions:triage'),
  params: OfKind,
  body: z.strictObject({
    text: paragraph({
      max: LONGEST_NOTE,
      missing: words('Please write a note'),
      message: words('Please shorten this to at most 2,000 characters'),
    }),
  }),
  answer: MessageAnswer,
  status: 201,
});
