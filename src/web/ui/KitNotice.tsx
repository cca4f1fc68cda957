import { NOTICE, NOTICE_TEXTS, SHORT_NOTICE } from '../../shared/notice.ts';
import { useContent } from '../content.tsx';
import { useWords } from '../words.tsx';
import { Notice } from './Notice.tsx';

/** The notice of what the kit is not, with the text that administrators have added. No setting removes it. */
export function KitNotice() {
  const t = useWords();
  const more = useContent()(NOTICE_TEXTS.more);
  return (
    <Notice>
      <p>{t(NOTICE)}</p>
      {more ? <p>{more}</p> : null}
    </Notice>
  );
}

/** The notice behind a short form of it: *More* opens it in place. */
export function FoldedNotice({ short }: { short: string }) {
  const t = useWords();
  return (
    <details className="folded-notice">
      <summary>
        {`${short} `}
        <u>{t('More')}</u>
      </summary>
      <KitNotice />
    </details>
  );
}

/** The notice in short, with the way to the full one. */
export function ShortNotice({ href, link }: { href: string; link: string }) {
  const t = useWords();
  return (
    <p className="hint">
      {`${t(SHORT_NOTICE)} `}
      <a href={href}>{link}</a>
    </p>
  );
}

/** A text in two: its first sentence, and what follows. */
export function afterFirstSentence(text: string): [first: string, rest: string] {
  const at = text.indexOf('. ') + 1;
  return at === 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
