import { colour } from './mail-theme.rules.ts';

const { indigo: i, ochre: o, terracotta: t, leaf: l, clay: c } = colour;

/** One repeat of the weave, row by row: threads that pass over and under each other. */
const WEAVE = [
  [i, i, c, t, c, l, o, i, c, o],
  [o, i, t, t, c, o, o, l, i, o],
  [i, i, c, l, i, i, c, i, c, t],
  [t, i, o, o, c, l, o, i, t, t],
] as const;
const REPEATS = [0, 1, 2];

/** Table cells, the only weave that every mail program draws. */
export function WovenBand({ rows }: { rows: number }) {
  return (
    <table
      role="presentation"
      aria-hidden="true"
      data-skip-in-text="true"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      style={{ tableLayout: 'fixed', borderCollapse: 'collapse', fontSize: 0, lineHeight: 0 }}
    >
      <tbody>
        <Edge />
        {WEAVE.slice(0, rows).map((threads, row) => (
          <tr key={row}>
            {REPEATS.flatMap((repeat) =>
              threads.map((thread, place) => <Thread key={`${repeat} ${place}`} colour={thread} />),
            )}
          </tr>
        ))}
        <Edge />
      </tbody>
    </table>
  );
}

/** Parts the threads from a ground of their colour. */
const Edge = () => (
  <tr>
    <td
      colSpan={REPEATS.length * WEAVE[0].length}
      height={2}
      style={{ backgroundColor: colour.clay }}
    >
      {''}
    </td>
  </tr>
);

/** Nothing is in it: its height and its colour are all there is. */
const Thread = (props: { colour: string }) => (
  <td height={5} style={{ backgroundColor: props.colour }}>
    {''}
  </td>
);
