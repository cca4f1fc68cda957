import { IfCan } from '../../../web/permissions.tsx';
import { useWords } from '../../../web/words.tsx';
import { TabSection } from '../TabSection.tsx';
import { SuppressForm } from './SuppressForm.tsx';
import { SuppressionList } from './SuppressionList.tsx';

/** Whom no bulk mail goes to. Mails that answer what they did, such as a receipt, still do. */
export function SuppressionsPanel() {
  const t = useWords();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
      <TabSection title={t('Addresses that get no bulk email')}>
        <p>
          {t(
            'Anyone who unsubscribes is added here automatically. They still get emails about something they did, such as a receipt or a new password.',
          )}
        </p>
        <SuppressionList />
      </TabSection>
      <IfCan permission="mail:send">
        <TabSection title={t('Add addresses')}>
          <SuppressForm />
        </TabSection>
      </IfCan>
    </div>
  );
}
