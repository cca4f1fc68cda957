import { words } from '../../../shared/words.ts';
import { saveFile } from '../../../web/actions/saveFile.ts';
import { useAction } from '../../../web/actions/useAction.ts';
import { call, download } from '../../../web/api.ts';
import { useRecentPassword, usePasswordEachTime } from '../../../web/recentPassword.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import type { ExportForm } from '../../members/account/account.contract.ts';
import type { OfAddress, Person } from '../person.contract.ts';
import { erasePerson, exportPerson } from './person-data.contract.ts';

interface PersonDataProps {
  person: Person;
  /** Nothing is left to show with the address that the page was opened by. */
  onErased: () => void;
}

/** What a person has a right to: their data as a file, and that it goes. For each address alone. */
export function PersonData({ person: { addresses }, onErased }: PersonDataProps) {
  const t = useWords();
  return (
    <details>
      <summary className="min-h-11 py-2 bold">{t('Advanced: download or erase the data')}</summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <p className="hint">
          {t(
            'The file has everything we keep with the address, without messages between members. Make sure that the request comes from its owner.',
          )}
        </p>
        {addresses.map((one, at) => (
          <OfOneAddress
            key={one.email}
            of={one}
            isNamed={addresses.length > 1}
            onErased={at === 0 ? onErased : undefined}
          />
        ))}
      </div>
    </details>
  );
}

interface OfOneAddressProps {
  of: OfAddress;
  isNamed: boolean;
  onErased: (() => void) | undefined;
}

function OfOneAddress({
  of: { record, id, email, account },
  isNamed,
  onErased,
}: OfOneAddressProps) {
  const t = useWords();
  const params = { record, id };
  const save = useAction(
    async (as: ExportForm) => ({
      file: await download(exportPerson, { params, query: { as } }),
      as,
    }),
    {
      through: useRecentPassword(),
      failed: t('Download Failed'),
      onDone: ({ file, as }) => {
        const name = `one-africa-passport.${as}`;
        saveFile(file, name);
        toast({
          title: t('Download Successful'),
          description: t('{file} has been saved.', { file: name }),
        });
      },
    },
  );
  const erase = useAction(() => call(erasePerson, { params }), {
    through: usePasswordEachTime(),
    done: t('Person erased'),
    failed: t('Not erased'),
    fallback: words('Nothing was erased. Please try again.'),
    refresh: 'all',
    onDone: () => onErased?.(),
  });
  const ask = () =>
    erase.ask(
      {
        title: t('Erase everything about {email}?', { email }),
        text: t(
          'The account, the signature, everything sent to the team, notes and tags go at once; records of emails a day later; applications once they are over. Payments, donations and the list of addresses without bulk email stay, as the law requires. We do not email anyone about it. This cannot be undone.',
        ),
        confirmLabel: t('Erase for good'),
        danger: true,
      },
      undefined,
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {isNamed ? <bdi className="bold [overflow-wrap:anywhere]">{email}</bdi> : null}
      <div className="actions">
        <Button pending={save.isPending} onClick={() => void save.run('html')}>
          {t('Download as a web page (HTML)')}
        </Button>
        <Button pending={save.isPending} onClick={() => void save.run('json')}>
          {t('Download as data (JSON)')}
        </Button>
        {account?.role ? null : (
          <Button
            variant="danger"
            className="[overflow-wrap:anywhere]"
            pending={erase.isPending}
            onClick={() => void ask()}
          >
            {isNamed ? t('Erase {email}...', { email }) : t('Erase this person...')}
          </Button>
        )}
      </div>
    </div>
  );
}
