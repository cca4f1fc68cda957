import { type ReactNode, useId } from 'react';
import { Badge } from '../../../web/ui/Badge.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { MessageText } from '../core/MessageText.tsx';
import type { Report } from './moderation.contract.ts';
import { ReportDecision } from './ReportDecision.tsx';
import { ReportParty } from './ReportParty.tsx';
import { words } from '../../../shared/words.ts';
import type { ReportOutcome, ReportReason } from '../reports/report.rules.ts';

/** One reported message: what was written, by and to whom, what else is known, and what is to happen. */
export function ReportCard({ report }: { report: Report }) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const id = useId();
  return (
    <article
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 edged-b border-line py-6"
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 id={id}>{t(REASON_LABELS[report.reason])}</h3>
        <p className="hint figures">
          {t('Reported {moment}', { moment: dateTimeOf(report.createdAt) })}
        </p>
      </header>
      <Facts
        facts={[
          [t('Written by'), <ReportParty key="by" party={report.reported} />],
          [t('Reported by'), <ReportParty key="to" party={report.reporter} />],
        ]}
      />
      <figure className="grid gap-2 border-s-4 border-ochre ps-4">
        {report.subject ? (
          <p dir="auto" className="bold [overflow-wrap:anywhere]">
            {report.subject}
          </p>
        ) : null}
        <MessageText content={report.content} />
        <figcaption className="hint figures">
          {t('Sent {moment}', { moment: dateTimeOf(report.sentAt) })}
        </figcaption>
      </figure>
      {report.note ? (
        <div>
          <p className="text-muted">{t('Note from the person who reported it:')}</p>
          <MessageText content={report.note} />
        </div>
      ) : null}
      <Others report={report} />
      {report.resolvedAt ? <Decided report={report} /> : <ReportDecision report={report} />}
    </article>
  );
}

function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="grid gap-y-1">
      {facts.map(([label, value]) => (
        <div key={label} className="grid gap-x-6 sm:grid-cols-[8rem_minmax(0,1fr)]">
          <dt className="text-muted">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What else was reported about the same member: one report is an opinion, ten are a pattern. */
function Others({ report: { others, othersInAll } }: { report: Report }) {
  const t = useWords();
  const { dayOf } = useDates();
  if (othersInAll === 0)
    return <p className="hint">{t('There are no other reports about this member.')}</p>;
  return (
    <details>
      <summary className="min-h-11 cursor-pointer content-center">
        {t('{count, plural, one {# other report} other {# other reports}} about this member', {
          count: othersInAll,
        })}
      </summary>
      <ul className="edged-t border-rule">
        {others.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-4 edged-b border-rule py-2">
            <span className="text-muted figures">{dayOf(one.createdAt)}</span>
            <span>{t(REASON_LABELS[one.reason])}</span>
            <Badge tone={one.outcome === 'suspended' ? 'bad' : 'plain'}>
              {one.outcome ? t(OUTCOME_LABELS[one.outcome]) : t('Waiting')}
            </Badge>
          </li>
        ))}
      </ul>
      {others.length < othersInAll ? (
        <p className="hint">{t('The newest {count} are shown.', { count: others.length })}</p>
      ) : null}
    </details>
  );
}

function Decided({ report }: { report: Report }) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const { outcome, resolvedAt, resolvedBy, resolution } = report;
  if (!outcome || !resolvedAt) return null;
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={outcome === 'suspended' ? 'bad' : 'good'}>{t(OUTCOME_LABELS[outcome])}</Badge>
        <span className="hint figures">{dateTimeOf(resolvedAt)}</span>
        {resolvedBy ? <ReportParty party={resolvedBy} /> : null}
      </p>
      {resolution ? <MessageText content={resolution} isWhole /> : null}
    </div>
  );
}

/** Why a message was reported, as administrators read it. */
const REASON_LABELS: Readonly<Record<ReportReason, string>> = {
  spam: words('Spam'),
  harassment: words('Harassment'),
  impersonation: words('Impersonation'),
  scam: words('Scam'),
  other: words('Something else'),
};

/** How a report ended. */
const OUTCOME_LABELS: Readonly<Record<ReportOutcome, string>> = {
  dismissed: words('Dismissed'),
  warned: words('Member warned'),
  suspended: words('Member suspended'),
};
