import { LoadError } from '../../web/loading/LoadError.tsx';
import { usePages } from '../../web/lists/usePages.ts';
import { cents, dollars } from '../../shared/money.ts';
import { isolated } from '../../shared/shown.ts';
import { words } from '../../shared/words.ts';
import { linkTo } from '../../web/address.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Loading } from '../../web/loading/Loading.tsx';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import { STATE_LABELS } from '../payments/admin/review/labels.rules.ts';
import type { recordIn } from '../../shared/person-address.ts';
import { listPersonTimeline, type TimelineEntry } from './person.contract.ts';
import type { TimelineKind } from './person.rules.ts';
import type { Places } from './places.rules.ts';

/** What each event was, in a sentence, and its thread. */
const SENTENCES: Readonly<Record<TimelineKind, readonly [sentence: string, thread: string]>> = {
  signed: [words('Signed the Unity Declaration'), 'bg-leaf'],
  invalidated: [words('The signature was invalidated'), 'bg-danger'],
  contact: [words('Sent us a message'), 'bg-terracotta'],
  volunteer: [words('Offered to volunteer'), 'bg-terracotta'],
  partner: [words('Offered a partnership'), 'bg-terracotta'],
  note: [words('We noted'), 'bg-line'],
  answered: [words('We answered'), 'bg-heading'],
  application_begun: [words('Began an application'), 'bg-ochre'],
  application_step: [words('Application'), 'bg-ochre'],
  payment_step: [words('Payment'), 'bg-ochre'],
  donated: [words('Donation'), 'bg-ochre'],
  joined: [words('Joined as a member'), 'bg-leaf'],
  verified: [words('Confirmed the address'), 'bg-leaf'],
  suspended: [words('The account was suspended'), 'bg-danger'],
  reported: [words('Another member reported them'), 'bg-danger'],
  mailed: [words('We sent a mail'), 'bg-heading'],
  mail_failed: [words('A mail could not be delivered'), 'bg-danger'],
};

/** What a step of a payment was. */
const PAYMENT_STEPS: Readonly<Record<string, string>> = {
  claimed: words('says they have paid'),
  succeeded: words('received'),
  failed: words('failed'),
  disputed: words('disputed'),
  refunded: words('given back'),
  partially_refunded: words('given back in part'),
  reversed: words('taken back'),
};

interface PersonTimelineProps {
  of: NonNullable<ReturnType<typeof recordIn>>;
  places: Places;
}

/** Everything that happened with a person, newest first. */
export function PersonTimeline({ of, places }: PersonTimelineProps) {
  const t = useWords();
  const pages = usePages(listPersonTimeline, of);
  const events = pages.answers?.flat();
  return (
    <section className="grid content-start gap-4" aria-labelledby="person-timeline">
      <h3 id="person-timeline" className="text-[1.25rem]">
        {t('What happened')}
      </h3>
      {events ? (
        <ol className="edged-t border-line">
          {events.map((event) => (
            <li key={event.id} className="edged-b border-rule">
              <TimelineLine event={event} places={places} />
            </li>
          ))}
        </ol>
      ) : pages.error ? null : (
        <Loading>{t('Loading what happened...')}</Loading>
      )}
      {events?.length === 0 ? <p className="text-muted">{t('Nothing has happened yet')}</p> : null}
      <LoadError
        query={{ ...pages, refetch: events ? pages.fetchNextPage : pages.refetch }}
        fallback={t('What happened could not be loaded.')}
      />
      {pages.hasNextPage && !pages.error ? (
        <div className="actions">
          <Button
            pending={pages.isFetchingNextPage}
            pendingLabel={t('Loading...')}
            onClick={() => void pages.fetchNextPage()}
          >
            {t('Show what was before')}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

/** Where the record of an event is opened; nothing for what has no page of its own. */
function placeOf({ kind, of, status }: TimelineEntry, places: Places): string | undefined {
  if (kind === 'signed' || kind === 'invalidated') return places.signature(of);
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

function TimelineLine({ event, places }: { event: TimelineEntry; places: Places }) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const { kind, at, title, text, status, amount, by } = event;
  const [sentence, thread] = SENTENCES[kind];
  const place = placeOf(event, places);
  const isCountry = kind === 'signed';
  const step =
    kind === 'application_step'
      ? (STATE_LABELS.application?.[status ?? ''] ?? status)
      : kind === 'payment_step'
        ? (PAYMENT_STEPS[status ?? ''] ?? status)
        : null;
  const what = [
    amount ? dollars(cents(amount)) : null,
    step ? t(step) : null,
    title ? (isCountry ? t(title) : title) : null,
  ].filter(Boolean);
  return (
    <div className="grid grid-cols-[6px_minmax(0,1fr)] gap-x-4 py-2.5">
      <span aria-hidden="true" className={thread} />
      <div className="grid gap-0.5">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          {place ? (
            <a className="bold" {...linkTo(place)}>
              {t(sentence)}
            </a>
          ) : (
            <span className="bold">{t(sentence)}</span>
          )}{' '}
          <time dateTime={at} className="text-[0.875rem] text-muted figures">
            {dateTimeOf(at)}
          </time>
        </p>
        {what.length > 0 ? (
          <p className="[overflow-wrap:anywhere]">
            <bdi>{what.join(', ')}</bdi>
          </p>
        ) : null}
        {text ? (
          <p
            dir="auto"
            className="line-clamp-4 text-[0.9375rem] whitespace-pre-line text-muted [overflow-wrap:anywhere]"
          >
            {text}
          </p>
        ) : null}
        {by ? <p className="hint">{t('By {name}', { name: isolated(by) })}</p> : null}
      </div>
    </div>
  );
}
