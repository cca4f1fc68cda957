import { useQuery } from '@tanstack/react-query';
import { words } from '../../shared/words.ts';
import { call } from '../../web/api.ts';
import { read } from '../../web/queries.ts';
import { useRecentPassword } from '../../web/recentPassword.ts';
import { Loading } from '../../web/loading/Loading.tsx';
import { LoadError } from '../../web/loading/LoadError.tsx';
import { Switch } from '../../web/forms/Switch.tsx';
import { useAction } from '../../web/actions/useAction.ts';
import { useWords } from '../../web/words.tsx';
import { readFailureDigest, switchFailureDigest } from './failure-digest.contract.ts';

/** Whether the administrators are mailed what failed, once a day. */
export function FailureDigestSwitch() {
  const t = useWords();
  const { data, error, isFetching, refetch } = useQuery(read(readFailureDigest));
  const change = useAction((isOn: boolean) => call(switchFailureDigest, { body: { isOn } }), {
    through: useRecentPassword(),
    done: t('Daily Email Saved'),
    failed: t('Error'),
    fallback: words('The daily email could not be changed. Please try again.'),
    refresh: [readFailureDigest],
  });
  if (data)
    return (
      <Switch
        label={t('Send a daily email about problems')}
        hint={t(
          'Sent shortly after 6:00 UTC, only if something went wrong or has been waiting for three days. It goes to the notification address or, if there is none, to everyone who can open this tab.',
        )}
        checked={change.input ?? data.isOn}
        // Not disabled: what was just pressed keeps the focus.
        aria-disabled={change.isPending || undefined}
        onChange={({ target }) => {
          if (!change.isPending) void change.run(target.checked);
        }}
      />
    );
  return error ? (
    <LoadError
      query={{ error, isFetching, refetch }}
      fallback={t('The daily email setting could not be loaded.')}
    />
  ) : (
    <Loading>{t('Loading the daily email...')}</Loading>
  );
}
