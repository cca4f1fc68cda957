import { useQuery, useQueryClient } from '@tanstack/react-query';
import { read } from '../../../web/queries.ts';
import { Badge } from '../../../web/ui/Badge.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { whoAmI } from '../../members/sessions/session.contract.ts';
import { STATE_LABELS } from '../../payments/admin/review/labels.rules.ts';
import type { TriagedKind } from '../triage/triage.rules.ts';
import { findReplies, type Replies } from './reply.contract.ts';
import { ReplyForm } from './ReplyForm.tsx';

export interface ReplyCardProps {
  kind: TriagedKind;
  id: string;
}

/** Answers somebody by mail, and shows what was answered before. */
export function ReplyCard({ kind, id }: ReplyCardProps) {
  const t = useWords();
  const writer = useQueryClient().getQueryData<{ id: string } | null>([whoAmI.name]);
  const { data, error, isFetching, refetch } = useQuery({
    ...read(findReplies, { params: { kind, id } }),
    // Others answer too, and mails go on their way.
    refetchOnMount: 'always',
  });
  return (
    <section className="grid gap-5" aria-labelledby="reply">
      <h3 id="reply">{t('Reply by email')}</h3>
      {data ? (
        <>
          <ReplyForm kind={kind} id={id} known={data} draftKey={`${writer?.id} ${kind} ${id}`} />
          <ReplyList replies={data.replies} isFetching={isFetching} onLook={() => void refetch()} />
        </>
      ) : error ? (
        <LoadError
          query={{ error, isFetching, refetch }}
          fallback={t('The replies could not be loaded. Please try again.')}
        />
      ) : (
        <Loading>{t('Loading the replies...')}</Loading>
      )}
    </section>
  );
}

const TONES: Readonly<Partial<Record<string, 'good' | 'bad'>>> = { sent: 'good', failed: 'bad' };

interface ReplyListProps {
  replies: Replies['replies'];
  isFetching: boolean;
  onLook: () => void;
}

function ReplyList({ replies, isFetching, onLook }: ReplyListProps) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  if (replies.length === 0) return null;
  const isUnderWay = replies.some(({ state }) => state === 'queued' || state === 'sending');
  return (
    <div className="grid gap-3">
      <ol className="grid edged-t border-rule" aria-label={t('Our replies')}>
        {replies.map(({ id, subject, text, author, at, state, error }) => (
          <li key={id} className="grid gap-1 edged-b border-rule py-3">
            <span className="flex flex-wrap items-baseline gap-x-3 text-muted">
              <span>
                <bdi>{author ?? t('A deleted account')}</bdi>,{' '}
                <time dateTime={at}>{dateTimeOf(at)}</time>
              </span>
              <Badge tone={TONES[state] ?? 'plain'}>
                {state === 'gone'
                  ? t('no delivery record')
                  : t(STATE_LABELS.mail?.[state] ?? state)}
              </Badge>
            </span>
            <span dir="auto" className="bold [overflow-wrap:anywhere]">
              {subject}
            </span>
            <span dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
              {text}
            </span>
            {error ? <span className="hint [overflow-wrap:anywhere]">{error}</span> : null}
          </li>
        ))}
      </ol>
      {isUnderWay ? (
        <div className="actions">
          <Button pending={isFetching} pendingLabel={t('Refreshing...')} onClick={onLook}>
            {t('Check if it was sent')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
