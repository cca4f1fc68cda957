import { useQuery } from '@tanstack/react-query';
import { read } from '../../../web/queries.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useWords } from '../../../web/words.tsx';
import { listBlocks } from '../core/block.contract.ts';
import { MemberName, useNameOf } from '../core/MemberName.tsx';
import { useBlock } from './useBlock.ts';

/** The members whom the reader has blocked, each with a button to unblock; renders nothing without any. */
export function BlockedMembers() {
  const t = useWords();
  const nameOf = useNameOf();
  const block = useBlock();
  const { data = [] } = useQuery(read(listBlocks));
  if (data.length === 0) return null;
  return (
    <details className="mt-6">
      <summary className="flex min-h-11 items-center">
        {t('Blocked members ({count})', { count: data.length })}
      </summary>
      <ul>
        {data.map(({ member }) => (
          <li key={member.id} className="flex flex-wrap items-center justify-between gap-x-4">
            <MemberName person={member} />
            <Button
              variant="quiet"
              aria-label={t('Unblock {name}', { name: nameOf(member) })}
              onClick={() => void block.run({ member, blocked: false })}
            >
              {t('Unblock')}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
