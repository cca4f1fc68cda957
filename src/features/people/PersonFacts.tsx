import type { ReactNode } from 'react';
import { cents, dollars } from '../../shared/money.ts';
import { words } from '../../shared/words.ts';
import { linkTo } from '../../web/address.ts';
import { Badge } from '../../web/ui/Badge.tsx';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import type { SuppressionReason } from '../mail/suppressions/suppression.rules.ts';
import { ROLE_NAMES } from '../members/administrators/roles.rules.ts';
import { STATE_LABELS } from '../payments/admin/review/labels.rules.ts';
import type { Person } from './person.contract.ts';
import type { PersonPart } from './person.rules.ts';
import type { Places } from './places.rules.ts';

/** What stays hidden from whom may not see it, in the words of the list of parts. */
const PART_NAMES: Readonly<Record<PersonPart, string>> = {
  account: words('the account'),
  payments: words('payments'),
  donations: words('donations'),
  mails: words('mails'),
  reports: words('reports'),
};

/** Why no bulk mail goes to somebody. */
const REASONS: Readonly<Record<SuppressionReason, string>> = {
  unsubscribed: words('Unsubscribed'),
  bounced: words('Mail came back'),
  complaint: words('Complained'),
  'by hand': words('Entered by hand'),
};

interface PersonFactsProps {
  person: Person;
  places: Places;
}

/** What is known of a person, each with the way to it. */
export function PersonFacts({ person, places }: PersonFactsProps) {
  const t = useWords();
  const { dayOf } = useDates();
  const { signature, consent, suppression, hidden, donations, mails, reports } = person;
  const { contact, volunteer, partner, notes } = person.requests;
  const asked = [
    contact && t('{count, plural, one {# message} other {# messages}}', { count: contact }),
    volunteer &&
      t('{count, plural, one {# offer to volunteer} other {# offers to volunteer}}', {
        count: volunteer,
      }),
    partner &&
      t('{count, plural, one {# offer of partnership} other {# offers of partnership}}', {
        count: partner,
      }),
    notes && t('{count, plural, one {# note of ours} other {# notes of ours}}', { count: notes }),
  ].filter(Boolean);
  return (
    <section className="grid content-start gap-4" aria-label={t('What is known')}>
      <dl className="grid edged-t border-line">
        <Fact label={t('Signature')}>
          {signature ? (
            <>
              <a {...linkTo(places.signature(signature.id))}>
                {t('Signed on {day}', { day: dayOf(signature.at) })}
              </a>
              , {t(signature.country)}
              {signature.invalidatedAt ? (
                <>
                  {' '}
                  <Badge tone="bad">{t('No longer counts')}</Badge>
                </>
              ) : null}
            </>
          ) : (
            t('Has not signed')
          )}
        </Fact>
        <Fact label={t('Applications')}>
          <Applications person={person} places={places} />
        </Fact>
        <Fact label={t('Asked and offered')}>{asked.length > 0 ? asked.join(', ') : '–'}</Fact>
        {hidden.includes('account') ? null : (
          <Fact label={t('Account')}>
            <Account account={person.account} places={places} />
          </Fact>
        )}
        {donations ? (
          <Fact label={t('Donations')}>
            {donations.count > 0
              ? t('{count, plural, one {# donation} other {# donations}}, {total} in all', {
                  count: donations.count,
                  total: dollars(cents(donations.total)),
                })
              : '–'}
          </Fact>
        ) : null}
        {mails ? (
          <Fact label={t('Mails from us')}>
            {mails.lastAt ? <Mails mails={mails} /> : t('None yet.')}
          </Fact>
        ) : null}
        {reports && reports.count > 0 ? (
          <Fact label={t('Reported by members')}>
            {t('{count, plural, one {once} other {# times}}, {open} of them open', reports)}
          </Fact>
        ) : null}
        <Fact label={t('News from us')}>
          {consent
            ? consent.wantsNews
              ? t('Wanted, said on {day}', { day: dayOf(consent.at) })
              : t('Not wanted, said on {day}', { day: dayOf(consent.at) })
            : t('Never asked')}
          {suppression ? (
            <span className="block">
              <Badge tone="bad">
                {t('No bulk mail since {day}', { day: dayOf(suppression.at) })}
              </Badge>{' '}
              {t(REASONS[suppression.reason])}
            </span>
          ) : null}
        </Fact>
      </dl>
      {hidden.length > 0 ? (
        <p className="hint">
          {t('Your role does not show: {parts}.', {
            parts: hidden.map((part) => t(PART_NAMES[part])).join(', '),
          })}
        </p>
      ) : null}
      <p className="hint">{t('The audit log notes that you looked here.')}</p>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 edged-b border-rule py-2.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-muted">{label}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

function Applications({ person: { applications }, places }: PersonFactsProps) {
  const t = useWords();
  if (applications.length === 0) return t('None yet.');
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
                : `, ${t('{amount} paid back', { amount: dollars(cents(payment.refunded)) })}`}
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function Account({ account, places }: Pick<Person, 'account'> & { places: Places }) {
  const t = useWords();
  const { dayOf } = useDates();
  if (!account) return t('No account');
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

function Mails({ mails }: { mails: NonNullable<Person['mails']> }) {
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
