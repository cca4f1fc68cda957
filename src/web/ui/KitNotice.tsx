import { NOTICE, NOTICE_TEXTS } from '../../shared/notice.ts';
import { useContent } from '../content.tsx';
import { useWords } from '../words.tsx';
import { Notice } from './Notice.tsx';

interface KitNoticeProps {
  /** Only its first sentence is seen at first; it opens in place. */
  isFolded?: boolean;
}

/** The notice of what the kit is not, with the text that administrators have added. No setting removes it. */
export function KitNotice({ isFolded = false }: KitNoticeProps) {
  const t = useWords();
  const more = useContent()(NOTICE_TEXTS.more);
  if (isFolded) {
    const [first, rest] = afterFirstSentence(t(NOTICE));
    return (
      <Notice>
        <details className="fold">
          <summary>{first}</summary>
          <p>{rest}</p>
          {more ? <p>{more}</p> : null}
        </details>
      </Notice>
    );
  }
  return (
    <Notice>
      <p>{t(NOTICE)}</p>
      {more ? <p>{more}</p> : null}
    </Notice>
  );
}

/** A text in two: its first sentence, and what follows. */
export function afterFirstSentence(text: string): [first: string, rest: string] {
  const at = text.indexOf('. ') + 1;
  return at === 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
