import { useQuery } from '@tanstack/react-query';
import { linkTo, useAddress, withQuery } from '../../../../../web/address.ts';
import { read } from '../../../../../web/queries.ts';
import { IfCan } from '../../../../../web/permissions.tsx';
import { EmptyState } from '../../../../../web/lists/EmptyState.tsx';
import { Loading } from '../../../../../web/loading/Loading.tsx';
import { LoadError } from '../../../../../web/loading/LoadError.tsx';
import { useDates } from '../../../../../web/useDates.ts';
import { useTitle } from '../../../../../web/useTitle.ts';
import { useWords } from '../../../../../web/words.tsx';
import { RAIL_NAMES } from '../../../core/payment-labels.rules.ts';
import { STATEMENTS_PATH } from '../../../core/paths.rules.ts';
import { listStatements, type StatementSummary } from './statement.contract.ts';
import { StatementImport } from './StatementImport.tsx';
import { StatementPage } from './StatementPage.tsx';

/** Bank statements: bring one in, look at what its lines pay, confirm them. */
export function StatementsPage() {
  const t = useWords();
  useTitle(t('Bank statements'));
  const { query } = useAddress();
  const opened = query.get('open');
  return opened ? <StatementPage key={opened} id={opened} /> : <Statements />;
}

function Statements() {
  const t = useWords();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <IfCan permission="payments:confirm">
        <section className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-labelledby="new-statement">
          <h2 id="new-statement" className="text-[1.5rem]">
            {t('Import a bank statement')}
          </h2>
          <StatementImport />
        </section>
      </IfCan>
      <section className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-labelledby="statements">
        <h2 id="statements" className="text-[1.5rem]">
          {t('Earlier statements')}
        </h2>
        <Earlier />
      </section>
    </div>
  );
}

function Earlier() {
  const t = useWords();
  const { data, error, isFetching, refetch } = useQuery(read(listStatements));
  if (error && !data)
    return (
      <LoadError
        query={{ error, isFetching, refetch }}
        fallback={t('The statements could not be loaded.')}
      />
    );
  if (!data) return <Loading>{t('Loading the statements...')}</Loading>;
  if (data.length === 0) return <EmptyState title={t('No statements imported yet.')} />;
  return (
    <ul className="edged-t border-rule">
      {data.map((one) => (
        <li key={one.id} className="edged-b border-rule py-2">
          <StatementLink statement={one} />
        </li>
      ))}
    </ul>
  );
}

function StatementLink({ statement }: { statement: StatementSummary }) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const { id, fileName, rail, addedAt, addedBy, lines, ticked, booked, failed, state } = statement;
  const facts = [
    t('{count, plural, one {# line} other {# lines}}', { count: lines }),
    booked > 0 && t('{count} recorded', { count: booked }),
    state !== 'open' && t('{count} confirmed, not recorded yet', { count: ticked - booked }),
    failed > 0 && t('{count} could not be recorded', { count: failed }),
  ];
  return (
    <>
      <a
        {...linkTo(withQuery(STATEMENTS_PATH, { open: id }))}
        className="inline-flex min-h-11 items-center bold [overflow-wrap:anywhere]"
      >
        {fileName}
      </a>
      <p className="text-[0.9375rem] figures">{facts.filter(Boolean).join(' · ')}</p>
      <p className="hint [overflow-wrap:anywhere]">
        {[t(RAIL_NAMES[rail]), dateTimeOf(addedAt), addedBy].join(' · ')}
      </p>
    </>
  );
}
