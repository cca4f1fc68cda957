import * as z from 'zod/mini';
import { admin, adminOrKey, adminWithRecentPassword } from '../../../shared/access.ts';
import { CAMPAIGN_COUNTRIES } from '../../../shared/country.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { listQuery } from '../../../shared/list.ts';
import { email, ifGiven, instant, line, MessageAnswer } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';

/** More than any sheet has. */
export const MOST_LINES = 100;

const BAD_SHEET = words('Enter the sheet number: up to 20 letters, digits and hyphens.');
const BAD_DAY = words('Enter the date that is on the sheet.');
const BAD_LINE = words('The line number must be a whole number from 1 to 100.');
const LINE_TWICE = words('Two lines have the same number.');

const sheetNumber = z
  .string(BAD_SHEET)
  .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9][A-Z0-9-]{0,19}$/, BAD_SHEET));

const country = z
  .string(words('Country is required'))
  .check(
    z.refine<string>(
      (name) => CAMPAIGN_COUNTRIES.includes(name),
      words('Choose a country from the list.'),
    ),
  );

const SignedLine = z.strictObject({
  line: z.int(BAD_LINE).check(z.gte(1, BAD_LINE), z.lte(MOST_LINES, BAD_LINE)),
  fullName: line({ min: 2, max: 200, message: words('Full name is required') }),
  country,
  email: ifGiven(email(words('Enter a valid email or leave it empty.'))),
});

const PaperSignature = z.object({
  id: z.uuid(),
  sheet: z.string(),
  line: z.int(),
  fullName: z.string(),
  country: z.string(),
  email: z.nullable(z.string()),
  /** YYYY-MM-DD. */
  signedOn: z.string(),
  /** Name or address of the administrator; null once their account is gone. */
  enteredBy: z.nullable(z.string()),
  enteredAt: instant,
  /** How many lines its sheet has. */
  linesOfSheet: z.int(),
});
export type PaperSignature = z.output<typeof PaperSignature>;

export const listPaperSignatures = endpoint({
  name: 'listPaperSignatures',
  summary: 'Signatures on paper, those entered last first',
  method: 'GET',
  path: '/api/admin/paper-signatures',
  access: adminOrKey('submissions:read'),
  query: listQuery(['enteredAt', 'fullName', 'sheet', 'country']),
  answer: z.array(PaperSignature),
});

export const exportPaperSignatures = endpoint({
  name: 'exportPaperSignatures',
  summary:
    'Signatures on paper as a CSV file: all, or those that their list shows when it is asked the same',
  method: 'GET',
  path: '/api/admin/paper-signatures/export',
  access: adminOrKey('submissions:export'),
  query: listPaperSignatures.query,
  answer: 'csv',
});

export const enterSheet = endpoint({
  name: 'enterSheet',
  summary:
    'Enter the lines of a sheet that was signed by hand, all or none; 409 with `reason: "sheet-entered"` where the sheet has lines already and `isMore` is not said, and with the fields of those lines that are there',
  method: 'POST',
  path: '/api/admin/paper-signatures',
  access: admin('declarations:invalidate'),
  body: z.strictObject({
    sheet: sheetNumber,
    signedOn: z.iso.date(BAD_DAY).check(z.refine((day) => day >= '2020-01-01', BAD_DAY)),
    lines: z.array(SignedLine).check(
      z.minLength(1, words('Enter at least one line.')),
      z.maxLength(MOST_LINES, words('Enter at most 100 lines at once.')),
      z.refine((lines) => new Set(lines.map((one) => one.line)).size === lines.length, LINE_TWICE),
    ),
    /** The administrator knows that the sheet has lines already, and adds these. */
    isMore: z.optional(z.boolean()),
  }),
  answer: MessageAnswer,
  status: 201,
});

export const deleteSheet = endpoint({
  name: 'deleteSheet',
  summary: 'Delete all lines of a sheet',
  method: 'DELETE',
  path: '/api/admin/paper-signatures/sheets/:sheet',
  access: adminWithRecentPassword('declarations:invalidate'),
  params: z.object({ sheet: sheetNumber }),
  answer: MessageAnswer,
});
