import * as z from 'zod/mini';
import { admin } from '../../shared/access.ts';
import { type AnswerOf, endpoint } from '../../shared/endpoint.ts';
import { ROLES } from '../../shared/roles.ts';
import { instant, line } from '../../shared/schema.ts';
import { pageCursor } from '../../shared/list.ts';
import { words } from '../../shared/words.ts';
import { SUPPRESSION_REASONS } from '../mail/suppressions/suppression.rules.ts';
import { SIGNATURE_STATUSES } from '../submissions/kinds/submissions.contract.ts';
import { PERSON_RECORDS } from '../../shared/person-address.ts';
import { RecordRef } from './merge.contract.ts';
import { NEXT_STEPS, TIMELINE_KINDS, PERSON_PARTS, SHORTEST_SEARCH } from './person.rules.ts';

const Dollars = z.string();

/** What is known of one address; what the caller may not see is null. */
const OfAddress = z.object({
  email: z.string(),
  /** A record that leads to it. */
  record: z.enum(PERSON_RECORDS),
  id: z.uuid(),
  /** As they have called themselves, the newest first. */
  names: z.array(z.string()),
  signature: z.nullable(
    z.object({
      id: z.uuid(),
      country: z.string(),
      at: instant,
      /** When its signer confirmed it; null until then. */
      confirmedAt: z.nullable(instant),
      invalidatedAt: z.nullable(instant),
    }),
  ),
  /** On sheets that were entered with the address, in the order of their days; in no count of signatures. */
  paperSignatures: z.array(
    z.object({
      id: z.uuid(),
      sheet: z.string(),
      line: z.int(),
      country: z.string(),
      signedOn: z.iso.date(),
    }),
  ),
  requests: z.object({ contact: z.int(), volunteer: z.int(), partner: z.int(), notes: z.int() }),
  /** Newest first. */
  applications: z.array(
    z.object({
      id: z.uuid(),
      reference: z.string(),
      applicationStatus: z.string(),
      at: instant,
      payment: z.nullable(
        z.object({
          status: z.string(),
          plan: z.string(),
          received: Dollars,
          refunded: Dollars,
        }),
      ),
    }),
  ),
  account: z.nullable(
    z.object({
      id: z.uuid(),
      role: z.nullable(z.enum(ROLES)),
      joinedAt: instant,
      verifiedAt: z.nullable(instant),
      lastSeenAt: z.nullable(instant),
      suspendedAt: z.nullable(instant),
    }),
  ),
  donations: z.nullable(z.object({ count: z.int(), total: Dollars })),
  mails: z.nullable(z.object({ sent: z.int(), failed: z.int(), lastAt: z.nullable(instant) })),
  /** Reports of other members about them. */
  reports: z.nullable(z.object({ count: z.int(), open: z.int() })),
  /** Why and since when no bulk mail goes to it; null where it may, and for who may not see mails. */
  suppression: z.nullable(z.object({ reason: z.enum(SUPPRESSION_REASONS), at: instant })),
  /** What they said last about news from us, and where; null when nobody has asked them. */
  consent: z.nullable(z.object({ wantsNews: z.boolean(), at: instant })),
});
export type OfAddress = z.output<typeof OfAddress>;

export const findPerson = endpoint({
  name: 'findPerson',
  summary:
    'Everything known of one person, found through a record of theirs, by each of their addresses that the caller may see. Who looked is written into the audit log',
  method: 'GET',
  path: '/api/admin/people/:record/:id',
  access: admin('submissions:read'),
  params: RecordRef,
  answer: z.object({
    /** The parts that the caller may not see. */
    hidden: z.array(z.enum(PERSON_PARTS)),
    /** What is to be done for them, the first thing first; of that which the caller may do. */
    next: z.array(
      z.object({
        step: z.enum(NEXT_STEPS),
        /** The submission, application or account that it is about. */
        of: z.uuid(),
        /** The reference of an application. */
        title: z.nullable(z.string()),
        since: instant,
      }),
    ),
    /** Of the person, by whichever address. */
    tags: z.array(z.string()),
    /** That of the record first, then those that it was merged with. */
    addresses: z.array(OfAddress),
  }),
});
export type Person = AnswerOf<typeof findPerson>;

export const listPersonTimeline = endpoint({
  name: 'listPersonTimeline',
  summary: 'The timeline of one person, newest first; only what the caller may see',
  method: 'GET',
  path: '/api/admin/people/:record/:id/moments',
  access: admin('submissions:read'),
  params: RecordRef,
  query: z.object({
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(200))),
    cursor: pageCursor,
  }),
  answer: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(TIMELINE_KINDS),
      at: instant,
      /** The record that it is about. */
      of: z.uuid(),
      /** What it is called: a reference, an organisation, the subject of a mail. */
      title: z.nullable(z.string()),
      /** What somebody wrote. */
      text: z.nullable(z.string()),
      /** Of a step: where to; of a note or a report: about what. */
      status: z.nullable(z.string()),
      amount: z.nullable(Dollars),
      /** The administrator who did it. */
      by: z.nullable(z.string()),
      /** The address that it is about. */
      email: z.string(),
    }),
  ),
});
export type TimelineEntry = AnswerOf<typeof listPersonTimeline>[number];

export const searchPeople = endpoint({
  name: 'searchPeople',
  summary:
    'Find people by the beginnings of words of a name or an address, by a reference or by a tag. A POST, so that no address gets into a log',
  method: 'POST',
  path: '/api/admin/people/search',
  access: admin('submissions:read'),
  body: z.strictObject({
    search: line({
      max: 200,
      missing: words('Type a name, an address or a reference'),
      message: words('Please shorten your search to at most 200 characters'),
    }).check(
      z.refine(
        (text) => (text.match(/[\p{L}\p{N}]/gu) ?? []).length >= SHORTEST_SEARCH,
        words('Type at least two letters'),
      ),
    ),
  }),
  answer: z.object({
    people: z.array(
      z.object({
        email: z.string(),
        /** Further addresses of theirs that the search found. */
        mergedWith: z.array(z.string()),
        name: z.string(),
        /** A record that leads to them. */
        record: z.enum(PERSON_RECORDS),
        id: z.uuid(),
        /** As what they are known. */
        records: z.array(z.enum(PERSON_RECORDS)),
        /** Of who has signed. */
        signature: z.nullable(z.enum(SIGNATURE_STATUSES)),
      }),
    ),
    /** More are called so. */
    hasMore: z.boolean(),
  }),
});
export type FoundPeople = AnswerOf<typeof searchPeople>;
