/** The keys of an object whose type names all of them. */
export const keysOf = <K extends string>(record: Readonly<Record<K, unknown>>) =>
  Object.keys(record) as K[];

/** The keys with their values. */
export const entriesOf = <K extends string, V>(record: Readonly<Record<K, V>>) =>
  Object.entries(record) as [key: K, value: V][];

/** The record of these entries, which must name every key of its type. */
export const fromEntries = <K extends string, V>(entries: Iterable<readonly [key: K, value: V]>) =>
  Object.fromEntries(entries) as Record<K, V>;

/** For each key the value that is made for it. */
export const recordOf = <K extends string, V>(keys: readonly K[], make: (key: K) => V) =>
  fromEntries(keys.map((key) => [key, make(key)]));

/** Whether an object has this key itself. */
export const isKeyOf = <T extends object>(record: T, key: PropertyKey): key is keyof T =>
  Object.hasOwn(record, key);

/** Whether a value has fields to look at. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The fields of a value that may be anything; none where it is no object. */
export const fieldsOf = (value: unknown) => (isRecord(value) ? value : {});
