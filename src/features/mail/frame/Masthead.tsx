import { unbroken, useEnd } from './MailText.tsx';
import { colour } from './mail-theme.rules.ts';

/** The height of each row and the width of each column of a letter, in pixels, as on the site (web/pictures/wordmark.ts). */
const ROWS = [4, 3, 1, 3, 1, 2, 4];
const NARROW = [4, 2, 2, 4];
const WIDE = [4, 3, 3, 4];
/** The stem of this letter is in its middle. */
const WIDE_T = [5, 2, 2, 5];
const STEM = [4];

/** Row by row, the columns that are drawn. */
const LETTERS: Readonly<Record<string, readonly string[]>> = {
  A: ['1111', '1001', '1001', '1111', '1111', '1001', '1001'],
  C: ['1111', '1000', '1000', '1000', '1000', '1000', '1111'],
  E: ['1111', '1000', '1110', '1110', '1000', '1000', '1111'],
  F: ['1111', '1000', '1110', '1110', '1000', '1000', '1000'],
  I: ['1', '1', '1', '1', '1', '1', '1'],
  N: ['1001', '1101', '1111', '1111', '1111', '1011', '1001'],
  O: ['1111', '1001', '1001', '1001', '1001', '1001', '1111'],
  P: ['1111', '1001', '1001', '1111', '1111', '1000', '1000'],
  R: ['1111', '1001', '1001', '1111', '1111', '1110', '1011'],
  S: ['1111', '1000', '1111', '1111', '0001', '0001', '1111'],
  T: ['1111', '0110', '0110', '0110', '0110', '0110', '0110'],
};
const BETWEEN_LETTERS = 2;
/** Beside the gap of the letter before. */
const SPACE = 10;

interface Run {
  width: number;
  isDrawn: boolean;
}

/** One row of a line of lettering: how far it is drawn, then not, and so on. */
function runsOf(text: string, wide: boolean, row: number): Run[] {
  const columnsOf = (sign: string) =>
    sign === 'I' ? STEM : sign === 'T' ? WIDE_T : wide ? WIDE : NARROW;
  const steps = [...text].flatMap((sign): Run[] => {
    const bits = LETTERS[sign]?.[row];
    if (!bits) return [{ width: SPACE, isDrawn: false }];
    return [
      ...columnsOf(sign).map((width, place) => ({ width, isDrawn: bits[place] === '1' })),
      { width: BETWEEN_LETTERS, isDrawn: false },
    ];
  });
  const runs: Run[] = [];
  for (const step of steps) {
    const last = runs.at(-1);
    if (last?.isDrawn === step.isDrawn) last.width += step.width;
    else runs.push({ ...step });
  }
  return runs.filter((run, place) => run.isDrawn || place < runs.length - 1);
}

/** Table cells: the only lettering of one's own that every mail program draws, pictures allowed or not. */
function Lettering({
  text,
  wide = false,
  ...props
}: {
  text: string;
  wide?: boolean;
  colour: string;
}) {
  return ROWS.map((height, row) => (
    <table key={row} role="presentation" cellPadding={0} cellSpacing={0}>
      <tbody>
        <tr>
          {runsOf(text, wide, row).map(({ width, isDrawn }, place) => (
            <td
              key={place}
              width={width}
              height={height}
              {...(isDrawn ? { style: { backgroundColor: props.colour } } : {})}
            >
              {''}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  ));
}

/** A name that no language changes. */
const NAME = 'One Africa Passport';

/** The name of the campaign in its own lettering and, beside it, what the mail is, such as a receipt. */
export function Masthead({ label }: { label: string | undefined }) {
  const end = useEnd();
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0}>
      <tbody>
        <tr>
          <td dir="ltr" width={126} data-skip-in-text="true">
            <div role="img" aria-label={NAME} style={{ width: 126, fontSize: 0, lineHeight: 0 }}>
              <Lettering text="ONE AFRICA" colour={colour.clay} />
              <div style={{ height: 4 }} />
              <Lettering text="PASSPORT" wide colour={colour.ochre} />
            </div>
          </td>
          {label ? (
            <td
              align={end}
              style={{
                color: colour.clay,
                fontSize: 15,
                lineHeight: '22px',
                paddingInlineStart: 16,
                textAlign: 'end',
              }}
            >
              {unbroken(label)}
            </td>
          ) : null}
        </tr>
      </tbody>
    </table>
  );
}
