import { Button } from '../../../web/ui/Button.tsx';
import { Loading } from '../../../web/ui/Loading.tsx';
import { useWords } from '../../../web/words.tsx';
import type { PoolPerson } from '../mailing/pool.contract.ts';
import type { BulkDraft, WriteBulk } from './useBulkDraft.ts';
import type { Pool } from './useMailPool.ts';

interface RecipientListProps {
  draft: BulkDraft;
  write: WriteBulk;
  pool: Pool;
  search: string;
}

/** The people that match; at most 160 px high (specification §9). They are ticked one by one unless all are meant. */
export function RecipientList({ draft, write, pool, search }: RecipientListProps) {
  const t = useWords();
  const { people, hasNextPage, isFetchingNextPage, fetchNextPage } = pool;
  if (!people) return <Loading>{t('Loading the recipients...')}</Loading>;
  if (people.length === 0)
    return (
      <p className="hint">
        {search ? t('Nobody among them matches this search.') : t('Nobody matches.')}
      </p>
    );
  return (
    // Whoever scrolls by keyboard must reach it also where nothing in it can be ticked.
    <div
      role="group"
      aria-label={t('Recipients')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="max-h-[160px] overflow-auto overscroll-contain edged border-line bg-raised px-3"
    >
      <ul>
        {people.map((person) => (
          <li key={person.email}>
            {draft.to === 'all' ? (
              <p className="py-2">
                <Person person={person} />
              </p>
            ) : (
              <Pick person={person} draft={draft} write={write} />
            )}
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button variant="quiet" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('Load more')}
        </Button>
      ) : null}
    </div>
  );
}

function Pick({
  person,
  draft,
  write,
}: Omit<RecipientListProps, 'pool' | 'search'> & { person: PoolPerson }) {
  const { picked } = draft;
  const { email, asked } = person;

  function tick(isPicked: boolean) {
    const { [email]: _, ...others } = picked;
    write({ picked: isPicked ? { ...others, [email]: asked } : others });
  }

  return (
    <label className="check">
      <input
        type="checkbox"
        checked={Object.hasOwn(picked, email)}
        onChange={({ target }) => tick(target.checked)}
      />
      <Person person={person} />
    </label>
  );
}

function Person({ person: { name, email, asked } }: { person: PoolPerson }) {
  const t = useWords();
  return (
    <span className="block [overflow-wrap:anywhere]">
      {name ? (
        <>
          <bdi>{name}</bdi>{' '}
        </>
      ) : null}
      <span className={name ? 'hint' : ''}>{email}</span>
      {asked ? null : <span className="hint"> {t('(has not asked for news)')}</span>}
    </span>
  );
}
