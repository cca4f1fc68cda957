import { Loading } from '../../web/loading/Loading.tsx';
import { LoadError } from '../../web/loading/LoadError.tsx';
import { PageTabs } from '../../web/lists/PageTabs.tsx';
import { useWords } from '../../web/words.tsx';
import { AdvancedPage } from './advanced/AdvancedPage.tsx';
import { AllTexts } from './lists/AllTexts.tsx';
import { PicturesPage } from './lists/PicturesPage.tsx';
import { PageEditor } from './page/PageEditor.tsx';
import { ADVANCED_PATH, CONTENT_PATH, PICTURES_PATH, TEXTS_PATH } from './editing/paths.rules.ts';
import { useContentTexts } from './editing/useContentTexts.ts';
import { useEditing } from './editing/useEditing.ts';

/** The texts and pictures of the pages: on the page itself, in a list, or by section and key. */
export function ContentTab() {
  const t = useWords();
  const content = useContentTexts();
  const editing = useEditing(content);
  if (!editing) {
    return content.error ? (
      <LoadError query={content} fallback={t('The texts could not be loaded. Please try again.')} />
    ) : (
      <Loading>{t('Loading the texts...')}</Loading>
    );
  }
  return (
    <PageTabs
      keepsInput
      label={t('Content')}
      pages={[
        { path: CONTENT_PATH, label: t('Page'), content: <PageEditor editing={editing} /> },
        { path: TEXTS_PATH, label: t('All texts'), content: <AllTexts editing={editing} /> },
        { path: PICTURES_PATH, label: t('Pictures'), content: <PicturesPage editing={editing} /> },
        { path: ADVANCED_PATH, label: t('Advanced'), content: <AdvancedPage editing={editing} /> },
      ]}
    />
  );
}
