import { IfCan } from '../../../web/permissions.tsx';
import { InvalidateSignatures } from './InvalidateSignatures.tsx';
import { KindTab } from '../list/KindTab.tsx';
import { SignatureOverview } from './SignatureOverview.tsx';

/** Everybody who has signed the declaration, and how many they are (specification §2). */
export function DeclarationsTab() {
  return (
    <KindTab
      type="unity-declarations"
      above={<SignatureOverview />}
      actionsFor={(list) => (
        <IfCan permission="declarations:invalidate">
          <InvalidateSignatures list={list} />
        </IfCan>
      )}
    />
  );
}
