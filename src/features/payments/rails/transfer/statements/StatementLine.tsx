import type { ReactNode } from 'react';
import { cents, dollars } from '../../../../../shared/money.ts';
import { words } from '../../../../../shared/words.ts';
import { linkTo, withQuery } from '../../../../../web/address.ts';
import { Checkbox } from '../../../../../web/forms/Checkbox.tsx';
import { Money } from '../../../../../web/ui/Money.tsx';
import { useDates } from '../../../../../web/useDates.ts';
import { useWords } from '../../../../../web/words.tsx';
import type { StatementLineRow } from './statement.contract.ts';
import type { LineState } from './statement.rules.ts';

interface StatementLineProps {
  line: StatementLineRow;
  isChosen?: boolean;
  /** Given where the line can be ticked. */
  onChoose?: (isChosen: boolean) => void;
  /** Below what the line is held to be. */
  children?: ReactNode;
}

const SAID: Readonly<Record<LineState, string>> = {
  proposed: '',
  unmatched: '',
  ticked: words('Confirmed, not recorded yet.'),
  booked: words('Recorded.'),
  returned: words('Went back to the payer.'),
  decided: '',
  failed: words('Not recorded:'),
  used: words('This line is resolved already with another statement.'),
};

/** What the bank says, and what it is held to pay. */
export function StatementLine({ line, isChosen, onChoose, children }: StatementLineProps) {
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
                reference: match?.reference ?? line.text,
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
          {children}
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
