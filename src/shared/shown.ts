/**
 * Characters that are not seen and change what is read: controls, turned directions, zero widths. Line
 * breaks and tabs stay, and so do emoji's variants and the joiners that other scripts than ours need.
 * https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing
 */
const HIDDEN =
  /(?![\n\t\u{200C}\u{200D}]|[\u{FE00}-\u{FE0F}])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u{FFF9}-\u{FFFB}]/gu;

/** Between letters that never join they only make two names that look like one. */
const IDLE_JOINER =
  /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{Zs}])[\u{200C}\u{200D}]+/gu;

const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** A person's text without characters that would turn or hide the text around it. */
export const shown = (text: string): string =>
  text.replace(HIDDEN, '').replace(IDLE_JOINER, '$1').trim();

/** A person's name as it may be shown; empty when there is nothing in it to see. */
export function shownName(person: { firstName: string | null; lastName: string | null }): string {
  return [person.firstName, person.lastName]
    .map((part) => shown(part ?? ''))
    .filter((part) => SEEN.test(part))
    .join(' ');
}

/** A text within a sentence of ours, whose direction stays its own (what `<bdi>` is in markup). */
export const isolated = (text: string): string => `\u2068${text}\u2069`;
