import { Money } from '../../web/ui/Money.tsx';
import { cents, dollars } from '../../shared/money.ts';
import { shown } from '../../shared/shown.ts';
import { words } from '../../shared/words.ts';
import { call } from '../../web/api.ts';
import { IfCan } from '../../web/permissions.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { Fact, FactList } from '../../web/lists/FactList.tsx';
import { RowActions } from '../../web/lists/RowActions.tsx';
import { RowDialog } from '../../web/lists/RowDialog.tsx';
import type { OpenedRow } from '../../web/lists/useOpenedRow.ts';
import { Notice } from '../../web/ui/Notice.tsx';
import { useAction } from '../../web/actions/useAction.ts';
import { toast } from '../../web/ui/toasts.ts';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import { personAddress } from '../../shared/person-address.ts';
import { deleteDonation, type Donation, listDonations } from './donation.contract.ts';
import { METHOD_LABELS } from './donation.rules.ts';
import { Badge } from '../../web/ui/Badge.tsx';

interface DonationDetailProps {
  opened: OpenedRow<Donation>;
  onDeleted: () => void;
}

/** Everything that is known of one donation. */
export function DonationDetail({ opened, onDeleted }: DonationDetailProps) {
  const t = useWords();
  return (
    <RowDialog
      opened={opened}
      title={(donation) => <DonorName donation={donation} />}
      actions={(donation) => (
        <RowActions
          email={donation.donorEmail}
          person={donation.donorEmail ? personAddress('donation', donation.id) : undefined}
          last={
            <IfCan permission="donations:manage">
              <DeleteDonation
                donation={donation}
                onDeleted={() => {
                  opened.close();
                  onDeleted();
                }}
              />
            </IfCan>
          }
        />
      )}
    >
      {(donation) => (
        <>
          {donation.isAnonymous ? (
            <Notice>
              <p>{t('This donor is anonymous. Do not name them to anyone outside the team.')}</p>
            </Notice>
          ) : null}
          <DonationFacts donation={donation} />
        </>
      )}
    </RowDialog>
  );
}

function DonationFacts({ donation }: { donation: Donation }) {
  const t = useWords();
  const { dayInWords, dateTimeOf } = useDates();
  return (
    <FactList>
      <Fact label={t('Donor’s name')}>
        <bdi>{shown(donation.donorName ?? '') || '–'}</bdi>
      </Fact>
      <Fact label={t('Email')}>{donation.donorEmail ?? '–'}</Fact>
      <Fact label={t('Telephone')}>{donation.donorPhone ?? '–'}</Fact>
      <Fact label={t('Country')}>{donation.donorCountry ? t(donation.donorCountry) : '–'}</Fact>
      <Fact label={t('Amount')}>
        <Money of={dollars(cents(donation.donationAmount))} />
      </Fact>
      <Fact label={t('Payment method')}>{t(METHOD_LABELS[donation.paymentMethod])}</Fact>
      <Fact label={t('Received on')}>{dayInWords(donation.receivedOn)}</Fact>
      <Fact label={t('Entered on')}>{dateTimeOf(donation.createdAt)}</Fact>
      <Fact label={t('Message')}>
        <span dir="auto" className="block">
          {donation.message ?? '–'}
        </span>
      </Fact>
    </FactList>
  );
}

/** For what was entered by mistake: there is no way to change it. */
function DeleteDonation({ donation, onDeleted }: { donation: Donation; onDeleted: () => void }) {
  const t = useWords();
  const remove = useAction(() => call(deleteDonation, { params: { id: donation.id } }), {
    failed: t('Deletion Failed'),
    fallback: words('Failed to delete donation.'),
    refresh: [listDonations],
    onDone: () => {
      toast({ title: t('Donation Deleted') });
      onDeleted();
    },
  });
  const question = {
    title: t('Delete this donation?'),
    text: t(
      '{amount} and the donor’s details will be removed from the list. Delete a donation only if it was entered by mistake, then enter it again correctly.',
      { amount: dollars(cents(donation.donationAmount)) },
    ),
    confirmLabel: t('Delete donation'),
    danger: true,
  };

  return (
    <Button
      variant="danger"
      pending={remove.isPending}
      pendingLabel={t('Deleting...')}
      onClick={() => void remove.ask(question)}
    >
      {t('Delete donation...')}
    </Button>
  );
}

/** The donor; anonymous ones are named only in the details. */
export function DonorName({ donation }: { donation: Donation }) {
  const t = useWords();
  const { donorName, isAnonymous } = donation;
  if (isAnonymous) return <Badge>{t('Anonymous')}</Badge>;
  return (
    <bdi className="line-clamp-2 [overflow-wrap:anywhere]">{shown(donorName ?? '') || '–'}</bdi>
  );
}
