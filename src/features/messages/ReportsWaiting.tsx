import { useQuery } from '@tanstack/react-query';
import { linkTo } from '../../web/address.ts';
import { read } from '../../web/queries.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import { countReports } from './moderation.contract.ts';
import { REPORTS_PATH } from './useReports.ts';

/** How many reported messages wait for an administrator; nothing when there are none. */
export function ReportsWaiting() {
  const t = useWords();
  const { momentOf } = useDates();
  const { data } = useQuery(read(countReports));
  if (!data?.waiting) return null;
  return (
    <Notice className="w-full justify-items-stretch" tone="danger">
      <strong>
        {t('{count, plural, one {# reported message waits} other {# reported messages wait}}', {
          count: data.waiting,
        })}
      </strong>
      {data.since ? (
        <p>{t('The oldest since {moment}.', { moment: momentOf(data.since) })}</p>
      ) : null}
      <div className="actions">
        <Button {...linkTo(REPORTS_PATH)}>{t('Look at the reports')}</Button>
      </div>
    </Notice>
  );
}
