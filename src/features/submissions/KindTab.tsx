import type { ReactNode } from 'react';
import { useAddress } from '../../web/address.ts';
import type { Kind } from './Kind.tsx';
import { KINDS } from './Kinds.tsx';
import { SubmissionList } from './SubmissionList.tsx';

interface KindTabProps {
  type: Kind['type'];
  /** Between heading and list. */
  above?: ReactNode;
}

/** A tab for one kind: its list, as long as the address is the tab’s, for the list reads the address. */
export function KindTab({ type, above }: KindTabProps) {
  const { path } = useAddress();
  const kind = KINDS.find((one) => one.type === type);
  return kind?.path === path ? <SubmissionList kind={kind} above={above} /> : null;
}
