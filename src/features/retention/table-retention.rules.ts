import { words } from '../../shared/words.ts';
import type { RetentionKind } from './retention.rules.ts';

interface NeverRemoved {
  title: string;
  /** Why it stays, or how else it goes. */
  why: string;
  /** The tables of it. */
  tables: readonly string[];
}

/** LIST of what the rules never touch, as it is shown to owners. */
export const NEVER_REMOVED: readonly NeverRemoved[] = [
  {
    title: words('Payments, receipts, donations and bank statements'),
    why: words(
      'The law requires accounts that can be checked for years, so no payment is ever deleted. A receipt keeps the name it was issued to.',
    ),
    tables: [
      'approvals',
      'chain_receipts',
      'closed_periods',
      'crypto_quotes',
      'donations',
      'instalments',
      'journal',
      'money_moves',
      'payment_events',
      'payment_reminders',
      'payment_schedules',
      'payments',
      'paypal_disputes',
      'paypal_lines',
      'paypal_orders',
      'paypal_refunds',
      'rail_checks',
      'receipt_counters',
      'receipts',
      'statement_imports',
      'statement_lines',
      'statement_rules',
      'vault_tokens',
      'webhook_events',
    ],
  },
  {
    title: words('Applications in progress'),
    why: words('Nothing about an applicant is deleted while a kit or money is outstanding.'),
    tables: ['application_events', 'application_owners', 'shipments'],
  },
  {
    title: words('Signatures that count'),
    why: words('They show who supports the declaration.'),
    tables: ['paper_signatures'],
  },
  {
    title: words('From which network and how fast someone signed'),
    why: words('This is removed automatically seven days after signing. The signature stays.'),
    tables: [],
  },
  {
    title: words('Accounts'),
    why: words(
      'They stay until their owner closes them. Their own data is then deleted at once, records of emails to them after a day, and what they applied for once it is over.',
    ),
    tables: [
      'closed_accounts',
      'conversations',
      'list_choices',
      'mail_drafts',
      'member_blocks',
      'member_claims',
      'passkeys',
      'recovery_codes',
      'user_profiles',
      'users',
    ],
  },
  {
    title: words('Addresses that get no bulk email'),
    why: words('Without this list, we would write to them again.'),
    tables: ['mail_suppressions'],
  },
  {
    title: words('The activity log'),
    why: words(
      'It is sealed: a log that loses entries proves nothing. It identifies records by their numbers.',
    ),
    tables: ['audit_chain', 'audit_log'],
  },
  {
    title: words('What is deleted automatically'),
    why: words(
      'Sessions, mailed links, API keys, tries to log in, copies of answers, the log of webhooks, and merged addresses, notes and tags of people of whom no record is left.',
    ),
    tables: [
      'address_merges',
      'api_keys',
      'idempotency_keys',
      'login_tries',
      'one_time_links',
      'passkey_challenges',
      'person_notes',
      'person_tags',
      'sessions',
      'triage_deeds',
      'used_proofs',
      'webhook_deliveries',
    ],
  },
  {
    title: words('Settings and texts of the site'),
    why: words('They are about the campaign, not about people.'),
    tables: [
      'chain_blocks',
      'chain_watches',
      'donation_links',
      'email_configs',
      'email_settings',
      'mail_batches',
      'mail_digests',
      'mail_lead',
      'mail_limits',
      'page_version',
      'payment_config',
      'retention_runs',
      'site_content',
      'site_pictures',
      'site_settings',
      'treasury_balances',
      'treasury_differences',
      'webhook_endpoints',
    ],
  },
];

/** LIST of the tables that the rules remove from. */
export const REMOVED_TABLES: Readonly<Record<RetentionKind, readonly string[]>> = {
  contact: ['contact_submissions', 'contact_triage', 'contact_notes', 'contact_replies'],
  volunteer: ['volunteer_submissions', 'volunteer_triage', 'volunteer_notes', 'volunteer_replies'],
  partner: ['partner_submissions', 'partner_triage', 'partner_notes', 'partner_replies'],
  signatures: ['unity_declarations'],
  drafts: ['passport_applications'],
  cancelled: ['passport_applications'],
  delivered: ['passport_applications'],
  reports: ['message_reports'],
  letters: ['messages'],
  mails: ['outgoing_mails'],
  addressees: ['bulk_mails'],
  history: ['email_logs'],
};
