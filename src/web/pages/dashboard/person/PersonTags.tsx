import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../../actions/useAction.ts';
import { call } from '../../../api.ts';
import { useCan } from '../../../permissions.tsx';
import { read } from '../../../queries.ts';
import { useRecentPassword } from '../../../recentPassword.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { toast } from '../../../ui/toasts.ts';
import { useWords } from '../../../words.tsx';
import { TagField } from '../../../../features/submissions/triage/TagField.tsx';
import type { RecordRef } from '../../../../features/people/merge.contract.ts';
import {
  listPersonTags,
  tagPerson,
} from '../../../../features/people/notes/person-note.contract.ts';

interface PersonTagsProps {
  of: RecordRef;
  tags: readonly string[];
}

interface Change {
  tag: string;
  isOn: boolean;
}

/** The tags of a person; each change is saved at once and can be undone. */
export function PersonTags({ of, tags }: PersonTagsProps) {
  const t = useWords();
  const canChange = useCan()('submissions:triage');
  const [typed, setTyped] = useState('');
  const known = useQuery({ ...read(listPersonTags), enabled: canChange && typed !== '' });
  const send = (body: Change) => call(tagPerson, { params: of, body });
  const through = useRecentPassword();
  const undo = useAction(send, { through, failed: t('Undo failed'), refresh: 'all' });
  const change = useAction(send, {
    through,
    refresh: 'all',
    onDone: ({ message }, { tag, isOn }) =>
      toast({
        title: t(message),
        action: { label: t('Undo'), press: () => void undo.run({ tag, isOn: !isOn }) },
      }),
  });
  if (!canChange)
    return tags.length > 0 ? (
      <p className="flex flex-wrap gap-2">
        {tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </p>
    ) : null;

  function choose(chosen: readonly string[]) {
    const added = chosen.find((tag) => !tags.includes(tag));
    const removed = tags.find((tag) => !chosen.includes(tag));
    if (added) void change.run({ tag: added, isOn: true });
    else if (removed) void change.run({ tag: removed, isOn: false });
  }

  return (
    <div className="grid gap-2">
      <TagField
        tags={tags}
        typed={typed}
        known={known.data ?? []}
        onChange={(changed) => {
          if (changed.typed !== undefined) setTyped(changed.typed);
          if (changed.tags) choose(changed.tags);
        }}
      />
      <ErrorNotice sentence={change.failure} />
    </div>
  );
}
