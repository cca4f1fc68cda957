import { useState } from 'react';
import type { AnswerOf } from '../../../shared/endpoint.ts';
import { linkTo, withQuery } from '../../../web/address.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useLanguage, useWords } from '../../../web/words.tsx';
import type { countSignatures } from '../../declaration/declaration.contract.ts';
import { DECLARATIONS_PATH } from './paths.rules.ts';

/** So many countries are shown before someone asks for all. */
const FIRST = 8;

/** How many have signed in each country, most first, each beside a bar. */
export function SignatureCountries({ tally }: { tally: AnswerOf<typeof countSignatures> }) {
  const t = useWords();
  const language = useLanguage();
  const figures = new Intl.NumberFormat(language);
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const [isWhole, setWhole] = useState(false);
  const all = Object.entries(tally.byCountry).toSorted(([, a], [, b]) => b - a);
  const [, most = 1] = all[0] ?? [];
  return (
    <section className="grid content-start gap-3" aria-labelledby="by-country">
      <h3 id="by-country">{t('By country')}</h3>
      <table className="w-full border-collapse text-[0.9375rem]" aria-labelledby="by-country">
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('Country')}</th>
            <th scope="col">{t('Signatures')}</th>
            <th scope="col">{t('Share of total')}</th>
          </tr>
        </thead>
        <tbody>
          {(isWhole ? all : all.slice(0, FIRST)).map(([country, n]) => (
            <tr key={country} className="edged-b border-rule">
              <th scope="row" className="w-full py-1.5 pe-3 text-start font-normal">
                <a
                  {...linkTo(withQuery(DECLARATIONS_PATH, { country }))}
                  className="inline-flex min-h-11 items-center sm:min-h-0"
                >
                  {t(country)}
                </a>
                <span aria-hidden="true" className="mt-1 block h-1.5 bg-rule">
                  <span
                    className="block h-full bg-terracotta"
                    style={{ inlineSize: `${(100 * n) / most}%` }}
                  />
                </span>
              </th>
              <td className="py-1.5 text-end align-top figures">{figures.format(n)}</td>
              <td className="w-20 py-1.5 ps-3 text-end align-top text-muted figures">
                {share.format(n / tally.count)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {all.length > FIRST ? (
        <div className="actions">
          <Button aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole
              ? t('Show fewer countries')
              : t('Show all {count} countries', { count: all.length })}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
