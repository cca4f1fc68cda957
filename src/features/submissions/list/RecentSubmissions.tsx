import { linkTo } from '../../../web/address.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { Emailed } from './Emailed.tsx';
import type { Entry, Kind } from '../kinds/Kind.tsx';

interface RecentSubmissionsProps {
  kind: Kind;
  entries: readonly Entry[];
  onOpen: (entry: Entry) => void;
  /** The id of the one that is open beside them. */
  openRow: Entry['id'] | undefined;
}

/** The newest few of a kind. */
export function RecentSubmissions({ kind, entries, onOpen, openRow }: RecentSubmissionsProps) {
  const t = useWords();
  const { dayOf } = useDates();
  const headingId = `recent-${kind.type}`;
  return (
    <section className="grid content-start" aria-labelledby={headingId}>
      <header className="flex items-baseline justify-between gap-4 edged-b border-line">
        <h3 id={headingId}>{t(kind.label)}</h3>
        <a {...linkTo(kind.path)} className="inline-flex min-h-11 items-center">
          {t('See all')} <span className="sr-only">{t(kind.label)}</span>
        </a>
      </header>
      <ul>
        {entries.map((entry) => (
          <li key={entry.id} className="grid edged-b border-rule text-[0.9375rem]">
            <button
              type="button"
              data-row={entry.id}
              aria-current={entry.id === openRow || undefined}
              className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 py-2 text-start hover:bg-raised"
              onClick={() => onOpen(entry)}
            >
              <span className="bold text-heading underline decoration-line decoration-[1.5px] underline-offset-[0.2em]">
                <Emailed name={entry.name} hasMail={entry.hasMail} />
              </span>{' '}
              <span className="text-muted figures">{dayOf(entry.at)}</span>{' '}
              {entry.email === entry.name ? null : (
                <span className="col-span-full text-muted [overflow-wrap:anywhere]">
                  {entry.email}
                </span>
              )}
            </button>
          </li>
        ))}
        {entries.length === 0 ? <li className="py-3 text-muted">{t('None yet.')}</li> : null}
      </ul>
    </section>
  );
}
