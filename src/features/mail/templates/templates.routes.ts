import { route } from '../../../server/http/route.ts';
import { listMailTemplates, readMailTemplate } from './templates.contract.ts';
import { renderExample, listExamples } from './templates.service.ts';

export const mailTemplateRoutes = [
  route(listMailTemplates, (context) => listExamples(context, context.query.language)),
  route(readMailTemplate, (context) =>
    renderExample(context, context.params.name, context.query.language),
  ),
];
