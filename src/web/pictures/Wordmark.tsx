import { letterWordmark } from './wordmark.ts';

/** Letters wide enough that both lines have one width. */
const [first, second] = [letterWordmark('ONE AFRICA'), letterWordmark('PASSPORT', 14)];
const WIDTH = first.width;
const HEIGHT = 2 * first.height + 4;

/** The campaign's name in two lines, the second in the accent's colour. What it says is on the link around it. */
export function Wordmark() {
  return (
    <svg width={WIDTH} height={HEIGHT} fill="currentColor" aria-hidden="true">
      <path d={first.path} />
      <path
        className="text-accent"
        transform={`translate(0 ${HEIGHT - second.height})`}
        d={second.path}
      />
    </svg>
  );
}
