import { useState } from 'react';
import { Button } from '../../web/ui/Button.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { useWords } from '../../web/words.tsx';
import { DeliveryLog } from './DeliveryLog.tsx';
import { NewEndpoint } from './EndpointForm.tsx';
import { EndpointList } from './EndpointList.tsx';
import { SecretDialog } from './SecretDialog.tsx';

/** Which other systems learn what happens here, and what was sent to them. */
export function WebhooksPage() {
  const t = useWords();
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <header className="flex flex-wrap items-center justify-between gap-4">
          <h2 className="text-[1.5rem]">{t('Endpoints')}</h2>
          <Button onClick={() => setAdding(true)}>{t('Add an endpoint...')}</Button>
        </header>
        <p className="max-w-prose">
          {t(
            'When something happens here, the site tells other systems within about a minute. If a receiver does not answer, we keep trying for three days.',
          )}
        </p>
        <EndpointList onSecret={setSecret} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <h2 className="text-[1.5rem]">{t('Webhooks sent')}</h2>
        <DeliveryLog />
      </div>
      <Dialog
        open={isAdding}
        onClose={() => setAdding(false)}
        title={t('Add an endpoint')}
        keepsInput
      >
        <NewEndpoint
          onCreated={(made) => {
            setAdding(false);
            setSecret(made);
          }}
        />
      </Dialog>
      <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
    </div>
  );
}
