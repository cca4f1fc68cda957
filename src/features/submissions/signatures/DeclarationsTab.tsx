import { linkTo, useAddress } from '../../../web/address.ts';
import { LazyPanel } from '../../../web/loading/LazyPanel.tsx';
import { lazyPart } from '../../../web/loading/lazyPart.tsx';
import { IfCan } from '../../../web/permissions.tsx';
import { useWords } from '../../../web/words.tsx';
import { PAPER_PATH } from '../paper/paths.rules.ts';
import { InvalidateSignatures } from './InvalidateSignatures.tsx';
import { ReasonHeading } from './ReasonHeading.tsx';
import { KindTab } from '../list/KindTab.tsx';

const Overview = lazyPart(
  async () => (await import('./SignatureOverview.tsx')).SignatureOverview,
  'signatures',
);

const Paper = lazyPart(
  async () => (await import('../paper/PaperSignatures.tsx')).PaperSignatures,
  'bulk',
);

/** Everybody who has signed the declaration, and how many they are (specification §2). */
export function DeclarationsTab() {
  const t = useWords();
  const { path } = useAddress();
  if (path === PAPER_PATH) return <LazyPanel part={Paper} />;
  return (
    <KindTab
      type="unity-declarations"
      above={
        <>
          <LazyPanel part={Overview} />
          <p>
            <a {...linkTo(PAPER_PATH)} className="inline-flex min-h-11 items-center">
              {t('Paper signatures')}
            </a>
          </p>
        </>
      }
      actionsFor={(list) => (
        <>
          <ReasonHeading asked={list.asked} />
          <IfCan permission="declarations:invalidate">
            <InvalidateSignatures list={list} />
          </IfCan>
        </>
      )}
    />
  );
}
