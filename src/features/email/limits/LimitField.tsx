import type { AnswerOf } from '../../../shared/endpoint.ts';
import { words } from '../../../shared/words.ts';
import { Field } from '../../../web/ui/Field.tsx';
import { TextInput } from '../../../web/ui/TextInput.tsx';
import { useWords } from '../../../web/words.tsx';
import type { readMailLimits } from '../mailing/limit.contract.ts';

export type SavedLimits = AnswerOf<typeof readMailLimits>;
type LimitName = Exclude<keyof SavedLimits, 'sentInDay' | 'version'>;

/** LIST of the limits, in their order in the form. */
export const LIMIT_FIELDS: readonly { name: LimitName; label: string; hint?: string }[] = [
  { name: 'gmailPerDay', label: words('Through Gmail, in 24 hours') },
  {
    name: 'alternativePerDay',
    label: words('Through the alternative server, in 24 hours'),
    hint: words('Empty: any number'),
  },
  {
    name: 'perMinute',
    label: words('Bulk mails in a minute'),
    hint: words('Empty: as fast as the server takes them'),
  },
  { name: 'connections', label: words('Connections at once') },
];

interface LimitFieldProps {
  field: (typeof LIMIT_FIELDS)[number];
  limits: SavedLimits;
  errors: Record<string, string>;
  /** False for who may look and not change. */
  isOpen: boolean;
}

/** One of the limits; empty where there is none. */
export function LimitField({
  field: { name, label, hint },
  limits,
  errors,
  isOpen,
}: LimitFieldProps) {
  const t = useWords();
  const error = errors[name];
  return (
    <Field label={t(label)} hint={hint && t(hint)} error={error && t(error)}>
      <TextInput
        name={name}
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        readOnly={!isOpen}
        defaultValue={limits[name] ?? ''}
      />
    </Field>
  );
}
