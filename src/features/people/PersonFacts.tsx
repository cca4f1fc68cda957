import type { ReactNode } from 'react';
import { cents, dollars } from '../../shared/money.ts';
import { words } from '../../shared/words.ts';
import { linkTo } from '../../web/address.ts';
import { Badge } from '../../web/ui/Badge.tsx';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import { SUPPRESSION_LABELS } from '../mail/suppressions/suppression.rules.ts';
import { ROLE_NAMES } from '../members/administrators/roles.rules.ts';
import { STATE_LABELS } from '../payments/admin/review/labels.rules.ts';
import type { OfAddress, Person } from './person.contract.ts';
import { useRequestCounts } from './useRequestCounts.ts';
import type { PersonPart } from './person.rules.ts';
import type { Places } from './places.rules.ts';

/** What stays hidden from whom may not see it, in the words of the list of parts. */
const PART_NAMES: Readonly<Record<PersonPart, string>> = {
  account: words('the account'),
  payments: words('payments'),
  donations: words('donations'),
  mails: words('emails'),
  reports: words('reports'),
};

interface PersonFactsProps {
  person: Person;
  places: Places;
}

/** What is known of a person, each with the way to it and, where they have several addresses, with its own. */
export function PersonFacts({ person: { addresses, hidden }, places }: PersonFactsProps) {
  const t = useWords();
  const { dayOf, dayInWords } = useDates();
  const countsOf = useRequestCounts();
  const of = { addresses };
  return (
    <section className="grid content-start gap-4" aria-label={t('What we know')}>
      <dl className="grid edged-t border-line">
        <Fact label={t('Signature')} {...of} none={t('Has not signed')}>
          {({ signature }) =>
            signature ? (
              <>
                <a {...linkTo(places.signature(signature.id))}>
                  {t('Signed on {day}', { day: dayOf(signature.at) })}
                </a>
                , {t(signature.country)}
                <SignatureState signature={signature} />
              </>
            ) : null
          }
        </Fact>
        {addresses.some(({ paperSignatures }) => paperSignatures.length > 0) ? (
          <Fact label={t('Paper signatures')} {...of}>
            {({ paperSignatures }) =>
              paperSignatures.length > 0 ? (
                <ul className="grid gap-2">
                  {paperSignatures.map(({ id, sheet, line, country, signedOn }) => (
                    <li key={id}>
                      <a {...linkTo(places.paper(id))}>
                        {t('Sheet {sheet}, line {line}', { sheet, line })}
                      </a>
                      , {t(country)}, {dayInWords(signedOn)}
                    </li>
                  ))}
                </ul>
              ) : null
            }
          </Fact>
        ) : null}
        <Fact label={t('Applications')} {...of} none={t('None yet.')}>
          {({ applications }) =>
            applications.length > 0 ? (
              <Applications applications={applications} places={places} />
            ) : null
          }
        </Fact>
        <Fact label={t('Submissions')} {...of}>
          {({ requests }) => countsOf(requests).join(', ')}
        </Fact>
        {hidden.includes('account') ? null : (
          <Fact label={t('Account')} {...of} none={t('No account')}>
            {({ account }) => (account ? <Account account={account} places={places} /> : null)}
          </Fact>
        )}
        {hidden.includes('donations') ? null : (
          <Fact label={t('Donations')} {...of}>
            {({ donations }) =>
              donations && donations.count > 0
                ? t('{count, plural, one {# donation} other {# donations}}, {total} in total', {
                    count: donations.count,
                    total: dollars(cents(donations.total)),
                  })
                : null
            }
          </Fact>
        )}
        {hidden.includes('mails') ? null : (
          <Fact label={t('Emails from us')} {...of} none={t('None yet.')}>
            {({ mails }) => (mails?.lastAt ? <Mails mails={mails} /> : null)}
          </Fact>
        )}
        {addresses.some(({ reports }) => reports && reports.count > 0) ? (
          <Fact label={t('Reported by members')} {...of}>
            {({ reports }) =>
              reports && reports.count > 0
                ? t('{count, plural, one {once} other {# times}}, {open} still open', reports)
                : null
            }
          </Fact>
        ) : null}
        <Fact label={t('News from us')} {...of} none={t('Never asked')}>
          {({ consent, suppression }) =>
            consent || suppression ? <News consent={consent} suppression={suppression} /> : null
          }
        </Fact>
      </dl>
      {hidden.length > 0 ? (
        <p className="hint">
          {t('Your role cannot see: {parts}.', {
            parts: hidden.map((part) => t(PART_NAMES[part])).join(', '),
          })}
        </p>
      ) : null}
      <p className="hint">{t('The activity log records that you viewed this page.')}</p>
    </section>
  );
}

