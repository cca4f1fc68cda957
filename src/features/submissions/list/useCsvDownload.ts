import { useMutation } from '@tanstack/react-query';
import { download, sentenceOf } from '../../../web/api.ts';
import { saveFile } from '../../../web/actions/saveFile.ts';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import { exportSubmissions, type ExportType } from '../kinds/submissions.contract.ts';

/** Fetches a type's whole list as CSV and saves it as `<type>.csv` (specification §7). */
export function useCsvDownload(type: ExportType) {
  const t = useWords();
  return useMutation({
    mutationFn: () => download(exportSubmissions, { params: { type } }),
    onSuccess: (file) => {
      saveFile(file, `${type}.csv`);
      toast({
        title: t('Download Successful'),
        description: t('{file} has been saved.', { file: `${type}.csv` }),
      });
    },
    onError: (error) => {
      const fallback = t('Failed to download CSV file. Please try again.');
      toast({
        title: t('Download Failed'),
        description: t(sentenceOf(error, fallback)),
        variant: 'destructive',
      });
    },
  });
}
