import type { ReactNode } from 'react';
import { words } from '../../../shared/words.ts';
import { linkTo, withQuery } from '../../../web/address.ts';
import { PageTabs } from '../../../web/lists/PageTabs.tsx';
import { Shrunk } from '../../../web/lists/Shrunk.tsx';
import { LazyPanel } from '../../../web/loading/LazyPanel.tsx';
import { lazyPart } from '../../../web/loading/lazyPart.tsx';
import { IfCan } from '../../../web/permissions.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { useWords } from '../../../web/words.tsx';
import { BULK_PATH } from '../../mail/paths.rules.ts';
import type { Asked } from '../kinds/useEntries.ts';
import { KindTab } from '../list/KindTab.tsx';
import { InvalidateSignatures } from './InvalidateSignatures.tsx';
import { COUNTRIES_PATH, DECLARATIONS_PATH, PAPER_PATH, UNUSUAL_PATH } from './paths.rules.ts';
import { ReasonHeading } from './ReasonHeading.tsx';
import { SignatureTotals } from './SignatureTotals.tsx';

const Overview = lazyPart(
  async () => (await import('./SignatureOverview.tsx')).SignatureOverview,
  'signatures',
);

const Unusual = lazyPart(
  async () => (await import('./UnusualDaysPage.tsx')).UnusualDaysPage,
  'signatures',
);

const Paper = lazyPart(
  async () => (await import('../paper/PaperSignatures.tsx')).PaperSignatures,
  'bulk',
);

/** LIST of the pages of the dashboard's tab Declarations; the list comes first. */
const PAGES: readonly { path: string; label: string; content: ReactNode }[] = [
  { path: DECLARATIONS_PATH, label: words('Signatures'), content: <SignatureList /> },
  { path: COUNTRIES_PATH, label: words('By country'), content: <LazyPanel part={Overview} /> },
  { path: UNUSUAL_PATH, label: words('Unusual days'), content: <LazyPanel part={Unusual} /> },
  { path: PAPER_PATH, label: words('Paper signatures'), content: <LazyPanel part={Paper} /> },
];

/** Everybody who has signed the declaration, and how many they are (specification §2). */
export function DeclarationsTab() {
  const t = useWords();
  return (
    <PageTabs
      label={t('Declarations')}
      pages={PAGES.map((page) => ({ ...page, label: t(page.label) }))}
    />
  );
}

function SignatureList() {
  return (
    <KindTab
      type="unity-declarations"
      figures={<SignatureTotals />}
      actionsFor={(list) => (
        <>
          <ReasonHeading asked={list.asked} />
          <div className="flex flex-wrap items-center gap-3 empty:hidden">
            <IfCan permission="mail:send">
              <WriteToSigners asked={list.asked} />
            </IfCan>
            <IfCan permission="declarations:invalidate">
              <InvalidateSignatures list={list} />
            </IfCan>
          </div>
        </>
      )}
    />
  );
}

/** Begins a bulk email to those who signed in the country that the list shows. */
function WriteToSigners({ asked: { country } }: { asked: Asked }) {
  const t = useWords();
  return country ? (
    <Button {...linkTo(withQuery(BULK_PATH, { signers: country }))}>
      <Shrunk icon="plus">{t('Write to signers from {country}', { country: t(country) })}</Shrunk>
    </Button>
  ) : null;
}
