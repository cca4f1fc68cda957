import type { AnswerOf } from '../../../shared/endpoint.ts';
import { call } from '../../../web/api.ts';
import { IfCan } from '../../../web/permissions.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { type readSignatureTrend, restoreSignatures } from './signature.contract.ts';
import { useSignatureCommand } from './useSignatureCommand.ts';

interface InvalidatedSignaturesProps {
  invalidated: AnswerOf<typeof readSignatureTrend>['invalidated'];
  /** How many times there are before those. */
  older: number;
}

/** What was invalidated of late, each time with the way back. */
export function InvalidatedSignatures({ invalidated, older }: InvalidatedSignaturesProps) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const command = useSignatureCommand();
  if (invalidated.length === 0 && !command.failure) return null;
  return (
    <section className="grid gap-2" aria-labelledby="invalidated">
      <h3 id="invalidated">{t('Invalidated')}</h3>
      {command.failure ? (
        <Notice role="alert" tone="danger">
          <p>{t(command.failure)}</p>
        </Notice>
      ) : null}
      <ul className="grid max-h-96 overflow-y-auto edged-t border-rule">
        {invalidated.map(({ at, count }) => {
          const said = t('{count, plural, one {# signature} other {# signatures}} on {moment}', {
            count,
            moment: dateTimeOf(at),
          });
          return (
            <li
              key={at}
              className="flex flex-wrap items-center justify-between gap-x-4 edged-b border-rule py-1"
            >
              {said}
              <IfCan permission="declarations:invalidate">
                <Button
                  pending={command.isPending}
                  onClick={() =>
                    void command.ask(
                      {
                        title: t(
                          'Let {count, plural, one {this signature} other {these # signatures}} count again?',
                          { count },
                        ),
                        text: said,
                        confirmLabel: t('Let them count'),
                      },
                      () => call(restoreSignatures, { body: { at } }),
                    )
                  }
                >
                  {t('Undo')} <span className="sr-only">{said}</span>
                </Button>
              </IfCan>
            </li>
          );
        })}
      </ul>
      {older > 0 ? (
        <p className="hint">
          {t(
            '{count, plural, one {# older time is} other {# older times are}} not shown. Each that you undo makes room for one of them.',
            { count: older },
          )}
        </p>
      ) : null}
    </section>
  );
}
