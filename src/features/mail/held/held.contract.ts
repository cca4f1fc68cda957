import * as z from 'zod/mini';
import { admin } from '../../../shared/access.ts';
import { type AnswerOf, endpoint } from '../../../shared/endpoint.ts';
import { instant, MessageAnswer } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';

/** So many are shown, and released, at once. */
export const MOST_HELD_SHOWN = 20;
export const HELD_STEPS = ['send', 'drop'] as const;
export type HeldStep = (typeof HELD_STEPS)[number];

export const listHeldMails = endpoint({
  name: 'listHeldMails',
  summary:
    'Mails that a restore has brought back before they had left, and that wait for a person: how many, and the first',
  method: 'GET',
  path: '/api/admin/held-mails',
  access: admin('mail:read'),
  answer: z.object({
    count: z.int(),
    mails: z.array(
      z.object({
        id: z.uuid(),
        to: z.string(),
        /** Null where nobody knows it any more. */
        subject: z.nullable(z.string()),
        /** False: its words cannot be opened or written any more, so that it can only be dropped. */
        isReadable: z.boolean(),
        createdAt: instant,
      }),
    ),
  }),
});
export type HeldMails = AnswerOf<typeof listHeldMails>;

const noMails = words('Please select 1 to 20 emails.');

export const stepHeldMails = endpoint({
  name: 'stepHeldMails',
  summary: 'Send held mails after all, or drop them; those that somebody has seen to are left out',
  method: 'POST',
  path: '/api/admin/held-mails/:step',
  access: admin('mail:send'),
  params: z.object({
    step: z.enum(HELD_STEPS, words('This step does not exist for a held email.')),
  }),
  body: z.strictObject({
    ids: z
      .array(z.uuid(), noMails)
      .check(z.minLength(1, noMails), z.maxLength(MOST_HELD_SHOWN, noMails)),
  }),
  answer: z.extend(MessageAnswer, { count: z.int() }),
});
