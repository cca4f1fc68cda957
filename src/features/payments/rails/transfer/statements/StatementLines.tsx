import { cents, dollars } from '../../../../../shared/money.ts';
import { IfCan } from '../../../../../web/permissions.tsx';
import { Button } from '../../../../../web/ui/Button.tsx';
import { Checkbox } from '../../../../../web/forms/Checkbox.tsx';
import { BulkBar } from '../../../../../web/lists/BulkBar.tsx';
import { EmptyState } from '../../../../../web/lists/EmptyState.tsx';
import { useWords } from '../../../../../web/words.tsx';
import { maxTicked } from './statement.rules.ts';
import type { StatementLineRow, StatementView } from './statement.contract.ts';
import { OpenLines, ResolvedLines, UndoLine } from './OpenLines.tsx';
import { StatementLine } from './StatementLine.tsx';
import { useSelection } from './useSelection.ts';
import type { StatementActions } from './useStatementActions.ts';

const isOpen = ({ match, state }: StatementLineRow) =>
  match !== null && (state === 'proposed' || state === 'failed');

/** The lines that pay something, to be ticked and confirmed; below them what fits nothing. */
export function StatementLines({
  view,
  actions,
}: {
  view: StatementView;
  actions: StatementActions;
}) {
  const t = useWords();
  const open = view.state === 'open' ? view.rows.filter(isOpen) : [];
  // While confirmed lines wait, no other matches are shown.
  const rest = view.state === 'open' ? view.rows.filter(({ state }) => state === 'unmatched') : [];
  const about = view.rows.filter(({ state }) => state !== 'unmatched' && state !== 'decided');
  const sure = open.filter(({ match }) => match?.isSure).map(({ id }) => id);
  const { chosen, isAll, has, choose } = useSelection(open, sure);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {about.length === 0 && rest.length === 0 ? (
        <EmptyState title={t('Every line is resolved.')} />
      ) : about.length === 0 ? (
        <EmptyState title={t('No line matches a payment that is still due.')}>
          {t('Similar lines are suggested when you check a payment.')}
        </EmptyState>
      ) : (
        <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-labelledby="matches">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <h3 id="matches">{t('Lines that match a payment')}</h3>
            {open.length > 1 ? (
              <Checkbox
                label={t('Select all {count} shown', { count: open.length })}
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
                >
                  {line.state === 'returned' ? <UndoLine id={line.id} /> : null}
                </StatementLine>
              </li>
            ))}
          </ul>
        </section>
      )}
      {open.length > 0 ? (
        <IfCan permission="payments:confirm">
          <ApplyBar chosen={chosen} actions={actions} />
        </IfCan>
      ) : null}
      {rest.length > 0 ? <OpenLines lines={rest} more={view.moreUnmatched} /> : null}
      <ResolvedLines lines={view.rows.filter(({ state }) => state === 'decided')} />
    </div>
  );
}

/** What will be confirmed: how many, how much, which differ. */
function ApplyBar({
  chosen,
  actions,
}: {
  chosen: readonly StatementLineRow[];
  actions: StatementActions;
}) {
  const t = useWords();
  const sum = chosen.reduce((all, { amount }) => all + cents(amount), 0n);
  const differing = chosen.filter(({ match }) => match?.difference !== 'equal').length;
  return (
    <BulkBar className="flex flex-wrap items-center justify-between gap-3 border-rule">
      <p role="status" className="figures">
        <strong>
          {t('{count, plural, =0 {No line} one {# line} other {# lines}}, {sum} in total.', {
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
        disabled={chosen.length === 0 || chosen.length > maxTicked}
        pending={actions.doing === 'apply'}
        pendingLabel={t('Confirming...')}
        onClick={() => actions.apply(chosen.map(({ id }) => id))}
      >
        {t('Confirm {count, plural, one {# line} other {# lines}}', { count: chosen.length })}
      </Button>
    </BulkBar>
  );
}
