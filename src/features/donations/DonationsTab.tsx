import { useRef, useState } from 'react';
import { ListHeading } from '../../web/lists/ListHeading.tsx';
import { Shrunk } from '../../web/lists/Shrunk.tsx';
import { PageTabs } from '../../web/lists/PageTabs.tsx';
import { IfCan } from '../../web/permissions.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { useWords } from '../../web/words.tsx';
import { DonationForm } from './DonationForm.tsx';
import { DonationList } from './DonationList.tsx';
import { LinkForm } from './LinkForm.tsx';
import { LinkList } from './LinkList.tsx';
import { DONATIONS_PATH, LINKS_PATH } from './paths.rules.ts';

/** What was given, and where visitors can give. */
export function DonationsTab() {
  const t = useWords();
  return (
    <PageTabs
      keepsInput
      label={t('Donations')}
      pages={[
        { path: DONATIONS_PATH, label: t('Donations'), content: <Donations /> },
        { path: LINKS_PATH, label: t('Donation links'), content: <Links /> },
      ]}
    />
  );
}

function Links() {
  const t = useWords();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <LinkList />
      <IfCan permission="payments:configure">
        <section className="grid gap-4" aria-labelledby="new-donation-link">
          <h2 id="new-donation-link" className="text-[1.375rem]">
            {t('Add a donation link')}
          </h2>
          <LinkForm />
        </section>
      </IfCan>
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
    <section className="list-page" aria-labelledby="donations-received">
      <ListHeading ref={heading} id="donations-received" title={t('Donations received')}>
        <IfCan permission="donations:manage">
          <Button onClick={() => setEntering(true)}>
            <Shrunk icon="plus">{t('Enter a donation...')}</Shrunk>
          </Button>
        </IfCan>
      </ListHeading>
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
