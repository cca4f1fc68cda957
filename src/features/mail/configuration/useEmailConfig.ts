import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '../../../shared/endpoint.ts';
import { read } from '../../../web/queries.ts';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import { readEmailConfig } from './email-config.contract.ts';
import { listEmailLogs } from '../log/email-log.contract.ts';
import type { ConfigType, SmtpConfig } from '../mail.rules.ts';

/** A configuration as it is saved: which version of it, when and by whom. Never the password. */
export interface SavedConfig extends SmtpConfig {
  version: number;
  savedAt: string;
  savedBy: string | null;
}

function savedIn(
  found: AnswerOf<typeof readEmailConfig> | undefined,
): Readonly<Record<ConfigType, SavedConfig | undefined>> {
  const { gmail, alternative } = found ?? {};
  return {
    email_gmail: gmail ? { ...gmail.configData, ...gmail } : undefined,
    email_alternative: alternative ? { ...alternative.configData, ...alternative } : undefined,
  };
}

/** What is saved of the email configurations, by type, and which one is active. */
export function useEmailConfig() {
  const client = useQueryClient();
  const query = useQuery(read(readEmailConfig));
  return {
    query,
    saved: savedIn(query.data),
    active: query.data?.activeConfigType ?? null,
    /** What is saved by now: this page may not know yet what was saved a moment ago. Throws what the call throws. */
    lookAgain: async () => savedIn((await query.refetch({ throwOnError: true })).data),
    refresh: () => client.invalidateQueries({ queryKey: [readEmailConfig.name] }),
  };
}

/** Fetches the send history anew, once something was sent. */
export function useFreshHistory() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [listEmailLogs.name] });
}

/** Says that a change was made, and what went wrong beside it: one toast is shown at a time. */
export function useChangeToast() {
  const t = useWords();
  return ({ message, warning }: { message: string; warning?: string | undefined }) =>
    toast({
      title: t(message),
      ...(warning === undefined ? {} : { description: t(warning), variant: 'destructive' }),
    });
}
