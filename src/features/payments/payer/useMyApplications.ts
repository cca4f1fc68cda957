import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Plan } from '../../../shared/plan.ts';
import { call, sentenceOf } from '../../../web/api.ts';
import {
  forgetMyApplications,
  listMyApplications,
  type MyApplication,
  saveDraft,
} from './my-applications.contract.ts';
import { minutes, seconds } from '../../../shared/time.ts';
import { words } from '../../../shared/words.ts';
import { useConfirm } from '../../../web/ui/confirm.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import { isPayable } from './my-applications.rules.ts';

/** How often and how long an open page polls the server. */
const askEveryMs = seconds(4);
const askForMs = minutes(30);

/** Polls the applications while a payment is under way and the page is visible. */
export function usePolledApplications(mine: MyApplications, isFollowed: boolean): void {
  const ask = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void mine.reload();
  });
  useEffect(() => {
    if (!isFollowed) return;
    const timer = setInterval(ask, askEveryMs);
    const end = setTimeout(() => clearInterval(timer), askForMs);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [isFollowed]);
}

/** "Forget me on this device", confirmed first while a payment is due. */
export function useForgetting(mine: MyApplications): () => Promise<void> {
  const t = useWords();
  const confirm = useConfirm();

  return async function forget() {
    const unpaid = mine.applications.filter(isPayable).map(({ reference }) => reference);
    const question = {
      title: t('Forget an unpaid application?'),
      text: t('Write down {references} first. Without it, you cannot continue paying from here.', {
        references: unpaid.join(', '),
      }),
      confirmLabel: t('Forget me'),
      danger: true,
    };
    if (unpaid.length > 0 && !(await confirm(question))) return;
    try {
      await mine.forget();
      toast({
        title: t('Removed from this device'),
        description: t('We still have your applications.'),
      });
    } catch (error) {
      const sentence = sentenceOf(error, words('Please try again in a moment.'));
      toast({ title: t('That did not work'), description: t(sentence), variant: 'destructive' });
    }
  };
}

/**
 * The applications of this browser: what is owed, to which memo, and the status. Fetched when the form is
 * opened, and again after every operation.
 */
export function useMyApplications() {
  const hasAsked = useRef(false);
  const [applications, setApplications] = useState<readonly MyApplication[]>([]);
  const [hasFailed, setFailed] = useState(false);

  /** Never throws: a failure is `hasFailed`, and what was known stays. */
  async function reload() {
    hasAsked.current = true;
    try {
      setApplications(await call(listMyApplications));
      setFailed(false);
    } catch (error) {
      // An empty form can be filled in all the same; the next turn to it asks again.
      hasAsked.current = false;
      setFailed(true);
      console.warn(error);
    }
  }

  return {
    applications,
    hasFailed,
    reload,
    load: async () => {
      if (!hasAsked.current) await reload();
    },
    /** Freezes the price of the other plan on a draft. Throws what `call` throws. */
    async choosePlan({ id, applicationData }: MyApplication, plan: Plan) {
      await call(saveDraft, { body: { applicationData, plan, applicationId: id } });
      await reload();
    },
    /** Throws when the server cannot be reached: then nothing was forgotten. */
    async forget() {
      await call(forgetMyApplications);
      setApplications([]);
    },
  };
}

export type MyApplications = ReturnType<typeof useMyApplications>;
