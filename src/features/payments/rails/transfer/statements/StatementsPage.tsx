import { useQuery } from '@tanstack/react-query';
import { useAction } from '../../../../../web/actions/useAction.ts';
import { call } from '../../../../../web/api.ts';
import { Button } from '../../../../../web/ui/Button.tsx';
import { ACCOUNT_LABELS } from '../../../core/journal/account-labels.rules.ts';
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
import {
  listStatementRules,
  listStatements,
  removeStatementRule,
  type StatementSummary,
} from './statement.contract.ts';
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
      <Rules />
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

/** Which lines go to which account; a rule is made where a line is resolved. */
function Rules() {
  const t = useWords();
  const { data, error, isFetching, refetch } = useQuery(read(listStatementRules));
  const remove = useAction((id: string) => call(removeStatementRule, { params: { id } }), {
    done: t('Rule removed'),
    failed: t('The rule was not removed'),
    refresh: 'all',
  });
  if (data?.length === 0) return null;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-labelledby="statement-rules">
      <h2 id="statement-rules" className="text-[1.5rem]">
        {t('Rules')}
      </h2>
      <LoadError
        query={{ error, isFetching, refetch }}
        fallback={t('The rules could not be loaded.')}
      />
      <ul className="edged-t border-rule">
        {data?.map(({ id, contains, isDebit, account, reason }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-3 edged-b border-rule py-2"
          >
            <div className="[overflow-wrap:anywhere]">
              <p>
                <strong>{contains}</strong> · {isDebit ? t('Money out') : t('Money in')} ·{' '}
                {t(ACCOUNT_LABELS[account])}
              </p>
              <p className="hint">{reason}</p>
            </div>
            <IfCan permission="payments:confirm">
              <Button
                pending={remove.input === id}
                aria-label={t('Remove the rule {words}', { words: contains })}
                onClick={() => void remove.run(id)}
              >
                {t('Remove')}
              </Button>
            </IfCan>
          </li>
        ))}
      </ul>
    </section>
  );
}

function StatementLink({ statement }: { statement: StatementSummary }) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const { id, fileName, rail, addedAt, addedBy, lines, ticked, booked, failed, state, resolved } =
    statement;
  const facts = [
    t('{count, plural, one {# line} other {# lines}}', { count: lines }),
    booked > 0 && t('{count} recorded', { count: booked }),
    resolved > 0 && t('{count} resolved', { count: resolved }),
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
