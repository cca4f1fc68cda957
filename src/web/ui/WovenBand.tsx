/** Threads of the warp on clay: colour, thread and gap lengths in pixels, first thread. A repeat is 48 wide. */
const warp = [
  ['#b5442a', '8 40', 0],
  ['#2f6b4a', '8 16', 8],
  ['#d9982b', '16 32', 16],
] as const;

/** The weft: over three threads, under three; the second row over those that the first goes under. */
const weft = [
  ['#f7f1e5', 0, 4],
  ['#b5442a', 24, 12],
] as const;

/** The thin cloth where two sections meet. Its ground is a thread too: through no gap is the page behind it seen. */
export function WovenBand() {
  return (
    <svg className="band" aria-hidden="true" strokeWidth="16">
      {warp.map(([colour, threads, start]) => (
        <path key={colour} stroke={colour} strokeDasharray={threads} d={`M${start} 8h4e3`} />
      ))}
      <g strokeWidth="4" strokeDasharray="24">
        {weft.map(([colour, start, y]) => (
          <path key={colour} stroke={colour} d={`M${start} ${y}h4e3`} />
        ))}
      </g>
    </svg>
  );
}
