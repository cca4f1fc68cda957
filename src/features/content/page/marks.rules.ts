/**
 * Where a text of ours begins and ends on a drawn page: characters of the private use area around it, with its number
 * after the first. They are in the page that the editor reads and in no other.
 */
const START = '\u{E000}';
const END = '\u{E001}';
const ZERO = 0xe010;

/** One of the marks, or a digit after one. */
const MARK = /[\u{E000}\u{E001}\u{E010}-\u{E019}]/gu;

export const withoutMarks = (text: string): string => text.replace(MARK, '');

/** A text with its number around it. */
export function marked(number: number, text: string): string {
  const digits = [...String(number)].map((digit) => String.fromCharCode(ZERO + Number(digit)));
  return `${START}${digits.join('')}${withoutMarks(text)}${END}`;
}

/** A piece of a string: of the text with this number, or of none. */
interface Piece {
  text: string;
  number: number | undefined;
}

/** Parts a string at its marks; `open` is the text that the strings before it have begun and not ended. */
export function piecesOf(
  string: string,
  open?: number,
): { pieces: Piece[]; open: number | undefined } {
  const pieces: Piece[] = [];
  let number = open;
  for (const [part] of string.matchAll(/[\u{E000}\u{E001}]?[^\u{E000}\u{E001}]*/gu)) {
    if (part.startsWith(START)) {
      const [, digits = ''] = /^.([\u{E010}-\u{E019}]*)/su.exec(part) ?? [];
      const read = [...digits].map((digit) => digit.charCodeAt(0) - ZERO).join('');
      number = read === '' ? undefined : Number(read);
    } else if (part.startsWith(END)) number = undefined;
    const text = withoutMarks(part);
    if (text) pieces.push({ text, number });
  }
  return { pieces, open: number };
}
