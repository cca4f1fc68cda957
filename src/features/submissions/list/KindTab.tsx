import type { ComponentProps } from 'react';
import { useAddress } from '../../../web/address.ts';
import type { Kind } from '../kinds/Kind.tsx';
import { KINDS } from '../kinds/Kinds.tsx';
import { SubmissionList } from './SubmissionList.tsx';

type KindTabProps = Omit<ComponentProps<typeof SubmissionList>, 'kind'> & { type: Kind['type'] };

/** A tab for one kind: its list, as long as the address is the tab’s, for the list reads the address. */
export function KindTab({ type, ...list }: KindTabProps) {
  const { path } = useAddress();
  const kind = KINDS.find((one) => one.type === type);
  return kind?.path === path ? <SubmissionList kind={kind} {...list} /> : null;
}
