import { NOTICE, NOTICE_TEXTS } from '../../shared/notice.ts';
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
