import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { words } from '../../shared/words.ts';
import { call, sentenceOf } from '../../web/api.ts';
import { useWithLogin } from '../../web/loginAgain.ts';
import { read } from '../../web/queries.ts';
import { PasswordNotGiven, useRecentPassword } from '../../web/recentPassword.ts';
import { useConfirm } from '../../web/ui/confirm.tsx';
import { toast } from '../../web/ui/toasts.ts';
import { useWords } from '../../web/words.tsx';
import { sendVerification } from '../members/verification.contract.ts';
import {
  claimRecord,
  type ClaimedKind,
  openClaimed,
  readRecords,
  releaseRecord,
} from './records.contract.ts';

const records = read(readRecords);

/** What the member did here, and the deeds on it. No deed throws: what went wrong is a toast. */
export function useRecords() {
  const t = useWords();
  const client = useQueryClient();
  const withLogin = useWithLogin();
  const confirm = useConfirm();
  const withRecentPassword = useRecentPassword();
  const query = useQuery(records);
  const waitsForProof = query.data?.isVerified === false;

  // The link of the mail opens in another tab: whoever comes back from it must not read the old sentence.
  useEffect(() => {
    if (!waitsForProof) return;
    const look = () => {
      if (document.visibilityState === 'visible')
        void client.invalidateQueries({ queryKey: records.queryKey });
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [client, waitsForProof]);

  /** Answers what the deed answered; undefined when it was not done. */
  async function attempt<T>(title: string, deed: () => Promise<T>): Promise<T | undefined> {
    try {
      return await withLogin(deed);
    } catch (error) {
      if (error instanceof PasswordNotGiven) return undefined;
      const sentence = sentenceOf(error, words('Please try again in a moment.'));
      toast({ title, description: t(sentence), variant: 'destructive' });
      return undefined;
    }
  }

  return {
    query,
    async claim(kind: ClaimedKind, id: string) {
      const done = await attempt(t('Not added'), () => call(claimRecord, { body: { kind, id } }));
      if (done) toast({ title: t('Added to your account'), description: t(done.message) });
      // Also after a refusal: what another account has taken is no longer offered.
      await client.invalidateQueries({ queryKey: records.queryKey });
    },
    async release(kind: ClaimedKind, id: string) {
      const isSure = await confirm({
        title: t('Remove this from your account?'),
        text: t(
          'It stays as it is, and its mailed link still opens it. You can add it again as long as your email address is the one it was made with.',
        ),
        confirmLabel: t('Remove'),
      });
      if (!isSure) return;
      const body = { kind, id };
      const done = await attempt(t('Not removed'), () => call(releaseRecord, { body }));
      if (done) toast({ title: t('Removed from your account'), description: t(done.message) });
      await client.invalidateQueries({ queryKey: records.queryKey });
    },
    /** The reference of the application, which this browser has open now. */
    async open(id: string): Promise<string | undefined> {
      const opened = await attempt(t('Not opened'), () =>
        withRecentPassword(() => call(openClaimed, { body: { id } })),
      );
      return opened?.reference;
    },
    async sendProof() {
      const sent = await attempt(t('Not sent'), () => call(sendVerification));
      if (sent) toast({ title: t('Mail sent'), description: t(sent.message) });
      // It may be confirmed by now.
      else await client.invalidateQueries({ queryKey: records.queryKey });
    },
  };
}
