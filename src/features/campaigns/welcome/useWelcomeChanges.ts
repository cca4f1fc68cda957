import { words } from '../../../shared/words.ts';
import { useAction } from '../../../web/actions/useAction.ts';
import { call } from '../../../web/api.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import {
  readWelcomeSeries,
  saveWelcomeSeries,
  switchWelcomeSeries,
  type WelcomeMail,
  type WelcomeSeries,
} from './welcome.contract.ts';

const NOT_SAVED = words('The welcome emails could not be saved. Please try again.');

interface Mails {
  mails: WelcomeMail[];
  version: number;
}

/** Saves the mails of the series over a version; the toast takes it back. */
export function useSaveMails(series: WelcomeSeries, onSaved?: () => void) {
  const t = useWords();
  const save = (body: Mails) => call(saveWelcomeSeries, { body });
  const change = {
    through: useRecentPassword(),
    failed: t('Error'),
    fallback: NOT_SAVED,
    refresh: [readWelcomeSeries],
  };
  const undo = useAction(save, { ...change, done: t('Undone') });
  return useAction(save, {
    ...change,
    onDone({ message, version }) {
      const { mails } = series;
      toast({
        title: t('Welcome Emails Saved'),
        description: t(message),
        action: { label: t('Undo'), press: () => void undo.run({ mails, version }) },
      });
      onSaved?.();
    },
  });
}

interface SeriesSwitch {
  isOn: boolean;
  version: number;
  isResumed?: boolean;
}

/** Turns the series on or off; the toast takes it back. */
export function useSwitchSeries() {
  const t = useWords();
  const turn = (body: SeriesSwitch) => call(switchWelcomeSeries, { body });
  const change = {
    through: useRecentPassword(),
    failed: t('Error'),
    fallback: NOT_SAVED,
    refresh: [readWelcomeSeries],
  };
  const undo = useAction(turn, { ...change, done: t('Undone') });
  return useAction(turn, {
    ...change,
    onDone({ message, version }, { isOn }) {
      const back = { isOn: !isOn, version, isResumed: !isOn };
      toast({
        title: isOn ? t('Welcome Emails On') : t('Welcome Emails Off'),
        description: t(message),
        action: { label: t('Undo'), press: () => void undo.run(back) },
      });
    },
  });
}
