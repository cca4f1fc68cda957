import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { AnswerOf } from '../../../shared/endpoint.ts';
import { words } from '../../../shared/words.ts';
import { call, sentenceOf } from '../../../web/api.ts';
import { read } from '../../../web/queries.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { ErrorNotice } from '../../../web/ui/Notice.tsx';
import { useAction } from '../../../web/actions/useAction.ts';
import { useWords } from '../../../web/words.tsx';
import {
  readSecondFactorRule,
  setSecondFactorRule,
} from '../second-factor/second-factor-policy.contract.ts';

const FAILED = words('That did not work. Please try again.');

/** Whether a password alone opens the dashboard. */
export function SecondFactorRule() {
  const t = useWords();
  const id = useId();
  const rule = useQuery({ ...read(readSecondFactorRule), refetchOnMount: 'always' });
  const change = useChange();
  const error = rule.error ?? change.error;
  return (
    <section
      className="grid grid-cols-[minmax(0,1fr)] gap-4 edged border-rule bg-raised p-5"
      aria-labelledby={id}
    >
      <h2 id={id} className="text-[1.25rem]">
        {t('Two-step verification for administrators')}
      </h2>
      <ErrorNotice sentence={error && sentenceOf(error, FAILED)} />
      {rule.data ? (
        <Rule rule={rule.data} change={change} />
      ) : rule.error ? null : (
        <Loading>{t('Loading...')}</Loading>
      )}
    </section>
  );
}

interface RuleProps {
  rule: AnswerOf<typeof readSecondFactorRule>;
  change: ReturnType<typeof useChange>;
}

function Rule({ rule: { isRequired, isFixed, hasOwn, without }, change }: RuleProps) {
  const t = useWords();
  const whom = t(
    '{count, plural, =0 {Every administrator has set it up.} one {# administrator has not set it up yet.} other {# administrators have not set it up yet.}}',
    { count: without },
  );

  const question = {
    title: isRequired
      ? t('Stop requiring two-step verification?')
      : t('Require two-step verification?'),
    text: isRequired
      ? t('Anyone who knows an administrator’s password can then open the dashboard.')
      : `${whom} ${t('Anyone without it stays logged in, but must set it up before the dashboard opens.')}`,
    confirmLabel: isRequired ? t('Stop requiring it') : t('Require it'),
    danger: true,
  };

  return (
    <>
      <p>
        {isRequired
          ? t('Administrators need more than a password: an authenticator app or a passkey.')
          : t('Administrators can open the dashboard with only a password.')}{' '}
        {whom}
      </p>
      {isFixed ? (
        <p className="hint">{t('This is set on the server and cannot be changed here.')}</p>
      ) : !isRequired && !hasOwn ? (
        <div className="grid justify-items-start gap-3">
          <p className="hint">{t('Before you can require it for others, set it up yourself.')}</p>
          <Button href="/profile#security">{t('Set up two-step verification')}</Button>
        </div>
      ) : (
        <div className="actions">
          <Button pending={change.isPending} onClick={() => void change.ask(question, !isRequired)}>
            {isRequired ? t('Stop requiring it...') : t('Require two-step verification...')}
          </Button>
        </div>
      )}
    </>
  );
}

function useChange() {
  const t = useWords();
  return useAction((isRequired: boolean) => call(setSecondFactorRule, { body: { isRequired } }), {
    through: useRecentPassword(),
    done: t('Done'),
    refresh: [readSecondFactorRule],
  });
}
