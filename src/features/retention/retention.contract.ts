import * as z from 'zod/mini';
import { admin, adminWithRecentPassword } from '../../shared/access.ts';
import { type AnswerOf, endpoint } from '../../shared/endpoint.ts';
import { recordOf } from '../../shared/record.ts';
import { instant, MessageAnswer } from '../../shared/schema.ts';
import { words } from '../../shared/words.ts';
import { REMOVED_AFTER_DAYS } from '../declaration/unconfirmed.rules.ts';
import { periodsOf, RETENTION_KINDS } from './retention.rules.ts';

/** The last one that a `Date` can hold. */
const LATEST_TIME_MS = 8.64e15;

/** In months; null keeps the records. */
export const PeriodsShape = z.strictObject(
  recordOf(RETENTION_KINDS, (kind) =>
    z.nullable(
      z.literal([...periodsOf(kind)], words('Please choose one of the periods in the list')),
    ),
  ),
);

/** In milliseconds since 1970, when the rules were changed last; 0: never. */
const version = z
  .int(words('The version must be a whole number.'))
  .check(z.gte(0), z.lte(LATEST_TIME_MS, words('The version must be a whole number.')));

const count = z.int();

/** For each period that can be chosen, how many records would go now; never more than `MOST_COUNTED`. */
const Preview = z.object({
  due: z.nullable(z.record(z.string(), count)),
});

export const readRetention = endpoint({
  name: 'readRetention',
  summary:
    'How long records of people are kept, how many each period would remove now (null where counting took too long), and what the last run removed',
  method: 'GET',
  path: '/api/admin/retention',
  access: admin('site:configure'),
  answer: z.object({
    version,
    periods: PeriodsShape,
    /** Days after which signatures go that nobody has confirmed. */
    unconfirmedDays: z.int(),
    preview: z.object(recordOf(RETENTION_KINDS, () => Preview)),
    lastRun: z.nullable(
      z.object({
        startedAt: instant,
        finishedAt: z.nullable(instant),
        removed: z.object(recordOf(RETENTION_KINDS, () => count)),
      }),
    ),
  }),
});
export type Retention = AnswerOf<typeof readRetention>;

export const setRetention = endpoint({
  name: 'setRetention',
  summary:
    'Choose how long records of people are kept; what is older goes with the next nightly run. 409 when `version` is not the current one any more',
  method: 'PUT',
  path: '/api/admin/retention',
  access: adminWithRecentPassword('site:configure'),
  body: z.strictObject({ periods: PeriodsShape, version }),
  answer: z.extend(MessageAnswer, { version }),
});

export const UnconfirmedDays = z.literal(
  [...REMOVED_AFTER_DAYS],
  words('Please choose one of the periods that are offered.'),
);

export const setUnconfirmedDays = endpoint({
  name: 'setUnconfirmedDays',
  summary:
    'Choose how many days after the delivery of their link signatures go that nobody has confirmed',
  method: 'PUT',
  path: '/api/admin/retention/unconfirmed',
  access: adminWithRecentPassword('site:configure'),
  body: z.strictObject({ days: UnconfirmedDays }),
  answer: MessageAnswer,
});
