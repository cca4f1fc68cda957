import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { FilledForm, SentSignature } from '../../shared/page.ts';
import { CountryField } from '../../web/fields/CountryField.tsx';
import { EmailField } from '../../web/fields/EmailField.tsx';
import { NewsCheckbox } from '../../web/fields/NewsCheckbox.tsx';
import { TextField } from '../../web/fields/TextField.tsx';
import { PausedNotice } from '../../web/paused.tsx';
import { lazyPart } from '../../web/loading/lazyPart.tsx';
import { useLazyPart } from '../../web/loading/useLazyPart.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Checkbox } from '../../web/forms/Checkbox.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { FormErrors } from '../../web/forms/FormErrors.tsx';
import { Honeypot } from '../../web/forms/Honeypot.tsx';
import { toast } from '../../web/ui/toasts.ts';
import { useForm } from '../../web/forms/useForm.ts';
import { useWords } from '../../web/words.tsx';
import { signDeclaration } from './declaration.contract.ts';
import { FAILED, SIGNED } from './confirmation.rules.ts';

// Fetched once someone fills in the form: 13 KB in French, and most who read the words sign nothing.
const Thanks = lazyPart(async () => {
  const { ThankYou } = await import('./ThankYou.tsx');
  return ThankYou;
}, 'dialogs');

interface DeclarationDialogProps {
  open: boolean;
  onClose: () => void;
  /** The words that are signed (DeclarationText.tsx). */
  children: ReactNode;
  /** Called with the code of the signer’s share link; again with a new one when another email was asked for. */
  onSigned: (shareCode: string) => void;
  /** The canonical address of the site, without a slash at the end. */
  publicUrl: string;
  /** How many signatures count so far. */
  signatures: number;
  /** One counts once its signer has confirmed it. */
  isToConfirm?: boolean | undefined;
  /** The form as it was sent without scripts, when it could not be taken. */
  filled: FilledForm | undefined;
}

/** The Unity Declaration, its form, and the thanks after signing. Closed and opened again it keeps the words. */
export function DeclarationDialog(props: DeclarationDialogProps) {
  const { open, onClose, onSigned, publicUrl, signatures, isToConfirm, filled } = props;
  const t = useWords();
  const [step, setStep] = useState<'asked' | 'signed' | 'asked again' | 'to correct'>('asked');
  const [signed, setSigned] = useState<SentSignature>();
  const [isFilledIn, setFilledIn] = useState(false);
  const { isLoaded } = useLazyPart(Thanks, isFilledIn || step === 'signed');
  // Whoever has seen the thanks leaves the form to the next person.
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (!open && step === 'signed') setStep('asked again');
  }
  function takeSigned(now: SentSignature) {
    if (isToConfirm) rememberSignature();
    setSigned(now);
    setStep('signed');
    onSigned(now.shareCode);
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={step === 'signed' ? t('Thank you') : t('Unity Declaration')}
      size="4xl"
      keepsInput
      address="/sign"
    >
      {step === 'signed' && signed && !isLoaded ? (
        <p role="status">{t(SIGNED)}</p>
      ) : step === 'signed' && signed ? (
        <Thanks.Component
          sent={signed}
          signatures={signatures}
          isToConfirm={isToConfirm}
          publicUrl={publicUrl}
          onSentAgain={onSigned}
          onCorrect={() => setStep('to correct')}
          onClose={onClose}
        />
      ) : (
        <div className="declare" onInput={() => setFilledIn(true)}>
          {props.children}
          <SignForm
            filled={step === 'asked' ? filled : undefined}
            corrected={step === 'to correct' ? signed?.person : undefined}
            onSigned={takeSigned}
          />
        </div>
      )}
    </Dialog>
  );
}

/** Where the reader came from. Some browsers do not say from which address a form is sent. */
function referral(filled: FilledForm | undefined) {
  const { by, utm_source } = Object.fromEntries(
    new URLSearchParams(filled?.query ?? location.search),
  );
  return { by, utm_source };
}

/** The next pages say that it waits for its confirmation (web/bootstrap.ts); without a storage they do not. */
function rememberSignature() {
  try {
    localStorage.setItem('signed', String(Date.now()));
  } catch (error) {
    console.warn(error);
  }
}

interface SignFormProps {
  filled: FilledForm | undefined;
  /** Who signed with a mistyped address. */
  corrected: SentSignature['person'] | undefined;
  onSigned: (signed: SentSignature) => void;
}

function SignForm({ filled, corrected, onSigned }: SignFormProps) {
  const t = useWords();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (corrected) form.current?.querySelector<HTMLInputElement>('[name=email]')?.focus();
  }, [corrected]);
  const sign = useForm(signDeclaration, {
    filled,
    query: () => referral(filled),
    fallback: t(FAILED),
    onSuccess: ({ message, shareCode }, person) => {
      toast({ title: t('Declaration Signed!'), description: t(message) });
      onSigned({ person, shareCode, emails: 1 });
    },
    onFailure: (sentence) =>
      toast({
        title: t('Error Signing Declaration'),
        description: t(sentence),
        variant: 'destructive',
      }),
  });
  const { agreeToDeclaration } = sign.errors;
  const part = corrected
    ? { ...sign, filled: { ...corrected, wantsNews: corrected.wantsNews ? 'on' : '' } }
    : sign;
  return (
    <form {...sign.form} ref={form} className="grid content-start gap-5">
      <PausedNotice what="signing" />
      <FormErrors state={sign} />
      <TextField
        of={part}
        name="fullName"
        label={t('Full name')}
        required
        autoComplete="name"
        maxLength={200}
      />
      <EmailField of={part} hint={t('For the confirmation. We never show it.')} />
      <CountryField of={part} />
      <Checkbox
        name="agreeToDeclaration"
        label={t('I have read the Unity Declaration and I sign it.')}
        error={agreeToDeclaration && t(agreeToDeclaration)}
        defaultChecked={Boolean(corrected ?? sign.filled.agreeToDeclaration)}
      />
      <NewsCheckbox of={part} />
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
