import { setMessageMail } from '../../members/member.store.ts';
import type { AppContext } from '../../../server/context.ts';
import { type Database, inTransaction } from '../../../server/database/database.ts';
import type { Secrets } from '../../../server/secrets.ts';
import { Fault } from '../../../shared/fault.ts';
import { inLanguage } from '../../../shared/language.ts';
import { words } from '../../../shared/words.ts';
import { queueMail } from '../../mail/queue/mail-queue.service.ts';
import {
  claimDigest,
  type DigestTimes,
  findMembersToNotify,
  listUnreadSenders,
} from './digest.store.ts';
import { stopMessageMail } from '../core/message.contract.ts';
import {
  RECENTLY_SEEN_MS,
  MAIL_OFF_PAGE,
  MOST_NAMED,
  NEXT_DIGEST_AWAY_MS,
  NEXT_DIGEST_MS,
  OLDEST_IN_DIGEST_MS,
  UNREAD_BEFORE_DIGEST_MS,
} from '../core/message.rules.ts';

/** Members mailed by one run; the next run is minutes away. */
const mostPerRun = 500;
const purpose = 'message-mail-off';

/**
 * Mails a digest to all members with unread messages that have waited and who were not seen lately: names and
 * numbers, no text. At most one an hour, and one a day to members not seen since the last.
 */
export async function mailUnreadDigests(context: AppContext): Promise<void> {
  const times = timesAt(context.clock.now());
  for (const id of await findMembersToNotify(context.db, times, mostPerRun))
    await inTransaction(context.db, (tx) => mailDigest(context, tx, id, times));
}

function timesAt(now: Date): DigestTimes {
  const before = (ms: number) => new Date(now.getTime() - ms);
  return {
    now,
    waitedSince: before(UNREAD_BEFORE_DIGEST_MS),
    notBefore: before(OLDEST_IN_DIGEST_MS),
    hereSince: before(RECENTLY_SEEN_MS),
    lastBefore: before(NEXT_DIGEST_MS),
    lastBeforeAway: before(NEXT_DIGEST_AWAY_MS),
  };
}

async function mailDigest(
  context: AppContext,
  tx: Database,
  id: string,
  times: DigestTimes,
): Promise<void> {
  const member = await claimDigest(tx, id, times);
  const people = member ? await listUnreadSenders(tx, id, times) : [];
  if (!member || people.length === 0) return;
  await queueMail(
    context,
    {
      batch: `unread:${id}:${times.now.toISOString()}`,
      to: { name: member.firstName ?? '', address: member.email },
      template: 'messages-waiting',
      props: {
        name: member.firstName ?? '',
        count: people.reduce((sum, { unread }) => sum + unread, 0),
        people: people.slice(0, MOST_NAMED).map(({ firstName, lastName, unread }) => ({
          name: [firstName, lastName].filter(Boolean).join(' '),
          count: unread,
        })),
        others: Math.max(0, people.length - MOST_NAMED),
        ...offUrls(context, id, member.locale),
      },
      locale: member.locale,
    },
    { db: tx },
  );
}

/** The page that asks once more, for a person, and the address that a mail program posts to (RFC 8058). */
function offUrls(
  { secrets, publicUrl }: Pick<AppContext, 'secrets' | 'publicUrl'>,
  id: string,
  locale: string,
) {
  const key = secrets.sign(purpose, id);
  return {
    offUrl: publicUrl + inLanguage(`${MAIL_OFF_PAGE}#key=${key}`, locale),
    oneClickUrl: publicUrl + inLanguage(`${stopMessageMail.path}?key=${key}`, locale),
  };
}

/** Sends a member no more digests. Throws 400 for a key that is not ours; again changes nothing. */
export async function stopMail(tx: Database, secrets: Secrets, key: string): Promise<void> {
  const id = secrets.verify(purpose, key);
  if (id === undefined) throw new Fault(400, words('This link does not work'));
  await setMessageMail(tx, id, false);
}
