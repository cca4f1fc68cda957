import { useAddress } from '../../../web/address.ts';
import { LazyPanel } from '../../../web/loading/LazyPanel.tsx';
import { lazyPart } from '../../../web/loading/lazyPart.tsx';
import type { Kind } from '../kinds/Kind.tsx';
import { KINDS } from '../kinds/Kinds.tsx';
import type { SubmissionListProps } from './SubmissionList.tsx';

const List = lazyPart(async () => (await import('./SubmissionList.tsx')).SubmissionList, 'admin');

/** The list of a kind. Its code comes with it: the first panel of the dashboard needs no table. */
export const KindList = (props: SubmissionListProps) => <LazyPanel part={List} props={props} />;

type KindTabProps = Omit<SubmissionListProps, 'kind'> & { type: Kind['type'] };

/** A tab for one kind: its list, as long as the address is the tab’s, for the list reads the address. */
export function KindTab({ type, ...list }: KindTabProps) {
  const { path } = useAddress();
  const kind = KINDS.find((one) => one.type === type);
  return kind?.path === path ? <KindList kind={kind} {...list} /> : null;
}
