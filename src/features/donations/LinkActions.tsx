import { words } from '../../shared/words.ts';
import { call } from '../../web/api.ts';
import { useRecentPassword } from '../../web/recentPassword.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { Switch } from '../../web/forms/Switch.tsx';
import { useAction } from '../../web/actions/useAction.ts';
import { useWords } from '../../web/words.tsx';
import {
  changeDonationLink,
  createDonationLink,
  deleteDonationLink,
  type DonationLink,
  listDonationLinks,
} from './donation-link.contract.ts';

interface LinkProps {
  link: DonationLink;
}

/** Puts a link on the page or takes it off, at once. */
export function ActiveSwitch({ link }: LinkProps) {
  const t = useWords();
  const isActive = !link.isActive;
  const turn = useAction(
    () => call(changeDonationLink, { params: { id: link.id }, body: { isActive } }),
    {
      through: useRecentPassword(),
      failed: t('Update Failed'),
      fallback: words('Failed to update donation link.'),
      refresh: [listDonationLinks],
    },
  );
  return (
    <Switch
      aria-label={t('{name} is on the page', { name: link.name })}
      label={link.isActive ? t('On the page') : t('Not on the page')}
      checked={turn.isPending ? isActive : link.isActive}
      disabled={turn.isPending}
      onChange={() => void turn.run()}
    />
  );
}

/** Deletes a link after a yes; `onDeleted` before its row, and this button, go. */
export function DeleteButton({ link, onDeleted }: LinkProps & { onDeleted: () => void }) {
  const t = useWords();
  const remove = useAction(() => call(deleteDonationLink, { params: { id: link.id } }), {
    through: useRecentPassword(),
    done: t('Donation Link Deleted'),
    failed: t('Deletion Failed'),
    fallback: words('Failed to delete donation link.'),
    refresh: [listDonationLinks],
    onDone: onDeleted,
  });

  function ask() {
    void remove.ask({
      title: t('Delete this donation link?'),
      text: (
        <div className="grid gap-3 [overflow-wrap:anywhere]">
          <p>
            <strong>
              <bdi>{link.name}</bdi>
            </strong>
            <br />
            {link.url}
          </p>
          {link.isActive ? <p>{t('Visitors will no longer see it.')}</p> : null}
        </div>
      ),
      confirmLabel: t('Delete link'),
      danger: true,
    });
  }

  return (
    <Button
      variant="danger"
      aria-label={t('Delete {name}', { name: link.name })}
      pending={remove.isPending}
      pendingLabel={t('Deleting...')}
      onClick={ask}
    >
      {t('Delete')}
    </Button>
  );
}

/** Restores what was deleted. */
export function PutBack({ link, onDone }: LinkProps & { onDone: () => void }) {
  const t = useWords();
  const { id, name, url, isActive } = link;
  const restore = useAction(() => call(createDonationLink, { body: { id, name, url, isActive } }), {
    through: useRecentPassword(),
    done: t('Donation Link Created'),
    failed: t('Creation Failed'),
    fallback: words('Failed to create donation link.'),
    refresh: [listDonationLinks],
  });
  return (
    <Notice role="status" tone="leaf">
      <p className="[overflow-wrap:anywhere]">{t('{name} was deleted.', { name })}</p>
      <Button
        pending={restore.isPending}
        pendingLabel={t('Saving...')}
        onClick={async () => {
          if (await restore.run()) onDone();
        }}
      >
        {t('Undo')}
      </Button>
    </Notice>
  );
}
