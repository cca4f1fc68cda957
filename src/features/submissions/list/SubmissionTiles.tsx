import { linkTo } from '../../../web/address.ts';
import { useLanguage, useWords } from '../../../web/words.tsx';
import type { Kind } from '../kinds/Kind.tsx';

/** Each kind of submission has a thread of its own colour. */
const THREADS = ['bg-heading', 'bg-terracotta', 'bg-ochre', 'bg-leaf', 'bg-clay', 'bg-line'];

type SubmissionTilesProps = { kinds: readonly Kind[]; countOf: (kind: Kind) => number };

/** How many there are of each kind; a tile opens its list. */
export function SubmissionTiles({ kinds, countOf }: SubmissionTilesProps) {
  const t = useWords();
  const figures = new Intl.NumberFormat(useLanguage());
  return (
    <ul className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
      {kinds.map((kind, index) => (
        <li key={kind.type} className="grid">
          <a
            {...linkTo(kind.path)}
            className="grid grid-cols-[6px_minmax(0,1fr)] edged border-rule bg-raised text-heading no-underline hover:border-line"
          >
            <span aria-hidden="true" className={THREADS[index % THREADS.length]} />
            <span className="grid content-between gap-2 px-4 py-3">
              <span className="bold [line-height:1.25] [overflow-wrap:anywhere]">
                {t(kind.label)}
              </span>{' '}
              <span className="bold text-[1.625rem] figures">{figures.format(countOf(kind))}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
