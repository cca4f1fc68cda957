import { type FormEvent, useState } from 'react';
import type { $ZodType, output } from 'zod/v4/core';
import type { Endpoint } from '../../shared/endpoint.ts';
import { errorsOf, fromForm } from '../../shared/form.ts';
import type { FilledForm } from '../../shared/page.ts';
import { useOperationKey } from '../actions/useOperationKey.ts';
import { call, CallError, sentenceOf } from '../api.ts';
import { Declined } from '../recentPassword.ts';
import { useHref } from '../useHref.ts';
import { labelsOf } from './ErrorSummary.tsx';

export interface FormState {
  isPending: boolean;
  /** Sentences by field. */
  errors: Record<string, string>;
  /** Of the form that was refused, by field. */
  labels?: Record<string, string>;
  /** The error of the whole form, shown beside it until the next try. */
  failure: string | undefined;
  /** Rises with every refused try, so that the summary takes the focus each time. */
  attempt: number;
}

/** The form's state that its fields need: their errors, and their initial values. */
export interface FormPart {
  errors: Record<string, string>;
  filled: Partial<Record<string, string>>;
}

/** Where the errors of a refused form are shown. */
export const ERRORS_ID = 'errors';

interface Options<P extends $ZodType, Q extends $ZodType, B extends $ZodType, A extends $ZodType> {
  /** Words and errors of a form that was sent without scripts. */
  filled?: FilledForm | undefined;
  /** Shown when the server gives no sentence of its own. */
  fallback: string;
  /** Makes the body of the inputs where it is not simply their names and values. */
  read?(form: FormData): unknown;
  /** Checks beyond the schema: further errors by input. */
  check?(form: FormData): Record<string, string>;
  /** Of the call's path, such as `{ id }`. */
  params?: output<P>;
  /** Of the call's address, as it is when the form is sent. */
  query?(): Partial<output<Q>>;
  /** Asked when everything is filled in; false sends nothing and changes nothing. */
  confirm?(body: output<B>): Promise<boolean>;
  /**
   * Makes the call; `useRecentPassword()` where the server may ask for the password again. `more` is what is known of
   * the body only then, `name` what the action is called where it has a name of its own: whatever its words, the server does
   * it once.
   */
  through?<T>(send: (more?: object, name?: string) => Promise<T>): Promise<T>;
  /** Something was missing or wrong before it was sent: the sentences by field. */
  onRefused?(errors: Record<string, string>): void;
  onSuccess(answer: output<A>, body: output<B>, form: HTMLFormElement): void;
  onFailure?(sentence: string, error: unknown): void;
}

/**
 * One form for one call. The inputs stay with the browser (nothing is lost while the page hydrates);
 * what they hold is checked by the contract's own schema before it is sent, and after a failure
 * everything typed is still there.
 */
export function useForm<
  P extends $ZodType,
  Q extends $ZodType,
  B extends $ZodType,
  A extends $ZodType,
>(endpoint: Endpoint<P, Q, B, A>, options: Options<P, Q, B, A>) {
  const filled = options.filled?.endpoint === endpoint.name ? options.filled : undefined;
  const [state, setState] = useState<FormState>({
    isPending: false,
    errors: filled?.fields ?? {},
    failure: filled?.message,
    attempt: filled ? 1 : 0,
  });
  const operation = useOperationKey();
  const schema = endpoint.body;
  const href = useHref();

  const read = (data: FormData) => (options.read ? options.read(data) : fromForm(schema, data));
  const problemsOf = (data: FormData) => ({
    ...byInput(errorsOf(schema, read(data))),
    ...options.check?.(data),
  });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (state.isPending) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    const body = read(data) as output<B>;
    const errors = inOrder(form, problemsOf(data));
    if (Object.keys(errors).length > 0) {
      setState((s) => ({
        isPending: false,
        errors,
        labels: labelsOf(form),
        failure: undefined,
        attempt: s.attempt + 1,
      }));
      options.onRefused?.(errors);
      return;
    }
    if (options.confirm && !(await options.confirm(body))) return;
    setState((s) => ({ ...s, isPending: true, errors: {}, failure: undefined }));
    const send = (more?: object, name?: string) => {
      const whole = more ? Object.assign({}, body, more) : body;
      const key = operation.keyOf(whole);
      const { params, query } = options;
      return call(endpoint, {
        body: whole,
        key: name ?? key,
        ...(params && { params }),
        ...(query && { query: query() }),
      });
    };
    try {
      const answer = await (options.through ? options.through(send) : send());
      operation.forget();
      setState((s) => ({ ...s, isPending: false }));
      options.onSuccess(answer, body, form);
    } catch (error) {
      if (error instanceof Declined) {
        setState((s) => ({ ...s, isPending: false }));
        return;
      }
      const failure = sentenceOf(error, options.fallback);
      const fields = error instanceof CallError ? inOrder(form, byInput(error.fields)) : {};
      setState((s) => ({
        isPending: false,
        errors: fields,
        labels: labelsOf(form),
        failure,
        attempt: s.attempt + 1,
      }));
      options.onFailure?.(failure, error);
    }
  }

  /** Once a field was complained about, its sentence goes as soon as it is mended. */
  function recheck(event: FormEvent<HTMLFormElement>) {
    const name = event.target instanceof Element ? event.target.getAttribute('name') : null;
    if (!name || !state.errors[name]) return;
    const { [name]: now } = problemsOf(new FormData(event.currentTarget));
    setState((s) => {
      const { [name]: _, ...others } = s.errors;
      return { ...s, errors: now ? { ...s.errors, [name]: now } : others };
    });
  }

  return {
    ...state,
    /** The first answer is in the page as it came. */
    isReturned: filled !== undefined && state.attempt === 1,
    filled: filled?.values ?? {},
    form: {
      // Without scripts only the forms that the server takes as plain HTML are sent anywhere:
      // "dialog" is the one method that sends nothing.
      method: endpoint.plainForm ? ('post' as const) : ('dialog' as const),
      // Without scripts a refused form comes back at what is wrong with it.
      ...(endpoint.plainForm
        ? { action: `${href(endpoint.path + (filled?.query ?? ''))}#${ERRORS_ID}` }
        : {}),
      noValidate: true,
      'data-live': endpoint.plainForm ? 'plain' : '',
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
      onInput: recheck,
    },
  };
}

/** Sentences by the name of the input: the last part of a path such as `applicationData.email`. */
function byInput(fields: Record<string, string>): Record<string, string> {
  const named = Object.entries(fields).map(([path, sentence]) => [
    path.split('.').at(-1),
    sentence,
  ]);
  return Object.fromEntries(named);
}

/** The errors in the order of their inputs, so that the summary reads like the form. */
function inOrder(form: HTMLFormElement, errors: Record<string, string>): Record<string, string> {
  const names = [...form.elements].map((control) => control.getAttribute('name'));
  const placeOf = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length);
  return Object.fromEntries(Object.entries(errors).sort(([a], [b]) => placeOf(a) - placeOf(b)));
}
