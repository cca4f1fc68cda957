import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { words } from '../../../shared/words.ts';
import { linkTo, useAddress } from '../../../web/address.ts';
import { sentenceOf } from '../../../web/api.ts';
import { read } from '../../../web/queries.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { EmptyState } from '../../../web/ui/EmptyState.tsx';
import { Loading } from '../../../web/ui/Loading.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useTitle } from '../../../web/useTitle.ts';
import { useWords } from '../../../web/words.tsx';
import { MoneyDues } from './MoneyDues.tsx';
import { MoneyHistory } from './MoneyHistory.tsx';
import { MoneyPayments } from './MoneyPayments.tsx';
import { MoneyTotals } from './MoneyTotals.tsx';
import { type Money, readMoney } from './money.contract.ts';
import { RECONCILIATION_PATH } from './paths.rules.ts';

/** The whole life of one application's money: the address says whose. */
export function MoneyRoom() {
  const t = useWords();
  const { query } = useAddress();
  const id = query.get('id') ?? '';
  const { data, error, refetch } = useQuery({
    ...read(readMoney, { params: { id } }),
    enabled: id !== '',
  });
  if (data) return <MoneyOf key={id} money={data} />;
  if (id === '') return <EmptyState title={t('There is nothing at this address.')} />;
  if (!error) return <Loading>{t('Loading the payments...')}</Loading>;
  return (
    <Notice role="alert" tone="danger">
      <p>{t(sentenceOf(error, words('The payments could not be loaded.')))}</p>
      <Button onClick={() => void refetch()}>{t('Try again')}</Button>
    </Notice>
  );
}

function MoneyOf({ money }: { money: Money }) {
  const t = useWords();
  const { application, payments, schedules, history } = money;
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(t('Payments of {reference}', { reference: application.reference }));
  // Whoever came by a link is told where they are.
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
          <Button {...linkTo(RECONCILIATION_PATH)}>{t('Reconciliation')}</Button>
        </div>
      </header>
      {payments.some(({ isTest }) => isTest) ? (
        <Notice tone="danger">
          <p>{t('Sandbox: no real money moved')}</p>
        </Notice>
      ) : null}
      <MoneyTotals money={money} />
      <MoneyPayments money={money} />
      <MoneyDues schedules={schedules} />
      <MoneyHistory history={history} />
    </div>
  );
}
