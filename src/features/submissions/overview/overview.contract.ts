import * as z from 'zod/mini';
import { adminOrKey } from '../../../shared/access.ts';
import { type AnswerOf, endpoint } from '../../../shared/endpoint.ts';
import { instant } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';
import { SPANS, WAITING_KINDS } from './overview.rules.ts';
import { SETUP_ITEMS } from './setup.rules.ts';

/** Today so far, yesterday until this time of the day, and the whole of yesterday (days of UTC). */
const Compared = z.object({ today: z.int(), yesterdayByNow: z.int(), yesterday: z.int() });
export type Compared = z.output<typeof Compared>;

export const readOverview = endpoint({
  name: 'readOverview',
  summary:
    'What is to do, what a new site still needs, and today beside yesterday; what the caller may not see is left out',
  method: 'GET',
  path: '/api/admin/overview',
  access: adminOrKey('submissions:read'),
  answer: z.object({
    /** When it was so. */
    at: instant,
    /** Of everything that the caller may care for, also where nothing waits. */
    waiting: z.array(
      z.object({
        kind: z.enum(WAITING_KINDS),
        count: z.int(),
        /** Since when the oldest waits. */
        since: z.nullable(instant),
      }),
    ),
    /** What a new site needs, of that which the caller may do. */
    setup: z.array(z.object({ item: z.enum(SETUP_ITEMS), isDone: z.boolean() })),
    /** Signatures on paper in all, which no other number has in it. */
    onPaper: z.int(),
    today: z.object({
      signatures: Compared,
      applications: Compared,
      members: Compared,
      /** Dollars; null for who may not see payments. Only the day of a payment is known, not its hour. */
      received: z.nullable(z.object({ today: z.string(), yesterday: z.string() })),
    }),
  }),
});

export type Overview = AnswerOf<typeof readOverview>;

export const readTrends = endpoint({
  name: 'readTrends',
  summary:
    'Signatures, applications and money received by rail, of the last 30 days or 12 months (UTC)',
  method: 'GET',
  path: '/api/admin/overview/trends',
  access: adminOrKey('submissions:read'),
  query: z.object({
    span: z._default(z.enum(SPANS, words('Choose days or months')), 'days'),
  }),
  answer: z.object({
    span: z.enum(SPANS),
    /** Oldest first; the last one goes on. */
    periods: z.array(
      z.object({
        /** The first day. */
        name: z.string(),
        signatures: z.int(),
        applications: z.int(),
        /** Dollars by rail, those without any left out; null for who may not see payments. */
        received: z.nullable(z.record(z.string(), z.string())),
      }),
    ),
  }),
});

export type Trends = AnswerOf<typeof readTrends>;
