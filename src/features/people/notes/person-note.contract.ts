import * as z from 'zod/mini';
import { admin } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { line, MessageAnswer, paragraph } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';
import { LONGEST_NOTE, LONGEST_TAG, TAG_TOO_LONG } from '../../submissions/triage/triage.rules.ts';
import { RecordRef } from '../merge.contract.ts';

export const addNoteOfPerson = endpoint({
  name: 'addNoteOfPerson',
  summary: 'Note something about a person, for administrators; a note is never changed',
  method: 'POST',
  path: '/api/admin/people/:record/:id/notes',
  access: admin('submissions:triage'),
  params: RecordRef,
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

export const tagPerson = endpoint({
  name: 'tagPerson',
  summary: 'Add a tag to a person, or remove it from all of their addresses; again is no error',
  method: 'POST',
  path: '/api/admin/people/:record/:id/tags',
  access: admin('submissions:triage'),
  params: RecordRef,
  body: z.strictObject({
    tag: line({
      max: LONGEST_TAG,
      missing: words('Please type a tag'),
      message: TAG_TOO_LONG,
    }).check(z.toLowerCase()),
    isOn: z.boolean(),
  }),
  answer: MessageAnswer,
});

export const listPersonTags = endpoint({
  name: 'listPersonTags',
  summary: 'The tags of people that are in use, the most used first',
  method: 'GET',
  path: '/api/admin/people/tags',
  access: admin('submissions:read'),
  answer: z.array(z.string()),
});
