import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Switch } from '../../../web/forms/Switch.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { useCan } from '../../../web/permissions.tsx';
import { read } from '../../../web/queries.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { TabSection } from '../../mail/TabSection.tsx';
import { useSaveMails, useSwitchSeries } from './useWelcomeChanges.ts';
import { WelcomeMailForm } from './WelcomeMailForm.tsx';
import { readWelcomeSeries, type WelcomeSeries as Series } from './welcome.contract.ts';
import { MOST_WELCOME_MAILS } from './welcome.rules.ts';

/** The mails that new signers get, one after the other: whether they leave, what they say, and what became of them. */
export function WelcomeSeries() {
  const t = useWords();
  const { data, error, isFetching, refetch } = useQuery({
    ...read(readWelcomeSeries),
    refetchOnMount: 'always',
  });
  return (
    <TabSection title={t('Welcome emails')}>
      <p>
        {t('Up to three emails to people who have confirmed their signature and asked for news.')}
      </p>
      <LoadError
        query={{ error, isFetching, refetch }}
        fallback={t('The welcome emails could not be loaded.')}
      />
      {data ? <SeriesParts series={data} /> : null}
      {!data && !error ? <Loading>{t('Loading the welcome emails...')}</Loading> : null}
    </TabSection>
  );
}

function SeriesParts({ series }: { series: Series }) {
  const t = useWords();
  const canEdit = useCan()('mail:send');
  const [edited, setEdited] = useState<number>();
  const { mails } = series;
  const close = () => setEdited(undefined);
  const isAdding = edited === mails.length;
  return (
    <>
      {series.isConfirmationAsked ? null : (
        <Notice>
          <p>{t('Signatures are not confirmed on this site, so nobody gets these emails.')}</p>
        </Notice>
      )}
      <SeriesSwitch series={series} canEdit={canEdit} />
      {mails.length > 0 ? (
        <ol className="edged-t border-rule">
          {mails.map((_mail, index) => (
            <li key={index} className="edged-b border-rule py-4">
              {edited === index ? (
                <WelcomeMailForm series={series} index={index} onClose={close} />
              ) : (
                <MailRow
                  series={series}
                  index={index}
                  {...(canEdit ? { onEdit: () => setEdited(index) } : {})}
                />
              )}
            </li>
          ))}
        </ol>
      ) : null}
      {isAdding ? <WelcomeMailForm series={series} index={mails.length} onClose={close} /> : null}
      {canEdit && edited === undefined && mails.length < MOST_WELCOME_MAILS ? (
        <div className="actions">
          <Button onClick={() => setEdited(mails.length)}>
            {t('Add email {number}', { number: mails.length + 1 })}
          </Button>
        </div>
      ) : null}
    </>
  );
}

interface SeriesSwitchProps {
  series: Series;
  /** False for who may look and not change. */
  canEdit: boolean;
}

function SeriesSwitch({ series, canEdit }: SeriesSwitchProps) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const { since, mails, version, lastMonth } = series;
  const turn = useSwitchSeries();
  const isEmpty = mails.length === 0;
  const expected = t(
    '{count, plural, =0 {In the last 30 days, nobody who asked for news has confirmed.} one {In the last 30 days, # person who asked for news has confirmed.} other {In the last 30 days, # people who asked for news have confirmed.}}',
    { count: lastMonth },
  );
  const hint = since
    ? `${t('On since {when}. Everyone who has confirmed since then gets each email once, unless they unsubscribe.', { when: dateTimeOf(since) })} ${expected}`
    : isEmpty
      ? t('Write the first email, then you can turn the series on.')
      : `${t('Only people who confirm after you turn this on get the emails, nobody who has confirmed already.')} ${expected}`;
  if (!canEdit)
    return (
      <p>
        <strong>{since ? t('The series is on.') : t('The series is off.')}</strong> {hint}
      </p>
    );
  return (
    <Switch
      label={t('Send welcome emails')}
      hint={hint}
      checked={turn.input?.isOn ?? since !== null}
      disabled={isEmpty}
      // Not disabled: what was just pressed keeps the focus.
      aria-disabled={turn.isPending || undefined}
      onChange={({ target }) => {
        if (!turn.isPending) void turn.run({ isOn: target.checked, version });
      }}
    />
  );
}

interface MailRowProps {
  series: Series;
  index: number;
  /** Absent for who may look and not change. */
  onEdit?: () => void;
}

function MailRow({ series, index, onEdit }: MailRowProps) {
  const t = useWords();
  const save = useSaveMails(series);
  const { mails, version, since } = series;
  const mail = mails[index];
  if (!mail) return null;
  const number = index + 1;
  const { en, fr } = mail.texts;
  const isLast = number === mails.length;
  const isNeeded = since !== null && mails.length === 1;
  return (
    <div className="grid gap-2">
      <div>
        <h3 className="text-[1.125rem]">{t('Email {number}', { number })}</h3>
        <p className="hint">
          <Wait days={mail.waitDays} index={index} />
        </p>
        <p className="[overflow-wrap:anywhere]">
          <bdi lang="en">{en.subject}</bdi>
        </p>
        <p className="[overflow-wrap:anywhere]">
          {fr ? (
            <bdi lang="fr">{fr.subject}</bdi>
          ) : (
            <span className="hint">
              {t('Without a French text, French readers get the English one.')}
            </span>
          )}
        </p>
      </div>
      <Results results={series.results[index]} />
      {onEdit ? (
        <div className="actions">
          <Button onClick={onEdit}>{t('Edit email {number}', { number })}</Button>
          {isLast && !isNeeded ? (
            <Button
              pending={save.isPending}
              onClick={() => void save.run({ mails: mails.slice(0, -1), version })}
            >
              {t('Remove email {number}', { number })}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

function Wait({ days, index }: { days: number; index: number }) {
  const t = useWords();
  return index === 0
    ? t(
        '{days, plural, =0 {Within an hour of the confirmation} one {# day after the confirmation} other {# days after the confirmation}}',
        { days },
      )
    : t('{days, plural, one {# day after email {number}} other {# days after email {number}}}', {
        days,
        number: index,
      });
}

function Results({ results }: { results: Series['results'][number] | undefined }) {
  const t = useWords();
  if (!results) return null;
  const { sent, failed, bounced, unsubscribed } = results;
  const facts = [
    t('{count, plural, other {# sent}}', { count: sent }),
    t('{count, plural, other {# not delivered}}', { count: failed }),
    t('{count, plural, other {# bounced}}', { count: bounced }),
    t('{count, plural, other {# unsubscribed after it}}', { count: unsubscribed }),
  ];
  return <p className="figures">{facts.join(' · ')}</p>;
}
