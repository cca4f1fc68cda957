import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { words } from '../../../shared/words.ts';
import { sentenceOf } from '../../../web/api.ts';
import { read } from '../../../web/queries.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
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

/** Who cares for what somebody sent, how far it is, and what was noted. */
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
      <Notice role="alert" tone="danger">
        <p>{t(sentenceOf(error, words('What was noted could not be loaded.')))}</p>
        <Button pending={isFetching} onClick={() => void refetch()}>
          {t('Try again')}
        </Button>
      </Notice>
    ) : (
      <Loading>{t('Loading what was noted...')}</Loading>
    );
  return (
    <section className="grid gap-5" aria-labelledby="triage" ref={place}>
      <h3 id="triage">{t('Who answers')}</h3>
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
