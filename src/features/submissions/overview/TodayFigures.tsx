import type { ReactNode } from 'react';
import { amountIn, cents, dollars } from '../../../shared/money.ts';
import { words } from '../../../shared/words.ts';
import { useLanguage, useWords } from '../../../web/words.tsx';
import type { Compared, Overview } from './overview.contract.ts';

const FIGURES = [
  ['signatures', words('Signatures')],
  ['applications', words('Applications')],
  ['members', words('New members')],
] as const;

/** What today brought so far, beside yesterday until the same time of the day. */
export function TodayFigures({ today, onPaper }: Pick<Overview, 'today' | 'onPaper'>) {
  const t = useWords();
  const language = useLanguage();
  const figures = new Intl.NumberFormat(language);
  const { received } = today;
  return (
    <section className="grid content-start gap-4" aria-labelledby="today">
      <h2 id="today" className="flex min-h-11 items-center text-[1.5rem]">
        {t('Today')}
      </h2>
      <dl className="grid edged-t border-line">
        {FIGURES.map(([name, label]) => (
          <CountedFigure key={name} label={t(label)} compared={today[name]} />
        ))}
        {received ? (
          <Figure
            label={t('Money received')}
            value={amountIn(dollars(cents(received.today)), language)}
          >
            {t('Yesterday: {amount}', { amount: dollars(cents(received.yesterday)) })}
          </Figure>
        ) : null}
      </dl>
      {onPaper > 0 ? (
        <p className="hint">
          {t('Online signatures only. {count} more are on paper.', {
            count: figures.format(onPaper),
          })}
        </p>
      ) : null}
      <p className="hint">{t('Days are counted in UTC.')}</p>
    </section>
  );
}

function CountedFigure({ label, compared }: { label: string; compared: Compared }) {
  const t = useWords();
  const figures = new Intl.NumberFormat(useLanguage());
  const { today, yesterdayByNow, yesterday } = compared;
  const more = today - yesterdayByNow;
  const values = {
    more: figures.format(Math.abs(more)),
    yesterday: figures.format(yesterday),
  };
  const [sentence, sign] =
    today + yesterday === 0
      ? [words('None yet today, none yesterday'), '']
      : more > 0
        ? [
            words('{more} more than at this time yesterday. Yesterday’s total: {yesterday}'),
            'text-success',
          ]
        : more < 0
          ? [words('{more} fewer than at this time yesterday. Yesterday’s total: {yesterday}'), '']
          : [words('Same as at this time yesterday. Yesterday’s total: {yesterday}'), ''];
  return (
    <Figure label={label} value={figures.format(today)}>
      <span className={sign}>{t(sentence, values)}</span>
    </Figure>
  );
}

interface FigureProps {
  label: string;
  value: string;
  children: ReactNode;
}

function Figure({ label, value, children }: FigureProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 edged-b border-rule py-2">
      <dt className="bold">{label}</dt>
      <dd className="bold text-end text-[1.625rem] text-heading figures">{value}</dd>
      <dd className="col-span-full hint">{children}</dd>
    </div>
  );
}
