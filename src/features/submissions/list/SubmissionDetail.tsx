import { type ReactNode, useCallback, useRef } from 'react';
import { linkTo } from '../../../web/address.ts';
import { IfCan } from '../../../web/permissions.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
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
  /** Undefined while nothing is opened, and when it is missing. */
  entry: Entry | undefined;
  isMissing?: boolean;
  onClose: () => void;
  /** What belongs to the entry beside its own fields. */
  children?: ReactNode;
}

/** Everything that somebody sent, long texts in full. */
export function SubmissionDetail({
  kind,
  entry,
  isMissing = false,
  onClose,
  children,
}: SubmissionDetailProps) {
  const t = useWords();
  const unsaved = useRef(new Set<string>());
  const setUnsaved = useCallback((part: string, isUnsaved: boolean) => {
    if (isUnsaved) unsaved.current.add(part);
    else unsaved.current.delete(part);
  }, []);
  const close = () => {
    unsaved.current.clear();
    onClose();
  };
  return (
    <Dialog
      open={entry !== undefined || isMissing}
      onClose={close}
      isDirty={() => unsaved.current.size > 0}
      size="3xl"
      title={
        entry ? <Emailed name={entry.name} hasMail={entry.hasMail} /> : t('Nothing is stored here')
      }
    >
      {entry ? (
        <>
          <dl className="grid edged-t border-rule">
            {kind.facts.map((fact) => (
              <div
                key={fact.id}
                className="grid gap-x-6 edged-b border-rule py-2 sm:grid-cols-[12rem_minmax(0,1fr)]"
              >
                <dt className="text-muted">{t(fact.label)}</dt>
                <dd className="whitespace-pre-line [overflow-wrap:anywhere]">
                  <FactValue fact={fact} values={entry.values} />
                </dd>
              </div>
            ))}
          </dl>
          {entry.email === '' ? null : (
            <p>
              <a
                {...linkTo(personAddress(PERSON_RECORDS[kind.type], entry.id))}
                className="inline-flex min-h-11 items-center"
              >
                {t('Everything known of this person')}
              </a>
            </p>
          )}
          {children}
          {kind.triage ? (
            <IfCan permission="submissions:triage">
              <LateReply key={`reply ${entry.id}`} kind={kind.triage} id={entry.id} />
              <TriageCard key={entry.id} kind={kind.triage} id={entry.id} onUnsaved={setUnsaved} />
            </IfCan>
          ) : null}
        </>
      ) : (
        <p>{t('We can’t find what this link points to. It may have been removed.')}</p>
      )}
    </Dialog>
  );
}
