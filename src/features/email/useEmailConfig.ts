import { useQuery, useQueryClient } from '@tanstack/react-query';
import { read } from '../../web/queries.ts';
import { toast } from '../../web/ui/toasts.ts';
import { useWords } from '../../web/words.tsx';
import { readEmailConfig } from './email-config.contract.ts';
import { listEmailLogs } from './email-log.contract.ts';
import type { ConfigType, SmtpConfig } from './email.rules.ts';

/** A configuration as it is saved: which version of it, when and by whom. Never the password. */
export interface SavedConfig extends SmtpConfig {
  version: number;
  savedAt: string;
  savedBy: string | null;
}

/** What is saved of the email configurations, by type, and which one is active. */
export function useEmailConfig() {
  const client = useQueryClient();
  const query = useQuery(read(readEmailConfig));
  const { gmail, alternative, activeConfigType = null } = query.data ?? {};
  const saved: Readonly<Record<ConfigType, SavedConfig | undefined>> = {
    email_gmail: gmail ? { ...gmail.configData, ...gmail } : undefined,
    email_alternative: alternative ? { ...alternative.configData, ...alternative } : undefined,
  };
  return {
    query,
    saved,
    active: activeConfigType,
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
  return (
    title: string,
    { message, warning }: { message: string; warning?: string | undefined },
  ) =>
    warning === undefined
      ? toast({ title, description: t(message) })
      : toast({
          title,
          description: `${t(message)} ${t(warning)}`,
          variant: 'destructive',
        });
}
