import { type MouseEvent, useEffect, useRef, useState } from 'react';
import type { FilledForm } from '../../shared/page.ts';
import { words } from '../../shared/words.ts';
import { CountryField } from '../../web/fields/CountryField.tsx';
import { EmailField } from '../../web/fields/EmailField.tsx';
import { NewsCheckbox } from '../../web/fields/NewsCheckbox.tsx';
import { TextField } from '../../web/fields/TextField.tsx';
import { PausedNotice } from '../../web/paused.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { Checkbox } from '../../web/forms/Checkbox.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { FormErrors } from '../../web/forms/FormErrors.tsx';
import { Honeypot } from '../../web/forms/Honeypot.tsx';
import { toast } from '../../web/ui/toasts.ts';
import { useForm } from '../../web/forms/useForm.ts';
import { useHref } from '../../web/useHref.ts';
import { useWords } from '../../web/words.tsx';
import { COUNTED_LATER, TO_CONFIRM } from './confirmation.rules.ts';
import { DeclarationText } from './DeclarationText.tsx';
import { signDeclaration } from './declaration.contract.ts';

interface DeclarationDialogProps {
  open: boolean;
  onClose: () => void;
  /** Called with the code of the signer’s share link. */
  onSigned: (shareCode: string) => void;
  /** Opens the ways to share over the page; elsewhere their address is followed. */
  onShare?: (link: Element) => void;
  /** How many signatures count so far. */
  signatures: number;
  /** One counts once its signer has confirmed it. */
  isToConfirm?: boolean | undefined;
  /** The form as it was sent without scripts, when it could not be taken. */
  filled: FilledForm | undefined;
}

/** The Unity Declaration, its form, and the thanks after signing. Closed and opened again it keeps the words. */
export function DeclarationDialog(props: DeclarationDialogProps) {
  const { open, onClose, onSigned, onShare, signatures, isToConfirm, filled } = props;
  const t = useWords();
  const [step, setStep] = useState<'asked' | 'signed' | 'asked again'>('asked');
  // Whoever has seen the thanks leaves the form to the next person.
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (!open && step === 'signed') setStep('asked again');
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={step === 'signed' ? t('Thank you') : t('Unity Declaration')}
      keepsInput
    >
      {step === 'signed' ? (
        <ThankYou
          signatures={signatures}
          isToConfirm={isToConfirm}
          onShare={onShare}
          onClose={onClose}
        />
      ) : (
        <>
          <DeclarationText />
          <SignForm
            filled={step === 'asked' ? filled : undefined}
            onSigned={(shareCode) => {
              if (isToConfirm) rememberSignature();
              setStep('signed');
              onSigned(shareCode);
            }}
          />
        </>
      )}
    </Dialog>
  );
}

/** The next pages say that it waits for its confirmation (web/bootstrap.ts); without a storage they do not. */
function rememberSignature() {
  try {
    localStorage.setItem('signed', String(Date.now()));
  } catch (error) {
    console.warn(error);
  }
}

const titleAbove = (part: Element | null) =>
  part?.closest('dialog, [data-dialog-page]')?.querySelector<HTMLElement>('h1, h2');

const SIGNED = words('Your name is woven in. A confirmation is on its way to your mailbox.');
const COUNTED = words(
  '{count, plural, one {You are the first to sign.} other {# names stand under the declaration now.}}',
);

type ThankYouProps = Pick<
  DeclarationDialogProps,
  'signatures' | 'isToConfirm' | 'onShare' | 'onClose'
>;

function ThankYou({ signatures, isToConfirm, onShare, onClose }: ThankYouProps) {
  const t = useWords();
  const href = useHref();
  const start = useRef<HTMLParagraphElement>(null);
  // The button that had the focus is gone with the form, and in the page the thanks are far above it.
  useEffect(() => titleAbove(start.current)?.focus(), []);
  return (
    <>
      <p ref={start}>{t(isToConfirm ? TO_CONFIRM : SIGNED)}</p>
      <p className="hint">{t(isToConfirm ? COUNTED_LATER : COUNTED, { count: signatures })}</p>
      <div className="grid gap-3">
        <strong className="display text-2xl text-heading">{t('Now ask three people')}</strong>
        <p>{t('Signing is free and takes a minute.')}</p>
      </div>
      <div className="actions">
        <Button
          className="btn-leaf"
          href={href('/share')}
          onClick={(event: MouseEvent<HTMLAnchorElement>) => {
            if (!onShare) return;
            event.preventDefault();
            onShare(event.currentTarget);
          }}
        >
          {t('Share the campaign')}
        </Button>
        <Button onClick={onClose}>{t('Close')}</Button>
      </div>
    </>
  );
}

function SignForm({ filled, onSigned }: Pick<DeclarationDialogProps, 'filled' | 'onSigned'>) {
  const t = useWords();
  const sign = useForm(signDeclaration, {
    filled,
    fallback: t('Failed to sign declaration. Please try again.'),
    onSuccess: ({ message, shareCode }) => {
      toast({ title: t('Declaration Signed!'), description: t(message) });
      onSigned(shareCode);
    },
    onFailure: (sentence) =>
      toast({
        title: t('Error Signing Declaration'),
        description: t(sentence),
        variant: 'destructive',
      }),
  });
  const { agreeToDeclaration } = sign.errors;
  return (
    <form {...sign.form} className="grid gap-5">
      <PausedNotice what="signing" />
      <FormErrors state={sign} />
      <TextField
        of={sign}
        name="fullName"
        label={t('Full name')}
        required
        autoComplete="name"
        maxLength={200}
      />
      <EmailField of={sign} hint={t('For the confirmation. It is never shown.')} />
      <CountryField of={sign} />
      <Checkbox
        name="agreeToDeclaration"
        label={t('I have read the Unity Declaration and I sign it.')}
        error={agreeToDeclaration && t(agreeToDeclaration)}
        defaultChecked={Boolean(sign.filled.agreeToDeclaration)}
      />
      <NewsCheckbox of={sign} />
      <Honeypot />
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          pending={sign.isPending}
          pendingLabel={t('Submitting...')}
        >
          {t('Sign the declaration')}
        </Button>
      </div>
    </form>
  );
}
