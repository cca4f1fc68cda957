import type { Permission } from '../../../shared/access.ts';
import type { Role } from '../../../shared/roles.ts';
import { words } from '../../../shared/words.ts';
import { useWords } from '../../../web/words.tsx';

const GISTS: Readonly<Record<Role, string>> = {
  owner: words('May do everything, and gives roles to others.'),
  finance: words('Confirms payments, enters donations and sends kits.'),
  editor: words('Writes and publishes what the site says and shows.'),
  moderator: words('Answers people, and keeps members and signatures in order.'),
  viewer: words('Sees all that is stored, and changes nothing.'),
};

const RIGHTS: Readonly<Record<Permission, string>> = {
  'submissions:read': words('See signatures, messages, offers and applications'),
  'submissions:export': words('Download them as CSV'),
  'submissions:triage': words('Care for messages and offers: status, owner, notes'),
  'declarations:invalidate': words('Invalidate signatures and let them count again'),
  'applications:fulfil': words('Send kits and print labels'),
  'payments:read': words('See payments, bank statements and the ledger'),
  'payments:confirm': words('Confirm payments and record refunds'),
  'payments:configure': words('Change where money arrives: ways to pay, prices, donation links'),
  'users:read': words('See accounts'),
  'users:moderate': words('Suspend members and decide about reports'),
  'users:grant': words('Give roles, create administrators, take second factors off'),
  'content:write': words('Write and publish texts and pictures'),
  'mail:read': words('See which mails were sent'),
  'mail:send': words('Write to people, one by one or to many'),
  'mail:configure': words('Set up how mail is sent'),
  'donations:read': words('See donations'),
  'donations:manage': words('Enter donations by hand'),
  'audit:read': words('Read the audit log'),
  'site:configure': words('Pause forms and change what guards the site'),
  'own:change': words('Change their own address and password'),
};

/** What a role is for, in a sentence. */
export function RoleGist({ role }: { role: Role }) {
  return useWords()(GISTS[role]);
}

/** What a permission allows. */
export function Right({ may }: { may: Permission }) {
  return useWords()(RIGHTS[may]);
}
