import { useWords } from '../../../web/words.tsx';

/** On what was received and not read (specification §2). */
export function NewBadge() {
  const t = useWords();
  return <strong className={BADGE}>{t('New')}</strong>;
}

/** How many messages of a conversation are not read. */
export function UnreadBadge({ count }: { count: number }) {
  const t = useWords();
  return (
    <strong className={`${BADGE} figures`}>
      {t('{count, plural, one {# new} other {# new}}', { count })}
    </strong>
  );
}

// The border is seen where colours are forced.
const BADGE =
  'border border-transparent bg-terracotta px-1.5 text-[0.8125rem] leading-snug whitespace-nowrap text-[#fff]';
