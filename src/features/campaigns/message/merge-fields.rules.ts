import { words } from '../../../shared/words.ts';
import { presentableName } from '../../mail/mail.rules.ts';

/** LIST of what a bulk mail can say of its reader, each as `{firstName|friend}` with what is said where it is not known. */
const MERGE_FIELDS = ['firstName', 'name'] as const;
type FieldName = (typeof MERGE_FIELDS)[number];

export interface MergeField {
  field: FieldName;
  fallback: string;
}

export const UNKNOWN_FIELD = words(
  'We do not know one of the fields in braces. The hint above the message names those there are.',
);
export const NO_FALLBACK = words(
  'A field in braces needs a word after | for people whose name we do not have.',
);
export const FIELD_IN_ADDRESS = words('A web address cannot contain a field.');

const IN_BRACES = /\{[^{}\n]*\}/g;
const FIELD = new RegExp(`^\\{\\s*(${MERGE_FIELDS.join('|')})\\s*\\|([^|]+)\\}$`);
const BEGINNING = new RegExp(`\\{\\s*(${MERGE_FIELDS.join('|')})\\s*(\\||\\}|$)`, 'm');

function fieldIn(text: string): MergeField | undefined {
  const [, field, fallback = ''] = FIELD.exec(text) ?? [];
  return field && fallback.trim()
    ? { field: field as FieldName, fallback: fallback.trim() }
    : undefined;
}

/** Why a text with fields cannot be sent; undefined where it can. */
export function fieldProblem(text: string): string | undefined {
  const wrong = (text.match(IN_BRACES) ?? []).filter((one) => !fieldIn(one));
  if (wrong.some((one) => BEGINNING.test(one))) return NO_FALLBACK;
  if (wrong.length > 0) return UNKNOWN_FIELD;
  // One that is not closed.
  if (BEGINNING.test(text.replaceAll(IN_BRACES, ''))) return NO_FALLBACK;
  return /https?:\/\/[^\s<>"]*\{/i.test(text) ? FIELD_IN_ADDRESS : undefined;
}

/** The text with each field replaced; what is no field stays as it is. */
export const replaceFields = (text: string, replace: (field: MergeField) => string): string =>
  text.replaceAll(IN_BRACES, (one) => {
    const found = fieldIn(one);
    return found ? replace(found) : one;
  });

export const hasFields = (text: string): boolean =>
  (text.match(IN_BRACES) ?? []).some((one) => fieldIn(one));

/** What people write before a name. */
const TITLES = new Set('mr mrs ms miss dr prof rev sir mme mlle chief alhaji alhaja'.split(' '));

/** The first name in a full one; empty where the first word is a title or an initial. */
function firstNameIn(name: string): string {
  const [first = ''] = name.trim().split(/\s+/);
  const isName = /\p{L}.*\p{L}/u.test(first) && !first.endsWith('.');
  return isName && !TITLES.has(first.toLowerCase()) ? first : '';
}

/** What a field says to a reader of this name, which may be empty. Strangers type names: one that is an address is none. */
export function valueOf({ field, fallback }: MergeField, name: string): string {
  const known = presentableName(name).trim();
  return (field === 'name' ? known : firstNameIn(known)) || fallback;
}

/** Whom the preview of a mail with fields is drawn for. */
export const PREVIEW_READERS = ['named', 'unnamed'] as const;
export type PreviewReader = (typeof PREVIEW_READERS)[number];
export const PREVIEW_NAME = 'Awa Diop';

/** A mail as a reader of this name gets it. */
export function mergedFor<T extends { subject: string; message: string }>(
  mail: T,
  name: string,
): T {
  const merged = (text: string) => replaceFields(text, (field) => valueOf(field, name));
  return { ...mail, subject: merged(mail.subject), message: merged(mail.message) };
}

/** A mail with one character in place of each field, so that it can be drawn once for all its readers. */
export interface MarkedMail {
  subject: string;
  message: string;
  places: readonly (MergeField & { place: string })[];
}

/** Characters for private use: a text that is cut holds all of one or none. */
const firstPlace = 0xe000;
const lastPlace = 0xf8ff;

export function markFields({ subject, message }: { subject: string; message: string }): MarkedMail {
  const places = new Map<string, MergeField & { place: string }>();
  let code = firstPlace;
  const mark = (field: MergeField): string => {
    const key = JSON.stringify([field.field, field.fallback]);
    const known = places.get(key);
    if (known) return known.place;
    // Not one that the text has of its own.
    while (code < lastPlace && `${subject}${message}`.includes(String.fromCodePoint(code))) code++;
    const place = String.fromCodePoint(code++);
    places.set(key, { ...field, place });
    return place;
  };
  const marked = { subject: replaceFields(subject, mark), message: replaceFields(message, mark) };
  return { ...marked, places: [...places.values()] };
}
