/** A run of words that both texts have, or that one of them alone has. */
interface Difference {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Longer texts are compared by their lines: a table of words would be too large. */
const MOST_WORDS = 1200;

/** The words of a text, each with the space after it. */
const wordsIn = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? [];
const linesIn = (text: string): string[] => text.split(/(?<=\n)/).filter(Boolean);

/** What became of a text, word by word: the longest series of words that both have stays. */
export function differencesOf(before: string, after: string): Difference[] {
  const few = (text: string) => wordsIn(text).length <= MOST_WORDS;
  const part = few(before) && few(after) ? wordsIn : linesIn;
  const [old, now] = [part(before), part(after)];
  const same = (i: number, j: number) => old[i]?.trimEnd() === now[j]?.trimEnd();
  const lengths = commonLengths(old.length, now.length, same);
  const width = now.length + 1;
  const found: Difference[] = [];
  const add = (kind: Difference['kind'], text: string) => {
    const last = found.at(-1);
    if (last?.kind === kind) last.text += text;
    else found.push({ kind, text });
  };
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && same(i, j)) {
      add('same', now[j] ?? '');
      i++;
      j++;
    } else if (
      j >= now.length ||
      (i < old.length && (lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0))
    ) {
      add('removed', old[i++] ?? '');
    } else add('added', now[j++] ?? '');
  }
  return found;
}

/** How long the longest common series is from each pair of places to the ends. */
function commonLengths(
  rows: number,
  columns: number,
  same: (i: number, j: number) => boolean,
): Uint16Array {
  const width = columns + 1;
  const lengths = new Uint16Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i--)
    for (let j = columns - 1; j >= 0; j--)
      lengths[i * width + j] = same(i, j)
        ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
        : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
  return lengths;
}
