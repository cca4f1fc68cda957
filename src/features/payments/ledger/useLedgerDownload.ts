import { useMutation } from '@tanstack/react-query';
import { download, sentenceOf } from '../../../web/api.ts';
import { saveFile } from '../../../web/saveFile.ts';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import { exportLedger } from './reconciliation.contract.ts';

const fileName = 'ledger.csv';

/** Fetches every movement of money as CSV and saves it. */
export function useLedgerDownload() {
  const t = useWords();
  return useMutation({
    mutationFn: () => download(exportLedger, {}),
    onSuccess: (file) => {
      saveFile(file, fileName);
      toast({
        title: t('Download Successful'),
        description: t('{file} has been saved.', { file: fileName }),
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
