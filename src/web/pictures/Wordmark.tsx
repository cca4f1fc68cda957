import { letterWordmark } from './wordmark.ts';

const [first, second] = [letterWordmark('ONE AFRICA'), letterWordmark('PASSPORT')];
/** Both lines have one width. */
const scale = first.width / second.width;
const gap = 17;

/** The campaign's name in two lines, the second in the accent's colour. What it says is on the link around it. */
export function Wordmark() {
  return (
    <svg
      className="wordmark"
      viewBox={`0 0 ${first.width} ${Math.round(70 + gap + 70 * scale)}`}
      fill="currentColor"
      aria-hidden="true"
    >
      <path d={first.path} />
      <path
        className="text-accent"
        transform={`translate(0 ${70 + gap}) scale(${scale.toFixed(3)})`}
        d={second.path}
      />
    </svg>
  );
}
