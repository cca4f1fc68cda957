import { Money } from '../../../../../web/ui/Money.tsx';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { cents, dollars } from '../../../../../shared/money.ts';
import { linkTo } from '../../../../../web/address.ts';
import { fetchPage } from '../../../../../web/lists/usePages.ts';
import { useDates } from '../../../../../web/useDates.ts';
import { Button } from '../../../../../web/ui/Button.tsx';
import { Notice } from '../../../../../web/ui/Notice.tsx';
import { useWords } from '../../../../../web/words.tsx';
import { LazyPanel } from '../../../../../web/loading/LazyPanel.tsx';
import { lazyPart } from '../../../../../web/loading/lazyPart.tsx';
import { LoadError } from '../../../../../web/loading/LoadError.tsx';
import type { PaymentStatus } from '../../../core/payment.rules.ts';
import { listPaymentsForAdmin, type PaymentRow } from './confirmation.contract.ts';
import { CLAIMS_PATH } from '../../../core/paths.rules.ts';
import { RAIL_LABELS } from '../../../core/admin-labels.rules.ts';

/** The overview shows at first that a payment waits, not how it is decided. */
const Decision = lazyPart(async () => (await import('./ClaimDecision.tsx')).ClaimDialog, 'admin');

/** How many are shown; a link leads to the rest. */
const shownAtFirst = 3;

/** Payments with a status, newest first, and their total number. */
function paymentsThatAre(status: PaymentStatus) {
  const query = { status, limit: 500 } as const;
  return queryOptions({
    queryKey: [listPaymentsForAdmin.name, query],
    queryFn: async ({ signal }) => {
      const { answer, total } = await fetchPage(listPaymentsForAdmin, { query, signal });
      return { rows: answer, total };
    },
  });
}

export const waitingClaims = paymentsThatAre('claimed');
/** Of those on our own rails late money may still come. */
export const expiredPayments = paymentsThatAre('expired');

/** Zelle and bank payments to look up on a statement; nothing when there are none. */
export function WaitingClaims() {
  const t = useWords();
  // Null once one was opened: the strip then stays when it is empty, and says so.
  const [openedId, setOpenedId] = useState<string | null>();
  const [showsAll, setShowsAll] = useState(false);
  const claims = useQuery(waitingClaims);
  const heading = useRef<HTMLElement>(null);
  const { rows = [], total = 0 } = claims.data ?? {};
  const oldestFirst = rows.toReversed();
  const at = oldestFirst.findIndex(({ id }) => id === openedId);
  const openAt = (place: number) => {
    const claim = at < 0 ? undefined : oldestFirst[place];
    return claim && (() => setOpenedId(claim.id));
  };
  if (claims.error && !claims.data) {
    return <LoadError query={claims} fallback={t('The payments could not be loaded.')} />;
  }
  const shown = oldestFirst.slice(0, showsAll ? rows.length : shownAtFirst);
  if (rows.length === 0 && openedId === undefined) return null;
  return (
    <Notice className="w-full justify-items-stretch">
      <strong ref={heading} tabIndex={-1}>
        {t(
          '{count, plural, =0 {No payments to check} one {# payment to check} other {# payments to check}}',
          {
            count: total,
          },
        )}
      </strong>
      <ul className="edged-t border-rule">
        {shown.map((claim) => (
          <li key={claim.id} className="edged-b border-rule">
            <ClaimLine
              claim={claim}
              isOpen={claim.id === openedId}
              onOpen={() => setOpenedId(claim.id)}
            />
          </li>
        ))}
      </ul>
      {shown.length < rows.length ? (
        <Button
          variant="quiet"
          className="-ms-3 justify-self-start"
          onClick={() => setShowsAll(true)}
        >
          {t('Show all {count}', { count: rows.length })}
        </Button>
      ) : null}
      <a {...linkTo(CLAIMS_PATH)} className="inline-flex min-h-11 items-center">
        {t('Check several at once')}
      </a>
      {openedId === undefined ? null : (
        <LazyPanel
          part={Decision}
          props={{
            opened: {
              row: oldestFirst[at],
              isMissing: false,
              close: () => setOpenedId(null),
              at: at < 0 ? undefined : at + 1,
              of: rows.length,
              next: openAt(at + 1),
              previous: openAt(at - 1),
            },
            returnFocus: () => heading.current,
          }}
        />
      )}
    </Notice>
  );
}

interface ClaimLineProps {
  claim: PaymentRow;
  isOpen: boolean;
  onOpen: () => void;
}

function ClaimLine({ claim, isOpen, onOpen }: ClaimLineProps) {
  const t = useWords();
  const { dayOf } = useDates();
  return (
    <button
      type="button"
      data-row={claim.id}
      aria-current={isOpen || undefined}
      onClick={onOpen}
      className="grid min-h-11 w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 py-2 text-start text-[0.9375rem] hover:bg-raised sm:grid-cols-[6rem_minmax(0,1fr)_6rem_7rem_7rem]"
    >
      <span className="bold text-heading underline decoration-[1.5px] underline-offset-[0.2em]">
        {claim.reference}
      </span>
      <span className="order-last col-span-full [overflow-wrap:anywhere] sm:order-none sm:col-span-1">
        {claim.name}
      </span>
      <span className="hidden text-muted sm:block">{t(RAIL_LABELS[claim.method])}</span>
      <span className="text-end bold figures">
        <Money of={dollars(cents(claim.amount))} />
      </span>
      <span className="hidden text-end text-muted figures sm:block">{dayOf(claim.createdAt)}</span>
    </button>
  );
}
