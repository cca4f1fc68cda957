import * as z from 'zod/mini';
import { admin } from '../../shared/access.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { counted } from '../../shared/list.ts';
import { instant, line, paragraph } from '../../shared/schema.ts';
import { words } from '../../shared/words.ts';
import { BOARD, BOARD_NUMBERS, KIT_STEPS, UNDONE_STEPS } from './fulfilment.rules.ts';

const courier = line({ max: 100, message: words('Enter the courier, in at most 100 characters.') });
const trackingNumber = line({
  max: 100,
  message: words('Enter the tracking number, in at most 100 characters.'),
});

export const KitCard = z.object({
  id: z.uuid(),
  reference: z.string(),
  name: z.string(),
  country: z.string(),
  applicationStatus: z.enum(BOARD),
  paymentStatus: z.string(),
  paymentPlan: z.string(),
  submittedAt: z.nullable(instant),
  /** YYYY-MM-DD: until when the kit should have left; null while nothing is promised. */
  sendBy: z.nullable(z.string()),
  isOverdue: z.boolean(),
  /** Why it may not leave yet; empty when it may. */
  obstacles: z.array(z.string()),
  courier: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
  labelPrintedAt: z.nullable(instant),
  dispatchedAt: z.nullable(instant),
  deliveredAt: z.nullable(instant),
});
export type KitCard = z.output<typeof KitCard>;

export const listKits = endpoint({
  name: 'listKits',
  summary:
    'The board from submitted to delivered: how many are in each column, and one column, oldest first',
  method: 'GET',
  path: '/api/admin/fulfilment',
  access: admin('applications:fulfil'),
  query: z.object({
    status: z._default(z.enum(BOARD), 'submitted'),
    overdue: z.optional(z.literal('true')),
    search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(500)), 200),
    counted,
  }),
  answer: z.object({
    counts: z.record(z.enum(BOARD), z.number()),
    overdue: z.number(),
    /** In the column that was asked for, before `limit`. */
    total: z.number(),
    /** Of which of these numbers there are more: they were not counted to their end. */
    more: z.array(z.enum(BOARD_NUMBERS)),
    kits: z.array(KitCard),
  }),
});

const ids = z
  .array(z.uuid())
  .check(
    z.minLength(1, words('Select at least one application.')),
    z.maxLength(200, words('Select at most 200 applications at a time.')),
  );

export const moveKits = endpoint({
  name: 'moveKits',
  summary: 'Take one step with one or many applications; with `preview` only say what would happen',
  method: 'POST',
  path: '/api/admin/fulfilment/steps',
  access: admin('applications:fulfil'),
  body: z
    .strictObject({
      ids,
      to: z.enum(KIT_STEPS),
      /** For the applicant to read: what is missing, why it is cancelled. */
      note: z.optional(
        paragraph({ min: 1, max: 1000, message: words('Write at most 1,000 characters.') }),
      ),
      courier: z.optional(courier),
      /** Of one parcel. */
      trackingNumber: z.optional(trackingNumber),
      preview: z.optional(z.boolean()),
    })
    .check(
      z.refine(
        ({ to, courier: by, preview }) => preview || to !== 'dispatched' || by !== undefined,
        {
          message: words('Enter the courier, in at most 100 characters.'),
          path: ['courier'],
        },
      ),
      z.refine(
        ({ to, note, preview }) =>
          preview || (to !== 'needs_information' && to !== 'cancelled') || note !== undefined,
        {
          message: words('Tell the applicant what is missing, or why you are cancelling.'),
          path: ['note'],
        },
      ),
      z.refine(({ ids, trackingNumber: number }) => number === undefined || ids.length === 1, {
        message: words('Enter a tracking number for one kit at a time.'),
        path: ['trackingNumber'],
      }),
    ),
  answer: z.object({
    /** How many took the step, or would. */
    moved: z.number(),
    refused: z.array(z.object({ id: z.uuid(), reference: z.string(), reason: z.string() })),
    message: z.string(),
  }),
});

export const undoKits = endpoint({
  name: 'undoKits',
  summary:
    'Undo a step that an administrator took with these applications; those to which something has happened since stay. 409 when that is all of them',
  method: 'POST',
  path: '/api/admin/fulfilment/steps/undo',
  access: admin('applications:fulfil'),
  body: z.strictObject({ ids, step: z.enum(UNDONE_STEPS) }),
  answer: z.object({ message: z.string() }),
});

/** What is written about a kit on its way. */
export const Way = z.object({
  courier: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
});

export const changeShipment = endpoint({
  name: 'changeShipment',
  summary:
    'Correct the courier or the tracking number of a kit that is on its way; 409, with both in `now`, when they are not those of `seen` any more',
  method: 'PUT',
  path: '/api/admin/fulfilment/:id/shipment',
  access: admin('applications:fulfil'),
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({
    courier,
    trackingNumber: z.nullable(trackingNumber),
    /** As the caller has seen them. */
    seen: Way,
  }),
  answer: z.object({ message: z.string() }),
});

export const printLabels = endpoint({
  name: 'printLabels',
  summary: 'The addresses of approved applications, for labels; notes that they were printed',
  method: 'POST',
  path: '/api/admin/fulfilment/labels',
  access: admin('applications:fulfil'),
  body: z.strictObject({ ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(200)) }),
  answer: z.object({
    labels: z.array(
      z.object({
        id: z.uuid(),
        reference: z.string(),
        name: z.string(),
        address: z.string(),
        country: z.string(),
        telephone: z.string(),
      }),
    ),
  }),
});
