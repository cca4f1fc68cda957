import * as z from 'zod/mini';
import { admin } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { LANGUAGES } from '../../../shared/language.ts';
import { words } from '../../../shared/words.ts';

const query = z.object({
  language: z.enum(LANGUAGES, words('Please choose a language from the list.')),
});

export const listMailTemplates = endpoint({
  name: 'listMailTemplates',
  summary: 'The mails that the site sends by itself, by their subjects in a language',
  method: 'GET',
  path: '/api/admin/mail-templates',
  access: admin('mail:read'),
  query,
  answer: z.array(z.object({ name: z.string(), subject: z.string() })),
});

export const readMailTemplate = endpoint({
  name: 'readMailTemplate',
  summary: 'One of them as its reader gets it, with made-up people',
  method: 'GET',
  path: '/api/admin/mail-templates/:name',
  access: admin('mail:read'),
  params: z.object({
    name: z.string().check(z.maxLength(60, words('This email does not exist.'))),
  }),
  query,
  answer: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
});
