import { useQuery } from '@tanstack/react-query';
import { linkTo } from '../../../../../web/address.ts';
import { cents, dollars } from '../../../../../shared/money.ts';
import { seconds } from '../../../../../shared/time.ts';
import { read } from '../../../../../web/queries.ts';
import { useCan } from '../../../../../web/permissions.tsx';
import { Button } from '../../../../../web/ui/Button.tsx';
import { Loading } from '../../../../../web/loading/Loading.tsx';
import { LoadError } from '../../../../../web/loading/LoadError.tsx';
import { Notice } from '../../../../../web/ui/Notice.tsx';
import { useDates } from '../../../../../web/useDates.ts';
import { useWords } from '../../../../../web/words.tsx';
import { RAIL_NAMES } from '../../../core/payment-labels.rules.ts';
import { STATEMENTS_PATH } from '../../../core/paths.rules.ts';
import { readImport, type StatementView } from './statement.contract.ts';
import { StatementLines } from './StatementLines.tsx';
import { type StatementActions, useStatementActions } from './useStatementActions.ts';
import { useEffect, useRef } from 'react';

/** One imported statement: the proposed matches, the confirmed and the booked lines. */
export function StatementPage({ id }: { id: string }) {
  const t = useWords();
  const view = useQuery({
    ...read(readImport, { params: { id } }),
    // A job records the lines: poll until it has.
    refetchInterval: ({ state }) =>
      state.data && state.data.state !== 'open' ? seconds(3) : false,
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <a {...linkTo(STATEMENTS_PATH)} className="inline-flex min-h-11 items-center">
        {t('All statements')}
      </a>
      <LoadError query={view} fallback={t('The statement could not be loaded.')} />
      {view.data ? (
        <Statement view={view.data} onLookAgain={() => void view.refetch()} />
      ) : view.error ? null : (
        <Loading>{t('Loading the statement...')}</Loading>
      )}
    </div>
  );
}

function Statement({ view, onLookAgain }: { view: StatementView; onLookAgain: () => void }) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const actions = useStatementActions(view);
  const canConfirm = useCan()('payments:confirm');
  const { leftOut, booked, failed } = view;
  const facts = [
    t('{count, plural, one {# line} other {# lines}}', { count: view.lines }),
    booked > 0 && t('{count} recorded', { count: booked }),
    view.resolved > 0 && t('{count} resolved', { count: view.resolved }),
    failed > 0 && t('{count} could not be recorded', { count: failed }),
    leftOut.debits > 0 && t('{count} with money out skipped', { count: leftOut.debits }),
    leftOut.unreadable > 0 && t('{count} that could not be read', { count: leftOut.unreadable }),
  ];
  return (
    <>
      <header className="grid gap-1">
        <h2 className="font-sans text-[1.375rem] bold [overflow-wrap:anywhere]">{view.fileName}</h2>
        <p className="hint [overflow-wrap:anywhere]">
          {[t(RAIL_NAMES[view.rail]), dateTimeOf(view.addedAt), view.addedBy].join(' · ')}
        </p>
        <p className="figures">{facts.filter(Boolean).join(' · ')}</p>
        {view.balances ? (
          <p className="figures">
            {t('Balance {opening} before, {closing} after.', {
              opening: dollars(cents(view.balances.opening)),
              closing: dollars(cents(view.balances.closing)),
            })}
          </p>
        ) : null}
      </header>
      {actions.failure ? (
        <Notice role="alert" tone="danger">
          <p>{t(actions.failure)}</p>
          <Button onClick={onLookAgain}>{t('Refresh')}</Button>
        </Notice>
      ) : null}
      {view.state === 'open' || !canConfirm ? null : (
        <PendingBooking view={view} actions={actions} />
      )}
      {/* What is ticked belongs to one state of the matches. */}
      <StatementLines key={`${view.state} ${view.version}`} view={view} actions={actions} />
      {canConfirm && view.state === 'open' && booked + view.resolved === 0 ? (
        <div className="actions">
          <Button variant="danger" onClick={actions.forget}>
            {t('Delete this statement')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** Between confirmation and booking: undo, or book now. */
function PendingBooking({ view, actions }: { view: StatementView; actions: StatementActions }) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const words = useRef<HTMLElement>(null);
  // The button that confirmed has gone.
  useEffect(() => words.current?.focus(), []);
  const count = view.ticked - view.booked;
  return (
    <Notice tone="leaf">
      <strong ref={words} tabIndex={-1}>
        {view.state === 'booking'
          ? t('The confirmed lines are being recorded.')
          : t(
              '{count, plural, one {# line is} other {# lines are}} confirmed and will be recorded on {moment}.',
              { count, moment: view.bookAt ? dateTimeOf(view.bookAt) : '' },
            )}
      </strong>
      {view.state === 'applied' ? (
        <>
          <p>
            {t(
              'Until then, nothing changes and nobody gets an email. Once a line is recorded, you can correct it only in the payment itself.',
            )}
          </p>
          <div className="actions">
            <Button variant="primary" pending={actions.doing === 'undo'} onClick={actions.undo}>
              {t('Undo')}
            </Button>
            <Button pending={actions.doing === 'book'} onClick={actions.book}>
              {t('Record now')}
            </Button>
          </div>
        </>
      ) : null}
    </Notice>
  );
}
