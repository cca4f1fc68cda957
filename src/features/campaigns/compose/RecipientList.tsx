import { Button } from '../../../web/ui/Button.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { useWords } from '../../../web/words.tsx';
import type { AudiencePerson } from '../audience/audience.contract.ts';
import type { BulkDraft, WriteBulk } from './useBulkDraft.ts';
import type { AudiencePages } from './useAudience.ts';
import { NobodyMatches } from './Segment.tsx';
import { useQuery } from '@tanstack/react-query';
import { linkTo } from '../../../web/address.ts';
import { sentenceOf } from '../../../web/api.ts';
import { read } from '../../../web/queries.ts';
import { words } from '../../../shared/words.ts';
import { listMailSuppressions } from '../../mail/suppressions/suppression.contract.ts';
import { SUPPRESSIONS_PATH } from '../../mail/paths.rules.ts';
import { SUPPRESSION_LABELS } from '../../mail/suppressions/suppression.rules.ts';

interface RecipientListProps {
  draft: BulkDraft;
  write: WriteBulk;
  audience: AudiencePages;
  search: string;
}

/** The people that match; at most 160 px high (specification §9). They are ticked one by one unless all are meant. */
export function RecipientList({ draft, write, audience, search }: RecipientListProps) {
  const t = useWords();
  const { people, hasNextPage, isFetchingNextPage, fetchNextPage } = audience;
  if (!people) return <Loading>{t('Loading the recipients...')}</Loading>;
  if (people.length === 0)
    return search ? (
      <p className="hint">{t('None of them match this search.')}</p>
    ) : (
      <NobodyMatches draft={draft} write={write} />
    );
  return (
    // Whoever scrolls by keyboard must reach it also where nothing in it can be ticked.
    <div
      role="group"
      aria-label={t('Recipients')}
      // What scrolls must be reachable by keyboard.
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
}: Omit<RecipientListProps, 'audience' | 'search'> & { person: AudiencePerson }) {
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

function Person({ person: { name, email, asked } }: { person: AudiencePerson }) {
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

/** As many as fit a glance; the whole list has a page of its own. */
const mostShown = 20;

interface NeverMailedProps {
  /** How many of the audience it concerns. */
  count: number;
  search: string;
}

/** People who are left out of every bulk mail, and why, so that a search for them explains their absence. */
export function NeverMailed({ count, search }: NeverMailedProps) {
  const t = useWords();
  if (count === 0) return null;
  return (
    <details>
      <summary className="min-h-11 content-center">
        {t(
          '{count, plural, one {# of them never gets bulk email} other {# of them never get bulk email}}',
          {
            count,
          },
        )}
      </summary>
      <Suppressed search={search} />
    </details>
  );
}

function Suppressed({ search }: { search: string }) {
  const t = useWords();
  const query = { ...(search ? { search } : {}), sort: 'address' as const, limit: mostShown };
  const { data, error } = useQuery({ ...read(listMailSuppressions, { query }), staleTime: 0 });
  if (error)
    return (
      <p role="alert">
        {t(sentenceOf(error, words('The list could not be loaded. Please try again.')))}
      </p>
    );
  if (!data) return <Loading>{t('Loading the list...')}</Loading>;
  return (
    <>
      <p className="hint">{t('These addresses never get bulk email:')}</p>
      <ul className="grid gap-1">
        {data.map(({ id, address, reason }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            {address} <span className="hint">{t(SUPPRESSION_LABELS[reason])}</span>
          </li>
        ))}
      </ul>
      <a className="inline-flex min-h-11 items-center" {...linkTo(SUPPRESSIONS_PATH)}>
        {t('See the whole list')}
      </a>
    </>
  );
}
