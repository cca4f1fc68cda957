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

/** What stopped a form, above it: each wrong field by its label, which says itself what is wrong, or the sentence of the whole. */
export function FormErrors({ state, failure, listsAll = false }: FormErrorsProps) {
  const t = useWords();
  const { errors, labels = {} } = state;
  const names = Object.keys(errors);
  const isWhole = state.failure !== undefined && names.length === 0;
  const [sentence, ...others] = new Set(Object.values(errors));
  // One sentence for several fields is that of the form, such as "Please fill in all donation link fields."
  const shared = !listsAll && names.length > 1 && others.length === 0 ? sentence : undefined;
  return (
    <ErrorSummary
      errors={Object.entries(errors).map(([name, sentence]) => ({
        name,
        message: (!listsAll && names.length > 1 && labels[name]) || t(sentence),
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
