import type { $ZodType, output } from 'zod/v4/core';
import type { Permission } from '../../../shared/access.ts';
import type { AnswerOf, Endpoint } from '../../../shared/endpoint.ts';
import type { ListQuery } from '../../../shared/list.ts';
import type { PhonePlace } from '../../../web/lists/table.ts';
import { type RowSource, rowsOf } from '../../../web/lists/useRows.ts';
import type { Fact } from './FactValue.tsx';
import type {
  ExportType,
  PassportApplication,
  summarizeSubmissions,
} from './submissions.contract.ts';
import type { Triage } from '../triage/triage.contract.ts';
import type { TriagedKind } from '../triage/triage.rules.ts';

export const SUBMISSIONS_PATH = '/admin/submissions';

/** Where a kind’s list is without a tab of its own; one that has moved to a tab is still found here. */
export const pathBelow = (type: ExportType) => `${SUBMISSIONS_PATH}/${type}`;

export type Payments = NonNullable<output<typeof PassportApplication>['payments']>;
type Summary = AnswerOf<typeof summarizeSubmissions>;

/** A row of any kind as the tab shows it. */
export interface Entry {
  id: string;
  name: string;
  email: string;
  hasMail: boolean;
  /** When it came, ISO 8601. */
  at: string;
  /** Every field of the answer, by name. */
  values: Readonly<Record<string, unknown>>;
  /** Of a passport application; null for who may not read payments. */
  payments?: Payments | null;
  /** Of what somebody waits for an answer to. */
  triage?: Triage;
}

export interface Kind {
  type: ExportType;
  /** Address of its list: its own tab’s, or one below Submissions. */
  path: string;
  label: string;
  /** How many there are, with a `count`. */
  counted: string;
  /** Hidden from those who can only read submissions. */
  permission?: Permission;
  /** What the server sorts names by; where it cannot, an id that no answer has. */
  nameColumn: { id: string; sortable: boolean; label?: string };
  /** Every field, in the order of the detail; of one that names a permission the answer holds nothing without it. */
  facts: readonly (Fact & { permission?: Permission })[];
  /** Which of them the list shows beside the name. */
  columns: readonly string[];
  /** What a phone's row shows of these. */
  onPhone: Readonly<Record<string, PhonePlace>>;
  countries?: { label: string; names: readonly string[] };
  statuses?: readonly string[];
  /** Can be narrowed to a day. */
  hasDays?: true;
  /** Somebody waits for an answer, and an administrator cares for it. */
  triage?: TriagedKind;
  count(summary: Summary): number;
  recent(summary: Summary): Entry[];
  list: RowSource<Entry, ListQuery>;
}

interface Definition<Row> extends Omit<Kind, 'path' | 'recent' | 'list' | 'count'> {
  /** Of a kind that has a tab to itself. */
  path?: string;
  list: Endpoint<$ZodType, $ZodType<ListQuery>, $ZodType, $ZodType<Row[]>>;
  /** Its name in the summary. */
  summary: keyof Summary['counts'];
  newest(summary: Summary): Row[] | null;
  entryOf(row: Row): Omit<Entry, 'values'>;
}

/** A kind of submission, its rows' type known inside and nowhere else. */
export function kind<Row extends Record<string, unknown>>(definition: Definition<Row>): Kind {
  const { list, summary: name, newest, entryOf, ...rest } = definition;
  const source = rowsOf(list);
  const entry = (row: Row): Entry => {
    const drawn = entryOf(row);
    return { ...drawn, values: { ...row, ...drawn } };
  };
  return {
    ...rest,
    path: rest.path ?? pathBelow(rest.type),
    count: (summary) => summary.counts[name] ?? 0,
    recent: (summary) => newest(summary)?.map(entry) ?? [],
    list: {
      name: source.name,
      async fetchPage(query, signal) {
        const page = await source.fetchPage(query, signal);
        return { ...page, rows: page.rows.map(entry) };
      },
    },
  };
}
