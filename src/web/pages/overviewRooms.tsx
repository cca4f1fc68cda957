import { DONATIONS_PATH } from '../../features/donations/paths.rules.ts';
import { USERS_PATH } from '../../features/members/useAccountList.ts';
import { moneyAddress } from '../../features/payments/ledger/paths.rules.ts';
import type { Places } from '../../features/person/places.rules.ts';
import type { ExportType } from '../../features/submissions/submissions.contract.ts';
import { KINDS } from '../../features/submissions/Kinds.tsx';
import { withQuery } from '../address.ts';
import { later } from '../later.tsx';
import { LateRoom } from '../ui/LateRoom.tsx';

const listOf = (type: ExportType, query: Record<string, string>) =>
  withQuery(KINDS.find((kind) => kind.type === type)?.path ?? '', query);

/** Where the records of a person are opened. */
const PERSON_PLACES: Places = {
  signature: (open) => listOf('unity-declarations', { open }),
  contact: (open) => listOf('contact-submissions', { open }),
  volunteer: (open) => listOf('volunteer-submissions', { open }),
  partner: (open) => listOf('partner-submissions', { open }),
  application: (open) => listOf('passport-applications', { open }),
  account: (open) => withQuery(USERS_PATH, { open }),
  donation: (open) => withQuery(DONATIONS_PATH, { open }),
  money: moneyAddress,
};

const Person = later(async () => {
  const { PersonRoom: Shown } = await import('../../features/person/PersonRoom.tsx');
  return () => <Shown places={PERSON_PLACES} />;
}, 'person');

/** Everything known of one person. */
export const PersonRoom = () => <LateRoom room={Person} />;
