import * as z from 'zod/mini';
import { admin, adminOrKey } from '../../../../../shared/access.ts';
import { type AnswerOf, endpoint } from '../../../../../shared/endpoint.ts';
import { decimal } from '../../../../../shared/money.ts';
import { ById, instant, line, MessageAnswer } from '../../../../../shared/schema.ts';
import { words } from '../../../../../shared/words.ts';
import { LINE_DECISIONS, SET_ASIDE_ACCOUNTS } from '../../../core/lines/line-decision.rules.ts';
import { TRANSFER_RAILS } from '../transfer.rules.ts';
import {
  DATE_FORMATS,
  DECIMALS,
  DELIMITERS,
  IMPORT_STATES,
  LINE_STATES,
  mostColumns,
  maxTicked,
  readCents,
  statementLimitBytes,
} from './statement.rules.ts';

const CHOOSE = words('Choose a column that is in the file.');
const column = z.int(CHOOSE).check(z.gte(0, CHOOSE), z.lt(mostColumns, CHOOSE));
const MONEY = words('Choose the column with the amount, or the one with money in.');

export const StatementColumns = z
  .strictObject({
    delimiter: z.enum(DELIMITERS),
    hasHeader: z.boolean(),
    date: column,
    dateFormat: z.enum(DATE_FORMATS),
    amount: z.nullable(column),
    credit: z.nullable(column),
    debit: z.nullable(column),
    decimal: z.enum(DECIMALS),
    text: z
      .array(column)
      .check(
        z.minLength(1, words('Choose at least one column that describes the transfer.')),
        z.maxLength(10),
      ),
    currency: z.nullable(column),
    balance: z.nullable(column),
  })
  .check(
    z.refine(({ amount, credit }) => amount !== null || credit !== null, {
      message: MONEY,
      path: ['amount'],
    }),
  );

const rail = z.enum(TRANSFER_RAILS, words('Please choose Zelle or bank transfer.'));
const fileName = line({
  max: 200,
  message: words('The file name is too long. Shorten it and try again.'),
});
const content = z.string().check(z.minLength(1, words('This file is empty. Choose another one.')));

const NOT_A_BALANCE = words('Enter the balance, such as 1250.00.');
/** What the account held; kept as "1250.00", below zero with a minus. */
const balance = z.pipe(
  z.string().check(
    z.maxLength(20, NOT_A_BALANCE),
    z.refine((given) => readCents(given, '.') !== undefined, NOT_A_BALANCE),
  ),
  z.transform((given) => decimal(readCents(given, '.') ?? 0n)),
);
const StatementBalances = z.strictObject({ opening: balance, closing: balance });

/** One row as it was understood; amounts are decimal strings, below zero when money left, days YYYY-MM-DD. */
const Row = z.object({
  row: z.number(),
  kind: z.enum(['credit', 'debit', 'unreadable']),
  bookedOn: z.nullable(z.string()),
  amount: z.nullable(z.string()),
  text: z.nullable(z.string()),
  problem: z.nullable(z.string()),
});

export const readStatement = endpoint({
  name: 'readStatement',
  summary: 'How a bank statement would be read; nothing is kept',
  method: 'POST',
  path: '/api/admin/statements/read',
  access: admin('payments:confirm'),
  bodyLimitBytes: statementLimitBytes,
  body: z.strictObject({ rail, content, columns: z.optional(StatementColumns) }),
  answer: z.object({
    columns: StatementColumns,
    /** They were chosen for the last statement of this account. */
    isRemembered: z.boolean(),
    /** Every day could have its month first or its day first. */
    isDayOrderOpen: z.boolean(),
    /** The names of the columns, or the first value of each. */
    header: z.array(z.string()),
    /** How the first rows read. */
    rows: z.array(Row),
    /** The first rows that could not be read, from the whole file. */
    unreadable: z.array(Row),
    counts: z.object({ credits: z.number(), debits: z.number(), unreadable: z.number() }),
    /** By the column of balances, where it adds up. */
    balances: z.nullable(z.object({ opening: z.string(), closing: z.string() })),
  }),
});
export type StatementReading = AnswerOf<typeof readStatement>;

export const addStatement = endpoint({
  name: 'addStatement',
  summary: 'Keep the lines of a bank statement, to be matched; no payment changes',
  method: 'POST',
  path: '/api/admin/statements',
  access: admin('payments:confirm'),
  bodyLimitBytes: statementLimitBytes,
  body: z.strictObject({
    rail,
    fileName,
    content,
    columns: StatementColumns,
    /** Without them the statement is not compared with the journal. */
    balances: z.optional(StatementBalances),
  }),
  answer: z.object({ id: z.uuid(), message: z.string() }),
  status: 201,
});

const Import = z.object({
  id: z.uuid(),
  rail: z.enum(TRANSFER_RAILS),
  fileName: z.string(),
  state: z.enum(IMPORT_STATES),
  addedBy: z.string(),
  addedAt: instant,
  /** When confirmed lines are booked; until then they can be undone. */
  bookAt: z.nullable(instant),
  bookedAt: z.nullable(instant),
  lines: z.number(),
  ticked: z.number(),
  booked: z.number(),
  failed: z.number(),
  /** Refunds, and lines that were put to an account or dismissed. */
  resolved: z.number(),
});
export type StatementSummary = z.output<typeof Import>;

