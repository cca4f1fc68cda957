/** Colours of the warp with the place of their threads in a repeat of 54 pixels. */
const warp = [
  ['indigo', '12 8 6 28', 0],
  ['terracotta', '6 21 3 24', -12],
  ['ochre', '4 30 4 16', -20],
  ['leaf', '5 49', -42],
] as const;

/** The thin cloth where two sections meet. */
export function WovenBand() {
  const line = 'M0 7h4000';
  return (
    <svg className="band" aria-hidden="true" fill="none" strokeWidth="14">
      <path stroke="var(--color-clay)" d={line} />
      {warp.map(([colour, threads, start]) => (
        <path
          key={colour}
          stroke={`var(--color-${colour})`}
          strokeDasharray={threads}
          strokeDashoffset={start}
          d={line}
        />
      ))}
      <path stroke="var(--color-ochre)" strokeWidth="3" strokeDasharray="9 9" d="M0 4h4000" />
      <path
        stroke="var(--color-terracotta)"
        strokeWidth="3"
        strokeDasharray="9 9"
        strokeDashoffset="9"
        d="M0 10h4000"
      />
    </svg>
  );
}
