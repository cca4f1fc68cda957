import { ERRORS_ID, type FormState } from './useForm.ts';
import { useWords } from '../words.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';

interface FormErrorsProps {
  state: FormState & { isReturned?: boolean };
  /** Says what went wrong with the whole in this form's own words. */
  failure?: string | undefined;
  /** The fields do not say their errors themselves, so their sentences are listed. */
  listsAll?: boolean;
}

/** What stopped a form, on one line above it that leads to the first wrong field; each says itself what is wrong. */
export function FormErrors({ state, failure, listsAll = false }: FormErrorsProps) {
  const t = useWords();
  const { errors, labels = {} } = state;
  const names = Object.keys(errors);
  const isWhole = state.failure !== undefined && names.length === 0;
  const [sentence, ...others] = new Set(Object.values(errors));
  // One sentence for several fields is that of the form, such as "Please fill in all donation link fields."
  const shared = !listsAll && names.length > 1 && others.length === 0 ? sentence : undefined;
  const messageOf = (name: string) => {
    const label = labels[name];
    if (listsAll || names.length === 1 || !label) return t(errors[name] ?? '');
    return t('{label} and {more, plural, one {# more field} other {# more fields}}', {
      label,
      more: names.length - 1,
    });
  };
  return (
    <ErrorSummary
      errors={(listsAll ? names : names.slice(0, 1)).map((name) => ({
        name,
        message: messageOf(name),
      }))}
      attempt={state.attempt}
      {...(state.isReturned ? { id: ERRORS_ID } : {})}
      {...(isWhole
        ? { title: failure ?? t(state.failure ?? '') }
        : shared
          ? { title: t(shared) }
          : {})}
    />
  );
}
