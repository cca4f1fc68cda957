import { shownName } from '../../../shared/shown.ts';
import { Badge } from '../../../web/ui/Badge.tsx';
import { Icon } from '../../../web/ui/Icon.tsx';
import { useWords } from '../../../web/words.tsx';
import type { Person } from './message.contract.ts';

/** A person's name as plain text; those whose account is gone have none, and an administrator need not have one. */
export function useNameOf(): (person: Person) => string {
  const t = useWords();
  return (person) =>
    shownName(person) || (isGone(person) ? t('Former member') : t('Campaign team'));
}

/** Whether the account has been deleted; it cannot get messages. */
export const isGone = ({ firstName, lastName, isTeam }: Person) =>
  firstName === null && lastName === null && !isTeam;

/** A person's name in the page, where its direction must not turn the words around it, and whether they are of the campaign. */
export function MemberName({ person }: { person: Person }) {
  const nameOf = useNameOf();
  if (person.isTeam && !shownName(person)) return <TeamMark />;
  return (
    <>
      <bdi className="wrap-anywhere">{nameOf(person)}</bdi>
      {person.isTeam ? ' ' : null}
      {person.isTeam ? <TeamMark /> : null}
    </>
  );
}

/** Marks administrators; no member's name can contain such a sign (decision 0016). */
export function TeamMark() {
  const t = useWords();
  return (
    <Badge tone="good">
      <span className="inline-flex items-center gap-1">
        <Icon name="check" />
        {t('Campaign team')}
      </span>
    </Badge>
  );
}
