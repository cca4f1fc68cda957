import type { AnswerOf } from '../../../shared/endpoint.ts';
import { call } from '../../../web/api.ts';
import { IfCan } from '../../../web/permissions.tsx';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { ErrorNotice } from '../../../web/ui/Notice.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useAction } from '../../../web/actions/useAction.ts';
import { useWords } from '../../../web/words.tsx';
import { type readSignatureTrend, restoreSignatures } from './signature.contract.ts';

interface InvalidatedSignaturesProps {
  invalidated: AnswerOf<typeof readSignatureTrend>['invalidated'];
  /** How many times there are before those. */
  older: number;
}

/** What was invalidated of late, each time with the way back. */
export function InvalidatedSignatures({ invalidated, older }: InvalidatedSignaturesProps) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const restore = useAction((at: string) => call(restoreSignatures, { body: { at } }), {
    through: useRecentPassword(),
    done: t('Done'),
    refresh: 'all',
  });
  if (invalidated.length === 0 && !restore.failure) return null;
  return (
    <section className="grid gap-2" aria-labelledby="invalidated">
      <h3 id="invalidated">{t('Invalidated')}</h3>
      <ErrorNotice sentence={restore.failure} />
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
                  pending={restore.isPending}
                  onClick={() =>
                    void restore.ask(
                      {
                        title: t(
                          'Count {count, plural, one {this signature} other {these # signatures}} again?',
                          { count },
                        ),
                        text: said,
                        confirmLabel: t('Count them again'),
                      },
                      at,
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
            '{count, plural, one {# older invalidation is} other {# older invalidations are}} not shown. Undo one to see the next.',
            { count: older },
          )}
        </p>
      ) : null}
    </section>
  );
}
