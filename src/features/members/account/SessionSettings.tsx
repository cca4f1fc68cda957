import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '../../../shared/endpoint.ts';
import { words } from '../../../shared/words.ts';
import { call } from '../../../web/api.ts';
import { read } from '../../../web/queries.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { endOtherSessions, endOwnSession, listOwnSessions } from '../sessions/session.contract.ts';
import { describeDevice } from '../device.rules.ts';
import { SecuritySection, useSecurityAction } from './SecuritySection.tsx';

const sessions = read(listOwnSessions);

/** The browsers that are logged in, each with its way out. */
export function SessionSettings() {
  const t = useWords();
  const client = useQueryClient();
  const list = useQuery(sessions);
  const { run, isPending } = useSecurityAction(words('Logout failed'));
  const isAlone = list.data !== undefined && list.data.every((session) => session.isCurrent);

  async function endOthers() {
    await run(() => call(endOtherSessions));
    await client.invalidateQueries({ queryKey: sessions.queryKey });
  }

  return (
    <SecuritySection title={t('Where you are logged in')}>
      {list.isPending ? <Loading>{t('Loading the browsers...')}</Loading> : null}
      {list.error && !list.data ? (
        <LoadError query={list} fallback={t('The browsers could not be loaded.')} />
      ) : null}
      {list.data ? (
        <ul className="grid w-full edged-t border-rule">
          {thisOneFirst(list.data).map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      ) : null}
      {list.data === undefined || isAlone ? null : (
        <Button
          pending={isPending}
          pendingLabel={t('Logging out...')}
          onClick={() => void endOthers()}
        >
          {t('Log out all other browsers')}
        </Button>
      )}
    </SecuritySection>
  );
}

type Session = AnswerOf<typeof listOwnSessions>[number];

const thisOneFirst = (list: readonly Session[]) =>
  [...list].sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));

function SessionRow({ session }: { session: Session }) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const client = useQueryClient();
  const { run, isPending } = useSecurityAction(words('Logout failed'));
  const device = describeDevice(t, session.device);

  async function end() {
    await run(() => call(endOwnSession, { params: { id: session.id } }));
    // Also after a refusal: it may have ended by itself.
    await client.invalidateQueries({ queryKey: sessions.queryKey });
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 edged-b border-rule py-3">
      <p className="min-w-0 [overflow-wrap:anywhere]">
        <strong>{device}</strong>
        <span className="hint block">
          {session.isCurrent
            ? t('This browser, logged in since {since}', { since: dateTimeOf(session.createdAt) })
            : t('Last seen {seen}, logged in since {since}', {
                seen: dateTimeOf(session.lastSeenAt),
                since: dateTimeOf(session.createdAt),
              })}
        </span>
      </p>
      {session.isCurrent ? null : (
        <Button
          pending={isPending}
          pendingLabel={t('Logging out...')}
          aria-label={t('Log out {device}', { device })}
          onClick={() => void end()}
        >
          {t('Log Out')}
        </Button>
      )}
    </li>
  );
}
