import { shownName } from '../../../shared/shown.ts';
import { linkTo, withQuery } from '../../../web/address.ts';
import { Badge } from '../../../web/ui/Badge.tsx';
import { useWords } from '../../../web/words.tsx';
import type { Party } from './moderation.contract.ts';

/** Where the dashboard shows an account. */
const accountAt = (id: string) => withQuery('/admin/users', { open: id });

/** How administrators see the name of a person in a report. */
export function usePartyName(): (party: Party) => string {
  const t = useWords();
  return (party) => shownName(party) || (party.email ?? t('Former member'));
}

/** A person in a report: the name in its own direction, the address and a link to the account. */
export function ReportParty({ party }: { party: Party }) {
  const t = useWords();
  const nameOf = usePartyName();
  const name = nameOf(party);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 [overflow-wrap:anywhere]">
      {party.email === null ? (
        <>
          <bdi>{name}</bdi>
          <Badge>{t('Account deleted')}</Badge>
        </>
      ) : (
        <>
          <a
            {...linkTo(accountAt(party.id))}
            className="inline-flex min-h-11 items-center sm:min-h-0"
          >
            <bdi className="line-clamp-2">{name}</bdi>
          </a>
          {name === party.email ? null : <span className="text-muted">{party.email}</span>}
          {party.isAdmin ? <Badge tone="strong">{t('Admin')}</Badge> : null}
          {party.suspendedAt ? <Badge tone="bad">{t('Suspended')}</Badge> : null}
        </>
      )}
    </span>
  );
}
