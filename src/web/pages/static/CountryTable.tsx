import { ELSEWHERE } from '../../../shared/country.ts';
import { useLanguage, useWords } from '../../words.tsx';

interface CountryTableProps {
  byCountry: Readonly<Record<string, number>>;
  caption: string;
  /** Only so many, those with the most signatures. */
  limit?: number;
}

/** Signatures by country: most first, then by name, and last what is no country. */
export function CountryTable({ byCountry, caption, limit }: CountryTableProps) {
  const t = useWords();
  const language = useLanguage();
  const { compare } = new Intl.Collator(language);
  const number = new Intl.NumberFormat(language);
  const elsewhere = t(ELSEWHERE);
  const rows = Object.entries(byCountry)
    .map(([name, count]) => [t(name), count] as const)
    .filter(([, count]) => count > 0)
    .sort(
      ([a, countA], [b, countB]) =>
        Number(a === elsewhere) - Number(b === elsewhere) || countB - countA || compare(a, b),
    )
    .slice(0, limit);
  return (
    <table className="rows max-w-2xl">
      <caption>{caption}</caption>
      {/* The caption says it to who sees the table. */}
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('Country')}</th>
          <th scope="col">{t('Signatures')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, count]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{number.format(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
