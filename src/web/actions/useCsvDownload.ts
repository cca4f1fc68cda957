import { saveFile } from './saveFile.ts';
import { toast } from '../ui/toasts.ts';
import { useAction } from './useAction.ts';
import { useWords } from '../words.tsx';

/** Fetches a list as CSV and saves it under the name (specification §7). */
export function useCsvDownload(file: string, fetchList: () => Promise<Blob>) {
  const t = useWords();
  return useAction(fetchList, {
    failed: t('Download Failed'),
    fallback: t('Failed to download CSV file. Please try again.'),
    onDone: (list) => {
      saveFile(list, file);
      toast({
        title: t('Download Successful'),
        description: t('{file} has been saved.', { file }),
      });
    },
  });
}
