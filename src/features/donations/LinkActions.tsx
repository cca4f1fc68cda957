import { useMutation, useQueryClient } from '@tanstack/react-query';
import { words } from '../../shared/words.ts';
import { call, sentenceOf } from '../../web/api.ts';
import { PasswordNotGiven, useRecentPassword } from '../../web/recentPassword.ts';
import { Button } from '../../web/ui/Button.tsx';
import { useConfirm } from '../../web/ui/confirm.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { Switch } from '../../web/forms/Switch.tsx';
import { toast } from '../../web/ui/toasts.ts';
import { useWords } from '../../web/words.tsx';
import {
  changeDonationLink,
  createDonationLink,
  deleteDonationLink,
  type DonationLink,
  listDonationLinks,
} from './donation-link.contract.ts';

interface Saying {
  done?: string;
  failed: readonly [title: string, fallback: string];
  onDone?: () => void;
}

/** Runs a action on a link with a fresh password, then fetches the list again. */
function useLinkAction(
  action: () => Promise<{ message: string }>,
  { done, failed, onDone }: Saying,
) {
  const t = useWords();
  const client = useQueryClient();
  const withRecentPassword = useRecentPassword();
  return useMutation({
    mutationFn: () => withRecentPassword(action),
    onSuccess: async ({ message }) => {
      if (done) toast({ title: t(done), description: t(message) });
      await client.invalidateQueries({ queryKey: [listDonationLinks.name] });
      onDone?.();
    },
    onError: (error) => {
      if (error instanceof PasswordNotGiven) return;
      const [title, fallback] = failed;
      const description = t(sentenceOf(error, fallback));
      toast({ title: t(title), description, variant: 'destructive' });
    },
  });
}

interface LinkProps {
  link: DonationLink;
}

/** Puts a link on the page or takes it off, at once. */
export function ActiveSwitch({ link }: LinkProps) {
  const t = useWords();
  const isActive = !link.isActive;
  const turn = useLinkAction(
    () => call(changeDonationLink, { params: { id: link.id }, body: { isActive } }),
    { failed: [words('Update Failed'), words('Failed to update donation link.')] },
  );
  return (
    <Switch
      aria-label={t('{name} is on the page', { name: link.name })}
      label={link.isActive ? t('On the page') : t('Not on the page')}
      checked={turn.isPending ? isActive : link.isActive}
      disabled={turn.isPending}
      onChange={() => turn.mutate()}
    />
  );
}

/** Deletes a link after a yes; `onDeleted` when its row, and this button, have gone. */
export function DeleteButton({ link, onDeleted }: LinkProps & { onDeleted: () => void }) {
  const t = useWords();
  const confirm = useConfirm();
  const remove = useLinkAction(() => call(deleteDonationLink, { params: { id: link.id } }), {
    done: words('Donation Link Deleted'),
    onDone: onDeleted,
    failed: [words('Deletion Failed'), words('Failed to delete donation link.')],
  });

  async function ask() {
    const isSure = await confirm({
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
          {link.isActive ? <p>{t('Visitors no longer see it.')}</p> : null}
        </div>
      ),
      confirmLabel: t('Delete link'),
      danger: true,
    });
    if (isSure) remove.mutate();
  }

  return (
    <Button
      variant="danger"
      aria-label={t('Delete {name}', { name: link.name })}
      pending={remove.isPending}
      pendingLabel={t('Deleting...')}
      onClick={() => void ask()}
    >
      {t('Delete')}
    </Button>
  );
}

/** Restores what was deleted. */
export function PutBack({ link, onDone }: LinkProps & { onDone: () => void }) {
  const t = useWords();
  const { name, url, isActive } = link;
  const restore = useLinkAction(() => call(createDonationLink, { body: { name, url, isActive } }), {
    done: words('Donation Link Created'),
    onDone,
    failed: [words('Creation Failed'), words('Failed to create donation link.')],
  });
  return (
    <Notice role="status" tone="leaf">
      <p className="[overflow-wrap:anywhere]">{t('{name} was deleted.', { name })}</p>
      <Button
        pending={restore.isPending}
        pendingLabel={t('Saving...')}
        onClick={() => restore.mutate()}
      >
        {t('Undo')}
      </Button>
    </Notice>
  );
}
