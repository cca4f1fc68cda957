import { useRef, useState } from 'react';
import { IfCan } from '../../web/permissions.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { useWords } from '../../web/words.tsx';
import { DonationForm } from './DonationForm.tsx';
import { DonationList } from './DonationList.tsx';
import { LinkForm } from './LinkForm.tsx';
import { LinkList } from './LinkList.tsx';

/** Where visitors can give, and what was given. */
export function DonationsTab() {
  const t = useWords();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <IfCan permission="payments:configure">
        <section className="grid gap-4" aria-labelledby="new-donation-link">
          <h2 id="new-donation-link" className="text-[1.5rem]">
            {t('Add a donation link')}
          </h2>
          <LinkForm />
        </section>
      </IfCan>
      <LinkList />
      <Donations />
    </div>
  );
}

function Donations() {
  const t = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isEntering, setEntering] = useState(false);
  // A new round brings new inputs, empty again.
  const [round, setRound] = useState(0);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-5" aria-labelledby="donations-received">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="donations-received" ref={heading} tabIndex={-1} className="text-[1.5rem]">
          {t('Donations received')}
        </h2>
        <IfCan permission="donations:manage">
          <Button onClick={() => setEntering(true)}>{t('Enter a donation...')}</Button>
        </IfCan>
      </header>
      {/* The row whose details were open has gone. */}
      <DonationList onDeleted={() => heading.current?.focus()} />
      <Dialog
        open={isEntering}
        onClose={() => setEntering(false)}
        title={t('Enter a donation')}
        size="3xl"
        keepsInput
      >
        <DonationForm
          key={round}
          onCancel={() => setEntering(false)}
          onEntered={() => {
            setEntering(false);
            setRound((r) => r + 1);
          }}
        />
      </Dialog>
    </section>
  );
}
