import { type Query, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useSyncExternalStore } from 'react';
import { CallError } from '../../../web/api.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { EmptyState } from '../../../web/lists/EmptyState.tsx';
import { useWords } from '../../../web/words.tsx';
import { showSession } from '../sessions/session.contract.ts';

/** Whether this was refused because the administrator has no second factor yet (REQUIRE_ADMIN_2FA). */
const needsSecondFactor = ({ state: { error } }: Query) =>
  error instanceof CallError && error.detail.reason === 'set-up-second-factor';

/** The dashboard, or, where a second factor is wanted first, the way to one. It may be wanted while the page is open. */
export function SecondFactorGate({ isShut, children }: { isShut: boolean; children: ReactNode }) {
  const t = useWords();
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const wasRefused = useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => cache.getAll().some(needsSecondFactor),
  );
  if (!isShut && !wasRefused) return children;
  function lookAgain() {
    client.removeQueries({ predicate: needsSecondFactor });
    void client.invalidateQueries({ queryKey: [showSession.name] });
  }
  return (
    <>
      <h1 className="text-[1.625rem] sm:text-[2rem]">{t('Admin dashboard')}</h1>
      <EmptyState
        title={t('Set up two-step verification first')}
        action={
          <div className="actions justify-center">
            <Button variant="primary" href="/profile#security">
              {t('Set up two-step verification')}
            </Button>
            <Button onClick={lookAgain}>{t('Continue to the dashboard')}</Button>
          </div>
        }
      >
        {t(
          'Administrators need more than a password here: an authenticator app or a passkey. It takes two minutes, and then the dashboard opens.',
        )}
      </EmptyState>
    </>
  );
}
