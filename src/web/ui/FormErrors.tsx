import type { FormState } from '../useForm.ts';
import { useWords } from '../words.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';

/** Everything that stopped a form, above it: the sentences of its fields, or that of the whole. */
export function FormErrors({ state }: { state: FormState }) {
  const t = useWords();
  const fields = Object.entries(state.errors).map(([name, message]) => ({
    name,
    message: t(message),
  }));
  const whole = state.failure && fields.length === 0 ? [{ message: t(state.failure) }] : [];
  return <ErrorSummary errors={[...fields, ...whole]} attempt={state.attempt} />;
}
