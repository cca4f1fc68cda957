import * as z from 'zod/mini';
import { adminWithRecentPassword } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { MessageAnswer } from '../../../shared/schema.ts';
import { EXPORT_FORMS } from '../../members/account/account.contract.ts';
import { RecordRef } from '../merge.contract.ts';

// Only owners read every part of what is in it.
const access = adminWithRecentPassword('users:grant');

export const exportPerson = endpoint({
  name: 'exportPerson',
  summary:
    'Everything that we keep with the address of a record, as the file that members get; without messages between members, which administrators do not read',
  method: 'GET',
  path: '/api/admin/people/:record/:id/export',
  access,
  params: RecordRef,
  query: z.object({ as: z._default(z.enum(EXPORT_FORMS), 'json') }),
  answer: 'file',
});

export const erasePerson = endpoint({
  name: 'erasePerson',
  summary:
    'Erases for good what has the address of a record: the account, the signature, what was sent to the team, notes and tags at once; emails a day later; applications once they are over. Payments and donations stay. 409 for an administrator',
  method: 'POST',
  path: '/api/admin/people/:record/:id/erase',
  access,
  params: RecordRef,
  answer: MessageAnswer,
});
