import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fieldsOf } from '../../shared/record.ts';
import { words } from '../../shared/words.ts';
import { CallError, isAnotherAccount, sentenceOf } from '../api.ts';
import { Declined } from '../recentPassword.ts';
import { type Question, useConfirm } from '../ui/confirm.tsx';
import { toast } from '../ui/toasts.ts';
import { useWords } from '../words.tsx';

interface Options<Answer, Input> {
  /** Makes the call: `useRecentPassword()` where the server may ask for the password again. */
  through?: <T>(send: () => Promise<T>) => Promise<T>;
  /** Title of the toast that says what the server answered; without it `onDone` says so. */
  done?: string;
  /** Title of the toast that says why it failed; without it the caller shows `failure`. */
  failed?: string;
  /** Said when the server gives no sentence of its own. */
  fallback?: string;
  /** The calls to make again. */
  refresh?: 'all' | readonly { name: string }[];
  /** Called before the refresh, which waits for it. */
  onDone?: (answer: Answer, input: Input) => unknown;
}

/**
 * An action of a button: makes a call, says how it went, and refreshes what the page shows, also after a failure
 * that leaves it out of date. Nothing is said when the person does not give the password or declines otherwise.
 */
export function useAction<Answer, Input = void>(
  operation: (input: Input) => Promise<Answer>,
  options: Options<Answer, Input>,
) {
  const { through = (send) => send(), done, failed, refresh = [], onDone } = options;
  const t = useWords();
  const client = useQueryClient();
  const confirm = useConfirm();
  const fallback = options.fallback ?? words('That did not work. Please try again.');

  const refetch = () =>
    refresh === 'all'
      ? client.invalidateQueries()
      : Promise.all(refresh.map(({ name }) => client.invalidateQueries({ queryKey: [name] })));
  const mutation = useMutation({
    mutationFn: (input: Input) => through(() => operation(input)),
    onSuccess: async (answer, input) => {
      const { message } = fieldsOf(answer);
      const description = typeof message === 'string' ? { description: t(message) } : {};
      if (done) toast({ title: done, ...description });
      await onDone?.(answer, input);
      await refetch();
    },
    onError: async (error) => {
      if (error instanceof Declined) return;
      const description = t(sentenceOf(error, fallback));
      if (failed) toast({ title: failed, description, variant: 'destructive' });
      if (isOutOfDateAfter(error)) await refetch();
    },
  });

  const { isPending, variables, reset } = mutation;
  const error = mutation.error instanceof Declined ? null : mutation.error;
  /** Resolves once the page is refreshed, with whether it was done; never throws. */
  const run = (input: Input): Promise<boolean> =>
    mutation.mutateAsync(input).then(
      () => true,
      () => false,
    );
  return {
    isPending,
    /** What is being done. */
    input: isPending ? variables : undefined,
    error,
    /** Why it failed, as a sentence. */
    failure: error ? sentenceOf(error, fallback) : undefined,
    reset,
    run,
    /** Runs it after a yes to the question. */
    ask: async (question: Question, input: Input) => (await confirm(question)) && run(input),
  };
}

/**
 * What was changed is gone or not as it was shown, or the server failed on the way. Without an answer nothing is
 * fetched, as that would fail too; nor for an account that took this one's place, whose data is not for this page.
 */
const isOutOfDateAfter = (error: Error) =>
  error instanceof CallError &&
  !isAnotherAccount(error) &&
  (error.status >= 500 || [404, 409].includes(error.status));
