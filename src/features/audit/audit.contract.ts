import * as z from 'zod/mini';
import { adminOrKey } from '../../shared/access.ts';
import { type AnswerOf, endpoint } from '../../shared/endpoint.ts';
import { listQuery } from '../../shared/list.ts';
import { instant } from '../../shared/schema.ts';
import { words } from '../../shared/words.ts';
import { AUDIT_AREAS } from './audit.rules.ts';

/** An account by its id; without an address where it is gone. */
const Person = z.object({
  id: z.uuid(),
  email: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
});

/** In years that we ask about: the database knows no year 0. */
const timestamp = z.optional(
  z.iso
    .datetime(words('Enter a valid date and time'))
    .check(z.regex(/^2/, words('Choose a day between 2000 and 2999.'))),
);

export const listAudit = endpoint({
  name: 'listAudit',
  summary:
    'What was done and by whom, newest first; searched by act, person and subject, narrowed to an area and to the time from `from` until before `before`',
  method: 'GET',
  path: '/api/admin/audit',
  access: adminOrKey('audit:read'),
  query: z.extend(listQuery(['at']), {
    id: z.optional(z.string().check(z.regex(/^\d{1,15}$/, words('This ID is not valid')))),
    status: z.optional(z.enum(AUDIT_AREAS, words('Please choose an area from the list'))),
    from: timestamp,
    before: timestamp,
  }),
  answer: z.array(
    z.object({
      id: z.number(),
      at: instant,
      /** Noun and verb, such as `account.suspended`. */
      action: z.string(),
      /** Null where the site did it by itself. */
      actor: z.nullable(Person),
      /** The id, or the name, of what was acted upon. */
      subject: z.nullable(z.string()),
      /** The account that it is the id of. */
      account: z.nullable(Person),
      /** The reference of the application that it is about, or who sent in what it is about. */
      reference: z.nullable(z.string()),
      /** As they were written down at the time. */
      before: z.unknown(),
      after: z.unknown(),
    }),
  ),
});

export type AuditEntry = AnswerOf<typeof listAudit>[number];
