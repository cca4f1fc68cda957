export const PERSON_PATH = '/admin/person';

/** LIST of the records through which a person is found. */
export const PERSON_RECORDS = [
  'signature',
  'paper',
  'application',
  'contact',
  'volunteer',
  'partner',
  'account',
  'donation',
  'mail',
] as const;
export type PersonRecord = (typeof PERSON_RECORDS)[number];

/**
 * The address of everything known of one person, by a record of theirs: an email address would stay in the history of
 * the browser and in the logs between, and a record’s id says nothing and ends with its record.
 */
export const personAddress = (record: PersonRecord, id: string) =>
  `${PERSON_PATH}?of=${record}.${id}`;

/** The record that an address names. */
export function recordIn(of: string): { record: PersonRecord; id: string } | undefined {
  const [name, id = ''] = of.split('.');
  const record = PERSON_RECORDS.find((one) => one === name);
  return record && id ? { record, id } : undefined;
}
