import { useEffect, useState } from 'react';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES } from '../../../shared/language.ts';
import { go, useAddress, withQuery } from '../../../web/address.ts';
import { Tabs } from '../../../web/ui/Tabs.tsx';
import { useWords } from '../../../web/words.tsx';
import { SOCIAL_PATH } from './paths.rules.ts';
import { SharedPage } from './SharedPage.tsx';

/** What others see when somebody shares the campaign, to look at and to copy; in each of its languages. */
export function SocialTab() {
  const t = useWords();
  const { language, open } = useShownLanguage();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <p className="max-w-[62ch]">
        {t(
          'This is what people see when someone shares the campaign’s address. Facebook, X, WhatsApp and others read it from the page and keep it for a few days.',
        )}
      </p>
      <Tabs
        look="line"
        label={t('Language of the page')}
        value={language}
        onChange={open}
        tabs={LANGUAGES.map((tag) => ({
          value: tag,
          label: <span lang={tag}>{LANGUAGE_NAMES[tag]}</span>,
          content: <SharedPage language={tag} />,
        }))}
      />
    </div>
  );
}

/** The address says which; the tab stays as it was while another one is seen, and the address comes back with it. */
function useShownLanguage() {
  const { path, query } = useAddress();
  const asked = query.get('language') ?? undefined;
  const [language, setLanguage] = useState(isLanguage(asked) ? asked : LANGUAGES[0]);
  const isHere = path === SOCIAL_PATH;
  if (isHere && isLanguage(asked) && asked !== language) setLanguage(asked);

  const address = withQuery(SOCIAL_PATH, { language });
  const isBare = isHere && !isLanguage(asked);
  useEffect(() => {
    if (isBare) go(address, { replace: true });
  }, [isBare, address]);

  return { language, open: (tag: string) => go(withQuery(SOCIAL_PATH, { language: tag })) };
}
