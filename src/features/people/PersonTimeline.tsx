import { LoadError } from '../../web/loading/LoadError.tsx';
import { usePages } from '../../web/lists/usePages.ts';
import { amountIn, cents, dollars } from '../../shared/money.ts';
import { isolated } from '../../shared/shown.ts';
import { words } from '../../shared/words.ts';
import { linkTo } from '../../web/address.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Loading } from '../../web/loading/Loading.tsx';
import { useDates } from '../../web/useDates.ts';
import { useLanguage, useWords } from '../../web/words.tsx';
import { STATE_LABELS } from '../payments/admin/review/labels.rules.ts';
import type { recordIn } from '../../shared/person-address.ts';
import { listPersonTimeline, type TimelineEntry } from './person.contract.ts';
import type { TimelineKind } from './person.rules.ts';
import type { Places } from './places.rules.ts';

/** What each event was, in a sentence, and its thread. */
const SENTENCES: Readonly<Record<TimelineKind, readonly [sentence: string, thread: string]>> = {
  signed: [words('Signed the Unity Declaration'), 'bg-leaf'],
  confirmed: [words('Confirmed the signature'), 'bg-leaf'],
  signed_on_paper: [words('A signature on paper was entered'), 'bg-leaf'],
  invalidated: [words('The signature was invalidated'), 'bg-danger'],
  contact: [words('Sent us a message'), 'bg-terracotta'],
  volunteer: [words('Applied to volunteer'), 'bg-terracotta'],
  partner: [words('Applied for a partnership'), 'bg-terracotta'],
  note: [words('We added a note'), 'bg-line'],
  answered: [words('We replied'), 'bg-heading'],
  application_begun: [words('Started an application'), 'bg-ochre'],
  application_step: [words('Application'), 'bg-ochre'],
  payment_step: [words('Payment'), 'bg-ochre'],
  donated: [words('Donation'), 'bg-ochre'],
  joined: [words('Joined as a member'), 'bg-leaf'],
  verified: [words('Confirmed their address'), 'bg-leaf'],
  suspended: [words('The account was suspended'), 'bg-danger'],
  reported: [words('Another member reported them'), 'bg-danger'],
  mailed: [words('We sent an email'), 'bg-heading'],
  mail_failed: [words('An email could not be delivered'), 'bg-danger'],
};

/** What a step of a payment was. */
const PAYMENT_STEPS: Readonly<Record<string, string>> = {
  claimed: words('reported as paid'),
  succeeded: words('received'),
  failed: words('failed'),
  disputed: words('disputed'),
  refunded: words('refunded'),
  partially_refunded: words('partly refunded'),
  reversed: words('reversed'),
  corrected: words('corrected'),
};

interface PersonTimelineProps {
  of: NonNullable<ReturnType<typeof recordIn>>;
  places: Places;
  /** Whether each event says of which address it is. */
  hasSeveralAddresses: boolean;
}

/** Everything that happened with a person, newest first. */
export function PersonTimeline({ of, places, hasSeveralAddresses }: PersonTimelineProps) {
  const t = useWords();
  const pages = usePages(listPersonTimeline, of);
  const events = pages.answers?.flat();
  return (
    <section className="grid content-start gap-4" aria-labelledby="person-timeline">
      <h3 id="person-timeline" className="text-[1.25rem]">
        {t('Timeline')}
      </h3>
      {events ? (
        <ol className="edged-t border-line">
          {events.map((event) => (
            <li key={event.id} className="edged-b border-rule">
              <TimelineLine event={event} places={places} showsAddress={hasSeveralAddresses} />
            </li>
          ))}
        </ol>
      ) : pages.error ? null : (
        <Loading>{t('Loading the timeline...')}</Loading>
      )}
      {events?.length === 0 ? <p className="text-muted">{t('Nothing has happened yet')}</p> : null}
      <LoadError
        query={{ ...pages, refetch: events ? pages.fetchNextPage : pages.refetch }}
        fallback={t('The timeline could not be loaded.')}
      />
      {pages.hasNextPage && !pages.error ? (
        <div className="actions">
          <Button
            pending={pages.isFetchingNextPage}
            pendingLabel={t('Loading...')}
            onClick={() => void pages.fetchNextPage()}
          >
            {t('Show earlier events')}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

/** Where the record of an event is opened; nothing for what has no page of its own. */
function placeOf({ kind, of, status }: TimelineEntry, places: Places): string | undefined {
  if (kind === 'signed' || kind === 'confirmed' || kind === 'invalidated')
    return places.signature(of);
  if (kind === 'signed_on_paper') return places.paper(of);
  if (kind === 'note' || kind === 'answered')
    return status === 'contact' || status === 'volunteer' || status === 'partner'
      ? places[status](of)
      : undefined;
  if (kind === 'contact' || kind === 'volunteer' || kind === 'partner') return places[kind](of);
  if (kind === 'application_begun' || kind === 'application_step') return places.application(of);
  if (kind === 'payment_step') return places.money(of);
  if (kind === 'donated') return places.donation(of);
  if (kind === 'joined' || kind === 'verified' || kind === 'suspended') return places.account(of);
  return undefined;
}

interface TimelineLineProps {
  event: TimelineEntry;
  places: Places;
  showsAddress: boolean;
}

function TimelineLine({ event, places, showsAddress }: TimelineLineProps) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const language = useLanguage();
  const { kind, at, title, text, status, amount, by, email } = event;
  const [sentence, thread] = SENTENCES[kind];
  const place = placeOf(event, places);
  const isCountry = kind === 'signed' || kind === 'signed_on_paper';
  const step =
    kind === 'application_step'
      ? (STATE_LABELS.application?.[status ?? ''] ?? status)
      : kind === 'payment_step'
        ? (PAYMENT_STEPS[status ?? ''] ?? status)
        : null;
  const what = [
    amount ? amountIn(dollars(cents(amount)), language) : null,
    step ? t(step) : null,
    title ? (isCountry ? t(title) : title) : null,
  ].filter(Boolean);
  return (
    <div className="grid grid-cols-[6px_minmax(0,1fr)] gap-x-4 py-2">
      <span aria-hidden="true" className={thread} />
      <div className="grid gap-0.5">
        <p className="flex max-w-none items-baseline justify-between gap-x-4">
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {place ? (
              <a className="bold" {...linkTo(place)}>
                {t(sentence)}
              </a>
            ) : (
              <span className="bold">{t(sentence)}</span>
            )}{' '}
            <bdi>{what.join(', ')}</bdi>
            {by ? <span className="hint"> {t('By {name}', { name: isolated(by) })}</span> : null}
            {showsAddress ? <bdi className="hint"> {email}</bdi> : null}
          </span>
          <time dateTime={at} className="flex-none text-[0.875rem] text-muted figures">
            {dateTimeOf(at)}
          </time>
        </p>
        {text ? (
          <p
            dir="auto"
            className="line-clamp-4 text-[0.9375rem] whitespace-pre-line text-muted [overflow-wrap:anywhere]"
          >
            {text}
          </p>
        ) : null}
      </div>
    </div>
  );
}
