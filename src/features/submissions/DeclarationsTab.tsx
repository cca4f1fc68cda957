import { useQuery } from '@tanstack/react-query';
import { read } from '../../web/queries.ts';
import { useLanguage, useWords } from '../../web/words.tsx';
import { countSignatures } from '../declaration/declaration.contract.ts';
import { KindTab } from './KindTab.tsx';

/** Everybody who has signed the declaration, and how many they are (specification §2). */
export function DeclarationsTab() {
  return <KindTab type="unity-declarations" above={<SignaturesInAll />} />;
}

/** Beside the list, which may be narrowed. */
function SignaturesInAll() {
  const t = useWords();
  const figures = new Intl.NumberFormat(useLanguage());
  const { data } = useQuery({
    ...read(countSignatures),
    // Who comes back to the tab sees who has signed meanwhile.
    refetchOnMount: 'always',
  });
  return (
    <p>
      <span className="text-muted">{t('Total signatures:')}</span>{' '}
      <strong className="figures">{data ? figures.format(data.count) : '–'}</strong>
    </p>
  );
}
