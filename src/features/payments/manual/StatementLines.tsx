import { cents, dollars } from '../../../shared/money.ts';
import { IfMay } from '../../../web/rights.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { Checkbox } from '../../../web/ui/Checkbox.tsx';
import { EmptyState } from '../../../web/ui/EmptyState.tsx';
import { useWords } from '../../../web/words.tsx';
import { mostTicked } from './import.rules.ts';
import type { StatementLineRow, StatementView } from './statement.contract.ts';
import { StatementLine } from './StatementLine.tsx';
import { useChosen } from './useChosen.ts';
import type { StatementDeeds } from './useStatementDeeds.ts';

const isOpen = ({ match, state }: StatementLineRow) =>
  match !== null && (state === 'proposed' || state === 'failed');

/** The lines that pay something, to be ticked and confirmed; below them what fits nothing. */
export function StatementLines({ view, deeds }: { view: StatementView; deeds: StatementDeeds }) {
  const t = useWords();
  const open = view.state === 'open' ? view.rows.filter(isOpen) : [];
  // While confirmed lines wait to be booked nothing else is held against payments.
  const rest = view.state === 'open' ? view.rows.filter(({ state }) => state === 'unmatched') : [];
  const about = view.rows.filter(({ state }) => state !== 'unmatched');
  const sure = open.filter(({ match }) => match?.isSure).map(({ id }) => id);
  const { chosen, isAll, has, choose } = useChosen(open, sure);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {about.length === 0 ? (
        <EmptyState title={t('No line fits a payment.')}>
          {t(
            'Our reference or the number of a claim stands in none of them. Lines that could be a claim are offered where the claim is decided.',
          )}
        </EmptyState>
      ) : (
        <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-labelledby="matches">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <h3 id="matches">{t('Lines that fit a payment')}</h3>
            {open.length > 1 ? (
              <Checkbox
                label={t('Choose all {count} shown', { count: open.length })}
                checked={isAll}
                onChange={(event) => choose(open, event.currentTarget.checked)}
              />
            ) : null}
          </div>
          <ul className="edged-t border-rule">
            {about.map((line) => (
              <li key={line.id} className="edged-b border-rule">
                <StatementLine
                  line={line}
                  {...(open.includes(line)
                    ? {
                        isChosen: has(line.id),
                        onChoose: (isChosen: boolean) => choose([line], isChosen),
                      }
                    : {})}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {open.length > 0 ? (
        <IfMay may="payments:confirm">
          <ApplyBar chosen={chosen} deeds={deeds} />
        </IfMay>
      ) : null}
      {rest.length > 0 ? (
        <details>
          <summary>
            {t('{count, plural, one {# line fits} other {# lines fit}} no payment', {
              count: rest.length + view.moreUnmatched,
            })}
          </summary>
          <ul className="edged-t mt-3 border-rule">
            {rest.map((line) => (
              <li key={line.id} className="edged-b border-rule">
                <StatementLine line={line} />
              </li>
            ))}
          </ul>
          {view.moreUnmatched > 0 ? (
            <p className="hint">{t('And {count} more.', { count: view.moreUnmatched })}</p>
          ) : null}
        </details>
      ) : null}
    </div>
  );
}

/** What will be confirmed: how many, how much, which differ. */
function ApplyBar({
  chosen,
  deeds,
}: {
  chosen: readonly StatementLineRow[];
  deeds: StatementDeeds;
}) {
  const t = useWords();
  const sum = chosen.reduce((all, { amount }) => all + cents(amount), 0n);
  const differing = chosen.filter(({ match }) => match?.difference !== 'equal').length;
  return (
    <section
      aria-label={t('With what is chosen')}
      className="sticky bottom-0 flex flex-wrap items-center justify-between gap-3 edged-t border-rule bg-paper py-3"
    >
      <p role="status" className="figures">
        <strong>
          {t('{count, plural, =0 {No line} one {# line} other {# lines}}, {sum} in all.', {
            count: chosen.length,
            sum: dollars(sum),
          })}
        </strong>{' '}
        {differing > 0 ? (
          <span className="text-danger">
            {t('{count, plural, one {# differs} other {# differ}} from what is due.', {
              count: differing,
            })}
          </span>
        ) : null}
      </p>
      <Button
        variant="primary"
        disabled={chosen.length === 0 || chosen.length > mostTicked}
        pending={deeds.doing === 'apply'}
        pendingLabel={t('Confirming...')}
        onClick={() => void deeds.apply(chosen.map(({ id }) => id))}
      >
        {t('Confirm {count, plural, one {# line} other {# lines}}', { count: chosen.length })}
      </Button>
    </section>
  );
}
