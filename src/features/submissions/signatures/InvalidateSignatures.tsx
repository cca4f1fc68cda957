import { call } from '../../../web/api.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useWords } from '../../../web/words.tsx';
import { invalidateSignatures } from './signature.contract.ts';
import type { Asked } from '../kinds/useEntries.ts';
import { useSignatureCommand } from './useSignatureCommand.ts';

interface InvalidateSignaturesProps {
  asked: Asked;
  /** How many signatures the list shows. */
  total: number;
  /** False while the list is on its way: the number is of another question. */
  isKnown: boolean;
}

/** Lets the signatures that the list shows count no more. Offered once the list is narrowed. */
export function InvalidateSignatures({ asked, total, isKnown }: InvalidateSignaturesProps) {
  const t = useWords();
  const command = useSignatureCommand();
  const { search, country, day, status } = asked;
  const isNarrowed = Boolean(search || country || day);
  const isOffered = isNarrowed && status === '' && total > 0;
  const narrowed = {
    ...(search ? { search } : {}),
    ...(country ? { country } : {}),
    ...(day ? { day } : {}),
    count: total,
  };
  return (
    <>
      {command.failure ? (
        <Notice role="alert" tone="danger">
          <p>{t(command.failure)}</p>
        </Notice>
      ) : null}
      {isOffered ? (
        <div className="actions">
          <Button
            variant="danger"
            pending={command.isPending || !isKnown}
            onClick={() =>
              void command.ask(
                {
                  title: t('Invalidate {count, plural, one {# signature} other {# signatures}}?', {
                    count: total,
                  }),
                  text: t(
                    'They are left out of the counter, the map, the lists, the files and the mails, until you undo it. Nothing is deleted and nobody is told.',
                  ),
                  confirmLabel: t('Invalidate'),
                  danger: true,
                },
                () => call(invalidateSignatures, { body: narrowed }),
              )
            }
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
