import { words } from '../../../shared/words.ts';
import { call } from '../../../web/api.ts';
import { useWithLogin } from '../../../web/withLogin.ts';
import { toast } from '../../../web/ui/toasts.ts';
import { useAction } from '../../../web/actions/useAction.ts';
import { useWords } from '../../../web/words.tsx';
import { blockMember } from '../core/block.contract.ts';
import type { Person } from '../core/message.contract.ts';
import { useNameOf } from '../core/MemberName.tsx';
import { MESSAGE_LISTS } from '../core/useRefresh.ts';

interface BlockChange {
  member: Person;
  blocked: boolean;
}

/** Blocks a member or not; blocking can be taken back at once. */
export function useBlock() {
  const t = useWords();
  const nameOf = useNameOf();
  const block = useAction(
    ({ member, blocked }: BlockChange) =>
      call(blockMember, { params: { id: member.id }, body: { blocked } }),
    {
      through: useWithLogin(),
      failed: t('Nothing was changed'),
      fallback: words('Please try again.'),
      refresh: MESSAGE_LISTS,
      onDone({ message }, { member, blocked }) {
        const name = nameOf(member);
        const undo = () => void block.run({ member, blocked: false });
        toast({
          title: blocked
            ? t('You have blocked {name}', { name })
            : t('{name} is unblocked', { name }),
          description: t(message),
          ...(blocked ? { action: { label: t('Undo'), press: undo } } : {}),
        });
      },
    },
  );
  return block;
}
