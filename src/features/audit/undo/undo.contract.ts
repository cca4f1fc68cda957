import * as z from 'zod/mini';
import { LANGUAGES } from '../../../shared/language.ts';
import { admin } from '../../../shared/access.ts';
import { type AnswerOf, endpoint } from '../../../shared/endpoint.ts';
import { instant } from '../../../shared/schema.ts';
import { PublicLink } from '../../donations/donation-link.contract.ts';
import { UNDONE_STEPS } from '../../fulfilment/fulfilment.rules.ts';
import { RecordRef } from '../../people/merge.contract.ts';
import { WelcomeMails } from '../../campaigns/welcome/welcome.contract.ts';
import { PeriodsShape, UnconfirmedDays } from '../../retention/retention.contract.ts';
import { TRIAGE_STATUSES, TRIAGED } from '../../submissions/triage/triage.rules.ts';

/** LIST of the calls that undo an act and need nothing but the id of what it was about. */
export const UNDO_CALLS = [
  'undoTakeBack',
  'undoRejectPayment',
  'undoMovePayment',
  'undoWaiver',
  'undoPlanEnd',
  'undoStatement',
  'reopenTransfer',
  'reopenDifference',
  'reopenPaypalLine',
  'reopenRefund',
  'restoreSignatures',
  'withdrawContent',
  'undoMerge',
  'deleteDonationLink',
] as const;
export type UndoCall = (typeof UNDO_CALLS)[number];

const kind = z.enum(TRIAGED);

/** The call that reverses an act, with what it has to be given. */
export const Undo = z.discriminatedUnion('by', [
  z.object({ by: z.enum(UNDO_CALLS), id: z.string() }),
  z.object({ by: z.literal('undoTriageOfMany'), kind, id: z.string() }),
  z.object({
    by: z.literal('changeTriage'),
    kind,
    id: z.string(),
    before: z.object({
      status: z.enum(TRIAGE_STATUSES),
      ownerId: z.nullable(z.string()),
      tags: z.array(z.string()),
    }),
  }),
  z.object({ by: z.literal('mergePeople'), of: RecordRef, with: RecordRef }),
  z.object({ by: z.literal('tagPerson'), of: RecordRef, tag: z.string(), isOn: z.boolean() }),
  z.object({ by: z.literal('undoKits'), id: z.string(), step: z.enum(UNDONE_STEPS) }),
  z.object({ by: z.literal('putBackDonationLink'), link: PublicLink }),
  z.object({ by: z.literal('switchDonationLink'), id: z.string(), isActive: z.boolean() }),
  z.object({ by: z.literal('setRetention'), periods: z.partial(PeriodsShape) }),
  z.object({ by: z.literal('setUnconfirmedDays'), days: UnconfirmedDays }),
  z.object({ by: z.literal('undoLines'), lines: z.array(z.string()) }),
  z.object({ by: z.literal('takeBackPayment'), id: z.string(), held: z.string() }),
  z.object({
    by: z.literal('publishContent'),
    language: z.enum(LANGUAGES),
    section: z.string(),
    key: z.string(),
    value: z.string(),
    /** That of what the act published; 0 where it withdrew the text. */
    version: z.number(),
  }),
  // Both at the version that the act has made.
  z.object({ by: z.literal('saveWelcomeSeries'), mails: WelcomeMails, version: z.number() }),
  z.object({ by: z.literal('switchWelcomeSeries'), isOn: z.boolean(), version: z.number() }),
]);
export type Undo = z.output<typeof Undo>;

export const listUndoable = endpoint({
  name: 'listUndoable',
  summary:
    'The last ten acts of the caller that can be undone: nothing has happened since to what they were about',
  method: 'GET',
  path: '/api/admin/undo',
  access: admin('own:change'),
  answer: z.array(
    z.object({
      id: z.number(),
      at: instant,
      /** Noun and verb, such as `payment.confirmed`. */
      action: z.string(),
      /** What it was about, as it is called. */
      about: z.nullable(z.string()),
      /** Of how many records it was; null for one. */
      count: z.nullable(z.number()),
      undo: Undo,
    }),
  ),
});

export type UndoableAct = AnswerOf<typeof listUndoable>[number];
