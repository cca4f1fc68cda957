import { useAction } from '../../web/actions/useAction.ts';
import { call } from '../../web/api.ts';
import { IfCan } from '../../web/permissions.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { toast } from '../../web/ui/toasts.ts';
import { useWords } from '../../web/words.tsx';
import { mergePeople, type RecordRef, separateAddress } from './merge.contract.ts';
import { MERGED_ONLY_HERE } from './MergePeople.tsx';
import type { OfAddress, Person } from './person.contract.ts';

interface Again {
  of: RecordRef;
  with: RecordRef;
}

interface PersonAddressesProps {
  person: Person;
  /** Takes the focus: the button that was pressed may be gone. */
  onSeparated: () => void;
}

/** The addresses that are shown as one person, and what takes one out again. */
export function PersonAddresses({ person, onSeparated }: PersonAddressesProps) {
  const t = useWords();
  const { addresses } = person;
  const again = useAction(({ of, with: body }: Again) => call(mergePeople, { params: of, body }), {
    done: t('Addresses merged'),
    failed: t('Undo failed'),
    refresh: 'all',
  });
  const separate = useAction(
    ({ record, id }: OfAddress) => call(separateAddress, { params: { record, id } }),
    {
      failed: t('The address was not separated'),
      refresh: 'all',
      onDone: ({ message, again: before }) =>
        toast({
          title: t('Address separated'),
          description: t(message),
          ...(before ? { action: { label: t('Undo'), press: () => void again.run(before) } } : {}),
        }),
    },
  );
  /** Of two it makes no difference which one goes. */
  const canGo = addresses.length > 2 ? addresses : addresses.slice(1);
  return (
    <section className="grid max-w-[40rem] gap-2" aria-labelledby="person-addresses">
      <h3 id="person-addresses" className="text-[1rem]">
        {t('{count} addresses of one person', { count: addresses.length })}
      </h3>
      <ul className="grid edged-t border-rule">
        {addresses.map((one) => (
          <li
            key={one.email}
            className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 edged-b border-rule"
          >
            <bdi className="[overflow-wrap:anywhere]">{one.email}</bdi>
            <IfCan permission="submissions:triage">
              {canGo.includes(one) ? (
                <Button
                  variant="quiet"
                  aria-label={t('Separate {email}', { email: one.email })}
                  pending={separate.isPending}
                  onClick={async () => {
                    if (await separate.run(one)) onSeparated();
                  }}
                >
                  {t('Separate')}
                </Button>
              ) : null}
            </IfCan>
          </li>
        ))}
      </ul>
      <p className="hint">{t(MERGED_ONLY_HERE)}</p>
    </section>
  );
}
