import type { LivePageData, PageRequest, ShownSignature } from '../../shared/page.ts';
import { words } from '../../shared/words.ts';
import { Honeypot } from '../../web/forms/Honeypot.tsx';
import { goalAfter, SignatureProgress } from '../../web/pages/landing/hero/SignatureProgress.tsx';
import { MoreToDo } from '../../web/pages/MoreToDo.tsx';
import { ShareWays } from '../../web/pages/ShareWays.tsx';
import { ClothPiece } from '../../web/pictures/ClothPiece.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { ErrorNotice, Notice } from '../../web/ui/Notice.tsx';
import { PageTitle } from '../../web/ui/PageTitle.tsx';
import { QrCode } from '../../web/ui/QrCode.tsx';
import { useHref } from '../../web/useHref.ts';
import { useWords } from '../../web/words.tsx';
import { confirmSignature, withdrawSignature } from './declaration.contract.ts';
import { SIGNATURE_PAGE, THANKS_PAGE, WITHDRAW_PAGE } from './paths.rules.ts';
import { shareAddress } from './share-link.rules.ts';
import { ThankYou } from './ThankYou.tsx';

interface SignaturePageProps {
  request: PageRequest;
  data: LivePageData;
}

type KnownSignature = Extract<ShownSignature, { key: string }>;

const REFUSED = words('Open the link in our email again.');
const UNUSABLE = {
  forged: words('This link is incomplete. Open the link in our email again.'),
  old: words(
    'This link is no longer valid. Your signature was withdrawn, or we have sent you a newer link.',
  ),
};

/** The thanks after a form that the browser sent by itself, and the pages behind the links of a signer's emails. Their forms need no script. */
export function SignaturePage({ request: { path, signature, form }, data }: SignaturePageProps) {
  const t = useWords();
  const href = useHref();
  if (path === THANKS_PAGE)
    return (
      <>
        <PageTitle>{t('Thank you')}</PageTitle>
        <div className="inset py-8">
          <ThankYou
            sent={signature?.state === 'sent' ? signature : undefined}
            publicUrl={data.publicUrl}
            signatures={data.signatures}
            isToConfirm={data.confirmsSignatures}
          />
        </div>
      </>
    );
  if (signature && 'key' in signature && !form) {
    if (path === WITHDRAW_PAGE) return <ToWithdraw signature={signature} />;
    if (signature.state === 'confirmed') return <Confirmed signature={signature} data={data} />;
    return <ToConfirm signature={signature} />;
  }
  const unusable = signature && signature.state in UNUSABLE ? signature.state : undefined;
  return (
    <>
      <PageTitle>{t('Your signature')}</PageTitle>
      <div className="inset grid min-h-[40vh] content-start gap-6 py-8 md:py-14">
        <ErrorNotice sentence={form?.message} />
        <p className="text-lg">{t(unusable ? UNUSABLE[unusable as 'old'] : REFUSED)}</p>
        <div className="actions">
          <Button href={href('/sign')}>{t('Open the Unity Declaration')}</Button>
          <Button href={href('/')}>{t('Back to the home page')}</Button>
        </div>
      </div>
    </>
  );
}

const useSigner = ({ fullName, country }: KnownSignature) => {
  const t = useWords();
  return { name: fullName, country: t(country) };
};

function ToConfirm({ signature }: { signature: KnownSignature }) {
  const t = useWords();
  const signer = useSigner(signature);
  return (
    <>
      <PageTitle>{t('Confirm your signature')}</PageTitle>
      <div className="signed inset py-8">
        <ClothPiece country={signature.country} />
        <div className="signed-words">
          <p className="text-lg">
            {t(
              'Please confirm the signature of {name}, {country}, on the Unity Declaration.',
              signer,
            )}
          </p>
          <LinkForm action={confirmSignature.path} linkKey={signature.key} isMain>
            {t('Confirm your signature')}
          </LinkForm>
          <Withdraw signature={signature} />
        </div>
      </div>
    </>
  );
}

interface ConfirmedProps {
  signature: KnownSignature;
  data: LivePageData;
}

function Confirmed({ signature, data }: ConfirmedProps) {
  const t = useWords();
  const { place, shared } = signature;
  const signatures = Math.max(data.signatures, place ?? 0);
  const goal = goalAfter(signatures);
  return (
    <>
      <PageTitle>
        {place ? t('{place, plural, other {You are number #}}', { place }) : t('Thank you')}
      </PageTitle>
      <SignatureProgress signatures={signatures} />
      <div className="signed inset py-8">
        <ClothPiece country={signature.country} />
        <div className="signed-words">
          <Notice tone="leaf" className="notice-strong">
            <strong>
              {t('Thank you, {name} ({country}). Your signature counts.', useSigner(signature))}
            </strong>
            <p>
              {t(
                '{left, plural, one {One more signature and we reach {goal, plural, other {#}}.} other {# more signatures and we reach {goal, plural, other {#}}.}}',
                { left: goal - signatures, goal },
              )}
            </p>
          </Notice>
          {shared ? (
            <OwnShareLink url={shareAddress(data.publicUrl, shared.code)} count={shared.count} />
          ) : null}
          <MoreToDo />
          <Withdraw signature={signature} />
        </div>
      </div>
    </>
  );
}

/** A signer's own share link, and how many signed through it. */
export function OwnShareLink({ url, count }: { url: string; count: number }) {
  const t = useWords();
  return (
    <>
      <h2>{t('Now ask three people')}</h2>
      <p>
        {t(
          '{count, plural, =0 {This is your own link. Share it, and see here how many sign through you.} one {# person signed through you. Keep sharing your link.} other {# people signed through you. Keep sharing your link.}}',
          { count },
        )}
      </p>
      <ShareWays url={url} label={t('Your share link')} />
      <details className="fold">
        <summary>{t('QR code')}</summary>
        <QrCode text={url} label={t('QR code to scan with another phone')} />
      </details>
    </>
  );
}

/** The quiet way out, to a page that asks. */
function Withdraw({ signature: { key } }: { signature: KnownSignature }) {
  const t = useWords();
  const href = useHref();
  return (
    <p className="hint edged-t border-rule pt-6">
      {t('Didn’t sign, or changed your mind?')}{' '}
      <a href={href(`${WITHDRAW_PAGE}?key=${key}`)}>{t('Withdraw your signature')}</a>
    </p>
  );
}

function ToWithdraw({ signature }: { signature: KnownSignature }) {
  const t = useWords();
  const href = useHref();
  return (
    <>
      <PageTitle>{t('Withdraw your signature?')}</PageTitle>
      <div className="inset grid min-h-[40vh] content-start gap-6 py-8 md:py-14">
        <p className="text-lg">
          {t(
            'This deletes the signature of {name}, {country}, with the email address. It stops counting, and we cannot restore it. You can sign again later.',
            useSigner(signature),
          )}
        </p>
        <LinkForm action={withdrawSignature.path} linkKey={signature.key}>
          {t('Withdraw the signature')}
        </LinkForm>
        <p>
          <a href={href(`${SIGNATURE_PAGE}?key=${signature.key}`)}>{t('Keep the signature')}</a>
        </p>
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
  <form method="post" action={action} className="actions">
    <input type="hidden" name="key" value={linkKey} />
    <Honeypot />
    <Button type="submit" variant={isMain ? 'primary' : 'secondary'}>
      {children}
    </Button>
  </form>
);