export const listStatements = endpoint({
  name: 'listStatements',
  summary: 'Imported bank statements, newest first',
  method: 'GET',
  path: '/api/admin/statements',
  access: adminOrKey('payments:read'),
  answer: z.array(Import),
});

const Line = z.object({
  id: z.uuid(),
  row: z.number(),
  bookedOn: z.string(),
  amount: z.string(),
  text: z.string(),
  state: z.enum(LINE_STATES),
  /** Why a confirmed line could not be booked. */
  failure: z.nullable(z.string()),
  /** The same line came in with an earlier statement. */
  known: z.nullable(z.object({ fileName: z.string(), addedAt: instant })),
  /** What it pays or is held to pay. */
  match: z.nullable(
    z.object({
      applicationId: z.uuid(),
      reference: z.string(),
      name: z.string(),
      instalment: z.number(),
      of: z.number(),
      /** The unpaid amount. */
      due: z.string(),
      difference: z.enum(['equal', 'less', 'more']),
      reasons: z.array(z.string()),
      isSure: z.boolean(),
    }),
  ),
  /** What was decided of a line that is about no payment, and why. */
  decision: z.nullable(z.object({ to: z.enum(LINE_DECISIONS), reason: z.string() })),
  /** The rule that fits it. */
  rule: z.nullable(z.object({ account: z.enum(SET_ASIDE_ACCOUNTS), contains: z.string() })),
  /** Payments whose money may have gone back with it, the best match first. */
  returns: z.array(
    z.object({
      paymentId: z.uuid(),
      /** The refund, where it is recorded already. */
      refundId: z.nullable(z.string()),
      reference: z.string(),
      name: z.string(),
      instalment: z.number(),
      reasons: z.array(z.string()),
    }),
  ),
});
export type StatementLineRow = z.output<typeof Line>;

export const readImport = endpoint({
  name: 'readImport',
  summary: 'An imported bank statement with what its lines are held to pay',
  method: 'GET',
  path: '/api/admin/statements/:id',
  access: admin('payments:read'),
  params: ById,
  answer: z.object({
    ...Import.shape,
    /** Names this state of the matches; a confirmation must have seen it. */
    version: z.string(),
    /** What the account held before the first line and after the last one. */
    balances: z.nullable(z.object({ opening: z.string(), closing: z.string() })),
    leftOut: z.object({ debits: z.number(), unreadable: z.number() }),
    rows: z.array(Line),
    /** Lines that fit nothing and are not among the rows. */
    moreUnmatched: z.number(),
  }),
});
export type StatementView = AnswerOf<typeof readImport>;

export const applyStatement = endpoint({
  name: 'applyStatement',
  summary:
    'Confirm the ticked lines; they are booked ten minutes later and can be taken back until then',
  method: 'POST',
  path: '/api/admin/statements/:id/apply',
  access: admin('payments:confirm'),
  params: ById,
  body: z.strictObject({
    version: z.string().check(z.maxLength(100)),
    lines: z
      .array(z.uuid())
      .check(
        z.minLength(1, words('Select at least one line.')),
        z.maxLength(maxTicked, words('Select at most 1,000 lines at a time.')),
      ),
    /** More or less than is due is meant; without it such a line answers 409 with both numbers. */
    acceptDifference: z.optional(z.boolean()),
    /** What is more than due counts for the next payments of its plan, as far as they are unpaid. */
    keepSurplus: z.optional(z.boolean()),
  }),
  answer: z.object({ message: z.string(), bookAt: instant }),
});

const operation = (name: string, summary: string, path: `/${string}`) =>
  endpoint({
    name,
    summary,
    method: 'POST',
    path,
    access: admin('payments:confirm'),
    params: ById,
    answer: MessageAnswer,
  });

export const bookStatement = operation(
  'bookStatement',
  'Book the confirmed lines at once',
  '/api/admin/statements/:id/book',
);

export const undoStatement = operation(
  'undoStatement',
  'Take back the confirmed lines before they are booked',
  '/api/admin/statements/:id/undo',
);

export const discardStatement = endpoint({
  name: 'discardStatement',
  summary: 'Forget an imported statement of which no line has proved a payment',
  method: 'DELETE',
  path: '/api/admin/statements/:id',
  access: admin('payments:confirm'),
  params: ById,
  answer: MessageAnswer,
});

const Rule = z.object({
  id: z.uuid(),
  contains: z.string(),
  isDebit: z.boolean(),
  account: z.enum(SET_ASIDE_ACCOUNTS),
  reason: z.string(),
});

export const listStatementRules = endpoint({
  name: 'listStatementRules',
  summary: 'Which account lines with some words go to',
  method: 'GET',
  path: '/api/admin/statement-rules',
  access: admin('payments:read'),
  answer: z.array(Rule),
});

export const removeStatementRule = endpoint({
  name: 'removeStatementRule',
  summary: 'Remove a rule; lines that it was used for stay where they are',
  method: 'DELETE',
  path: '/api/admin/statement-rules/:id',
  access: admin('payments:confirm'),
  params: ById,
  answer: MessageAnswer,
});
