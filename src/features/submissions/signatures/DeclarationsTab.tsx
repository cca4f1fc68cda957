import { LazyPanel } from '../../../web/loading/LazyPanel.tsx';
import { lazyPart } from '../../../web/loading/lazyPart.tsx';
import { IfCan } from '../../../web/permissions.tsx';
import { InvalidateSignatures } from './InvalidateSignatures.tsx';
import { KindTab } from '../list/KindTab.tsx';

const Overview = lazyPart(
  async () => (await import('./SignatureOverview.tsx')).SignatureOverview,
  'signatures',
);

/** Everybody who has signed the declaration, and how many they are (specification §2). */
export function DeclarationsTab() {
  return (
    <KindTab
      type="unity-declarations"
      above={<LazyPanel part={Overview} />}
      actionsFor={(list) => (
        <IfCan permission="declarations:invalidate">
          <InvalidateSignatures list={list} />
        </IfCan>
      )}
    />
  );
}
