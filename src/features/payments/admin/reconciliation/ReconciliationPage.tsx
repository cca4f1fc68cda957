import { useMutation, useQuery } from '@tanstack/react-query';
import { words } from '../../../../shared/words.ts';
import { go, useAddress, withQuery } from '../../../../web/address.ts';
import { download, sentenceOf } from '../../../../web/api.ts';
import { read } from '../../../../web/queries.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { EmptyState } from '../../../../web/lists/EmptyState.tsx';
import { Field } from '../../../../web/forms/Field.tsx';
import { Loading } from '../../../../web/loading/Loading.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { Select } from '../../../../web/forms/Select.tsx';
import { useTitle } from '../../../../web/useTitle.ts';
import { useWords } from '../../../../web/words.tsx';
import { MonthTable } from './MonthTable.tsx';
import { RECONCILIATION_PATH } from '../../core/paths.rules.ts';
import {
  exportLedger,
  readReconciliation,
  type Reconciliation,
} from './reconciliation.contract.ts';
import { ReviewList } from '../review/ReviewList.tsx';
import { saveFile } from '../../../../web/saveFile.ts';
import { toast } from '../../../../web/ui/toasts.ts';

/** What needs review, and due and received money by month. */
export function ReconciliationPage() {
  const t = useWords();
  useTitle(t('Reconciliation'));
  const csv = useLedgerDownload();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h2 className="text-[1.5rem]">{t('Reconciliation')}</h2>
        <Button
          pending={csv.isPending}
          pendingLabel={t('Downloading...')}
          onClick={() => csv.mutate()}
        >
          {t('Download the ledger as CSV')}
        </Button>
      </header>
      <ReviewList />
      <Year />
    </div>
  );
}

/** The year of the address; this one without. */
function Year() {
  const t = useWords();
  const { query } = useAddress();
  const year = /^\d{4}$/.exec(query.get('year') ?? '')?.[0];
  const { data, error, refetch } = useQuery(
    read(readReconciliation, { query: year ? { year: Number(year) } : {} }),
  );
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-labelledby="months">
      <h3 id="months">{t('Due and received')}</h3>
      {error ? (
        <Notice role="alert" tone="danger">
          <p>{t(sentenceOf(error, words('The report could not be loaded.')))}</p>
          <Button onClick={() => void refetch()}>{t('Try again')}</Button>
        </Notice>
      ) : null}
      {data ? <Report report={data} /> : error ? null : <Loading>{t('Adding up...')}</Loading>}
    </section>
  );
}

function Report({ report }: { report: Reconciliation }) {
  const t = useWords();
  const { year, years, rows, totals } = report;
  return (
    <>
      <div className="max-w-40">
        <Field label={t('Year')}>
          <Select
            options={years.map(String)}
            value={String(year)}
            onChange={({ target }) => go(withQuery(RECONCILIATION_PATH, { year: target.value }))}
          />
        </Field>
      </div>
      <p className="hint">
        {t(
          'A due counts for the month in which it falls due and money for the month in which it came, so that a difference can be a matter of days.',
        )}
      </p>
      {rows.length === 0 ? (
        <EmptyState title={t('Nothing was due and nothing came in this year.')} />
      ) : (
        <MonthTable rows={rows} totals={totals} year={year} />
      )}
    </>
  );
}

const fileName = 'ledger.csv';

/** Fetches every movement of money as CSV and saves it. */
function useLedgerDownload() {
  const t = useWords();
  return useMutation({
    mutationFn: () => download(exportLedger, {}),
    onSuccess: (file) => {
      saveFile(file, fileName);
      toast({
        title: t('Download Successful'),
        description: t('{file} has been saved.', { file: fileName }),
      });
    },
    onError: (error) => {
      const fallback = t('Failed to download CSV file. Please try again.');
      toast({
        title: t('Download Failed'),
        description: t(sentenceOf(error, fallback)),
        variant: 'destructive',
      });
    },
  });
}
