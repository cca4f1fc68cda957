import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '../../../shared/endpoint.ts';
import { linkTo, withQuery } from '../../../web/address.ts';
import { lazyPart } from '../../../web/loading/lazyPart.tsx';
import { read } from '../../../web/queries.ts';
import { LazyPanel } from '../../../web/loading/LazyPanel.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { useLanguage, useWords } from '../../../web/words.tsx';
import { countSignatures } from '../../declaration/declaration.contract.ts';
import { DECLARATIONS_PATH } from '../signatures/paths.rules.ts';

const Drawn = lazyPart(async () => (await import('./DrawnMap.tsx')).DrawnMap, 'overview');

/** So many countries are named beside the map. */
const NAMED = 8;

/** Where the signatures come from: the site’s own map, whose outlines are fetched when it is shown. */
export function CountryMap({ path }: { path: string }) {
  const t = useWords();
  const { data, error, isFetching, refetch } = useQuery({
    ...read(countSignatures),
    refetchOnMount: 'always',
  });
  if (data?.count === 0) return null;
  return (
    <section className="grid gap-6" aria-labelledby="from-where" aria-busy={isFetching}>
      <h2 id="from-where" className="text-[1.5rem]">
        {t('Where signatures come from')}
      </h2>
      {data ? (
        <MapAndTable counted={data} path={path} />
      ) : error ? (
        <LoadError
          query={{ error, isFetching, refetch }}
          fallback={t('The numbers could not be loaded. Please try again.')}
        />
      ) : (
        <Loading>{t('Loading...')}</Loading>
      )}
    </section>
  );
}

interface MapAndTableProps {
  counted: AnswerOf<typeof countSignatures>;
  path: string;
}

function MapAndTable({ counted, path }: MapAndTableProps) {
  const t = useWords();
  const language = useLanguage();
  const figures = new Intl.NumberFormat(language);
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const first = Object.entries(counted.byCountry)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, NAMED);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 md:grid-cols-2">
      <LazyPanel part={Drawn} />
      <div className="grid gap-3">
        <table className="w-full border-collapse text-[0.9375rem]">
          <caption className="sr-only">{t('Where signatures come from')}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">{t('Country')}</th>
              <th scope="col">{t('Signatures')}</th>
              <th scope="col">{t('Share of total')}</th>
            </tr>
          </thead>
          <tbody>
            {first.map(([country, n]) => (
              <tr key={country} className="edged-b border-rule">
                <th scope="row" className="w-full py-2 pe-3 text-start plain">
                  <a
                    {...linkTo(withQuery(DECLARATIONS_PATH, { country }))}
                    className="inline-flex min-h-11 items-center sm:min-h-0"
                  >
                    {t(country)}
                  </a>
                </th>
                <td className="py-2 text-end bold figures">{figures.format(n)}</td>
                <td className="w-20 py-2 ps-3 text-end text-muted figures">
                  {share.format(n / counted.count)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>
          <a {...linkTo(path)} className="inline-flex min-h-11 items-center">
            {t('See all countries and signatures')}
          </a>
        </p>
      </div>
    </div>
  );
}
