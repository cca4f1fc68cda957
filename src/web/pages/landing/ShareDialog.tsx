import { useRef } from 'react';
import { SHARE } from '../../../features/content/texts/share.rules.ts';
import { shareAddress } from '../../../features/declaration/share-link.rules.ts';
import { useContent } from '../../content.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../forms/Field.tsx';
import { TextInput } from '../../forms/TextInput.tsx';
import { toast } from '../../ui/toasts.ts';
import { useHydrated } from '../../ui/useHydrated.ts';
import { QrCode } from '../../ui/QrCode.tsx';
import { SharedText, ShareLinks, WhatsAppButton } from '../../ui/ShareLinks.tsx';
import { useHref } from '../../useHref.ts';
import { useWords } from '../../words.tsx';

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
  const text = useContent()(SHARE.text);
  const link = shareCode ? shareAddress(publicUrl, shareCode) : `${publicUrl}/`;
  const field = useRef<HTMLInputElement>(null);

  const copied = (description: string) => toast({ title: t('Link Copied!'), description });
  function failed() {
    toast({
      title: t('Copy Failed'),
      description: t('Please copy the link manually. It is selected in its field.'),
      variant: 'destructive',
    });
    field.current?.focus();
    field.current?.select();
  }

  return (
    <Dialog open={open} onClose={onClose} title={t('Share the campaign')}>
      <SharedText text={text} />
      <div className="actions">
        <WhatsAppButton text={text} url={link} />
        <PhoneShare text={text} url={link} />
        <CopyButton
          className="needs-script"
          text={link}
          onCopied={() => copied(t('Paste it wherever you like.'))}
          onFailed={failed}
        >
          {t('Copy link')}
        </CopyButton>
        <CopyButton
          className="needs-script"
          text={link}
          onCopied={() => copied(t('Open Instagram and paste it into your story or your profile.'))}
          onFailed={failed}
        >
          {t('Share on Instagram')}
        </CopyButton>
      </div>
      <ShareLinks text={text} url={link} />
      <Field label={shareCode ? t('Your share link') : t('Campaign link')}>
        <TextInput ref={field} readOnly value={link} onFocus={(event) => event.target.select()} />
      </Field>
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

/** The phone's own list of apps to share with, where there is one. */
function PhoneShare({ text, url }: { text: string; url: string }) {
  const t = useWords();
  const isHydrated = useHydrated();
  if (!isHydrated || !('share' in navigator)) return null;

  async function share() {
    try {
      await navigator.share({ title: t('One Africa Passport'), text, url });
    } catch (error) {
      // Closed again by the person: nothing has failed.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toast({
        title: t('Sharing Failed'),
        description: t('Please choose another way to share.'),
        variant: 'destructive',
      });
    }
  }

  return <Button onClick={share}>{t('Share with an app')}</Button>;
}
