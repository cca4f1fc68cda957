import * as z from 'zod/mini';
import { admin } from '../../shared/access.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { PERSON_RECORDS } from '../../shared/person-address.ts';
import { MessageAnswer } from '../../shared/schema.ts';

/** A record that leads to an address, which itself stays out of calls, addresses and the log. */
export const RecordRef = z.object({ record: z.enum(PERSON_RECORDS), id: z.uuid() });
export type RecordRef = z.output<typeof RecordRef>;

export const mergePeople = endpoint({
  name: 'mergePeople',
  summary:
    'From now on the dashboard shows the addresses of two records together, with all that either was merged with before. Access, mails, downloads and deletion stay per address',
  method: 'POST',
  path: '/api/admin/people/:record/:id/merge',
  access: admin('submissions:triage'),
  params: RecordRef,
  body: z.strictObject({ record: z.enum(PERSON_RECORDS), id: z.uuid() }),
  answer: z.extend(MessageAnswer, {
    /** Of the merge, by which it is undone. */
    id: z.uuid(),
  }),
});

export const undoMerge = endpoint({
  name: 'undoMerge',
  summary: 'Takes one merge back; what else was merged with either address stays with it',
  method: 'POST',
  path: '/api/admin/people/merges/:id/undo',
  access: admin('submissions:triage'),
  params: z.object({ id: z.uuid() }),
  answer: MessageAnswer,
});

export const separateAddress = endpoint({
  name: 'separateAddress',
  summary:
    'Takes the address of a record out of those that it was merged with; the others stay together',
  method: 'POST',
  path: '/api/admin/people/:record/:id/separate',
  access: admin('submissions:triage'),
  params: RecordRef,
  answer: z.extend(MessageAnswer, {
    /** What merges them again; null where no record of one address can be read any more. */
    again: z.nullable(z.object({ of: RecordRef, with: RecordRef })),
  }),
});
