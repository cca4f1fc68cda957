import { shareAddress } from '../../features/declaration/share-link.rules.ts';
import { QrCode } from '../ui/QrCode.tsx';
import { useWords } from '../words.tsx';
import { AskThree } from './AskThree.tsx';

interface OwnShareLinkProps {
  publicUrl: string;
  code: string;
  /** How many signed through it. */
  count: number;
}

/** A signer's own share link, and how many signed through it. Drawn by the server alone. */
export function OwnShareLink({ publicUrl, code, count }: OwnShareLinkProps) {
  const t = useWords();
  const url = shareAddress(publicUrl, code);
  return (
    <>
      <AskThree url={url} label={t('Your share link')}>
        <p>
          {t(
            '{count, plural, =0 {Nobody has signed through you yet. Share your own link.} one {# person signed through you. Keep sharing your link.} other {# people signed through you. Keep sharing your link.}}',
            { count },
          )}
        </p>
      </AskThree>
      <details className="fold">
        <summary>{t('QR code')}</summary>
        <QrCode text={url} label={t('QR code to scan with another phone')} />
      </details>
    </>
  );
}
