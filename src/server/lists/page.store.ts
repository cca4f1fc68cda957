// Pages of lists that only grow, by their place and never by their number.

/** The row before the next page: its time as text, which has microseconds, and its id. */
export type Place = [at: string, id: string];

export interface PageOf {
  after: Place | undefined;
  limit: number;
}

export interface PageFound<Row> {
  rows: Row[];
  next: Place | undefined;
}
