import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { words } from '../../shared/words.ts';
import { call, sentenceOf } from '../../web/api.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import { type ChainAnswer, type ChainFault, checkAuditChain } from './chain.contract.ts';

const FAULTS: Readonly<Record<ChainFault['kind'], string>> = {
  changed: words('Act {id} was changed.'),
  removed: words('Act {id} was removed.'),
  inserted: words('Act {id} was put in later.'),
  link_removed: words('The link at place {id} was removed.'),
};

/** Whether the log was changed outside the site. */
export function ChainCheck() {
  const t = useWords();
  const id = useId();
  const check = useMutation({ mutationFn: () => call(checkAuditChain) });
  return (
    <section
      className="grid grid-cols-[minmax(0,1fr)] gap-3 edged border-rule bg-raised p-5"
      aria-labelledby={id}
    >
      <h2 id={id} className="text-[1.25rem]">
        {t('Is the log as it was written?')}
      </h2>
      <p className="max-w-prose">
        {t(
          'Every act carries the seal of all acts before it. The check reads the whole log and finds what was changed, removed or put in, also by somebody who owns the database.',
        )}
      </p>
      <div className="actions">
        <Button
          pending={check.isPending}
          pendingLabel={t('Checking…')}
          onClick={() => check.mutate()}
        >
          {t('Check the chain')}
        </Button>
      </div>
      <div role="status">{check.data ? <Answer found={check.data} /> : null}</div>
      {check.error ? (
        <Notice role="alert" tone="danger">
          <p>
            {t(sentenceOf(check.error, words('The log could not be checked. Please try again.')))}
          </p>
        </Notice>
      ) : null}
    </section>
  );
}

function Answer({ found: { sealed, waiting, head, total, faults } }: { found: ChainAnswer }) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  return (
    <Notice tone={total === 0 ? 'leaf' : 'danger'}>
      <strong>
        {total === 0
          ? t('Nothing was touched.')
          : t('{count, plural, one {# fault was found.} other {# faults were found.}}', {
              count: total,
            })}
      </strong>
      <ul>
        {faults.map(({ kind, id }) => (
          <li key={`${kind} ${id}`}>{t(FAULTS[kind], { id: String(id) })}</li>
        ))}
      </ul>
      {total > faults.length ? (
        <p>{t('And {count} more.', { count: total - faults.length })}</p>
      ) : null}
      <p>
        {t('{count, plural, one {# act is sealed} other {# acts are sealed}}', { count: sealed })}
        {waiting > 0
          ? `; ${t('{count, plural, one {# newer one waits for its seal} other {# newer ones wait for their seals}}, for a minute at most', { count: waiting })}`
          : ''}
        .
      </p>
      {head ? (
        <p className="hint [overflow-wrap:anywhere]">
          {t('Last seal, of {moment}: number {position},', {
            moment: dateTimeOf(head.sealedAt),
            position: String(head.position),
          })}{' '}
          <code>{head.hash}</code>{' '}
          {t('Keep it somewhere else too, and you can tell later whether the end was cut off.')}
        </p>
      ) : null}
    </Notice>
  );
}
