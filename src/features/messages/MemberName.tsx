import { shownName } from '../../shared/shown.ts';
import { useWords } from '../../web/words.tsx';
import type { Person } from './message.contract.ts';

/** A person's name as plain text; those whose account is gone have none. */
export function useNameOf(): (person: Person) => string {
  const t = useWords();
  return (person) => shownName(person) || t('Former member');
}

/** Whether the account is gone; nobody can write to it any more. */
export const isGone = (person: Person) => person.firstName === null && person.lastName === null;

/** A person's name in the page, where its direction must not turn the words around it. */
export function MemberName({ person }: { person: Person }) {
  const nameOf = useNameOf();
  return <bdi className="wrap-anywhere">{nameOf(person)}</bdi>;
}
