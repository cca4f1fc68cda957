import { useId } from 'react';
import { useCsvDownload } from '../actions/useCsvDownload.ts';
import { Button } from '../ui/Button.tsx';
import { useWords } from '../words.tsx';
import { Shrunk } from './Shrunk.tsx';
import type { ListAddress } from './useList.ts';

interface DownloadRowsProps {
  file: string;
  fetchRows: () => Promise<Blob>;
  list: Pick<ListAddress<'search'>, 'asked'> & {
    total: number;
    isCounted: boolean;
    isFetching: boolean;
    error: Error | null;
  };
  /** How many rows, as a sentence of the catalogue with a `count`. */
  counted: string;
  country?: string | undefined;
  /** What narrows the list besides, in words. */
  filters?: readonly (string | false)[];
}

/** The button that saves the rows a list shows, and which they are, said beside it. */
export function DownloadRows(props: DownloadRowsProps) {
  const { file, fetchRows, list, counted, country, filters = [] } = props;
  const t = useWords();
  const id = useId();
  const csv = useCsvDownload(file, fetchRows);
  // While the answer is on its way the number is of another question.
  const isKnown = list.isCounted && !list.isFetching && !list.error;
  const rows = t(counted, { count: list.total });
  const { search } = list.asked;
  const said = [
    country ? t('{rows} from {country}', { rows, country: t(country) }) : rows,
    ...filters,
    search !== '' && t('search: “{search}”', { search }),
  ].filter(Boolean);
  return (
    <>
      <span id={id} className="hint self-center max-sm:sr-only [overflow-wrap:anywhere]">
        {isKnown ? said.join(', ') : null}
      </span>
      <Button
        pending={csv.isPending}
        pendingLabel={t('Downloading...')}
        aria-describedby={id}
        onClick={() => void csv.run()}
      >
        <Shrunk icon="download">{t('Download CSV')}</Shrunk>
      </Button>
    </>
  );
}
