import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { whoAmI } from '../../members/member.contract.ts';
import type { DraftKind, OrderedDraft } from '../drafts/draft.contract.ts';
import { type ContentOf, EMPTY_DRAFTS } from '../drafts/draft.rules.ts';
import { useDraftDesk } from './useDraftDesk.ts';
import type { Through } from './useSavings.ts';

/** The words of a mail that is being written. */
export interface Letter {
  subject: string;
  message: string;
}

/** The same as the fields of a form have them now. Some browsers end lines with two characters. */
export const lettersIn = (form: FormData): Letter => ({
  subject: String(form.get('subject') ?? ''),
  message: String(form.get('message') ?? '').replaceAll('\r\n', '\n'),
});

/** The mail of a kind that whoever is logged in writes here, and its pen. */
export function useMailDraft<K extends DraftKind>(kind: K) {
  const client = useQueryClient();
  const desk = useDraftDesk();
  const writer = client.getQueryData<{ id: string } | null>([whoAmI.name]);
  const key = `${writer?.id} ${kind}`;
  const empty: ContentOf<K> = EMPTY_DRAFTS[kind];
  const writing = useSyncExternalStore(desk.subscribe, () => desk.read(key));
  // Whoever leaves the room does not wait for the pause after the last key.
  useEffect(() => () => void desk.save(key), [desk, key]);
  return {
    draft: (writing?.content as ContentOf<K> | undefined) ?? empty,
    /** Several changes at once add up. */
    write: (change: Partial<ContentOf<K>>) =>
      desk.write(key, { ...empty, ...desk.read(key)?.content, ...change } as ContentOf<K>),
    /**
     * Does the sending of what stands here now, with which the draft ends unless it is refused. It names the draft,
     * whether ever saved or not, and is called by its id: one draft leaves as one mail, also when no answer came and its
     * words are others by then. `through` may ask for rights and try again.
     */
    sendOff<T>(
      through: Through,
      sending: (named?: { draft: OrderedDraft }, name?: string) => Promise<T>,
    ): Promise<T> {
      const taken = desk.read(key)?.content;
      return through(() =>
        desk.end(key, taken, (ended) =>
          ended
            ? sending({ draft: { id: ended.id, version: ended.version } }, ended.id)
            : sending(),
        ),
      );
    },
    /** Why nothing can be sent before somebody has chosen: another window has other words, or none any more. */
    clash: writing?.refusal?.theirs === undefined ? undefined : writing.refusal.sentence,
    /** Whether something stands here that was typed while the mail left. */
    hasMore: () => desk.read(key) !== undefined,
    writing,
    desk,
    key,
  };
}

export type Pen = Pick<ReturnType<typeof useMailDraft>, 'writing' | 'desk' | 'key'>;
