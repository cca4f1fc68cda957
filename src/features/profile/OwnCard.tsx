import { useState } from 'react';
import { useWords } from '../../web/words.tsx';
import { MemberCard } from './MemberCard.tsx';

/** The saved profile as other members see it; fetched when its owner wants to know. */
export function OwnCard({ userId }: { userId: string }) {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-11 py-2 bold">{t('How other members see you')}</summary>
      <div className="py-2">{isOpen ? <MemberCard id={userId} /> : null}</div>
    </details>
  );
}
