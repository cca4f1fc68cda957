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
  changed: words('Entry {id} was changed.'),
  removed: words('Entry {id} was removed.'),
  inserted: words('Entry {id} was inserted later.'),
  link_removed: words('Link {id} of the chain was removed.'),
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
        {t('Has the log been changed?')}
      </h2>
      <p className="max-w-prose">
        {t(
          'Each entry is sealed together with all entries before it. The check reads the whole log. It finds what was changed, removed or inserted, even by someone who controls the database.',
        )}
      </p>
      <div className="actions">
        <Button
          pending={check.isPending}
          pendingLabel={t('Checking…')}
          onClick={() => check.mutate()}
        >
          {t('Check the log')}
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
          ? t('Nothing was changed.')
          : t('{count, plural, one {# problem was found.} other {# problems were found.}}', {
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
        {t('{count, plural, one {# entry is sealed} other {# entries are sealed}}', {
          count: sealed,
        })}
        {waiting > 0
          ? `; ${t('{count, plural, one {# newer one is waiting for its seal} other {# newer ones are waiting for their seals}}, for a minute at most', { count: waiting })}`
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
          {t('Save it somewhere else too. It lets you see later whether the end was cut off.')}
        </p>
      ) : null}
    </Notice>
  );
}
