import { CsvError, parse } from 'csv-parse/sync';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { type Delimiter, mostColumns, mostRows } from './statement.rules.ts';

const UNREADABLE = words(
  'This file could not be read as a table. Export the statement as CSV and try again.',
);

/** The cells of a CSV file, row by row. Throws 400 for what is no table, or one that is too large. */
export function readTable(content: string, delimiter: Delimiter): string[][] {
  const rows = cellsOf(content, delimiter);
  if (rows.length > mostRows)
    throw new Fault(400, words('This file has more than 20,000 rows. Export a shorter time.'));
  if (rows.some((cells) => cells.length > mostColumns))
    throw new Fault(400, words('This file has more than 50 columns.'));
  return rows;
}

function cellsOf(content: string, delimiter: Delimiter): string[][] {
  try {
    return parse(content, {
      delimiter,
      bom: true,
      // Banks put lines of words above the table and quotes within words.
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      max_record_size: 20_000,
      to: mostRows + 1,
    });
  } catch (error) {
    if (error instanceof CsvError) throw new Fault(400, UNREADABLE);
    throw error;
  }
}
