import { anyone } from '../../shared/access.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { ById, MessageAnswer } from '../../shared/schema.ts';

export const sendMyLink = endpoint({
  name: 'sendMyLink',
  summary: 'Mail the link to an application of this browser to its applicant',
  method: 'POST',
  path: '/api/applications/:id/link',
  access: anyone,
  limit: 'application-link',
  params: ById,
  answer: MessageAnswer,
});
