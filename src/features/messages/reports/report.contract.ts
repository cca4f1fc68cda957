import * as z from 'zod/mini';
import { member } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { ById, ifGiven, paragraph, MessageAnswer } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';
import { REPORT_REASONS } from './report.rules.ts';

/** Longest words of who reports. */
export const LONGEST_NOTE = 1000;

export const NewReport = z.strictObject({
  reason: z.enum(REPORT_REASONS, words('Please choose a reason')),
  note: ifGiven(
    paragraph({
      max: LONGEST_NOTE,
      message: words('Please shorten your note to at most 1,000 characters'),
    }),
  ),
});

export const reportMessage = endpoint({
  name: 'reportMessage',
  summary: 'Show a received message to the administrators; once',
  method: 'POST',
  path: '/api/messages/:id/report',
  access: member,
  params: ById,
  body: NewReport,
  answer: MessageAnswer,
  status: 201,
});
