import type { Database } from './database/database.ts';

export type Value = string | number | boolean | Date | null;
export type Row = Readonly<Record<string, Value>>;

/** Whose data is exported or erased. */
export interface DataSubject {
  /** The account's; null for someone without one, of whom there is what has their address. */
  id: string | null;
  email: string;
  /** Since when the address is known to be theirs; null where it was only typed. */
  emailVerifiedAt: Date | null;
}

/** Whose data is erased. */
export interface ErasedSubject extends DataSubject {
  /** Whether everything with the address goes, and not only the account. */
  isWhole: boolean;
}

/** A part of the file of a member's own data. */
export interface DataPart {
  /** The key in JSON. */
  name: string;
  heading: string;
  /** Whether it is one row and not a list. */
  isOne: boolean;
  /** Rows are read while they are written. */
  rows(): AsyncIterable<Row>;
  /** By field, what its values are called on our pages; a value without a label is the member's own text. */
  labels?: Readonly<Record<string, Readonly<Record<string, string | null>>>>;
}

/** The personal data that one feature stores about a person. */
export interface PersonalDataSource {
  /** Only the member downloads it: administrators do not read it. */
  isPrivate?: boolean;
  /** Of other people only the names that the member has seen on our pages; no hash, no key, no administrator's note. */
  export?(db: Database, subject: DataSubject): readonly DataPart[];
  /** Runs in the transaction that deletes the account, if there is one, before its row is deleted. */
  erase?(tx: Database, subject: ErasedSubject, now: Date): Promise<void>;
}

async function* eachOf(read: () => Promise<Row[]>): AsyncIterable<Row> {
  yield* await read();
}

/** A part that is read at once. */
export const dataPart = (
  name: string,
  heading: string,
  read: () => Promise<Row[]>,
  more: Partial<Pick<DataPart, 'isOne' | 'labels'>> = {},
): DataPart => ({ name, heading, isOne: false, rows: () => eachOf(read), ...more });
