import { useWords } from '../../../web/words.tsx';
import { PictureOrWords } from '../pictures/PictureOrWords.tsx';
import type { PageText } from '../editing/useContentTexts.ts';

/** Beside the text that is being written: what visitors read, and what is built in. */
export function TextReferences({ text }: { text: PageText }) {
  const t = useWords();
  const { published, inherited, builtIn } = text;
  return (
    <dl className="grid gap-4">
      <Reference text={text} label={t('Published now')} value={published?.value} />
      <Reference
        text={text}
        label={t('Published in English and shown here too')}
        value={published ? undefined : inherited?.value}
      />
      <Reference text={text} label={t('Built-in text')} value={builtIn} lang={text.language} />
    </dl>
  );
}

type ReferenceProps = { text: PageText; label: string; value: string | undefined; lang?: string };

function Reference({ text, label, value, lang }: ReferenceProps) {
  return value ? (
    <div>
      <dt className="hint">{label}</dt>
      <dd
        lang={lang}
        dir="auto"
        className="max-h-60 overflow-y-auto whitespace-pre-wrap border-s-[4px] border-rule ps-3 [overflow-wrap:anywhere]"
      >
        <PictureOrWords text={text} value={value} />
      </dd>
    </div>
  ) : null;
}
