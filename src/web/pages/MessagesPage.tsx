import { useTitle } from '../useTitle.ts';
import { useWords } from '../words.tsx';
import { LoggedOut } from './LoggedOut.tsx';

/** Until messages can be sent, everybody is answered as if logged out (specification §2). */
export function MessagesPage() {
  const t = useWords();
  useTitle(t('Messages'));
  return <LoggedOut title={t('Messages')} sentence={t('Please log in to view your messages.')} />;
}
