import type { FormPart } from '../forms/useForm.ts';
import { useWords } from '../words.tsx';
import { TextField } from './TextField.tsx';

interface NameFieldsProps {
  of: FormPart;
  /** The names of the inputs. */
  names?: readonly [first: string, last: string];
}

/** First and last name, side by side where there is enough space. */
export function NameFields({ of, names = ['firstName', 'lastName'] }: NameFieldsProps) {
  const t = useWords();
  const [first, last] = names;
  return (
    <div className="pair">
      <TextField
        of={of}
        name={first}
        label={t('First name')}
        required
        autoComplete="given-name"
        maxLength={100}
      />
      <TextField
        of={of}
        name={last}
        label={t('Last name')}
        required
        autoComplete="family-name"
        maxLength={100}
      />
    </div>
  );
}
