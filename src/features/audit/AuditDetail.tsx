import type { ReactNode } from 'react';
import { linkTo, withQuery } from '../../web/address.ts';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import { About, ActSentence, Actor } from './AuditEntryParts.tsx';
import type { AuditEntry } from './audit.contract.ts';
import { changesOf } from './audit.rules.ts';

interface AuditDetailProps {
  /** Undefined while nothing is opened, and when it is missing. */
  entry: AuditEntry | undefined;
  isMissing: boolean;
  onClose: () => void;
  /** Where accounts are looked at. */
  usersPath: string;
}

/** One act with all that was written down of it. */
export function AuditDetail({ entry, isMissing, onClose, usersPath }: AuditDetailProps) {
  const t = useWords();
  return (
    <Dialog
      open={entry !== undefined || isMissing}
      onClose={onClose}
      size="3xl"
      title={entry ? <ActSentence action={entry.action} /> : t('Nothing is stored here')}
    >
      {entry ? (
        <>
          <Facts entry={entry} usersPath={usersPath} />
          <Changes entry={entry} />
        </>
      ) : (
        <p>{t('We can’t find what this link points to. It may have been removed.')}</p>
      )}
    </Dialog>
  );
}

function Facts({ entry, usersPath }: { entry: AuditEntry; usersPath: string }) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const { account, subject } = entry;
  return (
    <dl className="grid edged-t border-rule">
      <Fact label={t('When')}>{dateTimeOf(entry.at)}</Fact>
      <Fact label={t('Who')}>
        <Actor actor={entry.actor} />
      </Fact>
      <Fact label={t('About')}>
        <About entry={entry} />
        {account ? (
          <a {...linkTo(withQuery(usersPath, { open: account.id }))}>{t('Open the account')}</a>
        ) : null}
      </Fact>
      <Fact label={t('In the log')}>
        <code dir="ltr">
          {entry.id} {entry.action} {subject}
        </code>
      </Fact>
    </dl>
  );
}

/** What was written down before and after it, as text. */
function Changes({ entry }: { entry: AuditEntry }) {
  const t = useWords();
  const changes = changesOf(entry.before, entry.after);
  if (changes.length === 0) return <p className="hint">{t('No further details were recorded.')}</p>;
  const isBoth = entry.before !== null && entry.after !== null;
  return (
    <section className="grid gap-3">
      <h3 className="text-[1.125rem]">{t('Details')}</h3>
      <dl className="grid edged-t border-rule">
        {changes.map(({ name, before, after }) => (
          <Fact key={name} label={<code dir="ltr">{name}</code>}>
            {before === after || !isBoth ? (
              <Value text={before ?? after} />
            ) : (
              <>
                <span className="hint">{t('Before')}</span>
                <Value text={before} />
                <span className="hint">{t('After')}</span>
                <Value text={after} />
              </>
            )}
          </Fact>
        ))}
      </dl>
    </section>
  );
}

const Value = ({ text = '–' }: { text: string | undefined }) => (
  <span dir="auto" className="block whitespace-pre-line">
    {text}
  </span>
);

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 edged-b border-rule py-2 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <dt className="[overflow-wrap:anywhere] text-muted">{label}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
