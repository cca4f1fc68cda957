import { useQuery } from '@tanstack/react-query';
import { SOURCE_LABELS } from '../../declaration/share-link.rules.ts';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { read } from '../../../web/queries.ts';
import { useLanguage, useWords } from '../../../web/words.tsx';
import { readSignatureSources } from './signature.contract.ts';

/** Where signatures come from: by source, and the signers whose links led to most. */
export function SignatureSources() {
  const t = useWords();
  const query = useQuery({ ...read(readSignatureSources), refetchOnMount: 'always' });
  if (query.error)
    return (
      <LoadError query={query} fallback={t('The sources could not be loaded. Please try again.')} />
    );
  if (!query.data) return <Loading>{t('Loading the sources...')}</Loading>;
  const { sources, others, sharers } = query.data;
  const named = sources.map(({ source, count }) => {
    const label = SOURCE_LABELS.get(source);
    return { key: source ?? '', name: label ? t(label) : (source ?? ''), count };
  });
  const rest =
    others > 0 ? [{ key: 'other sources', name: t('Other sources'), count: others }] : [];
  return (
    <section className="grid gap-4" aria-labelledby="sources">
      <h3 id="sources">{t('Where signatures come from')}</h3>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-2">
        <Counts caption={t('By source')} heading={t('Source')} rows={[...named, ...rest]} />
        {sharers.length > 0 ? (
          <Counts
            caption={t('Best share links')}
            heading={t('Full name')}
            rows={sharers.map(({ id, fullName, count }) => ({ key: id, name: fullName, count }))}
          />
        ) : null}
      </div>
    </section>
  );
}

interface CountsProps {
  caption: string;
  /** What the names are. */
  heading: string;
  rows: { key: string; name: string; count: number }[];
}

function Counts({ caption, heading, rows }: CountsProps) {
  const t = useWords();
  const figures = new Intl.NumberFormat(useLanguage());
  return (
    <table className="w-full border-collapse self-start text-[0.9375rem]">
      <caption className="bold pb-1 text-start">{caption}</caption>
      <thead>
        <tr className="edged-b border-line">
          <th scope="col" className="py-1.5 pe-3 text-start">
            {heading}
          </th>
          <th scope="col" className="py-1.5 text-end">
            {t('Signatures')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, count }) => (
          <tr key={key} className="edged-b border-rule">
            <th scope="row" className="py-1.5 pe-3 text-start font-normal">
              <bdi className="break-words">{name}</bdi>
            </th>
            <td className="py-1.5 text-end align-top figures">{figures.format(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
