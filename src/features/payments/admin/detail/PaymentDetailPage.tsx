import { Money } from '../../../../web/ui/Money.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { words } from '../../../../shared/words.ts';
import { linkTo, useAddress } from '../../../../web/address.ts';
import { read } from '../../../../web/queries.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { EmptyState } from '../../../../web/lists/EmptyState.tsx';
import { Loading } from '../../../../web/loading/Loading.tsx';
import { LoadError } from '../../../../web/loading/LoadError.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { useTitle } from '../../../../web/useTitle.ts';
import { useWords } from '../../../../web/words.tsx';
import { IfCan } from '../../../../web/permissions.tsx';
import { WaitingApprovals } from '../approvals/Approvals.tsx';
import { InstalmentActions } from '../instalments/InstalmentActions.tsx';
import { PlanActions } from '../instalments/PlanActions.tsx';
import { PaymentTimeline } from './PaymentTimeline.tsx';
import { PaymentAttempts } from './PaymentAttempts.tsx';
import { type PaymentDetail, readPaymentDetail } from './payment-detail.contract.ts';
import { CLAIMS_PATH, paymentDetailAddress } from '../../core/paths.rules.ts';
import { cents, dollars } from '../../../../shared/money.ts';
import { useDates } from '../../../../web/useDates.ts';
import { PLAN_NAMES } from '../../core/payment-labels.rules.ts';
import type { InstalmentStatus } from '../../core/payment.rules.ts';

/** The whole life of one application's money: the address says whose. */
export function PaymentDetailPage() {
  const t = useWords();
  const { query } = useAddress();
  const id = query.get('id') ?? '';
  const { data, error, isFetching, refetch } = useQuery({
    ...read(readPaymentDetail, { params: { id } }),
    enabled: id !== '',
  });
  if (data) return <MoneyOf key={id} money={data} />;
  if (id === '') return <EmptyState title={t('There is nothing at this address.')} />;
  if (!error) return <Loading>{t('Loading the payments...')}</Loading>;
  return (
    <LoadError
      query={{ error, isFetching, refetch }}
      fallback={t('The payments could not be loaded.')}
    />
  );
}

function MoneyOf({ money }: { money: PaymentDetail }) {
  const t = useWords();
  const { application, payments, schedules, history } = money;
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(t('Payments of {reference}', { reference: application.reference }));
  // Moves the focus to the heading after a link.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-1 [overflow-wrap:anywhere]">
          <h2 ref={heading} tabIndex={-1} className="text-[1.5rem]">
            {t('Payments of {reference}', { reference: application.reference })}
          </h2>
          <p>{[application.name.trim(), application.email].filter(Boolean).join(' · ')}</p>
        </div>
        <div className="actions">
          <Button {...linkTo(`/admin/submissions/passport-applications?open=${application.id}`)}>
            {t('Open the application')}
          </Button>
          <Button {...linkTo(CLAIMS_PATH)}>{t('To do')}</Button>
        </div>
      </header>
      {payments.some(({ isTest }) => isTest) ? (
        <Notice tone="danger">
          <p>{t('Sandbox: no real money moved')}</p>
        </Notice>
      ) : null}
      <WaitingApprovals applicationId={application.id} />
      <Totals money={money} />
      <PaymentAttempts money={money} />
      <Instalments schedules={schedules} />
      <PaymentTimeline history={history} />
    </div>
  );
}

/** Due, received, refunded and held, each as a figure. */
function Totals({ money: { totals } }: { money: PaymentDetail }) {
  const t = useWords();
  const figures = [
    [t('Total due'), totals.due],
    [t('Received'), totals.received],
    [t('Refunded'), totals.refunded],
    [t('Net received'), totals.held],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-px edged-t edged-b border-line md:grid-cols-4">
      {figures.map(([label, amount]) => (
        <div key={label} className="grid gap-1 py-3">
          <dt className="text-muted">{label}</dt>
          <dd className="bold figures text-[1.375rem]">
            <Money of={dollars(cents(amount))} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

type Schedule = PaymentDetail['schedules'][number];

const INSTALMENT_LABELS: Readonly<
  Record<InstalmentStatus, readonly [label: string, tone: string]>
> = {
  scheduled: [words('To come'), 'text-muted'],
  due: [words('Due'), 'text-accent'],
  overdue: [words('Past due'), 'text-danger'],
  paid: [words('Paid'), 'text-success'],
  waived: [words('Waived'), 'text-muted'],
  combined: [words('Part of an earlier payment'), 'text-muted'],
  cancelled: [words('Cancelled'), 'text-muted'],
};

/** The instalments of the current schedule; earlier ones are collapsed. */
function Instalments({ schedules }: { schedules: readonly Schedule[] }) {
  const t = useWords();
  const current = schedules.find(({ status }) => status !== 'cancelled') ?? schedules[0];
  const others = schedules.filter((schedule) => schedule !== current);
  if (!current) return null;
  return (
    <section className="grid gap-4" aria-labelledby="payment-instalments">
      <h3 id="payment-instalments">{t('Instalments')}</h3>
      <InstalmentTable schedule={current} isCurrent />
      <IfCan permission="payments:confirm">
        <PlanActions schedule={current} />
      </IfCan>
      {others.length > 0 ? (
        <details>
          <summary className="min-h-11 py-2">{t('Replaced before any payment')}</summary>
          <div className="grid gap-6 pt-2">
            {others.map((schedule) => (
              <InstalmentTable key={schedule.id} schedule={schedule} />
            ))}
          </div>
        </details>
      ) : null}
    </section>
  );
}

function InstalmentTable({
  schedule,
  isCurrent = false,
}: {
  schedule: Schedule;
  isCurrent?: boolean;
}) {
  const t = useWords();
  const { dayInWords, dateTimeOf } = useDates();
  return (
    <div className="grid gap-2">
      <p className="text-muted">
        {t('{plan}, price fixed on {moment}', {
          plan: t(PLAN_NAMES[schedule.plan]),
          moment: dateTimeOf(schedule.pricedAt),
        })}
      </p>
      <ol className="edged-t border-rule">
        {schedule.dues.map((due) => {
          const [label, tone] = INSTALMENT_LABELS[due.status];
          const isPartly = due.status !== 'paid' && cents(due.held) > 0n;
          return (
            <li
              key={due.number}
              className="grid grid-cols-[2.5rem_minmax(0,1fr)_auto] items-baseline gap-x-4 edged-b border-rule py-2 figures"
            >
              <span className="text-muted">{due.number}</span>
              <span>
                {dayInWords(due.dueOn)} · <span className={`bold ${tone}`}>{t(label)}</span>
                {isPartly ? ` · ${t('{held} received', { held: dollars(cents(due.held)) })}` : null}
              </span>
              <strong>
                <Money of={dollars(cents(due.amount))} />
              </strong>
              {due.credits.map(({ amount, reference, instalment, applicationId }) => (
                <p
                  key={`${reference} ${instalment} ${amount}`}
                  className="hint col-start-2 col-end-4 [overflow-wrap:anywhere]"
                >
                  <a {...linkTo(paymentDetailAddress(applicationId))}>
                    {t('{amount} of it came from payment {number} of {reference}', {
                      amount: dollars(cents(amount)),
                      number: instalment,
                      reference,
                    })}
                  </a>
                </p>
              ))}
              {isCurrent && schedule.status !== 'draft' ? (
                <IfCan permission="payments:confirm">
                  <div className="col-start-2 col-end-4 pt-1 empty:hidden">
                    <InstalmentActions instalment={due} />
                  </div>
                </IfCan>
              ) : null}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
