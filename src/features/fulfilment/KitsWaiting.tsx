import { useQuery } from '@tanstack/react-query';
import { linkTo } from '../../web/address.ts';
import { read } from '../../web/queries.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Loading } from '../../web/loading/Loading.tsx';
import { LoadError } from '../../web/loading/LoadError.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { useWords } from '../../web/words.tsx';
import { listKits } from './fulfilment.contract.ts';
import { BOARD_PATH } from './useKits.ts';

/** How many applications wait for us, and how many kits are late; a link to the board. */
export function KitsWaiting() {
  const t = useWords();
  const query = useQuery(read(listKits, { query: { status: 'submitted', limit: 1 } }));
  const { data, error } = query;
  const counts = data?.counts;
  const waiting = counts ? counts.submitted + counts.in_review : 0;
  return (
    <Notice
      className="w-full justify-items-stretch"
      tone={data && data.overdue > 0 ? 'danger' : undefined}
    >
      <strong>
        {data && data.overdue > 0
          ? t('{count, plural, one {# kit is overdue} other {# kits are overdue}}', {
              count: data.overdue,
            })
          : t('Applications and kits')}
      </strong>
      {counts ? (
        <p>
          {t('{waiting} to be reviewed, {approved} approved and to be sent, {sent} on their way.', {
            waiting,
            approved: counts.approved,
            sent: counts.dispatched,
          })}
        </p>
      ) : error ? (
        <LoadError query={query} fallback={t('The kits could not be loaded. Please try again.')} />
      ) : (
        <Loading>{t('Loading the kits...')}</Loading>
      )}
      <div className="actions">
        <Button {...linkTo(BOARD_PATH)}>{t('Open the board')}</Button>
      </div>
    </Notice>
  );
}
