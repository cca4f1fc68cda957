import { ERRORS_ID, type FormState } from './useForm.ts';
import { useWords } from '../words.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';

interface FormErrorsProps {
  state: FormState & { isReturned?: boolean };
  /** Says what went wrong with the whole in this form's own words. */
  failure?: string | undefined;
  /** The fields do not say their errors themselves, so all are listed. */
  listsAll?: boolean;
}

/** What stopped a form, above it: the sentence of its first wrong field and how many more there are, or that of the whole. */
export function FormErrors({ state, failure, listsAll = false }: FormErrorsProps) {
  const t = useWords();
  const fields = Object.entries(state.errors).map(([name, message]) => ({
    name,
    message: t(message),
  }));
  const isWhole = state.failure !== undefined && fields.length === 0;
  return (
    <ErrorSummary
      errors={listsAll ? fields : fields.slice(0, 1)}
      more={listsAll ? 0 : fields.length - 1}
      attempt={state.attempt}
      {...(state.isReturned ? { id: ERRORS_ID } : {})}
      {...(isWhole ? { title: failure ?? t(state.failure ?? '') } : {})}
    />
  );
}
