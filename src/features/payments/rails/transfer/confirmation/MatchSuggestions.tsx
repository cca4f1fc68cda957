import { Money } from '../../../../../web/ui/Money.tsx';
import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '../../../../../shared/endpoint.ts';
import { cents, dollars } from '../../../../../shared/money.ts';
import { linkTo, withQuery } from '../../../../../web/address.ts';
import { read } from '../../../../../web/queries.ts';
import { Button } from '../../../../../web/ui/Button.tsx';
import { Loading } from '../../../../../web/loading/Loading.tsx';
import { LoadError } from '../../../../../web/loading/LoadError.tsx';
import { Notice } from '../../../../../web/ui/Notice.tsx';
import { useDates } from '../../../../../web/useDates.ts';
import { useWords } from '../../../../../web/words.tsx';
import { findMatchSuggestions, type PaymentRow } from './confirmation.contract.ts';

import { STATUS_LABELS } from '../../../core/admin-labels.rules.ts';

type Near = AnswerOf<typeof findMatchSuggestions>;
export type SuggestedLine = Near['lines'][number];
type SuggestedClaim = Near['claims'][number];

interface MatchSuggestionsProps {
  claim: Pick<PaymentRow, 'id'>;
  onLine: (line: SuggestedLine) => void;
}

/** What may be this claim's money, and who else has given its number. */
export function MatchSuggestions({ claim, onLine }: MatchSuggestionsProps) {
  const t = useWords();
  const near = useQuery(read(findMatchSuggestions, { params: { id: claim.id } }));
  if (near.error && !near.data)
    return <LoadError query={near} fallback={t('Possible matches could not be loaded.')} />;
  if (!near.data) return <Loading>{t('Looking for possible matches...')}</Loading>;
  const { lines, claims } = near.data;
  return (
    <div className="grid gap-5">
      {claims.length > 0 ? <OtherClaims claims={claims} /> : null}
      {lines.length > 0 ? (
        <section className="grid gap-2" aria-labelledby="match-suggestions">
          <h3 id="match-suggestions">{t('Possible statement lines')}</h3>
          <ul className="edged-t border-rule">
            {lines.map((line) => (
              <li key={line.id} className="edged-b border-rule">
                <LineSuggestion line={line} onUse={() => onLine(line)} />
              </li>
            ))}
          </ul>
        </section>
      ) : (
        <p className="hint">{t('No imported statement line is close to this payment.')}</p>
      )}
    </div>
  );
}

function LineSuggestion({ line, onUse }: { line: SuggestedLine; onUse: () => void }) {
  const t = useWords();
  const { dayInWords } = useDates();
  return (
    <div className="grid items-start gap-2 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="[overflow-wrap:anywhere]">
        <p className="figures">
          <strong>
            <Money of={dollars(cents(line.amount))} />
          </strong>{' '}
          · {dayInWords(line.bookedOn)}
        </p>
        <p>{line.text}</p>
        <p className="hint">{line.reasons.map((reason) => t(reason)).join(' ')}</p>
      </div>
      <Button onClick={onUse}>
        {t('Use this line')} <span className="sr-only">{line.text}</span>
      </Button>
    </div>
  );
}

function OtherClaims({ claims }: { claims: readonly SuggestedClaim[] }) {
  const t = useWords();
  return (
    <Notice tone="danger">
      <strong>
        {claims.some(({ isSame }) => isSame)
          ? t('Another application reported the same number. Check both before you decide.')
          : t('Another application reported a very similar number.')}
      </strong>
      <ul>
        {claims.map((claim) => (
          <li key={claim.id} className="[overflow-wrap:anywhere]">
            <a
              {...linkTo(
                withQuery('/admin/submissions/passport-applications', {
                  open: claim.applicationId,
                }),
              )}
            >
              {claim.reference} · {claim.name}
            </a>{' '}
            <span className="figures">
              {claim.number} · <Money of={dollars(cents(claim.amount))} /> ·{' '}
              {t(STATUS_LABELS[claim.status])}
            </span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
