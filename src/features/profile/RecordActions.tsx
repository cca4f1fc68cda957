import { Button } from '../../web/ui/Button.tsx';
import { useFocusAlong } from '../../web/ui/useFocusAlong.ts';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';

interface RecordActionsProps {
  /** Which record the buttons are about, for those who hear them alone. */
  about: string;
  claimedAt: string | null;
  isBusy: boolean;
  onClaim: () => void;
  onRelease: () => void;
  onOpen?: () => void;
}

/** What can be done with a record: taking it into the account, and then opening it. */
export function RecordActions(props: RecordActionsProps) {
  const { about, claimedAt, isBusy, onClaim, onRelease, onOpen } = props;
  const t = useWords();
  const { dayOf } = useDates();
  const place = useFocusAlong(claimedAt !== null);
  if (claimedAt === null)
    return (
      <div ref={place} className="contents">
        <Button pending={isBusy} pendingLabel={t('Adding...')} onClick={onClaim}>
          {t('Add to my account')} <span className="sr-only">{about}</span>
        </Button>
      </div>
    );
  return (
    <div ref={place} className="contents">
      {onOpen ? (
        <Button pending={isBusy} pendingLabel={t('Opening...')} onClick={onOpen}>
          {t('Open')} <span className="sr-only">{about}</span>
        </Button>
      ) : null}
      <Button variant="quiet" onClick={onRelease}>
        {t('Remove')} <span className="sr-only">{about}</span>
      </Button>
      <span className="hint">{t('In your account since {day}', { day: dayOf(claimedAt) })}</span>
    </div>
  );
}
