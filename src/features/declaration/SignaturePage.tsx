import type { ReactNode } from 'react';
import type { ShownSignature } from '../../shared/page.ts';
import { words } from '../../shared/words.ts';
import { Honeypot } from '../../web/forms/Honeypot.tsx';
import { MoreToDo } from '../../web/pages/MoreToDo.tsx';
import { ClothPiece } from '../../web/pictures/ClothPiece.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { ErrorNotice, Notice } from '../../web/ui/Notice.tsx';
import { PageTitle } from '../../web/ui/PageTitle.tsx';
import { useHref } from '../../web/useHref.ts';
import { useWords } from '../../web/words.tsx';
import { confirmSignature, withdrawSignature } from './declaration.contract.ts';

/** The whole script of the page: the note that the signature waits for this link goes (web/bootstrap.ts). */
export const LINK_OPENED = 'try { delete localStorage.signed; } catch {}';

interface SignaturePageProps {
  /** Absent where a button was refused. */
  signature: ShownSignature | undefined;
  /** Why it was. */
  failure: string | undefined;
  /** The ways to share, for who has confirmed. */
  children?: ReactNode;
}

const REFUSED = words('Open the link in our email again.');
const UNUSABLE = {
  forged: words('This link is incomplete. Open the link in our email again.'),
  old: words(
    'This link is no longer valid. Your signature was withdrawn, or we have sent you a newer link.',
  ),
};

/** Behind the links of a signer's emails. Drawn by the server alone, and its forms need no script. */
export function SignaturePage({ signature, failure, children }: SignaturePageProps) {
  const t = useWords();
  const href = useHref();
  return (
    <>
      <PageTitle>{t('Your signature')}</PageTitle>
      {signature && 'key' in signature ? (
        <div className="signed inset py-8">
          <ClothPiece country={signature.country} />
          <div className="signed-words">
            <ErrorNotice sentence={failure} />
            <Signature signature={signature}>{children}</Signature>
          </div>
        </div>
      ) : (
        <div className="inset grid min-h-[40vh] content-start gap-6 py-8 md:py-14">
          <ErrorNotice sentence={failure} />
          <p className="text-lg">{t(signature ? UNUSABLE[signature.state] : REFUSED)}</p>
          <div className="actions">
            <Button href={href('/sign')}>{t('Open the Unity Declaration')}</Button>
            <Button href={href('/')}>{t('Back to the home page')}</Button>
          </div>
        </div>
      )}
    </>
  );
}

interface SignatureProps {
  signature: Extract<ShownSignature, { key: string }>;
  children: ReactNode;
}

function Signature({ signature, children }: SignatureProps) {
  const t = useWords();
  const { state, key, fullName } = signature;
  const signer = { name: fullName, country: t(signature.country) };
  return (
    <>
      {state === 'confirmed' ? (
        <>
          <Notice tone="leaf" className="notice-strong">
            <p className="text-lg">
              {t('{name}, {country}: your signature is confirmed.', signer)}
            </p>
          </Notice>
          {children}
          <MoreToDo />
        </>
      ) : (
        <>
          <p className="text-lg">
            {t(
              'Please confirm the signature of {name}, {country}, on the Unity Declaration.',
              signer,
            )}
          </p>
          <LinkForm action={confirmSignature.path} linkKey={key} isMain>
            {t('Confirm your signature')}
          </LinkForm>
        </>
      )}
      <div className="grid gap-3 edged-t border-rule pt-6">
        <p>{t('Didn’t sign, or changed your mind? Withdraw the signature here.')}</p>
        <LinkForm action={withdrawSignature.path} linkKey={key}>
          {t('Withdraw your signature')}
        </LinkForm>
      </div>
    </>
  );
}

interface LinkFormProps {
  action: string;
  linkKey: string;
  isMain?: boolean;
  children: string;
}

const LinkForm = ({ action, linkKey, isMain = false, children }: LinkFormProps) => (
  <form method="post" action={action}>
    <input type="hidden" name="key" value={linkKey} />
    <Honeypot />
    <Button type="submit" variant={isMain ? 'primary' : 'secondary'}>
      {children}
    </Button>
  </form>
);
