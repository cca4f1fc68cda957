import { shown } from '../../shared/shown.ts';
import { Badge } from '../../web/ui/Badge.tsx';
import { useWords } from '../../web/words.tsx';
import type { Donation } from './donation.contract.ts';

/** Who gave; whoever stays anonymous is named nowhere but in the details. */
export function DonorName({ donation }: { donation: Donation }) {
  const t = useWords();
  const { donorName, isAnonymous } = donation;
  if (isAnonymous) return <Badge>{t('Anonymous')}</Badge>;
  return (
    <bdi className="line-clamp-2 [overflow-wrap:anywhere]">{shown(donorName ?? '') || '–'}</bdi>
  );
}
