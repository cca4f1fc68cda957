/** Letters by the signs and digits that are written for them. */
const LETTERS_BY_SIGN: readonly Readonly<Record<string, string>>[] = [
  { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' },
  { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'l' },
];
const mostAtAnEnd = 4;
const SITE_WORDS = ['oneafrica', 'africa', 'passport'];
const shortestWord = 4;
/** So many letters and digits must be left beside names and addresses. */
const leastOfOnesOwn = 6;
const leastSteps = 4;

/** A word as it is and with letters again for such signs. */
const spellingsOf = (text: string) => [
  text,
  ...LETTERS_BY_SIGN.map((letters) =>
    text.replaceAll(/[013457@$!]/g, (sign) => letters[sign] ?? sign),
  ),
];

/** A lower-case password and what it is once a few digits and signs at its ends are left out and letters are put back. */
export function simpleFormsOf(password: string): string[] {
  const start = new RegExp(`^[^\\p{L}]{1,${mostAtAnEnd}}`, 'u');
  const end = new RegExp(`[^\\p{L}]{1,${mostAtAnEnd}}$`, 'u');
  const bare = [password, password.replace(end, ''), password.replace(start, '')];
  return [...bare, password.replace(start, '').replace(end, '')].flatMap(spellingsOf);
}

/** Whether it is one part over and over, or hardly more than characters that follow each other: "abababa", "abc123xyz". */
export function isRepeatedOrCounted(password: string): boolean {
  return /^(.{1,4}?)\1{2,}.{0,3}$|^(.{3,})\2$/su.test(password) || stepsOf(password) < leastSteps;
}

/** How many characters there are, where three or more that are equal or follow each other count as one. */
export function stepsOf(password: string): number {
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0);
  const stepTo = (n: number) => (codes[n] ?? 0) - (codes[n - 1] ?? 0);
  let steps = 0;
  for (let n = 0; n < codes.length; steps++) {
    const step = stepTo(n + 1);
    let next = n + 1;
    if (Math.abs(step) <= 1) while (next < codes.length && stepTo(next) === step) next++;
    n = next - n >= 3 ? next : n + 1;
  }
  return steps;
}

/** Whether little is left of it without the words of the site, of a person's name and of the address. */
export function isMadeOf(password: string, contexts: readonly string[]): boolean {
  const found = contexts
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= shortestWord);
  const known = [...new Set([...SITE_WORDS, ...found])].toSorted((a, b) => b.length - a.length);
  return spellingsOf(password).some((spelling) => {
    const own = spelling.replaceAll(/[^\p{L}\p{N}]/gu, '');
    const left = known.reduce((rest, word) => rest.replaceAll(word, ''), own);
    return left !== own && left.length < leastOfOnesOwn;
  });
}
