import * as z from 'zod/mini';
import { admin, adminOrKey } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { listQuery } from '../../../shared/list.ts';
import { ById, instant, paragraph, MessageAnswer } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';
import { BAD_RECIPIENT } from '../mail.rules.ts';
import { LONGEST_PASTE, SUPPRESSION_REASONS } from './suppression.rules.ts';

const Suppression = z.object({
  id: z.uuid(),
  address: z.string(),
  reason: z.enum(SUPPRESSION_REASONS),
  createdAt: instant,
  /** Also where there is another reason: as long as it holds, nobody but the reader lets bulk mail go there. */
  unsubscribedAt: z.nullable(instant),
});
export type Suppression = z.output<typeof Suppression>;

export const listMailSuppressions = endpoint({
  name: 'listMailSuppressions',
  summary:
    'Addresses that no bulk mail goes to, newest first; status narrows to a reason, of which one can have two',
  method: 'GET',
  path: '/api/admin/mail-suppressions',
  access: adminOrKey('mail:read'),
  query: z.extend(listQuery(['createdAt', 'address']), {
    status: z.optional(z.enum(SUPPRESSION_REASONS, words('Please choose a reason from the list.'))),
  }),
  answer: z.array(Suppression),
});

export const addMailSuppressions = endpoint({
  name: 'addMailSuppressions',
  summary:
    'Send no bulk mail to these addresses any more; takes pasted lines, such as what came back from a mail server',
  method: 'POST',
  path: '/api/admin/mail-suppressions',
  access: admin('mail:send'),
  bodyLimitBytes: 1024 * 1024,
  body: z.strictObject({
    addresses: paragraph({
      max: LONGEST_PASTE,
      missing: BAD_RECIPIENT,
      message: words('Please paste at most 500,000 characters at once.'),
    }),
    reason: z.enum(
      ['bounced', 'complaint', 'by hand'],
      words('Please choose a reason from the list.'),
    ),
  }),
  answer: z.extend(MessageAnswer, {
    added: z.int(),
    /** Suppressed before. */
    known: z.int(),
    /** Lines without an address; the first twenty. */
    refused: z.array(z.string()),
  }),
  status: 201,
});

export const removeMailSuppression = endpoint({
  name: 'removeMailSuppression',
  summary:
    'Let bulk mail go to an address again; 409 for who unsubscribed, which is theirs to take back',
  method: 'DELETE',
  path: '/api/admin/mail-suppressions/:id',
  access: admin('mail:send'),
  params: ById,
  answer: MessageAnswer,
});
