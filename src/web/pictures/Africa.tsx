import { useWords } from '../words.tsx';
import { type ByCountry, densityOf, MAP, NEUTRAL, shaded, shadesOf } from './africa.ts';
import { SAHARA } from './outlines.ts';
import { signaturesOf } from './signatures.ts';

/** Of the page around it: brighter by night. Its lines are the pigment, thin, so that no one's country shows too. */
const COLOURS = { fill: 'var(--color-accent)', stroke: 'var(--color-accent)', strokeWidth: 0.7 };

/** Where signatures come from. Each country says its name and number to a pointer; for readers it is one picture, and the cloth and the table say all. */
export function Africa({ byCountry }: { byCountry: ByCountry }) {
  const t = useWords();
  return (
    <svg
      viewBox={`0 0 ${MAP.width} ${MAP.height}`}
      role="img"
      aria-label={t('Map of Africa: signatures in each country')}
      {...COLOURS}
    >
      {shaded(byCountry).map(({ code, country, signatures, density, path }) => (
        <path key={code} fillOpacity={density} d={path}>
          <title>{signaturesOf(t, country, signatures)}</title>
        </path>
      ))}
      <path aria-hidden="true" fill="none" stroke={NEUTRAL} strokeDasharray="2" d={SAHARA} />
    </svg>
  );
}

/** The legend of the map's shades: none, and five steps in numbers. */
export function AfricaLegend({ byCountry }: { byCountry: ByCountry }) {
  const t = useWords();
  const shades = shadesOf(byCountry);
  const entries = [
    [0, t('none yet')],
    ...shades.map((from, step) => {
      const next = shades[step + 1];
      return [
        from,
        next
          ? t('{from, plural, other {#}} to {to, plural, other {#}}', { from, to: next - 1 })
          : t('{count, plural, other {# or more}}', { count: from }),
      ];
    }),
  ] as const;
  return (
    <div className="grid gap-2">
      <p className="bold">{t('Signatures in each country')}</p>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-1" aria-label={t('Signatures')}>
        {entries.map(([from, label]) => (
          <li key={from} className="flex items-center gap-2">
            <svg width="28" height="18" aria-hidden="true" {...COLOURS}>
              <path fillOpacity={densityOf(Number(from), shades)} d="M1 1h26v16H1z" />
            </svg>
            {label}
          </li>
        ))}
      </ul>
    </div>
  );
}
