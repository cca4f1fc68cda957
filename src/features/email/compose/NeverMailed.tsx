import { useQuery } from '@tanstack/react-query';
import { linkTo } from '../../../web/address.ts';
import { sentenceOf } from '../../../web/api.ts';
import { read } from '../../../web/queries.ts';
import { Loading } from '../../../web/ui/Loading.tsx';
import { words } from '../../../shared/words.ts';
import { useWords } from '../../../web/words.tsx';
import { listMailSuppressions } from '../mailing/suppression.contract.ts';
import { SUPPRESSIONS_PATH } from '../paths.rules.ts';
import { REASON_LABELS } from '../suppressions/SuppressionReason.tsx';

/** As many as fit a glance; the whole list has a room of its own. */
const mostShown = 20;

interface NeverMailedProps {
  /** How many of the audience it concerns. */
  count: number;
  search: string;
}

/** Who is left out of every bulk mail, and why: nobody looks in vain for somebody who wanted no more. */
export function NeverMailed({ count, search }: NeverMailedProps) {
  const t = useWords();
  if (count === 0) return null;
  return (
    <details>
      <summary className="min-h-11 content-center">
        {t('{count, plural, one {# of them is never mailed} other {# of them are never mailed}}', {
          count,
        })}
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
      <p className="hint">{t('No bulk mail goes to these addresses, whoever is chosen:')}</p>
      <ul className="grid gap-1">
        {data.map(({ id, address, reason }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            {address} <span className="hint">{t(REASON_LABELS[reason])}</span>
          </li>
        ))}
      </ul>
      <a className="inline-flex min-h-11 items-center" {...linkTo(SUPPRESSIONS_PATH)}>
        {t('The whole list')}
      </a>
    </>
  );
}
