import { ERRORS_ID, type FormState } from './useForm.ts';
import { useWords } from '../words.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';

interface FormErrorsProps {
  state: FormState & { isReturned?: boolean };
  /** Says what went wrong with the whole in this form's own words. */
  failure?: string | undefined;
}

/** Everything that stopped a form, above it: the sentences of its fields, or that of the whole. */
export function FormErrors({ state, failure }: FormErrorsProps) {
  const t = useWords();
  const fields = Object.entries(state.errors).map(([name, message]) => ({
    name,
    message: t(message),
  }));
  const isWhole = state.failure !== undefined && fields.length === 0;
  return (
    <ErrorSummary
      errors={fields}
      attempt={state.attempt}
      {...(state.isReturned ? { id: ERRORS_ID } : {})}
      {...(isWhole ? { title: failure ?? t(state.failure ?? '') } : {})}
    />
  );
}
