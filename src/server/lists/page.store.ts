// What the stores of lists that only grow are asked, and answer: a page by its place, never by its number.

/** Behind which row the next page begins: its moment as text, which keeps microseconds, and its id. */
export type Place = [at: string, id: string];

export interface PageOf {
  after: Place | undefined;
  limit: number;
}

export interface PageFound<Row> {
  rows: Row[];
  next: Place | undefined;
}
