import { useMutation } from '@tanstack/react-query';
import { download, sentenceOf } from '../../web/api.ts';
import { toast } from '../../web/ui/toasts.ts';
import { useWords } from '../../web/words.tsx';
import { exportSubmissions, type ExportType } from './submissions.contract.ts';

/** Fetches a type's whole list as CSV and saves it as `<type>.csv` (specification §7). */
export function useCsvDownload(type: ExportType) {
  const t = useWords();
  return useMutation({
    mutationFn: () => download(exportSubmissions, { params: { type } }),
    onSuccess: (file) => {
      save(file, `${type}.csv`);
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

/** Hands a file to the browser's downloads. */
function save(file: Blob, name: string) {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has its own hold on the file once it has begun.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
