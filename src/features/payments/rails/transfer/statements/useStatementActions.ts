import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { words } from '../../../../../shared/words.ts';
import { go } from '../../../../../web/address.ts';
import { call, sentenceOf } from '../../../../../web/api.ts';
import { PasswordNotGiven, useRecentPassword } from '../../../../../web/recentPassword.ts';
import { useConfirm } from '../../../../../web/ui/confirm.tsx';
import { toast } from '../../../../../web/ui/toasts.ts';
import { useWords } from '../../../../../web/words.tsx';
import { STATEMENTS_PATH } from '../../../core/paths.rules.ts';
import {
  applyStatement,
  bookStatement,
  discardStatement,
  type StatementView,
  undoStatement,
} from './statement.contract.ts';

const FALLBACK = words('That did not work. Please try again.');

/** The actions on an imported statement. Each fetches the data again; a failure is shown until the next action. */
export function useStatementActions({ id, version, fileName }: StatementView) {
  const t = useWords();
  const client = useQueryClient();
  const through = useRecentPassword();
  const confirm = useConfirm();
  const [doing, setDoing] = useState<string>();
  const [failure, setFailure] = useState<string>();

  async function run<A extends { message: string }>(
    name: string,
    send: () => Promise<A>,
    onDone: (answer: A) => void,
  ) {
    if (doing) return;
    setDoing(name);
    setFailure(undefined);
    try {
      const answer = await through(send);
      onDone(answer);
    } catch (error) {
      if (!(error instanceof PasswordNotGiven)) setFailure(sentenceOf(error, FALLBACK));
    } finally {
      setDoing(undefined);
      await client.invalidateQueries();
    }
  }

  const undo = () =>
    run(
      'undo',
      () => call(undoStatement, { params: { id } }),
      ({ message }) => toast({ title: t('Taken back'), description: t(message) }),
    );

  return {
    doing,
    failure,
    undo,
    apply: (lines: string[]) =>
      run(
        'apply',
        () => call(applyStatement, { params: { id }, body: { version, lines } }),
        ({ message }) =>
          toast({
            title: t('Lines confirmed'),
            description: t(message),
            action: { label: t('Undo'), press: () => void undo() },
          }),
      ),
    book: () =>
      run(
        'book',
        () => call(bookStatement, { params: { id } }),
        ({ message }) => toast({ title: t('Booking'), description: t(message) }),
      ),
    async forget() {
      const isSure = await confirm({
        title: t('Forget this statement?'),
        text: t('{file} and its lines are deleted here. No payment changes.', { file: fileName }),
        confirmLabel: t('Forget it'),
        danger: true,
      });
      if (!isSure) return;
      await run(
        'forget',
        () => call(discardStatement, { params: { id } }),
        ({ message }) => {
          toast({ title: t('Statement forgotten'), description: t(message) });
          go(STATEMENTS_PATH, { replace: true });
        },
      );
    },
  };
}

export type StatementActions = ReturnType<typeof useStatementActions>;
