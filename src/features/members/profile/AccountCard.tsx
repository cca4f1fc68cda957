import { shownName } from '../../../shared/shown.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import type { User } from '../sessions/useAccount.ts';

/** A member's name, email and date of registration (specification §2). */
export function AccountCard({ user }: { user: User }) {
  const t = useWords();
  const { dayOf } = useDates();
  const facts = [
    [t('Name'), shownName(user) || t('Unknown')],
    [t('Email'), user.email],
    [t('Member since'), user.createdAt ? dayOf(user.createdAt) : t('Unknown')],
  ];
  return (
    <dl className="grid max-w-xl edged-t border-rule">
      {facts.map(([term, value]) => (
        <div
          key={term}
          className="grid gap-x-6 edged-b border-rule py-3 sm:grid-cols-[10rem_1fr] lg:grid-cols-1"
        >
          <dt className="text-muted">{term}</dt>
          <dd className="min-w-0 bold [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
