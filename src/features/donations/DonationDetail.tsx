import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { cents, dollars } from '../../shared/money.ts';
import { shown } from '../../shared/shown.ts';
import { words } from '../../shared/words.ts';
import { linkTo } from '../../web/address.ts';
import { call, sentenceOf } from '../../web/api.ts';
import { IfCan } from '../../web/permissions.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { useConfirm } from '../../web/ui/confirm.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { toast } from '../../web/ui/toasts.ts';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import { personAddress } from '../../shared/person-address.ts';
import { deleteDonation, type Donation, listDonations } from './donation.contract.ts';
import { METHOD_LABELS } from './donation.rules.ts';
import { Badge } from '../../web/ui/Badge.tsx';

interface DonationDetailProps {
  /** Undefined while nothing is opened, and when it is missing. */
  donation: Donation | undefined;
  isMissing: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

/** Everything that is known of one donation. */
export function DonationDetail(props: DonationDetailProps) {
  const { donation, isMissing, onClose, onDeleted } = props;
  const t = useWords();
  return (
    <Dialog
      open={donation !== undefined || isMissing}
      onClose={onClose}
      size="3xl"
      title={donation ? <DonorName donation={donation} /> : t('Nothing is stored here')}
    >
      {donation ? (
        <>
          {donation.isAnonymous ? (
            <Notice>
              <p>{t('This donor stays anonymous: name them to nobody outside the team.')}</p>
            </Notice>
          ) : null}
          <DonationFacts donation={donation} />
          {donation.donorEmail ? (
            <IfCan permission="submissions:read">
              <p>
                <a
                  {...linkTo(personAddress('donation', donation.id))}
                  className="inline-flex min-h-11 items-center"
                >
                  {t('Everything known of this person')}
                </a>
              </p>
            </IfCan>
          ) : null}
          <div className="actions">
            <IfCan permission="donations:manage">
              <DeleteDonation
                donation={donation}
                onDeleted={() => {
                  onClose();
                  onDeleted();
                }}
              />
            </IfCan>
          </div>
        </>
      ) : (
        <p>{t('We can’t find what this link points to. It may have been removed.')}</p>
      )}
    </Dialog>
  );
}

function DonationFacts({ donation }: { donation: Donation }) {
  const t = useWords();
  const { dayInWords, dateTimeOf } = useDates();
  const facts: (readonly [label: string, value: ReactNode])[] = [
    [t('Donor’s name'), <bdi key="name">{shown(donation.donorName ?? '') || '–'}</bdi>],
    [t('Email'), donation.donorEmail ?? '–'],
    [t('Telephone'), donation.donorPhone ?? '–'],
    [t('Country'), donation.donorCountry ? t(donation.donorCountry) : '–'],
    [t('Amount'), dollars(cents(donation.donationAmount))],
    [t('Way to pay'), t(METHOD_LABELS[donation.paymentMethod])],
    [t('Received on'), dayInWords(donation.receivedOn)],
    [t('Entered on'), dateTimeOf(donation.createdAt)],
    [
      t('Message'),
      <span key="message" dir="auto" className="block whitespace-pre-line">
        {donation.message ?? '–'}
      </span>,
    ],
  ];
  return (
    <dl className="grid edged-t border-rule">
      {facts.map(([label, value]) => (
        <div
          key={label}
          className="grid gap-x-6 edged-b border-rule py-2 sm:grid-cols-[12rem_minmax(0,1fr)]"
        >
          <dt className="text-muted">{label}</dt>
          <dd className="figures [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** For what was entered by mistake: there is no way to change it. */
function DeleteDonation({ donation, onDeleted }: { donation: Donation; onDeleted: () => void }) {
  const t = useWords();
  const client = useQueryClient();
  const confirm = useConfirm();
  const remove = useMutation({
    mutationFn: () => call(deleteDonation, { params: { id: donation.id } }),
    onSuccess: ({ message }) => {
      toast({ title: t('Donation Deleted'), description: t(message) });
      onDeleted();
      void client.invalidateQueries({ queryKey: [listDonations.name] });
    },
    onError: (error) => {
      const sentence = sentenceOf(error, words('Failed to delete donation.'));
      toast({ title: t('Deletion Failed'), description: t(sentence), variant: 'destructive' });
    },
  });

  async function ask() {
    const isSure = await confirm({
      title: t('Delete this donation?'),
      text: t(
        '{amount} is taken off the list, with all that is known of the donor. Delete what was entered by mistake, and enter it again as it should be.',
        { amount: dollars(cents(donation.donationAmount)) },
      ),
      confirmLabel: t('Delete donation'),
      danger: true,
    });
    if (isSure) remove.mutate();
  }

  return (
    <Button
      variant="danger"
      pending={remove.isPending}
      pendingLabel={t('Deleting...')}
      onClick={() => void ask()}
    >
      {t('Delete donation...')}
    </Button>
  );
}

/** Who gave; anonymous donors are named only in the details. */
export function DonorName({ donation }: { donation: Donation }) {
  const t = useWords();
  const { donorName, isAnonymous } = donation;
  if (isAnonymous) return <Badge>{t('Anonymous')}</Badge>;
  return (
    <bdi className="line-clamp-2 [overflow-wrap:anywhere]">{shown(donorName ?? '') || '–'}</bdi>
  );
}
