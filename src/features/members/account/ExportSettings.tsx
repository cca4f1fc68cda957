import { words } from '../../../shared/words.ts';
import { download } from '../../../web/api.ts';
import { saveFile } from '../../../web/actions/saveFile.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import { exportAccount, type ExportForm } from './account.contract.ts';
import { SecuritySection, useSecurityAction } from './SecuritySection.tsx';

/** Everything that we keep about a member, to take along. */
export function ExportSettings() {
  const t = useWords();
  return (
    <SecuritySection title={t('Your data')}>
      <p className="max-w-prose">
        {t(
          'Download everything we keep about you, to read it yourself or use it in another program.',
        )}
      </p>
      <div className="actions">
        <ExportButton as="html" label={t('Download as a web page (HTML)')} />
        <ExportButton as="json" label={t('Download as data (JSON)')} />
      </div>
    </SecuritySection>
  );
}

function ExportButton({ as, label }: { as: ExportForm; label: string }) {
  const t = useWords();
  const { run, isPending } = useSecurityAction(words('Download Failed'));

  async function save() {
    const name = `one-africa-passport.${as}`;
    const given = await run(async () => ({
      file: await download(exportAccount, { query: { as } }),
    }));
    if (!given) return;
    saveFile(given.file, name);
    toast({
      title: t('Download Successful'),
      description: t('{file} has been saved.', { file: name }),
    });
  }

  return (
    <Button
      pending={isPending}
      pendingLabel={t('Preparing your file...')}
      onClick={() => void save()}
    >
      {label}
    </Button>
  );
}
