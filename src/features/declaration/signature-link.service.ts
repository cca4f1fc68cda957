import type { AppContext } from '../../server/context.ts';
import type { LoadSignature } from '../../server/pages/signature-pages.ts';
import type { Secrets } from '../../server/secrets.ts';
import { publishEvent } from '../../server/webhook-outbox.store.ts';
import { Fault } from '../../shared/fault.ts';
import type { SentSignature, ShownSignature } from '../../shared/page.ts';
import { days } from '../../shared/time.ts';
import { words } from '../../shared/words.ts';
import {
  confirmDeclaration,
  findDeclaration,
  placeOf,
  removeDeclaration,
  type Signature,
} from './declaration.store.ts';
import { leaveChain } from './folded-link.store.ts';
import { skipLostNews } from './news.store.ts';
import { THANKS_PAGE } from './paths.rules.ts';
import { newShareCode } from './share-link.service.ts';
import { countThrough } from './share-link.store.ts';
import { forgetTally } from './tally.service.ts';

type Link = Pick<Signature, 'id' | 'linkId'>;

const PURPOSE = 'signature-link';

/** The key in the links of a signer's emails. It names no person: links are written to logs on their way. */
export const signatureKeyOf = (secrets: Secrets, { id, linkId }: Link): string =>
  secrets.sign(PURPOSE, `${id} ${linkId}`);

/** What a key names; undefined for one that is cut off, mistyped or forged. */
function linkIn(secrets: Secrets, key: string): Link | undefined {
  const [id, linkId] = secrets.verify(PURPOSE, key)?.split(' ') ?? [];
  return id && linkId ? { id, linkId } : undefined;
}

function requireLink(secrets: Secrets, key: string): Link {
  const link = linkIn(secrets, key);
  if (!link) throw new Fault(400, words('This link does not work'));
  return link;
}

const oldLink = () => new Fault(409, words('This link is no longer valid.'));

type LinkContext = Pick<AppContext, 'db' | 'secrets' | 'clock' | 'jobs'>;

/** Confirms the signature of a key. Throws 400 for a forged key, 409 for an old one. */
export async function confirmByKey({ db, secrets, clock, jobs }: LinkContext, key: string) {
  const link = requireLink(secrets, key);
  const signature = { ...link, shareCode: newShareCode() };
  const now = clock.now();
  const confirmedAt = await confirmDeclaration(db, signature, now);
  if (!confirmedAt) throw oldLink();
  const { id } = link;
  if (confirmedAt.getTime() === now.getTime())
    await publishEvent(db, { type: 'signature.confirmed', objectId: id, data: { id }, at: now });
  await jobs.send(db, 'signature-confirmed', { id });
  forgetTally();
}

/** Removes the signature of a key. Throws 400 for a forged key, 409 for an old one. */
export async function withdrawByKey(
  { db, secrets, clock }: Pick<LinkContext, 'db' | 'secrets' | 'clock'>,
  key: string,
) {
  const link = requireLink(secrets, key);
  await leaveChain(db, link.id);
  if (!(await removeDeclaration(db, link))) throw oldLink();
  await skipLostNews(db, clock.now());
  forgetTally();
}

const SENT = 'sent-signature';
/** The history of a shared browser leads to nobody's name for longer. */
const sentKeyMs = days(1);

/** The key in the address of the thanks: what was sent, for the browser that sent it. It confirms nothing. */
export const sentKeyOf = (
  { secrets, clock }: Pick<LinkContext, 'secrets' | 'clock'>,
  sent: SentSignature,
) => secrets.seal(SENT, '', JSON.stringify({ ...sent, at: clock.now().getTime() }));

function openSent(
  { secrets, clock }: Pick<LinkContext, 'secrets' | 'clock'>,
  key: string,
): ShownSignature {
  try {
    const { at, ...sent } = JSON.parse(secrets.unseal(SENT, '', key)) as SentSignature & {
      at: number;
    };
    if (clock.now().getTime() - at < sentKeyMs) return { state: 'sent', ...sent };
  } catch {
    // Cut off, mistyped or forged.
  }
  return { state: 'forged' };
}

/** What the page behind a key shows; it changes nothing. */
export const loadSignature: LoadSignature = async (context, path, key) => {
  if (path === THANKS_PAGE) return openSent(context, key);
  const { db, secrets, settings } = context;
  const link = linkIn(secrets, key);
  if (!link) return { state: 'forged' };
  const found = await findDeclaration(db, link.id);
  if (found?.linkId !== link.linkId) return { state: 'old' };
  const isConfirmed = found.confirmedAt !== null || !settings.signaturesNeedConfirmation;
  const { fullName, country, shareCode } = found;
  if (!isConfirmed) return { state: 'unconfirmed', key, fullName, country };
  const place = await placeOf(db, found.id, settings);
  const shared = shareCode
    ? { code: shareCode, count: await countThrough(db, found.id) }
    : undefined;
  return { state: 'confirmed', key, fullName, country, place, shared };
};
