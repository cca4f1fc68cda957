import { useWords } from '../words.tsx';
import type { ByCountry } from './africa.ts';
import { Weave } from './Cloth.tsx';
import { CLOTH, PIGMENTS, type Pigment, THREADS } from './cloth.ts';
import { signaturesOf } from './signatures.ts';

/** Wide enough that a thread can be touched, and no higher than a phone. */
const WIDE = 7;
const LOW = 2.4;
const SIZE = { width: CLOTH.width * WIDE, height: Math.round(CLOTH.height * LOW) };
/** A thread that lights up is wide enough to carry its name. */
const LIT = 44;

const LIGHT: readonly Pigment[] = ['ochre', 'clay', 'paper'];

interface ClothOfCountriesProps {
  signatures: number;
  byCountry: ByCountry;
}

/**
 * The cloth with a name to each thread: pointed at, focused or touched, a thread rises out of the
 * weave and carries its country and count. `#KE` in the address lights Kenya's. Without scripts.
 */
export function ClothOfCountries({ signatures, byCountry }: ClothOfCountriesProps) {
  const t = useWords();
  return (
    <div className="overflow-x-auto" role="region" aria-label={t('The cloth, thread by thread')}>
      {/* A picture would swallow its links for some readers. */}
      <svg
        role="none"
        className="max-w-none"
        width={SIZE.width}
        height={SIZE.height}
        fill="none"
        shapeRendering="crispEdges"
      >
        <g aria-hidden="true" transform={`scale(${WIDE} ${LOW})`}>
          <Weave signatures={signatures} />
        </g>
        {THREADS.map(({ code, country, pigment, x, width }) => {
          const middle = (x + width / 2) * WIDE;
          const left = Math.min(Math.max(middle - LIT / 2, 2), SIZE.width - LIT - 2);
          return (
            <a key={code} id={code} href={`#${code}`} className="thread">
              <path
                pointerEvents="all"
                d={`M${x * WIDE} 0h${width * WIDE}v${SIZE.height}h-${width * WIDE}z`}
              />
              <path
                fill={PIGMENTS[pigment]}
                stroke={PIGMENTS.paper}
                d={`M${left} 0h${LIT}v${SIZE.height}h-${LIT}z`}
              />
              <text
                x={left + LIT / 2}
                y="24"
                fill={PIGMENTS[LIGHT.includes(pigment) ? 'ink' : 'paper']}
              >
                {signaturesOf(t, country, byCountry[country] ?? 0)}
              </text>
            </a>
          );
        })}
      </svg>
    </div>
  );
}
