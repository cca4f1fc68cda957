import type { ReactNode } from 'react';
import { Money } from '../../../../web/ui/Money.tsx';
import { cents, dollars } from '../../../../shared/money.ts';
import { linkTo, withQuery } from '../../../../web/address.ts';
import { useDates } from '../../../../web/useDates.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { Loading } from '../../../../web/loading/Loading.tsx';
import { Shortened } from '../../../../web/ui/Tooltip.tsx';
import { useWords } from '../../../../web/words.tsx';
import { transactionAddress } from '../../rails/crypto/crypto.rules.ts';
import { RAIL_LABELS } from '../../core/admin-labels.rules.ts';
import { AnswerDispute } from '../../rails/card/report/AnswerDispute.tsx';
import { DecideLines } from '../../core/lines/DecideLines.tsx';
import { APPROVAL_LABELS } from '../../core/approvals/approval.rules.ts';
import { ApprovalDecision } from '../approvals/Approvals.tsx';
import { RefundReview } from '../refunds/RefundReview.tsx';
import { DismissedItems } from './DismissedItems.tsx';
import { CodedNote } from './CodedNote.tsx';
import { REVIEW_KIND_LABELS, REVIEW_STEPS } from './labels.rules.ts';
import { paymentDetailAddress, STATEMENTS_PATH } from '../../core/paths.rules.ts';
import { listReview, type ReviewItem } from './review.contract.ts';
import { LoadError } from '../../../../web/loading/LoadError.tsx';
import { usePages } from '../../../../web/lists/usePages.ts';

/** Money that a person should look at, oldest first, each with the way to it. */
export function ReviewList() {
  const t = useWords();
  const { answers, error, isFetching, isFetchNextPageError, refetch, ...list } =
    usePages(listReview);
  const items = answers?.flat();
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2" aria-labelledby="review">
      <header className="flex flex-wrap items-baseline gap-x-4">
        <h3 id="review" className="text-[1.25rem] md:text-[1.5rem]">
          {t('To review')}
        </h3>
        {items && items.length > 0 ? (
          <p className="text-muted">
            {t('{count, plural, one {# case} other {# cases}}, oldest first.', {
              count: list.total,
            })}
          </p>
        ) : null}
      </header>
      {items || error ? null : <Loading>{t('Loading the list...')}</Loading>}
      {items?.length === 0 ? (
        <p className="text-muted">{t('Nothing. All money is accounted for.')}</p>
      ) : null}
      {items && items.length > 0 ? (
        <ul className="edged-t border-rule">
          {items.map((item) => (
            <li key={item.id} className="edged-b border-rule">
              <ReviewLine item={item} />
            </li>
          ))}
        </ul>
      ) : null}
      <LoadError
        query={{ error, isFetching, refetch: isFetchNextPageError ? list.fetchNextPage : refetch }}
        fallback={t('The list could not be loaded. Please try again.')}
      />
      {items && items.length < list.total ? (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="hint" aria-live="polite">
            {t('Showing {shown} of {total}.', { shown: items.length, total: list.total })}
          </p>
          {list.hasNextPage && !error ? (
            <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {t('Load more')}
            </Button>
          ) : null}
        </div>
      ) : null}
      <DismissedItems />
    </section>
  );
}

/** Money at PayPal, or a line of a bank statement: that of money out finds its payment in the statement. */
function UnmatchedLine({ item: { id, method, amount, statementId } }: { item: ReviewItem }) {
  const t = useWords();
  const isDebit = cents(amount ?? '0') < 0n;
  return (
    <>
      {statementId ? (
        <p>
          <StepLink href={withQuery(STATEMENTS_PATH, { open: statementId })}>
            {t('Open the statement')}
          </StepLink>
        </p>
      ) : null}
      <DecideLines
        lines={[id]}
        kind={method === 'paypal' ? 'paypal' : isDebit ? 'debit' : 'credit'}
        canMakeRule={method !== 'paypal'}
      />
    </>
  );
}

const StepLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a {...linkTo(href)} className="inline-flex min-h-11 items-center">
    {children}
  </a>
);

/** The longest reference that is shown whole, which PayPal's and the banks' are. */
const shownSubject = 24;

function ReviewLine({ item }: { item: ReviewItem }) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const { applicationId, reference, name, amount, subject, note, isTest } = item;
  const step = REVIEW_STEPS[item.kind];
  const about = [
    item.approval && t(APPROVAL_LABELS[item.approval.action]),
    item.method && t(RAIL_LABELS[item.method]),
    name,
    item.instalment && t('payment {number}', { number: item.instalment }),
    isTest ? t('test') : null,
  ].filter(Boolean);
  return (
    <div className="grid items-baseline gap-x-6 py-1.5 md:grid-cols-[11rem_minmax(0,1fr)_9rem]">
      <time className="text-muted figures" dateTime={item.since}>
        {dateTimeOf(item.since)}
      </time>
      <div className="grid gap-0.5 [overflow-wrap:anywhere]">
        <p className="flex max-w-none flex-wrap items-baseline gap-x-3">
          <strong className="text-heading">{t(REVIEW_KIND_LABELS[item.kind])}</strong>
          {applicationId ? (
            <StepLink href={paymentDetailAddress(applicationId)}>{reference}</StepLink>
          ) : null}
          <span className="hint">
            {about.join(' · ')}
            {about.length > 0 && subject ? ' · ' : null}
            {subject ? <Shortened text={subject} to={shownSubject} /> : null}
          </span>
          {item.kind === 'chain' && subject ? (
            <StepLink href={transactionAddress(subject)}>{t('Record or dismiss it')}</StepLink>
          ) : null}
          {step && applicationId ? (
            <StepLink href={paymentDetailAddress(applicationId)}>{t(step)}</StepLink>
          ) : null}
        </p>
        {note ? <CodedNote note={note} /> : null}
        {item.dueAt ? (
          <p>{t('Answer at PayPal by {day}.', { day: dateTimeOf(item.dueAt) })}</p>
        ) : null}
        {item.kind === 'unmatched' ? <UnmatchedLine item={item} /> : null}
        {item.approval ? <ApprovalDecision approval={item.approval} /> : null}
        {item.refund && amount ? (
          <RefundReview id={item.id} amount={amount} refund={item.refund} />
        ) : null}
        {item.dispute && amount ? (
          <AnswerDispute id={item.id} amount={amount} dispute={item.dispute} />
        ) : null}
      </div>
      <strong className="figures md:text-end">
        {amount ? <Money of={dollars(cents(amount))} /> : item.received}
      </strong>
    </div>
  );
}
