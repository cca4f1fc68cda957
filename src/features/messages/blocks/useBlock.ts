import { useMutation } from '@tanstack/react-query';
import { words } from '../../../shared/words.ts';
import { call, sentenceOf } from '../../../web/api.ts';
import { useWithLogin } from '../../../web/withLogin.ts';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import { blockMember } from '../core/block.contract.ts';
import type { Person } from '../core/message.contract.ts';
import { useNameOf } from '../core/MemberName.tsx';
import { useRefresh } from '../core/useRefresh.ts';

interface BlockChange {
  member: Person;
  blocked: boolean;
}

/** Blocks a member or not; blocking can be taken back at once. */
export function useBlock() {
  const t = useWords();
  const nameOf = useNameOf();
  const refresh = useRefresh();
  const withLogin = useWithLogin();
  const block = useMutation({
    mutationFn: ({ member, blocked }: BlockChange) =>
      withLogin(() => call(blockMember, { params: { id: member.id }, body: { blocked } })),
    onSuccess({ message }, { member, blocked }) {
      const name = nameOf(member);
      toast({
        title: blocked
          ? t('You have blocked {name}', { name })
          : t('{name} is unblocked', { name }),
        description: t(message),
        ...(blocked
          ? { action: { label: t('Undo'), press: () => block.mutate({ member, blocked: false }) } }
          : {}),
      });
      return refresh();
    },
    onError: (error) =>
      toast({
        title: t('Nothing was changed'),
        description: t(sentenceOf(error, words('Please try again.'))),
        variant: 'destructive',
      }),
  });
  return block;
}
