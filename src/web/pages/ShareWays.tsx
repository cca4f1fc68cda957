import { useRef } from 'react';
import { SHARE } from '../../features/content/texts/share.rules.ts';
import { useContent } from '../content.tsx';
import { Field } from '../forms/Field.tsx';
import { TextInput } from '../forms/TextInput.tsx';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { ShareLinks, WhatsAppButton } from '../ui/ShareLinks.tsx';
import { toast } from '../ui/toasts.ts';
import { useHydrated } from '../ui/useHydrated.ts';
import { useWords } from '../words.tsx';

interface ShareWaysProps {
  url: string;
  /** What the address is called. */
  label: string;
}

/** All ways to share an address: what is sent with it, WhatsApp, the phone's apps, copying, other services. */
export function ShareWays({ url, label }: ShareWaysProps) {
  const t = useWords();
  const text = useContent()(SHARE.text);
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
    <>
      {text ? <p className="border border-line bg-raised px-4 py-3">{text}</p> : null}
      <div className="actions">
        <WhatsAppButton text={text} url={url} />
        <PhoneShare text={text} url={url} />
        <CopyButton
          className="needs-script"
          text={url}
          onCopied={() => copied(t('Paste it wherever you like.'))}
          onFailed={failed}
        >
          {t('Copy link')}
        </CopyButton>
        <CopyButton
          className="needs-script"
          text={url}
          icon="instagram"
          onCopied={() => copied(t('Open Instagram and paste it into your story or your profile.'))}
          onFailed={failed}
        >
          {t('Share on Instagram')}
        </CopyButton>
      </div>
      <ShareLinks text={text} url={url} />
      <Field label={label}>
        <TextInput ref={field} readOnly value={url} onFocus={(event) => event.target.select()} />
      </Field>
    </>
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
