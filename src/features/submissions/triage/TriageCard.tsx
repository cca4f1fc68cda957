import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { read } from '../../../web/queries.ts';
import { Loading } from '../../../web/loading/Loading.tsx';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { useRestoreFocus } from '../../../web/forms/useRestoreFocus.ts';
import { useWords } from '../../../web/words.tsx';
import { findTriage } from './triage.contract.ts';
import type { TriagedKind } from './triage.rules.ts';
import { TriageForm } from './TriageForm.tsx';
import { TriageNotes } from './TriageNotes.tsx';

interface TriageCardProps {
  kind: TriagedKind;
  id: string;
  /** Called for each part with whether closing would lose something. */
  onUnsaved: (part: 'choice' | 'note', isUnsaved: boolean) => void;
}

/** The owner, status and notes of a submission. */
export function TriageCard({ kind, id, onUnsaved }: TriageCardProps) {
  const t = useWords();
  const { data, error, isFetching, refetch } = useQuery({
    ...read(findTriage, { params: { kind, id } }),
    // Others work on the same list.
    refetchOnMount: 'always',
  });
  // A form that is opened again shows what is saved.
  const [round, setRound] = useState(0);
  const place = useRestoreFocus(String(round));
  const choice = useCallback((isUnsaved: boolean) => onUnsaved('choice', isUnsaved), [onUnsaved]);
  const note = useCallback((isUnsaved: boolean) => onUnsaved('note', isUnsaved), [onUnsaved]);

  if (!data)
    return error ? (
      <LoadError
        query={{ error, isFetching, refetch }}
        fallback={t('The notes could not be loaded.')}
      />
    ) : (
      <Loading>{t('Loading the notes...')}</Loading>
    );
  return (
    <section className="grid gap-5" aria-labelledby="triage" ref={place}>
      <h3 id="triage">{t('Follow-up')}</h3>
      <TriageForm
        key={round}
        kind={kind}
        id={id}
        record={data}
        onUnsaved={choice}
        onTakeTheirs={() => setRound(round + 1)}
      />
      <TriageNotes kind={kind} id={id} notes={data.notes} onUnsaved={note} />
    </section>
  );
}
