import { useWords } from '../../web/words.tsx';
import type { PageText } from './useContentTexts.ts';

/** What stands beside the words that are being written: what visitors read, and what is built in. */
export function TextReferences({ text }: { text: PageText }) {
  const t = useWords();
  const { published, inherited, builtIn } = text;
  return (
    <dl className="grid gap-4">
      <Reference label={t('Published now')} value={published?.value} />
      <Reference
        label={t('Published in English, and read here too')}
        value={published ? undefined : inherited?.value}
      />
      <Reference label={t('Built-in text')} value={builtIn} lang={text.language} />
    </dl>
  );
}

type ReferenceProps = { label: string; value: string | undefined; lang?: string };

function Reference({ label, value, lang }: ReferenceProps) {
  return value ? (
    <div>
      <dt className="hint">{label}</dt>
      <dd
        lang={lang}
        dir="auto"
        className="max-h-60 overflow-y-auto whitespace-pre-wrap border-s-[4px] border-rule ps-3 [overflow-wrap:anywhere]"
      >
        {value}
      </dd>
    </div>
  ) : null;
}
