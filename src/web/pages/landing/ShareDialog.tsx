import { shareAddress } from '../../../features/declaration/share-link.rules.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { useHref } from '../../useHref.ts';
import { useWords } from '../../words.tsx';
import { ShareWays } from '../ShareWays.tsx';

interface ShareDialogProps {
  open: boolean;
  onClose: () => void;
  /** The canonical address, without a slash at the end. */
  publicUrl: string;
  /** Of who has just signed: who signs by their link counts for them once they confirm. */
  shareCode?: string | undefined;
}

/** Show the campaign to someone. */
export function ShareDialog({ open, onClose, publicUrl, shareCode }: ShareDialogProps) {
  const t = useWords();
  const href = useHref();
  const link = shareCode ? shareAddress(publicUrl, shareCode) : `${publicUrl}/`;
  return (
    <Dialog open={open} onClose={onClose} title={t('Share the campaign')}>
      <ShareWays url={link} label={shareCode ? t('Your share link') : t('Campaign link')} />
      <details className="fold">
        <summary>{t('QR code')}</summary>
        <QrCode text={link} label={t('QR code to scan with another phone')} />
      </details>
      <div className="actions">
        <Button href={href('/sheet')}>{t('Print a signature sheet')}</Button>
        <Button href={href('/poster')}>{t('Print a poster')}</Button>
      </div>
    </Dialog>
  );
}