/** Whether it counts; a withdrawn one is no longer there. */
function SignatureState({ signature }: { signature: NonNullable<OfAddress['signature']> }) {
  const t = useWords();
  const { dayOf } = useDates();
  const { confirmedAt, invalidatedAt } = signature;
  return (
    <span className="block text-[0.9375rem] text-muted">
      {confirmedAt ? (
        t('Confirmed on {day}', { day: dayOf(confirmedAt) })
      ) : (
        <Badge>{t('Not confirmed yet')}</Badge>
      )}{' '}
      {invalidatedAt ? <Badge tone="bad">{t('No longer counts')}</Badge> : null}
    </span>
  );
}

interface FactProps {
  label: string;
  addresses: readonly OfAddress[];
  /** Said where none of the addresses has it; without it the fact is left out then. */
  none?: string;
  /** What it is of one address; nothing where there is none. */
  children: (of: OfAddress) => ReactNode;
}

function Fact({ label, addresses, none, children }: FactProps) {
  const shown = addresses
    .map((one) => ({ email: one.email, content: children(one) }))
    .filter(({ content }) => content);
  if (shown.length === 0 && !none) return null;
  return (
    <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 edged-b border-rule py-2 sm:grid-cols-[min(9rem,40%)_minmax(0,1fr)]">
      <dt className="text-muted">{label}</dt>
      <dd className="[overflow-wrap:anywhere]">
        {shown.length === 0 ? <span className="text-muted">{none}</span> : null}
        {addresses.length === 1 ? (
          shown[0]?.content
        ) : (
          <ul className="grid gap-2">
            {shown.map(({ email, content }) => (
              <li key={email}>
                {content}
                <bdi className="block text-[0.875rem] text-muted">{email}</bdi>
              </li>
            ))}
          </ul>
        )}
      </dd>
    </div>
  );
}

function Applications({
  applications,
  places,
}: Pick<OfAddress, 'applications'> & { places: Places }) {
  const t = useWords();
  return (
    <ul className="grid gap-2">
      {applications.map(({ id, reference, applicationStatus, payment }) => (
        <li key={id}>
          <a className="bold" {...linkTo(places.application(id))}>
            {reference}
          </a>{' '}
          {t(STATE_LABELS.application?.[applicationStatus] ?? applicationStatus)}
          {payment ? (
            <span className="block text-[0.9375rem] text-muted">
              <a {...linkTo(places.money(id))}>
                {t('{amount} received', { amount: dollars(cents(payment.received)) })}
              </a>
              {payment.refunded === '0.00'
                ? null
                : `, ${t('{amount} refunded', { amount: dollars(cents(payment.refunded)) })}`}
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function News({ consent, suppression }: Pick<OfAddress, 'consent' | 'suppression'>) {
  const t = useWords();
  const { dayOf } = useDates();
  return (
    <>
      {consent
        ? consent.wantsNews
          ? t('Said yes on {day}', { day: dayOf(consent.at) })
          : t('Said no on {day}', { day: dayOf(consent.at) })
        : t('Never asked')}
      {suppression ? (
        <span className="block">
          <Badge tone="bad">{t('No bulk email since {day}', { day: dayOf(suppression.at) })}</Badge>{' '}
          {t(SUPPRESSION_LABELS[suppression.reason])}
        </span>
      ) : null}
    </>
  );
}

interface AccountProps {
  account: NonNullable<OfAddress['account']>;
  places: Places;
}

function Account({ account, places }: AccountProps) {
  const t = useWords();
  const { dayOf } = useDates();
  return (
    <>
      <a {...linkTo(places.account(account.id))}>
        {t('Joined on {day}', { day: dayOf(account.joinedAt) })}
      </a>{' '}
      {account.role ? <Badge tone="strong">{t(ROLE_NAMES[account.role])}</Badge> : null}{' '}
      {account.suspendedAt ? <Badge tone="bad">{t('Suspended')}</Badge> : null}{' '}
      {account.verifiedAt ? null : <Badge>{t('Address not confirmed')}</Badge>}
      {account.lastSeenAt ? (
        <span className="block text-[0.9375rem] text-muted">
          {t('Last seen on {day}', { day: dayOf(account.lastSeenAt) })}
        </span>
      ) : null}
    </>
  );
}

function Mails({ mails }: { mails: NonNullable<OfAddress['mails']> }) {
  const t = useWords();
  const { dayOf } = useDates();
  const { sent, failed, lastAt } = mails;
  return (
    <>
      {t('{sent, plural, other {# sent}}, the last on {day}', {
        sent,
        day: lastAt ? dayOf(lastAt) : '–',
      })}
      {failed > 0 ? (
        <>
          {' '}
          <Badge tone="bad">{t('{failed, plural, other {# not delivered}}', { failed })}</Badge>
        </>
      ) : null}
    </>
  );
}
