import { cents, dollars } from '../../../shared/money.ts';
import { words } from '../../../shared/words.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { PLAN_NAME } from '../manual/claim.rules.ts';
import type { InstalmentStatus } from '../payment.rules.ts';
import type { Money } from './money.contract.ts';

type Schedule = Money['schedules'][number];

const DUE_WORDS: Readonly<Record<InstalmentStatus, readonly [label: string, tone: string]>> = {
  scheduled: [words('To come'), 'text-muted'],
  due: [words('Due'), 'text-accent'],
  overdue: [words('Past due'), 'text-danger'],
  paid: [words('Paid'), 'text-success'],
  waived: [words('Waived'), 'text-muted'],
  cancelled: [words('Cancelled'), 'text-muted'],
};

/** The dues of the schedule in force; those that were exchanged for it are folded away. */
export function MoneyDues({ schedules }: { schedules: readonly Schedule[] }) {
  const t = useWords();
  const current = schedules.find(({ status }) => status !== 'cancelled') ?? schedules[0];
  const others = schedules.filter((schedule) => schedule !== current);
  if (!current) return null;
  return (
    <section className="grid gap-4" aria-labelledby="money-dues">
      <h3 id="money-dues">{t('Dues')}</h3>
      <Dues schedule={current} />
      {others.length > 0 ? (
        <details>
          <summary className="min-h-11 py-2">{t('Exchanged before money came')}</summary>
          <div className="grid gap-6 pt-2">
            {others.map((schedule) => (
              <Dues key={schedule.id} schedule={schedule} />
            ))}
          </div>
        </details>
      ) : null}
    </section>
  );
}

function Dues({ schedule }: { schedule: Schedule }) {
  const t = useWords();
  const { dayInWords, momentOf } = useDates();
  return (
    <div className="grid gap-2">
      <p className="text-muted">
        {t('{plan}, price fixed on {moment}', {
          plan: t(PLAN_NAME[schedule.plan]),
          moment: momentOf(schedule.pricedAt),
        })}
      </p>
      <ol className="edged-t border-rule">
        {schedule.dues.map((due) => {
          const [label, tone] = DUE_WORDS[due.status];
          const isPartly = due.status !== 'paid' && cents(due.held) > 0n;
          return (
            <li
              key={due.number}
              className="grid grid-cols-[2.5rem_minmax(0,1fr)_auto] items-baseline gap-x-4 edged-b border-rule py-2 figures"
            >
              <span className="text-muted">{due.number}</span>
              <span>
                {dayInWords(due.dueOn)} · <span className={`bold ${tone}`}>{t(label)}</span>
                {isPartly ? ` · ${t('{held} has come', { held: dollars(cents(due.held)) })}` : null}
              </span>
              <strong>{dollars(cents(due.amount))}</strong>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
