import { words } from '../../../shared/words.ts';
import type { ConfigType, SmtpConfig } from '../mail.rules.ts';

/** A TXT record that whoever looks after the domain sets at its name server. */
export interface DomainRecord {
  kind: 'SPF' | 'DKIM' | 'DMARC';
  /** Where it is found. */
  name: string;
  /** What it says; null where only the provider knows it. */
  value: string | null;
  /** What it is for, and what to look out for. */
  note: string;
}

/** What makes mail of a sender believed: records to set, or why none can be. */
export interface SenderAdvice {
  domain: string;
  records: readonly DomainRecord[];
  /** Said instead of records. */
  advice?: string;
}

/** Mailbox providers whose domains are not their users' to set records for. */
const MAILBOX_PROVIDERS: readonly string[] = [
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'yahoo.fr',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'icloud.com',
  'aol.com',
  'gmx.com',
  'proton.me',
];

/**
 * SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 7489) for the domain of a configuration's sender. Nothing is looked
 * up: these are what to set, not what is set.
 */
export function adviseSender(
  type: ConfigType,
  { fromEmail, smtpHost }: Pick<SmtpConfig, 'fromEmail' | 'smtpHost'>,
): SenderAdvice {
  const domain = fromEmail.split('@').at(-1) ?? '';
  const isGmail = type === 'email_gmail';
  if (MAILBOX_PROVIDERS.includes(domain))
    return { domain, records: [], advice: adviceOf(isGmail, domain) };
  return {
    domain,
    records: [
      isGmail ? spfOfGoogle(domain) : spfOf(domain, smtpHost),
      isGmail ? dkimOfGoogle(domain) : dkimOf(domain),
      {
        kind: 'DMARC',
        name: `_dmarc.${domain}`,
        value: `v=DMARC1; p=none; rua=mailto:${fromEmail}`,
        note: words(
          'Tells other servers what to do with emails that only claim to be yours, and sends you reports. Once the reports show nothing wrong, change p=none to p=quarantine.',
        ),
      },
    ],
  };
}

function adviceOf(isGmail: boolean, domain: string): string {
  const isGoogles = domain === 'gmail.com' || domain === 'googlemail.com';
  return isGmail && isGoogles
    ? words('Google signs emails from its own addresses. There is nothing to set up.')
    : words(
        'This address belongs to a mailbox provider that lets nobody else send for it. Such emails are rejected or go to spam. Please send from an address at your own domain.',
      );
}

const ONE_SPF = words(
  'Lists the servers allowed to send for the domain. A domain has only one such record. If it already exists, add the part after “v=spf1” to it.',
);

const spfOfGoogle = (domain: string): DomainRecord => ({
  kind: 'SPF',
  name: domain,
  value: 'v=spf1 include:_spf.google.com ~all',
  note: ONE_SPF,
});

const spfOf = (domain: string, smtpHost: string): DomainRecord => ({
  kind: 'SPF',
  name: domain,
  value: `v=spf1 ${/^[\d.]+$/.test(smtpHost) ? 'ip4' : 'a'}:${smtpHost} ~all`,
  note: words(
    'Lists the servers allowed to send for the domain. If your email provider has its own “include”, use it instead of the part that names the server. A domain has only one such record.',
  ),
});

const dkimOfGoogle = (domain: string): DomainRecord => ({
  kind: 'DKIM',
  name: `google._domainkey.${domain}`,
  value: null,
  note: words(
    'Signs each email. Create the value in the Google Admin console, under Gmail, “Authenticate email”.',
  ),
});

const dkimOf = (domain: string): DomainRecord => ({
  kind: 'DKIM',
  name: `selector._domainkey.${domain}`,
  value: null,
  note: words(
    'Signs each email. Your email provider gives you its name (the selector) and its value.',
  ),
});
