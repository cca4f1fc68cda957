import type { ReactNode } from 'react';
import { words } from '../../../shared/words.ts';
import { linkTo } from '../../../web/address.ts';
import { Icon } from '../../../web/ui/Icon.tsx';
import { useLanguage, useWords } from '../../../web/words.tsx';
import type { Overview } from './overview.contract.ts';
import { daysSince, type WaitingKind } from './overview.rules.ts';

/** What of each kind waits, said after its number, and the colour of its thread. */
const KINDS: Readonly<Record<WaitingKind, readonly [sentence: string, thread: string]>> = {
  claims: [
    words('{count, plural, one {payment to check} other {payments to check}}'),
    'bg-terracotta',
  ],
  money: [
    words('{count, plural, one {payment problem to resolve} other {payment problems to resolve}}'),
    'bg-terracotta',
  ],
  kits_approved: [
    words('{count, plural, one {approved kit is overdue} other {approved kits are overdue}}'),
    'bg-ochre',
  ],
  kits_in_review: [
    words('{count, plural, one {kit in review is overdue} other {kits in review are overdue}}'),
    'bg-ochre',
  ],
  kits_submitted: [
    words(
      '{count, plural, one {kit waiting for review is overdue} other {kits waiting for review are overdue}}',
    ),
    'bg-ochre',
  ],
  contact: [
    words('{count, plural, one {unanswered message} other {unanswered messages}}'),
    'bg-leaf',
  ],
  volunteer: [
    words(
      '{count, plural, one {unanswered volunteer application} other {unanswered volunteer applications}}',
    ),
    'bg-leaf',
  ],
  partner: [
    words(
      '{count, plural, one {unanswered partnership request} other {unanswered partnership requests}}',
    ),
    'bg-leaf',
  ],
  reports: [
    words('{count, plural, one {reported message} other {reported messages}}'),
    'bg-heading',
  ],
  mails: [
    words(
      '{count, plural, one {email was not sent in the last 7 days} other {emails were not sent in the last 7 days}}',
    ),
    'bg-heading',
  ],
};

/** From so many days on a wait is marked; the words say it too. */
const longWaitDays = 3;

interface WaitingListProps extends Pick<Overview, 'waiting' | 'at'> {
  places: Readonly<Record<WaitingKind, string>>;
  /** Beside the heading. */
  children: ReactNode;
}

/** What waits for someone; each line leads to exactly that. */
export function WaitingList({ waiting, at, places, children }: WaitingListProps) {
  const t = useWords();
  const figures = new Intl.NumberFormat(useLanguage());
  const lines = waiting.filter(({ count }) => count > 0);
  return (
    <section className="grid content-start gap-4" aria-labelledby="waiting">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="waiting" className="text-[1.5rem]">
          {t('To do')}
        </h2>
        {children}
      </header>
      {lines.length === 0 ? (
        <p className="flex items-center gap-2 edged-t edged-b border-rule py-4 text-success">
          <Icon name="check" />
          {t('Nothing to do right now.')}
        </p>
      ) : (
        <ul className="edged-t border-line">
          {lines.map(({ kind, count, since }) => {
            const [sentence, thread] = KINDS[kind];
            const days = since ? daysSince(since, at) : 0;
            return (
              <li key={kind} className="edged-b border-rule">
                <a
                  {...linkTo(places[kind])}
                  className="grid min-h-11 grid-cols-[6px_minmax(2.75rem,auto)_minmax(0,1fr)] items-center gap-x-3 py-2 no-underline hover:bg-raised sm:grid-cols-[6px_3.75rem_minmax(0,1fr)_auto] sm:gap-x-4"
                >
                  <span
                    aria-hidden="true"
                    className={`row-span-2 h-full min-h-7 sm:row-span-1 ${thread}`}
                  />
                  <span className="bold text-end text-[1.625rem] text-heading figures">
                    {figures.format(count)}
                  </span>{' '}
                  <span className="bold text-heading underline decoration-line decoration-[1.5px] underline-offset-[0.2em]">
                    {t(sentence, { count })}
                  </span>{' '}
                  <span
                    className={`col-start-3 text-[0.9375rem] sm:col-start-4 ${days >= longWaitDays ? 'bold text-danger' : 'text-muted'}`}
                  >
                    {t(
                      '{days, plural, =0 {for less than a day} one {for # day} other {for # days}}',
                      { days },
                    )}
                  </span>
                </a>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
