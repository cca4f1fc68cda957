import { Button } from '../ui/Button.tsx';
import { useWords } from '../words.tsx';

interface FormActionsProps {
  isPending: boolean;
  onCancel: () => void;
}

/** The ways out of an application in a dialog; without scripts the dialog's own Close is the way back. */
export function FormActions({ isPending, onCancel }: FormActionsProps) {
  const t = useWords();
  return (
    <div className="actions">
      <Button type="submit" variant="primary" pending={isPending} pendingLabel={t('Submitting...')}>
        {t('Submit Application')}
      </Button>
      <Button className="needs-script" onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </div>
  );
}
