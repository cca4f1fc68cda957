import type { ReactNode } from 'react';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { useWords } from '../../web/words.tsx';
import { Emailed } from './Emailed.tsx';
import { FactValue } from './FactValue.tsx';
import type { Entry, Kind } from './Kind.tsx';

interface SubmissionDetailProps {
  kind: Kind;
  /** Undefined while nothing is opened. */
  entry: Entry | undefined;
  onClose: () => void;
  /** What belongs to the entry beside its own fields. */
  children?: ReactNode;
}

/** Everything that somebody sent, long texts in full. */
export function SubmissionDetail({ kind, entry, onClose, children }: SubmissionDetailProps) {
  const t = useWords();
  return (
    <Dialog
      open={entry !== undefined}
      onClose={onClose}
      size="3xl"
      title={entry ? <Emailed name={entry.name} hasMail={entry.hasMail} /> : ''}
    >
      {entry ? (
        <>
          <dl className="grid border-t-[1.5px] border-rule">
            {kind.facts.map((fact) => (
              <div
                key={fact.id}
                className="grid gap-x-6 border-b-[1.5px] border-rule py-2 sm:grid-cols-[12rem_minmax(0,1fr)]"
              >
                <dt className="text-muted">{t(fact.label)}</dt>
                <dd className="whitespace-pre-line [overflow-wrap:anywhere]">
                  <FactValue fact={fact} value={entry.values[fact.id]} />
                </dd>
              </div>
            ))}
          </dl>
          {children}
        </>
      ) : null}
    </Dialog>
  );
}
