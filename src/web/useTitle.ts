import { useEffect } from 'react';
import { useWords } from './words.tsx';

/** Names the tab of the browser: "Payments · One Africa Passport". */
export function useTitle(title: string) {
  const t = useWords();
  useEffect(() => {
    document.title = `${title} · ${t('One Africa Passport')}`;
  }, [title, t]);
}
