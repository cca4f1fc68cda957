import type { ReactNode } from 'react';
import { words } from '../../shared/words.ts';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import type { WaitingKind } from '../submissions/overview/overview.rules.ts';
import { Layout } from '../mail/frame/Layout.tsx';
import { Action, Facts, Paragraph } from '../mail/frame/MailText.tsx';
import type { Mails } from '../mail/frame/template.mail.tsx';

/** What each of these mails says, by the name of its template. */
interface FailureDigestMails {
  'failure-digest': {
    /** Of everything together. */
    count: number;
    since: string;
    failed: {
      /** To one person each, and how many of those were notices to the administrators. */
      single: number;
      notices: number;
      bulk: number;
    };
    /** The newest to one person, in the mail server’s words. */
    mails: { domain: string; words: string | null; at: string }[];
    /** Bulk mail that was paused by itself. */
    stopped: { count: number; named: { subject: string; tried: number; troubled: number }[] };
    /** Work that was given up, by its name in the code. */
    jobs: { name: string; count: number; words: string | null }[];
    /** Events that receivers of webhooks have not taken for days. */
    webhooks: { host: string; count: number }[];
    /** What has waited for somebody for days. */
    waiting: { kind: WaitingKind; count: number; days: number }[];
    mailUrl: string;
    adminUrl: string;
  };
}

type Digest = FailureDigestMails['failure-digest'];

/** As the overview names them. */
const KINDS: Readonly<Record<WaitingKind, string>> = {
  claims: words('{count, plural, one {payment to check} other {payments to check}}'),
  money: words(
    '{count, plural, one {payment problem to resolve} other {payment problems to resolve}}',
  ),
  kits_approved: words(
    '{count, plural, one {approved kit is overdue} other {approved kits are overdue}}',
  ),
  kits_in_review: words(
    '{count, plural, one {kit in review is overdue} other {kits in review are overdue}}',
  ),
  kits_submitted: words(
    '{count, plural, one {kit waiting for review is overdue} other {kits waiting for review are overdue}}',
  ),
  contact: words('{count, plural, one {unanswered message} other {unanswered messages}}'),
  volunteer: words(
    '{count, plural, one {unanswered volunteer application} other {unanswered volunteer applications}}',
  ),
  partner: words(
    '{count, plural, one {unanswered partnership request} other {unanswered partnership requests}}',
  ),
  reports: words('{count, plural, one {reported message} other {reported messages}}'),
  mails: words(
    '{count, plural, one {email was not sent in the last 7 days} other {emails were not sent in the last 7 days}}',
  ),
};

/** To the administrators, once a day: what failed since the last of these mails. */
function FailureDigest(digest: Digest) {
  const t = useWords();
  const { dateTimeInWords } = useDates();
  const { failed, stopped, jobs, webhooks, waiting, mailUrl, adminUrl } = digest;
  return (
    <Layout
      preview={t('Emails that weren’t sent, failed tasks, and what is still to do.')}
      title={t('What needs your attention')}
    >
      <Paragraph>
        {t('Since {when}, this has gone wrong or has been left too long:', {
          when: dateTimeInWords(digest.since),
        })}
      </Paragraph>
      {failed.single > 0 ? <FailedMails {...digest} /> : null}
      {failed.bulk > 0 || stopped.count > 0 ? <BulkMail {...digest} /> : null}
      {jobs.length > 0 ? (
        <Kind title={t('Tasks that failed')}>
          <Facts
            facts={jobs.map(({ name, count, words: said }) => [
              name,
              [t('{count, plural, one {Once} other {# times}}', { count }), said]
                .filter(Boolean)
                .join(': '),
            ])}
          />
        </Kind>
      ) : null}
      {webhooks.length > 0 ? (
        <Kind title={t('Webhooks that were not delivered')}>
          <Facts
            facts={webhooks.map(({ host, count }) => [
              host,
              t('{count, plural, one {# event} other {# events}}', { count }),
            ])}
          />
        </Kind>
      ) : null}
      {waiting.length > 0 ? (
        <Kind title={t('To do')}>
          <Facts
            facts={waiting.map(({ kind, count, days }) => [
              `${count} ${t(KINDS[kind], { count })}`,
              t('{days, plural, =0 {for less than a day} one {for # day} other {for # days}}', {
                days,
              }),
            ])}
          />
        </Kind>
      ) : null}
      <Action href={failed.single + failed.bulk > 0 ? mailUrl : adminUrl}>
        {failed.single + failed.bulk > 0 ? t('See the failed emails') : t('Open the dashboard')}
      </Action>
      <Paragraph>
        {t(
          'We send this email at most once a day, and only when there’s something to report. An owner can turn it off in the Email tab.',
        )}
      </Paragraph>
    </Layout>
  );
}

