import { words } from '../../shared/words.ts';
import { Field } from '../../web/ui/Field.tsx';
import { TextInput } from '../../web/ui/TextInput.tsx';
import { useWords } from '../../web/words.tsx';
import type { ConfigType, SmtpConfig } from './email.rules.ts';

interface SmtpField {
  name: keyof SmtpConfig | 'smtpPass';
  label: string;
  hint?: string;
  kind?: 'text' | 'email' | 'port' | 'password';
}

/** LIST of what is entered of each configuration. */
export const SMTP_FIELDS: Readonly<Record<ConfigType, readonly SmtpField[]>> = {
  email_gmail: [
    {
      name: 'smtpUser',
      label: words('Gmail address'),
      hint: words('Of the account that sends.'),
      kind: 'email',
    },
    {
      name: 'smtpPass',
      label: words('App password'),
      hint: words(
        'Google makes one for you at myaccount.google.com/apppasswords; the password of the account itself is refused. It is kept sealed and never shown: enter it each time you save.',
      ),
      kind: 'password',
    },
    {
      name: 'fromEmail',
      label: words('From email'),
      hint: words(
        'Gmail sends from another address only where the account has it under “Send mail as”.',
      ),
      kind: 'email',
    },
    { name: 'fromName', label: words('From name') },
  ],
  email_alternative: [
    { name: 'smtpHost', label: words('SMTP host'), hint: words('Such as smtp.example.org.') },
    {
      name: 'smtpPort',
      label: words('SMTP port'),
      hint: words('587 (TLS) or 465 (SSL). 2525 does where both are shut.'),
      kind: 'port',
    },
    { name: 'smtpUser', label: words('SMTP user name') },
    {
      name: 'smtpPass',
      label: words('SMTP password'),
      hint: words('It is kept sealed and never shown: enter it each time you save.'),
      kind: 'password',
    },
    { name: 'fromEmail', label: words('From email'), kind: 'email' },
    { name: 'fromName', label: words('From name') },
  ],
};

const ATTRIBUTES = {
  text: { maxLength: 200, autoComplete: 'off' },
  email: { type: 'email', inputMode: 'email', maxLength: 254, autoComplete: 'off' },
  port: { inputMode: 'numeric', maxLength: 5, autoComplete: 'off' },
  // No browser is to fill in the administrator's own.
  password: { type: 'password', maxLength: 200, autoComplete: 'new-password' },
} as const;

interface SmtpFieldsProps {
  type: ConfigType;
  saved: SmtpConfig | undefined;
  errors: Record<string, string>;
}

/** The fields of a configuration, filled with what is saved; nothing is ever filled in as the password. */
export function SmtpFields({ type, saved, errors }: SmtpFieldsProps) {
  const t = useWords();
  return SMTP_FIELDS[type].map(({ name, label, hint, kind = 'text' }) => (
    <Field
      key={name}
      label={t(label)}
      hint={hint && t(hint)}
      error={errors[name] ? t(errors[name]) : undefined}
    >
      <TextInput
        name={name}
        spellCheck={false}
        defaultValue={name === 'smtpPass' ? '' : String(saved?.[name] ?? '')}
        {...ATTRIBUTES[kind]}
      />
    </Field>
  ));
}
