import { Money } from '../../../../../web/ui/Money.tsx';
import { cents, dollars } from '../../../../../shared/money.ts';
import { IfCan } from '../../../../../web/permissions.tsx';
import { Button } from '../../../../../web/ui/Button.tsx';
import { Checkbox } from '../../../../../web/forms/Checkbox.tsx';
import { EmptyState } from '../../../../../web/lists/EmptyState.tsx';
import { useWords } from '../../../../../web/words.tsx';
import { type LineState, maxTicked } from './statement.rules.ts';
import type { StatementLineRow, StatementView } from './statement.contract.ts';
import { useSelection } from './useSelection.ts';
import type { StatementActions } from './useStatementActions.ts';
import { words } from '../../../../../shared/words.ts';
import { linkTo, withQuery } from '../../../../../web/address.ts';
import { useDates } from '../../../../../web/useDates.ts';

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
  const about = view.rows.filter(({ state }) => state !== 'unmatched');
  const sure = open.filter(({ match }) => match?.isSure).map(({ id }) => id);
  const { chosen, isAll, has, choose } = useSelection(open, sure);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {about.length === 0 ? (
        <EmptyState title={t('No line matches a payment.')}>
          {t(
            'None contains our reference or a number a payer reported. Possible matches are shown when you check a payment.',
          )}
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
                />
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
      {rest.length > 0 ? (
        <details>
          <summary>
            {t('{count, plural, one {# line matches} other {# lines match}} no payment', {
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
  actions,
}: {
  chosen: readonly StatementLineRow[];
  actions: StatementActions;
}) {
  const t = useWords();
  const sum = chosen.reduce((all, { amount }) => all + cents(amount), 0n);
  const differing = chosen.filter(({ match }) => match?.difference !== 'equal').length;
  return (
    <section
      aria-label={t('Actions for selected items')}
      className="sticky bottom-0 flex flex-wrap items-center justify-between gap-3 edged-t border-rule bg-paper py-3"
    >
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
    </section>
  );
}

interface StatementLineProps {
  line: StatementLineRow;
  isChosen?: boolean;
  /** Given where the line can be ticked. */
  onChoose?: (isChosen: boolean) => void;
}

const SAID: Readonly<Record<LineState, string>> = {
  proposed: '',
  unmatched: '',
  ticked: words('Confirmed, not recorded yet.'),
  booked: words('Recorded.'),
  failed: words('Not recorded:'),
  used: words('This line already confirmed a payment with an earlier statement.'),
};

/** What the bank says, and what it is held to pay. */
function StatementLine({ line, isChosen, onChoose }: StatementLineProps) {
  const t = useWords();
  const { dayInWords, dayOf } = useDates();
  const { match, state } = line;
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-2 py-2">
      {onChoose ? (
        <Checkbox
          label={
            <span className="sr-only">
              {t('Select {amount} for {reference}', {
                amount: dollars(cents(line.amount)),
                reference: match?.reference ?? '',
              })}
            </span>
          }
          checked={isChosen}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      ) : (
        <span />
      )}
      <div className="grid gap-x-6 gap-y-1 [overflow-wrap:anywhere] sm:grid-cols-2">
        <div>
          <p className="figures">
            <strong>
              <Money of={dollars(cents(line.amount))} />
            </strong>{' '}
            · {dayInWords(line.bookedOn)}
          </p>
          <p>{line.text}</p>
          {line.known && state !== 'used' ? (
            <p className="hint">
              {t('Already imported with {file} on {day}.', {
                file: line.known.fileName,
                day: dayOf(line.known.addedAt),
              })}
            </p>
          ) : null}
        </div>
        <div>
          {match ? <Match match={match} isOpen={onChoose !== undefined} /> : null}
          {SAID[state] ? (
            <p className={state === 'failed' ? 'bold text-danger' : 'bold'}>
              {t(SAID[state])} {line.failure ? t(line.failure) : null}
            </p>
          ) : null}
        </div>
      </div>
    </div>
  );
}

function Match({
  match,
  isOpen,
}: {
  match: NonNullable<StatementLineRow['match']>;
  isOpen: boolean;
}) {
  const t = useWords();
  return (
    <>
      <p>
        <a
          {...linkTo(
            withQuery('/admin/submissions/passport-applications', { open: match.applicationId }),
          )}
        >
          {match.reference} · {match.name}
        </a>
      </p>
      <p className="text-muted figures">
        {t('{number} of {all}', { number: match.instalment, all: match.of })}
        {isOpen ? ` · ${t('{amount} due', { amount: dollars(cents(match.due)) })}` : null}
      </p>
      {isOpen ? (
        <p className={match.isSure ? 'hint' : 'text-danger'}>
          {match.reasons.map((reason) => t(reason)).join(' ')}
        </p>
      ) : null}
    </>
  );
}
