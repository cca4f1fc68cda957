import { DONATIONS_PATH } from '../../../features/donations/paths.rules.ts';
import { EMAIL_PATH } from '../../../features/mail/paths.rules.ts';
import { BOARD_PATH } from '../../../features/fulfilment/useKits.ts';
import { USERS_PATH } from '../../../features/members/settings/paths.rules.ts';
import { REPORTS_PATH } from '../../../features/messages/moderation/useReports.ts';
import { CLAIMS_PATH, paymentDetailAddress } from '../../../features/payments/core/paths.rules.ts';

import type { Places } from '../../../features/people/places.rules.ts';
import type { ExportType } from '../../../features/submissions/kinds/submissions.contract.ts';
import type { WaitingKind } from '../../../features/submissions/overview/overview.rules.ts';
import { KINDS } from '../../../features/submissions/kinds/Kinds.tsx';
import {
  COUNTRIES_PATH,
  PAPER_PATH,
} from '../../../features/submissions/signatures/paths.rules.ts';
import { withQuery } from '../../address.ts';
import { lazyPart } from '../../loading/lazyPart.tsx';
import { LazyPanel } from '../../loading/LazyPanel.tsx';

const listOf = (type: ExportType, query: Record<string, string>) =>
  withQuery(KINDS.find((kind) => kind.type === type)?.path ?? '', query);

/** The longest waiting come first. */
const unanswered = { status: 'unanswered', sort: 'createdAt' };
const overdueIn = (status: string) => withQuery(BOARD_PATH, { status, overdue: 'true' });

/** Where each kind of what waits is dealt with. */
const WAITING_PATHS: Readonly<Record<WaitingKind, string>> = {
  claims: CLAIMS_PATH,
  money: CLAIMS_PATH,
  kits_approved: overdueIn('approved'),
  kits_in_review: overdueIn('in_review'),
  kits_submitted: overdueIn('submitted'),
  contact: listOf('contact-submissions', unanswered),
  volunteer: listOf('volunteer-submissions', unanswered),
  partner: listOf('partner-submissions', unanswered),
  reports: REPORTS_PATH,
  mails: withQuery(EMAIL_PATH, { status: 'failed', days: '7' }),
};

/** Where the records of a person are opened. */
const PERSON_PATHS: Places = {
  signature: (open) => listOf('unity-declarations', { open }),
  paper: (open) => withQuery(PAPER_PATH, { open }),
  contact: (open) => listOf('contact-submissions', { open }),
  volunteer: (open) => listOf('volunteer-submissions', { open }),
  partner: (open) => listOf('partner-submissions', { open }),
  application: (open) => listOf('passport-applications', { open }),
  account: (open) => withQuery(USERS_PATH, { open }),
  donation: (open) => withQuery(DONATIONS_PATH, { open }),
  money: paymentDetailAddress,
};

const Overview = lazyPart(async () => {
  const { Overview: Shown } = await import('../../../features/submissions/overview/Overview.tsx');
  return () => <Shown places={WAITING_PATHS} countriesPath={COUNTRIES_PATH} />;
}, 'overview');

const Person = lazyPart(async () => {
  const [{ PersonPage: Shown }, { personParts }] = await Promise.all([
    import('../../../features/people/PersonPage.tsx'),
    import('./person/personParts.tsx'),
  ]);
  return () => <Shown places={PERSON_PATHS} {...personParts} />;
}, 'person');

/** The first panel of the submissions. */
export const OverviewPanel = () => <LazyPanel part={Overview} />;

/** Everything known of one person. */
export const PersonPanel = () => <LazyPanel part={Person} />;
