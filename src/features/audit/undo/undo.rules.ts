import * as z from 'zod/mini';
import { isLanguage } from '../../../shared/language.ts';
import type { Permission } from '../../../shared/access.ts';
import { days, minutes } from '../../../shared/time.ts';
import { WelcomeMails } from '../../campaigns/welcome/welcome.contract.ts';
import { undoneWithinMs } from '../../submissions/bulk/bulk.rules.ts';
import { PeriodsShape, UnconfirmedDays } from '../../retention/retention.contract.ts';
import {
  TRIAGE_STATUSES,
  TRIAGED,
  type TriagedKind,
} from '../../submissions/triage/triage.rules.ts';
import { PublicLink } from '../../donations/donation-link.contract.ts';
import { UNDONE_STEPS } from '../../fulfilment/fulfilment.rules.ts';
import { RecordRef } from '../../people/merge.contract.ts';
import type { Undo, UndoCall } from './undo.contract.ts';

/** A row of the audit log. */
export interface Act {
  action: string;
  subject: string;
  before: unknown;
  after: unknown;
}

interface Way {
  /** Who has lost it since sees the act no more. */
  permission: Permission;
  /** For how long, where an end is known; the call itself refuses what has become impossible. */
  withinMs?: number;
  /** Undefined where what was written down does not suffice. */
  undo: (act: Act) => Undo | undefined;
}

const MONEY = 'payments:confirm';
const LINKS = 'payments:configure';

const byId = (by: UndoCall, permission: Permission = MONEY): Way => ({
  permission,
  undo: ({ subject: id }) => ({ by, id }),
});

const Received = z.object({ received: z.string() });
const Moved = z.object({ operationId: z.string() });
const Identified = z.object({ id: z.string() });
const Decided = z.object({ ids: z.array(z.string()) });
const Line = z.object({ line: z.number() });
const Triaged = z.object({
  status: z.enum(TRIAGE_STATUSES),
  ownerId: z.nullable(z.string()),
  tags: z.array(z.string()),
});
const Separated = z.object({ of: RecordRef, with: RecordRef });
const Version = z.object({ id: z.string(), version: z.number(), value: z.string() });

const UNTOUCHED = { status: 'new', ownerId: null, tags: [] } as const;

/** `en hero.title_line1` */
const PLACE = /^(\S+) ([^.]+)\.(.+)$/;

function publishAgain({ subject, before, after }: Act): Undo | undefined {
  const [, language, section, key] = PLACE.exec(subject) ?? [];
  const was = z.safeParse(Version, before).data;
  const is = z.safeParse(Version, after).data;
  if (!isLanguage(language) || !section || !key) return undefined;
  if (was)
    return {
      by: 'publishContent',
      language,
      section,
      key,
      value: was.value,
      version: is?.version ?? 0,
    };
  return is && { by: 'withdrawContent', id: is.id };
}

const triage = (kind: TriagedKind): Way => ({
  permission: 'submissions:triage',
  undo({ subject: id, before }) {
    const was = before === null ? UNTOUCHED : z.safeParse(Triaged, before).data;
    return was && { by: 'changeTriage', kind, id, before: { ...was, tags: [...was.tags] } };
  },
});

const triageOfMany = (kind: TriagedKind): Way => ({
  permission: 'submissions:triage',
  withinMs: undoneWithinMs,
  undo: ({ subject: id }) => ({ by: 'undoTriageOfMany', kind, id }),
});

const Versioned = z.object({ version: z.number() });
const Mails = z.object({ mails: WelcomeMails });
const Switched = z.object({ since: z.nullable(z.string()) });

const welcomeSeries = (undo: (before: unknown, version: number) => Undo | undefined): Way => ({
  permission: 'mail:send',
  withinMs: days(1),
  undo({ before, after }) {
    const { version } = z.safeParse(Versioned, after).data ?? {};
    return version === undefined ? undefined : undo(before, version);
  },
});

const Unconfirmed = z.object({ unconfirmedDays: UnconfirmedDays });
const Tagged = z.object({ of: RecordRef, tag: z.string() });

const tagging = (isOn: boolean): Way => ({
  permission: 'submissions:triage',
  undo({ after }) {
    const done = z.safeParse(Tagged, after).data;
    return done && { by: 'tagPerson', ...done, isOn };
  },
});

