import { useEffect, useRef, useState } from 'react';
import { CAMPAIGN_COUNTRIES } from '../../shared/country.ts';
import type { FilledForm } from '../../shared/page.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Checkbox } from '../../web/ui/Checkbox.tsx';
import { countryOptions } from '../../web/countryOptions.ts';
import { CountrySelect } from '../../web/ui/CountrySelect.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { Field } from '../../web/ui/Field.tsx';
import { FormErrors } from '../../web/ui/FormErrors.tsx';
import { Honeypot } from '../../web/ui/Honeypot.tsx';
import { TextInput } from '../../web/ui/TextInput.tsx';
import { toast } from '../../web/ui/toasts.ts';
import { useForm } from '../../web/useForm.ts';
import { useWords } from '../../web/words.tsx';
import { DeclarationText } from './DeclarationText.tsx';
import { signDeclaration } from './declaration.contract.ts';

interface DeclarationDialogProps {
  open: boolean;
  onClose: () => void;
  onSigned: () => void;
  /** How many have signed so far. */
  signatures: number;
  /** The form as it was sent without scripts, when it could not be taken. */
  filled: FilledForm | undefined;
}

/** The Unity Declaration, its form, and the thanks after signing. */
export function DeclarationDialog(props: DeclarationDialogProps) {
  const { open, onClose, onSigned, signatures, filled } = props;
  const t = useWords();
  const [hasSigned, setSigned] = useState(false);
  const typed = useRef(false);
  const leave = () => {
    setSigned(false);
    typed.current = false;
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={leave}
      title={hasSigned ? t('Thank you') : t('Unity Declaration')}
      isDirty={() => typed.current && !hasSigned}
    >
      {hasSigned ? (
        <ThankYou signatures={signatures} onClose={leave} />
      ) : (
        <>
          <DeclarationText />
          <SignForm
            filled={filled}
            onTyped={() => {
              typed.current = true;
            }}
            onSigned={() => {
              setSigned(true);
              onSigned();
            }}
          />
        </>
      )}
    </Dialog>
  );
}

function ThankYou({ signatures, onClose }: { signatures: number; onClose: () => void }) {
  const t = useWords();
  const start = useRef<HTMLParagraphElement>(null);
  // The button that had the focus is gone with the form, and in the page the thanks stand far above it.
  useEffect(() => start.current?.closest('dialog')?.querySelector('h2')?.focus(), []);
  return (
    <>
      <p ref={start}>{t('Your name is woven in. A confirmation is on its way to your mailbox.')}</p>
      <p className="hint">
        {t(
          '{count, plural, one {You are the first to sign.} other {# names stand under the declaration now.}}',
          {
            count: signatures,
          },
        )}
      </p>
      <div className="actions">
        <Button variant="primary" onClick={onClose}>
          {t('Close')}
        </Button>
      </div>
    </>
  );
}

function SignForm(props: {
  filled: FilledForm | undefined;
  onTyped: () => void;
  onSigned: () => void;
}) {
  const t = useWords();
  const sign = useForm(signDeclaration, {
    filled: props.filled,
    fallback: t('Failed to sign declaration. Please try again.'),
    onSuccess: ({ message }) => {
      toast({ title: t('Declaration Signed!'), description: t(message) });
      props.onSigned();
    },
    onFailure: (sentence) =>
      toast({
        title: t('Error Signing Declaration'),
        description: t(sentence),
        variant: 'destructive',
      }),
  });
  const { errors, filled } = sign;
  return (
    <form {...sign.form} className="grid gap-5" onInputCapture={props.onTyped}>
      <FormErrors state={sign} />
      <Field label={t('Full name')} required error={say(t, errors.fullName)}>
        <TextInput
          name="fullName"
          autoComplete="name"
          maxLength={200}
          defaultValue={filled.fullName}
        />
      </Field>
      <Field
        label={t('Email')}
        required
        hint={t('For the confirmation. It is never shown.')}
        error={say(t, errors.email)}
      >
        <TextInput
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          maxLength={254}
          defaultValue={filled.email}
        />
      </Field>
      <Field label={t('Country')} required error={say(t, errors.country)}>
        <CountrySelect
          name="country"
          options={countryOptions(CAMPAIGN_COUNTRIES, t)}
          placeholder={t('Choose your country')}
          {...(filled.country ? { defaultValue: filled.country } : {})}
        />
      </Field>
      <Checkbox
        name="agreeToDeclaration"
        label={t('I have read the Unity Declaration and I sign it.')}
        error={say(t, errors.agreeToDeclaration)}
        defaultChecked={Boolean(filled.agreeToDeclaration)}
      />
      <Checkbox
        name="wantsNews"
        label={t('Send me news of the campaign (optional)')}
        defaultChecked={Boolean(filled.wantsNews)}
      />
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

const say = (t: (sentence: string) => string, sentence: string | undefined) =>
  sentence ? t(sentence) : undefined;
