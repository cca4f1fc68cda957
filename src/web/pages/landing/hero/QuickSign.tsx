import { signDeclaration } from '../../../../features/declaration/declaration.contract.ts';
import { CountryField } from '../../../fields/CountryField.tsx';
import { TextField } from '../../../fields/TextField.tsx';
import { Checkbox } from '../../../forms/Checkbox.tsx';
import { Honeypot } from '../../../forms/Honeypot.tsx';
import { ERRORS_ID } from '../../../forms/useForm.ts';
import { Button } from '../../../ui/Button.tsx';
import { useHref } from '../../../useHref.ts';
import { useWords } from '../../../words.tsx';

const EMPTY = { errors: {}, filled: {} };

/**
 * Signs in the hero of a wide screen: plain HTML that needs no script. What is missing is said at its fields
 * (QuickSignErrors.tsx); without scripts on the page to sign, with everything that was typed. `confirms`: a signature
 * counts once its signer has confirmed it.
 */
export function QuickSign({ confirms }: { confirms: boolean }) {
  const t = useWords();
  const href = useHref();
  return (
    <form
      className="quick-sign"
      method="post"
      action={`${href(signDeclaration.path)}#${ERRORS_ID}`}
      aria-label={t('Unity Declaration')}
      noValidate
      data-live="plain"
    >
      <div className="contents" />
      <TextField
        of={EMPTY}
        name="fullName"
        label={t('Full name')}
        required
        autoComplete="name"
        maxLength={200}
      />
      <TextField
        of={EMPTY}
        name="email"
        label={t('Email')}
        required
        type="email"
        autoComplete="email"
        maxLength={254}
      />
      <CountryField of={EMPTY} placeholder={t('Choose…')} />
      <Button type="submit" variant="primary">
        {t('Sign')}
      </Button>
      <Checkbox name="agreeToDeclaration" required label={<Agreement />} />
      <p className="hint">
        {confirms ? t('Free. You confirm by email.') : t('Free. We send you an email.')}
      </p>
      <Honeypot />
    </form>
  );
}

/** What is agreed to, with a link to its words. */
function Agreement() {
  const t = useWords();
  const href = useHref();
  const name = t('Unity Declaration');
  const [before, after] = t('I have read the Unity Declaration and I sign it.').split(name);
  return (
    <>
      {before}
      <a href={href('/sign')} data-live="">
        {name}
      </a>
      {after}
    </>
  );
}
