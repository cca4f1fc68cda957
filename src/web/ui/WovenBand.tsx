/** Threads of the warp on indigo: colour, thread and gap lengths in pixels, first thread. A repeat is 54 wide. */
const warp = [
  ['#d9982b', '5 49', 7],
  ['#b5442a', '10 44', 17],
  ['#e9d9bd', '4 50', 31],
  ['#2f6b4a', '7 47', 41],
] as const;

/** The weft: over five threads, under four; each row further on, like the chevrons of the cloth. */
const weft = [
  ['#e9d9bd', 0, 2],
  ['#2f6b4a', 9, 7],
  ['#d9982b', 18, 12],
] as const;

/** The thin cloth where two sections meet. */
export function WovenBand() {
  return (
    <svg className="band" aria-hidden="true" fill="none" strokeWidth="14">
      {warp.map(([colour, threads, start]) => (
        <path key={colour} stroke={colour} strokeDasharray={threads} d={`M${start} 7h4e3`} />
      ))}
      <g strokeWidth="3" strokeDasharray="24 30">
        {weft.map(([colour, start, y]) => (
          <path key={colour} stroke={colour} d={`M${start} ${y}h4e3`} />
        ))}
      </g>
    </svg>
  );
}