function Kind({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <Paragraph>
        <strong>{title}</strong>
      </Paragraph>
      {children}
    </>
  );
}

function FailedMails({ failed, mails }: Digest) {
  const t = useWords();
  const { dateTimeInWords } = useDates();
  const left = failed.single - mails.length;
  return (
    <Kind
      title={t(
        '{count, plural, one {# email wasn’t delivered} other {# emails weren’t delivered}}',
        { count: failed.single },
      )}
    >
      {failed.notices > 0 ? (
        <Paragraph>
          {t(
            '{count, plural, one {# of them was a notification to the team: check the dashboard for what it was about.} other {# of them were notifications to the team: check the dashboard for what they were about.}}',
            { count: failed.notices },
          )}
        </Paragraph>
      ) : null}
      <Facts
        facts={mails.map(({ domain, words: said, at }, place) => [
          t('{place}. To an address at {domain}, {when}', {
            place: place + 1,
            domain,
            when: dateTimeInWords(at),
          }),
          said ?? '–',
        ])}
      />
      {left > 0 ? <Paragraph>{t('And {count} more.', { count: left })}</Paragraph> : null}
    </Kind>
  );
}

function BulkMail({ failed, stopped }: Digest) {
  const t = useWords();
  const left = stopped.count - stopped.named.length;
  return (
    <Kind title={t('Bulk email')}>
      {failed.bulk > 0 ? (
        <Paragraph>
          {t(
            '{count, plural, one {# email wasn’t delivered, or we don’t know if it was.} other {# emails weren’t delivered, or we don’t know if they were.}}',
            { count: failed.bulk },
          )}
        </Paragraph>
      ) : null}
      <Facts
        facts={stopped.named.map(({ subject, troubled, tried }, place) => [
          `${place + 1}. ${subject}`,
          t(
            'Paused: {troubled} of the last {tried} emails couldn’t be delivered. Decide whether to resume it.',
            { troubled, tried },
          ),
        ])}
      />
      {left > 0 ? <Paragraph>{t('And {count} more.', { count: left })}</Paragraph> : null}
    </Kind>
  );
}

const when = '2026-11-21T09:30:00.000Z';

/** The mail about what failed. */
export const failureDigestMails: Mails<FailureDigestMails> = {
  'failure-digest': {
    subject: words(
      '{count, plural, one {# thing on the site needs attention} other {# things on the site need attention}}',
    ),
    Mail: FailureDigest,
    isInternal: true,
    example: {
      count: 18,
      since: when,
      failed: { single: 1, notices: 1, bulk: 12 },
      mails: [
        {
          domain: 'example.org',
          words: '550 5.1.1 <…@example.org>: Recipient address rejected: User unknown',
          at: when,
        },
      ],
      stopped: {
        count: 1,
        named: [{ subject: 'The first kits are woven', tried: 40, troubled: 3 }],
      },
      jobs: [],
      webhooks: [{ host: 'crm.example.org', count: 3 }],
      waiting: [{ kind: 'contact', count: 2, days: 4 }],
      mailUrl: 'https://one.example/admin/email?status=failed',
      adminUrl: 'https://one.example/admin',
    },
  },
};
