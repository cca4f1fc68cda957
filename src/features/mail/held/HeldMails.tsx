import { useQuery } from '@tanstack/react-query';
import { words } from '../../../shared/words.ts';
import { call } from '../../../web/api.ts';
import { read } from '../../../web/queries.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { IfCan } from '../../../web/permissions.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { useAction } from '../../../web/actions/useAction.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { TabSection } from '../TabSection.tsx';
import {
  type HeldMails as Held,
  type HeldStep,
  listHeldMails,
  stepHeldMails,
} from './held.contract.ts';

/** Mails that a restore has brought back, for a person to release; nothing is shown where there are none. */
export function HeldMails() {
  const t = useWords();
  const { data, error, isFetching, refetch } = useQuery({
    ...read(listHeldMails),
    refetchOnMount: 'always',
  });
  if (error && !data)
    return (
      <LoadError
        query={{ error, isFetching, refetch }}
        fallback={t('The held emails could not be loaded.')}
      />
    );
  return data && data.count > 0 ? <HeldPart {...data} /> : null;
}

function HeldPart({ count, mails }: Held) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  return (
    <TabSection title={t('Emails held since a restore')}>
      <p>
        {t(
          '{count, plural, one {This email was waiting when the backup was made, and may have been sent since.} other {These # emails were waiting when the backup was made, and may have been sent since.}} Send only what is still wanted: people who already got it will get it twice. Links to log in or to confirm an address no longer work.',
          { count },
        )}
      </p>
      <ul className="edged-t border-line">
        {mails.map(({ id, to, subject, isReadable, createdAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 edged-b border-rule py-3"
          >
            <div className="min-w-0 flex-[1_1_14rem]">
              <p dir="auto" className="bold [overflow-wrap:anywhere]">
                {subject ?? t('An unreadable email')}
              </p>
              {isReadable ? null : (
                <p className="hint">
                  {t(
                    'It was encrypted with another APP_SECRET, or this site no longer sends such emails. It can only be discarded.',
                  )}
                </p>
              )}
              <p className="hint [overflow-wrap:anywhere]">
                {t('To {email}, written on {when}', { email: to, when: dateTimeOf(createdAt) })}
              </p>
            </div>
            <IfCan permission="mail:send">
              <HeldMailActions ids={[id]} sendable={isReadable ? [id] : []} name={to} />
            </IfCan>
          </li>
        ))}
      </ul>
      {mails.length > 1 ? (
        <IfCan permission="mail:send">
          <HeldMailActions
            ids={mails.map(({ id }) => id)}
            sendable={mails.filter(({ isReadable }) => isReadable).map(({ id }) => id)}
          />
        </IfCan>
      ) : null}
    </TabSection>
  );
}

interface HeldMailActionsProps {
  ids: string[];
  /** Those of them that can be sent. */
  sendable: string[];
  /** The reader's, where it is about one mail. */
  name?: string;
}

/** For one mail, or for all that are shown. */
function HeldMailActions({ ids, sendable, name }: HeldMailActionsProps) {
  const t = useWords();
  const idsOf = (action: HeldStep) => (action === 'send' ? sendable : ids);
  const step = useAction(
    (action: HeldStep) =>
      call(stepHeldMails, { params: { step: action }, body: { ids: idsOf(action) } }),
    {
      through: useRecentPassword(),
      done: t('Held Emails'),
      failed: t('Error'),
      fallback: words('That did not work. Please try again.'),
      refresh: [listHeldMails],
    },
  );
  function ask(action: HeldStep) {
    const count = idsOf(action).length;
    const question =
      action === 'send'
        ? {
            title: t('{count, plural, one {Send this email?} other {Send these # emails?}}', {
              count,
            }),
            confirmLabel: t('Send'),
          }
        : {
            title: t('{count, plural, one {Discard this email?} other {Discard these # emails?}}', {
              count,
            }),
            text: t('This cannot be undone.'),
            confirmLabel: t('Discard'),
            danger: true,
          };
    void step.ask(question, action);
  }
  return (
    <div className="actions">
      {sendable.length > (name ? 0 : 1) ? (
        <Button
          pending={step.isPending}
          {...(name ? { 'aria-label': t('Send to {name}...', { name }) } : {})}
          onClick={() => ask('send')}
        >
          {name ? t('Send...') : t('Send all {count}...', { count: sendable.length })}
        </Button>
      ) : null}
      <Button
        disabled={step.isPending}
        {...(name ? { 'aria-label': t('Discard the email to {name}...', { name }) } : {})}
        onClick={() => ask('drop')}
      >
        {name ? t('Discard...') : t('Discard all {count}...', { count: ids.length })}
      </Button>
    </div>
  );
}
