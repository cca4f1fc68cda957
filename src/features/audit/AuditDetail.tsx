import { linkTo, withQuery } from '../../web/address.ts';
import { Fact, FactList } from '../../web/lists/FactList.tsx';
import { RowDialog } from '../../web/lists/RowDialog.tsx';
import type { OpenedRow } from '../../web/lists/useOpenedRow.ts';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import { About, ActSentence, Actor } from './AuditEntryParts.tsx';
import type { AuditEntry } from './audit.contract.ts';
import { changesOf } from './audit.rules.ts';

interface AuditDetailProps {
  opened: OpenedRow<AuditEntry>;
  /** Where accounts are looked at. */
  usersPath: string;
}

/** One act with all that was written down of it. */
export const AuditDetail = ({ opened, usersPath }: AuditDetailProps) => (
  <RowDialog opened={opened} title={({ action }) => <ActSentence action={action} />}>
    {(entry) => (
      <>
        <Facts entry={entry} usersPath={usersPath} />
        <Changes entry={entry} />
      </>
    )}
  </RowDialog>
);

function Facts({ entry, usersPath }: { entry: AuditEntry; usersPath: string }) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const { account, subject } = entry;
  return (
    <FactList>
      <Fact label={t('When')}>{dateTimeOf(entry.at)}</Fact>
      <Fact label={t('Who')}>
        <Actor actor={entry.actor} />
      </Fact>
      <Fact label={t('About')}>
        <About entry={entry} />{' '}
        {account ? (
          <a {...linkTo(withQuery(usersPath, { open: account.id }))}>{t('Open the account')}</a>
        ) : null}
      </Fact>
      <Fact label={t('Log entry')}>
        <code dir="ltr">
          {entry.id} {entry.action} {subject}
        </code>
      </Fact>
    </FactList>
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
      <FactList>
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
      </FactList>
    </section>
  );
}

const Value = ({ text = '–' }: { text: string | undefined }) => (
  <span dir="auto" className="block whitespace-pre-line">
    {text}
  </span>
);
