import { SHARE } from '../../features/content/texts/share.rules.ts';
import { shareAddress } from '../../features/declaration/share-link.rules.ts';
import { useContent } from '../content.tsx';
import { Field } from '../forms/Field.tsx';
import { TextInput } from '../forms/TextInput.tsx';
import { QrCode } from '../ui/QrCode.tsx';
import { useWords } from '../words.tsx';
import { ShareLinks, WhatsAppButton } from './landing/ShareLinks.tsx';

interface OwnShareLinkProps {
  publicUrl: string;
  code: string;
  /** How many signed through it. */
  count: number;
}

/** A signer's own share link, and how many signed through it. Drawn by the server alone. */
export function OwnShareLink({ publicUrl, code, count }: OwnShareLinkProps) {
  const t = useWords();
  const text = useContent()(SHARE.text);
  const url = shareAddress(publicUrl, code);
  return (
    <>
      <h2>{t('Now ask three people')}</h2>
      <p>
        {t(
          '{count, plural, =0 {Nobody has signed through you yet. Share your own link.} one {# person signed through you. Keep sharing your link.} other {# people signed through you. Keep sharing your link.}}',
          { count },
        )}
      </p>
      <div className="actions">
        <WhatsAppButton text={text} url={url} />
        <ShareLinks text={text} url={url} />
      </div>
      <Field label={t('Your share link')}>
        <TextInput readOnly value={url} />
      </Field>
      <details className="fold">
        <summary>{t('QR code')}</summary>
        <QrCode text={url} label={t('QR code to scan with another phone')} />
      </details>
    </>
  );
}
