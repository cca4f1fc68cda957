import { useEffect, useRef } from 'react';
import { Button } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import type { StatementView } from './statement.contract.ts';
import type { StatementDeeds } from './useStatementDeeds.ts';

/** Between the confirmation and the booking: take it back, or have it booked at once. */
export function StatementPause({ view, deeds }: { view: StatementView; deeds: StatementDeeds }) {
  const t = useWords();
  const { momentOf } = useDates();
  const words = useRef<HTMLElement>(null);
  // The button that confirmed has gone.
  useEffect(() => words.current?.focus(), []);
  const count = view.ticked - view.booked;
  return (
    <Notice tone="leaf">
      <strong ref={words} tabIndex={-1}>
        {view.state === 'booking'
          ? t('The confirmed lines are being booked.')
          : t(
              '{count, plural, one {# line is} other {# lines are}} confirmed and will be booked at {moment}.',
              { count, moment: view.bookAt ? momentOf(view.bookAt) : '' },
            )}
      </strong>
      {view.state === 'applied' ? (
        <>
          <p>
            {t(
              'Until then nothing has changed and nobody was written to. Once a line is booked, its payment can only be corrected at the payment itself.',
            )}
          </p>
          <div className="actions">
            <Button
              variant="primary"
              pending={deeds.doing === 'undo'}
              onClick={() => void deeds.undo()}
            >
              {t('Undo')}
            </Button>
            <Button pending={deeds.doing === 'book'} onClick={() => void deeds.book()}>
              {t('Book now')}
            </Button>
          </div>
        </>
      ) : null}
    </Notice>
  );
}
