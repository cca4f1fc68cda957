/** Threads of the warp: colour, thread and gap lengths in pixels, first thread. A repeat is 54 wide. */
const warp = [
  ['#22244f', '12 8 6 28', 0],
  ['#b5442a', '6 21 3 24', 12],
  ['#d9982b', '4 30 4 16', 20],
  ['#2f6b4a', '5 49', 42],
] as const;

/** The weft: over one thread, under the next. */
const weft = [
  ['#d9982b', 0, 4],
  ['#b5442a', 9, 10],
] as const;

/** The thin cloth where two sections meet. */
export function WovenBand() {
  return (
    <svg className="band" aria-hidden="true" fill="none" strokeWidth="14">
      {warp.map(([colour, threads, start]) => (
        <path key={colour} stroke={colour} strokeDasharray={threads} d={`M${start} 7h4e3`} />
      ))}
      {weft.map(([colour, start, y]) => (
        <path
          key={colour}
          stroke={colour}
          strokeWidth="3"
          strokeDasharray="9"
          d={`M${start} ${y}h4e3`}
        />
      ))}
    </svg>
  );
}
