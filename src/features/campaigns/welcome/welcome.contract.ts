import * as z from 'zod/mini';
import { admin, adminWithRecentPassword } from '../../../shared/access.ts';
import { type AnswerOf, endpoint } from '../../../shared/endpoint.ts';
import { instant, MessageAnswer } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';
import { fieldIssues, message, subject } from '../message/message.contract.ts';
import { LONGEST_WAIT_DAYS, MOST_WELCOME_MAILS } from './welcome.rules.ts';

const wrongWait = words('The wait must be a whole number of days from 0 to 90.');

export const NO_WAIT = words('Leave at least one day between two emails.');

const Text = z
  .strictObject({ subject, message })
  .check(z.check(({ value, issues }) => void issues.push(...fieldIssues(value))));

const WelcomeMail = z.strictObject({
  /** After the confirmation of the signature, or after the mail before. */
  waitDays: z.int(wrongWait).check(z.gte(0, wrongWait), z.lte(LONGEST_WAIT_DAYS, wrongWait)),
  /** Whoever reads another language gets the English text where theirs is missing. */
  texts: z.strictObject({ en: Text, fr: z.optional(Text) }),
});
export type WelcomeMail = z.output<typeof WelcomeMail>;

export const WelcomeMails = z.array(WelcomeMail).check(
  z.maxLength(MOST_WELCOME_MAILS),
  // Two mails at once are no series.
  z.refine((mails) => mails.slice(1).every(({ waitDays }) => waitDays > 0), NO_WAIT),
);

/** In milliseconds since 1970, when the series was changed last; 0: never. */
const Version = z
  .int(words('The version must be a whole number.'))
  .check(z.gte(0), z.lte(8.64e15, words('The version must be a whole number.')));

const Changed = z.extend(MessageAnswer, { version: Version });

export const readWelcomeSeries = endpoint({
  name: 'readWelcomeSeries',
  summary: 'The mails that new signers get who asked for news, and what became of those sent',
  method: 'GET',
  path: '/api/admin/welcome-series',
  access: admin('mail:read'),
  answer: z.object({
    /** Whoever confirmed from then on gets them; null: nobody does. */
    since: z.nullable(instant),
    mails: WelcomeMails,
    version: Version,
    /** Of each place in the series, as the mail history has it. */
    results: z.array(
      z.object({
        sent: z.int(),
        failed: z.int(),
        /** Of those for whom it was the last. */
        bounced: z.int(),
        unsubscribed: z.int(),
      }),
    ),
    /** How many confirmed in the last thirty days and asked for news. */
    lastMonth: z.int(),
    /** False: no signature is confirmed here, and nobody gets a mail of the series. */
    isConfirmationAsked: z.boolean(),
  }),
});
export type WelcomeSeries = AnswerOf<typeof readWelcomeSeries>;

export const saveWelcomeSeries = endpoint({
  name: 'saveWelcomeSeries',
  summary:
    'Change the mails of the welcome series; later ones have the new text. 409 when `version` is no longer the saved one',
  method: 'PUT',
  path: '/api/admin/welcome-series',
  access: adminWithRecentPassword('mail:send'),
  body: z.strictObject({ mails: WelcomeMails, version: Version }),
  answer: Changed,
});

export const switchWelcomeSeries = endpoint({
  name: 'switchWelcomeSeries',
  summary:
    'Send the welcome series to those who confirm from now on, or to nobody any more. 409 when `version` is no longer the saved one',
  method: 'PUT',
  path: '/api/admin/welcome-series/switch',
  access: adminWithRecentPassword('mail:send'),
  body: z.strictObject({
    isOn: z.boolean(),
    version: Version,
    /** On as if it had never been off: for who turned it off by mistake. */
    isResumed: z.optional(z.boolean()),
  }),
  answer: Changed,
});
