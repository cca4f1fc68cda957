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
  money: words('{count, plural, one {money question to settle} other {money questions to settle}}'),
  kits_approved: words(
    '{count, plural, one {approved kit is overdue} other {approved kits are overdue}}',
  ),
  kits_in_review: words(
    '{count, plural, one {kit in review is overdue} other {kits in review are overdue}}',
  ),
  kits_submitted: words(
    '{count, plural, one {kit that nobody has reviewed is overdue} other {kits that nobody has reviewed are overdue}}',
  ),
  contact: words(
    '{count, plural, one {message without an answer} other {messages without an answer}}',
  ),
  volunteer: words(
    '{count, plural, one {volunteer without an answer} other {volunteers without an answer}}',
  ),
  partner: words(
    '{count, plural, one {partner without an answer} other {partners without an answer}}',
  ),
  reports: words('{count, plural, one {reported message} other {reported messages}}'),
  mails: words(
    '{count, plural, one {mail of the last 7 days was not sent} other {mails of the last 7 days were not sent}}',
  ),
};

/** To the administrators, once a day: what failed since the last of these mails. */
function FailureDigest(digest: Digest) {
  const t = useWords();
  const { dateTimeInWords } = useDates();
  const { failed, stopped, jobs, waiting, mailUrl, adminUrl } = digest;
  return (
    <Layout
      preview={t('Mails that did not leave, work that was given up, and what waits for one of us.')}
      title={t('What needs somebody to look at it')}
    >
      <Paragraph>
        {t('This has gone wrong since {when}, or has waited for too long:', {
          when: dateTimeInWords(digest.since),
        })}
      </Paragraph>
      {failed.single > 0 ? <FailedMails {...digest} /> : null}
      {failed.bulk > 0 || stopped.count > 0 ? <BulkMail {...digest} /> : null}
      {jobs.length > 0 ? (
        <Kind title={t('Work that was given up')}>
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
      {waiting.length > 0 ? (
        <Kind title={t('Waiting for somebody')}>
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
        {failed.single + failed.bulk > 0 ? t('Look at the failed mails') : t('Open the dashboard')}
      </Action>
      <Paragraph>
        {t(
          'This mail comes once a day at most, and only when there is something to tell. An owner can turn it off in the Email tab.',
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
        '{count, plural, one {# mail did not reach its reader} other {# mails did not reach their readers}}',
        { count: failed.single },
      )}
    >
      {failed.notices > 0 ? (
        <Paragraph>
          {t(
            '{count, plural, one {# of them was a notice to ourselves: look in the dashboard for what it told of.} other {# of them were notices to ourselves: look in the dashboard for what they told of.}}',
            { count: failed.notices },
          )}
        </Paragraph>
      ) : null}
      <Facts
        facts={mails.map(({ domain, words: said, at }, place) => [
          t('{place}. To an address of {domain}, {when}', {
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
            '{count, plural, one {# mail of it did not arrive, or nobody knows whether it did.} other {# mails of it did not arrive, or nobody knows whether they did.}}',
            { count: failed.bulk },
          )}
        </Paragraph>
      ) : null}
      <Facts
        facts={stopped.named.map(({ subject, troubled, tried }, place) => [
          `${place + 1}. ${subject}`,
          t(
            'It has stopped: {troubled} of the last {tried} mails could not be delivered. Please decide whether it goes on.',
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
      '{count, plural, one {# thing on the site needs somebody} other {# things on the site need somebody}}',
    ),
    Mail: FailureDigest,
    example: {
      count: 15,
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
      waiting: [{ kind: 'contact', count: 2, days: 4 }],
      mailUrl: 'https://one.example/admin/email?status=failed',
      adminUrl: 'https://one.example/admin',
    },
  },
};
