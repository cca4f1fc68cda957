import { type ReactNode, useCallback, useRef } from 'react';
import { IfCan } from '../../../web/permissions.tsx';
import { Fact, FactList } from '../../../web/lists/FactList.tsx';
import { RowActions } from '../../../web/lists/RowActions.tsx';
import { RowDialog } from '../../../web/lists/RowDialog.tsx';
import type { OpenedRow } from '../../../web/lists/useOpenedRow.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useWords } from '../../../web/words.tsx';
import { type PersonRecord, personAddress } from '../../../shared/person-address.ts';
import { Emailed } from './Emailed.tsx';
import { FactValue } from '../kinds/FactValue.tsx';
import type { Entry, Kind } from '../kinds/Kind.tsx';
import { LateReply } from '../reply/LateReply.tsx';
import type { ExportType } from '../kinds/submissions.contract.ts';
import { TriageCard } from '../triage/TriageCard.tsx';

/** By which record of a kind its person is found. */
const PERSON_RECORDS: Readonly<Record<ExportType, PersonRecord>> = {
  'contact-submissions': 'contact',
  'passport-applications': 'application',
  'unity-declarations': 'signature',
  'volunteer-submissions': 'volunteer',
  'partner-submissions': 'partner',
  users: 'account',
};

interface SubmissionDetailProps {
  kind: Kind;
  opened: OpenedRow<Entry>;
  /** What belongs to an entry beside its own fields. */
  extraOf: ((entry: Entry) => ReactNode) | undefined;
}

/** Everything that somebody sent, long texts in full. */
export function SubmissionDetail({ kind, opened, extraOf }: SubmissionDetailProps) {
  const t = useWords();
  const unsaved = useRef(new Set<string>());
  const setUnsaved = useCallback((part: string, isUnsaved: boolean) => {
    if (isUnsaved) unsaved.current.add(part);
    else unsaved.current.delete(part);
  }, []);
  const panel = useRef<HTMLDivElement>(null);
  /** A field of the panel comes into sight and takes the focus. */
  const focusOn = (card: 'reply' | 'triage', name: string) =>
    panel.current
      ?.querySelector<HTMLElement>(`[aria-labelledby='${card}'] [name='${name}']`)
      ?.focus();
  return (
    <RowDialog
      opened={opened}
      isDirty={() => unsaved.current.size > 0}
      onLeave={() => unsaved.current.clear()}
      title={({ name, hasMail }) => <Emailed name={name} hasMail={hasMail} />}
      actions={(entry) => (
        <RowActions
          email={kind.triage ? null : entry.email}
          person={
            entry.email === '' ? undefined : personAddress(PERSON_RECORDS[kind.type], entry.id)
          }
        >
          {kind.triage ? (
            <IfCan permission="submissions:triage">
              <Button onClick={() => focusOn('reply', 'subject')}>{t('Write')}</Button>
              <Button onClick={() => focusOn('triage', 'status')}>{t('Status')}</Button>
              <Button onClick={() => focusOn('triage', 'text')}>{t('Note')}</Button>
            </IfCan>
          ) : null}
        </RowActions>
      )}
    >
      {(entry) => (
        <div ref={panel} className="contents">
          {extraOf?.(entry)}
          <FactList>
            {kind.facts.map((fact) => (
              <Fact key={fact.id} label={t(fact.label)}>
                <FactValue fact={fact} values={entry.values} />
              </Fact>
            ))}
          </FactList>
          {kind.triage ? (
            <IfCan permission="submissions:triage">
              <LateReply key={`reply ${entry.id}`} kind={kind.triage} id={entry.id} />
              <TriageCard key={entry.id} kind={kind.triage} id={entry.id} onUnsaved={setUnsaved} />
            </IfCan>
          ) : null}
        </div>
      )}
    </RowDialog>
  );
}