/** What can be undone, by the act as the log names it. */
export const WAYS: Readonly<Partial<Record<string, Way>>> = {
  'payment.confirmed': {
    permission: MONEY,
    undo({ subject: id, after }) {
      const held = z.safeParse(Received, after).data?.received;
      return held === undefined ? undefined : { by: 'takeBackPayment', id, held };
    },
  },
  'payment.taken_back': byId('undoTakeBack'),
  'payment.rejected': byId('undoRejectPayment'),
  'payment.moved': {
    permission: MONEY,
    undo({ after }) {
      const id = z.safeParse(Moved, after).data?.operationId;
      return id === undefined ? undefined : { by: 'undoMovePayment', id };
    },
  },
  'instalment.waived': byId('undoWaiver'),
  'plan.ended': byId('undoPlanEnd'),
  'statement_line.decided': {
    permission: MONEY,
    undo({ after }) {
      const lines = z.safeParse(Decided, after).data?.ids;
      return lines && { by: 'undoLines', lines };
    },
  },
  'statement.applied': { ...byId('undoStatement'), withinMs: minutes(10) },
  'chain_receipt.dismissed': byId('reopenTransfer'),
  'treasury_difference.dismissed': byId('reopenDifference'),
  'paypal_line.decided': {
    permission: MONEY,
    undo({ after }) {
      const line = z.safeParse(Line, after).data?.line;
      return line === undefined ? undefined : { by: 'reopenPaypalLine', id: String(line) };
    },
  },
  'payment.refund_dismissed': {
    permission: MONEY,
    undo({ after }) {
      const id = z.safeParse(Identified, after).data?.id;
      return id === undefined ? undefined : { by: 'reopenRefund', id };
    },
  },
  'unity_declarations.invalidated': byId('restoreSignatures', 'declarations:invalidate'),
  'person.merged': byId('undoMerge', 'submissions:triage'),
  'person.separated': {
    permission: 'submissions:triage',
    undo({ before }) {
      const again = z.safeParse(Separated, before).data;
      return again && { by: 'mergePeople', ...again };
    },
  },
  'person.tagged': tagging(false),
  'person.untagged': tagging(true),
  'content.published': { permission: 'content:write', undo: publishAgain },
  'content.withdrawn': { permission: 'content:write', undo: publishAgain },
  'donation_link.created': byId('deleteDonationLink', LINKS),
  'donation_link.changed': {
    permission: LINKS,
    undo({ before }) {
      const was = z.safeParse(PublicLink, before).data;
      return was && { by: 'switchDonationLink', id: was.id, isActive: was.isActive };
    },
  },
  'donation_link.deleted': {
    permission: LINKS,
    undo({ before }) {
      const link = z.safeParse(PublicLink, before).data;
      return link && { by: 'putBackDonationLink', link };
    },
  },
  'welcome_series.changed': welcomeSeries((before, version) => {
    const mails = z.safeParse(Mails, before).data?.mails;
    return mails && { by: 'saveWelcomeSeries', mails, version };
  }),
  // Whoever confirmed while it was off is in it again, as if it had never been: so not for long.
  'welcome_series.switched': welcomeSeries((before, version) => {
    const was = z.safeParse(Switched, before).data;
    return was && { by: 'switchWelcomeSeries', isOn: was.since !== null, version };
  }),
  // Later, a longer period that ends would remove what it has spared since, and nobody has counted that.
  'retention.changed': {
    permission: 'site:configure',
    withinMs: days(1),
    undo({ before }) {
      const was = z.safeParse(Unconfirmed, before).data;
      if (was) return { by: 'setUnconfirmedDays', days: was.unconfirmedDays };
      const periods = z.safeParse(z.partial(PeriodsShape), before).data;
      return periods && { by: 'setRetention', periods };
    },
  },
  ...Object.fromEntries(
    UNDONE_STEPS.map((step) => [
      `application.${step}`,
      {
        permission: 'applications:fulfil',
        undo: ({ subject: id }) => ({ by: 'undoKits', id, step }),
      } satisfies Way,
    ]),
  ),
  ...Object.fromEntries(
    TRIAGED.flatMap((kind) => [
      [`${kind}_submission.triaged`, triage(kind)],
      [`${kind}_submission.triaged_many`, triageOfMany(kind)],
    ]),
  ),
};

/** Acts that leave what they are about as it is. */
export const HARMLESS: readonly string[] = [
  'person.exported',
  'person.noted',
  'person.viewed',
  ...TRIAGED.flatMap((kind) => [`${kind}_submission.noted`, `${kind}_submission.answered`]),
];

const Counted = z.object({ count: z.number() });
const Lines = z.object({ lines: z.number() });

/** Of how many records an act was, where it says so. */
export const countOf = (after: unknown): number | null =>
  z.safeParse(Counted, after).data?.count ?? z.safeParse(Lines, after).data?.lines ?? null;

/** What says nothing to a reader: an id, a point in time, or what the act is called after. */
const NAMELESS =
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^\d{4}-\d\d-\d\dT|^(welcome-series|retention|unconfirmed-days)$/;

const Named = z.object({ name: z.string() });

/** What an act was about, where the log has a name for it. */
export const nameIn = ({ subject, before, after }: Act): string | null =>
  z.safeParse(Named, after ?? before).data?.name ?? (NAMELESS.test(subject) ? null : subject);

/** How far back the list looks. */
export const looksBackMs = days(30);
