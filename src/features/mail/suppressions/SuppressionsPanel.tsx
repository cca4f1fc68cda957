import { IfCan } from '../../../web/permissions.tsx';
import { useWords } from '../../../web/words.tsx';
import { Part } from '../Part.tsx';
import { SuppressForm } from './SuppressForm.tsx';
import { SuppressionList } from './SuppressionList.tsx';

/** Whom no bulk mail goes to. Mails that answer what they did, such as a receipt, still do. */
export function SuppressionsPanel() {
  const t = useWords();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
      <Part title={t('Addresses that get no bulk mail')}>
        <p>
          {t(
            'Anyone who unsubscribes is listed here automatically. Mails that answer something they did, such as a receipt or a new password, still reach them.',
          )}
        </p>
        <SuppressionList />
      </Part>
      <IfCan permission="mail:send">
        <Part title={t('Add addresses')}>
          <SuppressForm />
        </Part>
      </IfCan>
    </div>
  );
}
