import { shownName } from '../../shared/shown.ts';
import { useWords } from '../../web/words.tsx';
import type { AuditEntry } from './audit.contract.ts';
import { ACT_SENTENCES } from './audit.rules.ts';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What was done, in a sentence where we know one. */
export function ActSentence({ action }: Pick<AuditEntry, 'action'>) {
  const t = useWords();
  const sentence = ACT_SENTENCES[action];
  return sentence ? t(sentence) : <code dir="ltr">{action}</code>;
}

/** A person's name and address; in a list long names are cut. */
export function Person({ person }: { person: NonNullable<AuditEntry['actor']> }) {
  const t = useWords();
  if (person.email === null) return t('A deleted account');
  const name = shownName(person);
  return (
    <span className="[overflow-wrap:anywhere]">
      {name ? <bdi>{name}</bdi> : null} <span className={name ? 'hint' : ''}>{person.email}</span>
    </span>
  );
}

/** Who did it. */
export function Actor({ actor }: Pick<AuditEntry, 'actor'>) {
  const t = useWords();
  return actor ? <Person person={actor} /> : t('The site itself');
}

/** Whom or what it was done to: as it is called, else as it was written down. */
export function About({ entry }: { entry: AuditEntry }) {
  const { account, actor, reference, subject } = entry;
  // What has gone, or has no name, is in the details: its number says nothing to a reader.
  const called = reference ?? (subject && ID.test(subject) ? null : subject);
  const t = useWords();
  if (account && account.id === actor?.id) return t('Their own account');
  if (account) return <Person person={account} />;
  return (
    <span dir="auto" className="[overflow-wrap:anywhere]">
      {called ?? '–'}
    </span>
  );
}
