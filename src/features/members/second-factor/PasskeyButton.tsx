import { Button } from '../../../web/ui/Button.tsx';
import { ErrorNotice } from '../../../web/ui/Notice.tsx';
import { useHydrated } from '../../../web/ui/useHydrated.ts';
import { useWords } from '../../../web/words.tsx';
import { supportsPasskeys, type usePasskey } from './usePasskey.ts';

interface PasskeyButtonProps {
  passkey: ReturnType<typeof usePasskey>;
  label: string;
}

/**
 * Offers the browser's passkeys where it has any to offer, and says beside it what went wrong. The server, which cannot
 * know, draws the button too: what is below must not move under a finger when React takes the page over.
 */
export function PasskeyButton({ passkey, label }: PasskeyButtonProps) {
  const t = useWords();
  const isHydrated = useHydrated();
  const isOffered = !isHydrated || supportsPasskeys();
  return (
    <div className="grid gap-3" style={isOffered ? undefined : { visibility: 'hidden' }}>
      <Button
        pending={passkey.isPending}
        pendingLabel={t('Waiting for your device...')}
        onClick={() => void passkey.use()}
      >
        {label}
      </Button>
      <ErrorNotice sentence={passkey.failure} />
    </div>
  );
}
