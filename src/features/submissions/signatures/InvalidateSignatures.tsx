import { isKeyOf } from '../../../shared/record.ts';
import { call } from '../../../web/api.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { ErrorNotice } from '../../../web/ui/Notice.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useAction } from '../../../web/actions/useAction.ts';
import { useWords } from '../../../web/words.tsx';
import { invalidateSignatures, restoreSignatures } from './signature.contract.ts';
import type { Entries } from '../kinds/useEntries.ts';
import { REASON_LABELS } from './burst-words.rules.ts';

/** Lets the signatures that the list shows count no more. Offered once the list is narrowed. */
export function InvalidateSignatures({ list: { asked, total, isKnown } }: { list: Entries }) {
  const t = useWords();
  const { search, country, day, reason, status } = asked;
  const isNarrowed = Boolean(search || country || day);
  const isOffered = isNarrowed && status === '' && total > 0;
  /** As the question names them, whatever the list shows by the answer. */
  const narrowed = {
    ...(search ? { search } : {}),
    ...(country ? { country } : {}),
    ...(day ? { day } : {}),
    ...(isKeyOf(REASON_LABELS, reason) ? { reason } : {}),
    count: total,
  };
  const through = useRecentPassword();
  const restore = useAction((at: string) => call(restoreSignatures, { body: { at } }), {
    through,
    done: t('Done'),
    failed: t('Undo failed'),
    refresh: 'all',
  });
  const invalidate = useAction((body: typeof narrowed) => call(invalidateSignatures, { body }), {
    through,
    refresh: 'all',
    onDone: ({ message, at }) =>
      toast({
        title: t('Done'),
        description: t(message),
        action: { label: t('Undo'), press: () => void restore.run(at) },
      }),
  });
  const question = {
    title: t('Invalidate {count, plural, one {# signature} other {# signatures}}?', {
      count: total,
    }),
    text: t(
      'They are left out of the counter, map, lists, downloads and emails until you undo this. Nothing is deleted and nobody is notified.',
    ),
    confirmLabel: t('Invalidate'),
    danger: true,
  };
  return (
    <>
      <ErrorNotice sentence={invalidate.failure} />
      {isOffered ? (
        <div className="actions">
          <Button
            variant="danger"
            pending={invalidate.isPending || !isKnown}
            onClick={() => void invalidate.ask(question, narrowed)}
          >
            {t('Invalidate {count, plural, one {this signature} other {these # signatures}}...', {
              count: total,
            })}
          </Button>
        </div>
      ) : null}
    </>
  );
}
