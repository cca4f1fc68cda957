import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { words } from '../../shared/words.ts';
import { call, sentenceOf } from '../../web/api.ts';
import { read } from '../../web/queries.ts';
import { PasswordNotGiven, useRecentPassword } from '../../web/recentPassword.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Loading } from '../../web/loading/Loading.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { Switch } from '../../web/forms/Switch.tsx';
import { toast } from '../../web/ui/toasts.ts';
import { useWords } from '../../web/words.tsx';
import { readFailureDigest, switchFailureDigest } from './failure-digest.contract.ts';

/** Whether the administrators are mailed what failed, once a day. */
export function FailureDigestSwitch() {
  const t = useWords();
  const client = useQueryClient();
  const withRecentPassword = useRecentPassword();
  const { data, error, isFetching, refetch } = useQuery(read(readFailureDigest));
  const change = useMutation({
    mutationFn: (isOn: boolean) =>
      withRecentPassword(() => call(switchFailureDigest, { body: { isOn } })),
    onSuccess: async ({ message }) => {
      toast({ title: t('Daily Mail Saved'), description: t(message) });
      await client.invalidateQueries({ queryKey: [readFailureDigest.name] });
    },
    onError: (problem) => {
      if (problem instanceof PasswordNotGiven) return;
      const sentence = sentenceOf(problem, words('The daily mail could not be changed.'));
      toast({ title: t('Error'), description: t(sentence), variant: 'destructive' });
    },
  });
  if (data)
    return (
      <Switch
        label={t('A daily mail about what failed')}
        hint={t(
          'Shortly after 6:00 UTC, when something went wrong or has waited for three days. It goes where notifications go, to those who may read this tab.',
        )}
        checked={change.isPending ? change.variables : data.isOn}
        // Not disabled: what was just pressed keeps the focus.
        aria-disabled={change.isPending || undefined}
        onChange={({ target }) => {
          if (!change.isPending) change.mutate(target.checked);
        }}
      />
    );
  return error ? (
    <Notice role="alert" tone="danger">
      <p>{t(sentenceOf(error, words('Whether there is a daily mail could not be loaded.')))}</p>
      <Button pending={isFetching} onClick={() => void refetch()}>
        {t('Try again')}
      </Button>
    </Notice>
  ) : (
    <Loading>{t('Loading the daily mail...')}</Loading>
  );
}
