import type { users } from '../../src/server/user.store.ts';
import type { conversations } from '../../src/features/messages/core/conversation.store.ts';
import type { messages } from '../../src/features/messages/core/message.store.ts';
import type { ReportRow } from '../../src/features/messages/reports/report.store.ts';
import type { ProfileRow } from '../../src/features/members/profile/profile.store.ts';
import { daysAfter, minutesAfter, type Year } from './calendar.ts';
import type { Chance } from './chance.ts';
import { BIOS, INTERESTS, MESSAGES, NUISANCE, SUBJECTS } from './texts.ts';
import { DEMO_MARK, type DemoPerson } from './people.ts';

type UserRow = typeof users.$inferInsert & { locale: DemoPerson['locale'] };
type MessageRow = typeof messages.$inferInsert & { createdAt: Date; isRead: boolean };

/** Members with their profiles. `password` is a hash that no password fits: no one logs in as one of them. */
export function drawMembers(
  count: number,
  {
    chance,
    year,
    person,
    password,
  }: { chance: Chance; year: Year; person: () => DemoPerson; password: string },
) {
  const members: UserRow[] = [];
  const profiles: ProfileRow[] = [];
  for (let n = 0; n < count; n++) {
    const { firstName, lastName, email, locale, campaignCountry, city } = person();
    const id = chance.id();
    const createdAt = year.draw().at;
    members.push({
      id,
      email,
      firstName,
      lastName,
      password,
      isAdmin: false,
      locale,
      emailVerifiedAt: chance.happens(0.9) ? minutesAfter(createdAt, 3) : null,
      // No digest leaves for an address at which no one reads.
      messageMail: false,
      createdAt,
      updatedAt: createdAt,
    });
    if (chance.happens(0.75))
      profiles.push({
        id: chance.id(),
        userId: id,
        country: campaignCountry,
        city,
        bio: `${chance.pick(BIOS[locale])} ${DEMO_MARK[locale]}`,
        interests: chance.pick(INTERESTS[locale]),
        isPublic: chance.happens(0.9),
        createdAt,
        updatedAt: createdAt,
      });
  }
  return { members, profiles };
}

/** Messages between members, with both sides of every conversation, and some that were reported. */
export function drawConversations(members: readonly UserRow[], chance: Chance, now: Date) {
  const messages: MessageRow[] = [];
  const sides: (typeof conversations.$inferInsert)[] = [];
  const reports: ReportRow[] = [];
  members.forEach((first, place) => {
    // The next ones in the list: no two meet twice.
    for (const second of members.slice(place + 1, place + 2 + chance.below(3))) {
      const own = exchange(first, second, chance, now);
      const last = own.at(-1);
      if (!last) continue;
      messages.push(...own);
      sides.push(sideOf(first.id, second.id, own), sideOf(second.id, first.id, own));
      if (place % 60 === 0) reports.push(reported(last, reports.length, { chance, now, members }));
    }
  });
  return { messages, sides, reports };
}

function exchange(first: UserRow, second: UserRow, chance: Chance, now: Date): MessageRow[] {
  const metAt = first.createdAt > second.createdAt ? first.createdAt : second.createdAt;
  let at = daysAfter(metAt, chance.between(0.1, 20));
  const own: MessageRow[] = [];
  const count = 1 + chance.below(8);
  for (let n = 0; n < count && at < now; n++) {
    const [sender, recipient] = n % 2 === 0 ? [first, second] : [second, first];
    const { locale } = sender;
    const isLast = n === count - 1;
    own.push({
      id: chance.id(),
      senderId: sender.id,
      recipientId: recipient.id,
      subject: n === 0 ? chance.pick(SUBJECTS[locale]) : null,
      content: `${chance.pick(MESSAGES[locale])}${n === 0 ? `\n\n${DEMO_MARK[locale]}` : ''}`,
      isRead: !isLast || chance.happens(0.6),
      readAt: null,
      createdAt: at,
    });
    at = daysAfter(at, chance.between(0.02, 4));
  }
  // An answered message was read.
  own.forEach((letter, n) => {
    const isAnswered = n < own.length - 1;
    letter.isRead ||= isAnswered;
    const readAt = minutesAfter(letter.createdAt, 15);
    if (letter.isRead && readAt > now) letter.isRead = false;
    letter.readAt = letter.isRead ? readAt : null;
  });
  return own;
}

/** As conversation.store's `noteMessage` keeps it. */
function sideOf(memberId: string, otherId: string, own: readonly MessageRow[]) {
  const [first, last] = [own[0] as MessageRow, own.at(-1) as MessageRow];
  return {
    memberId,
    otherId,
    lastMessageId: last.id,
    lastAt: last.createdAt,
    unread: own.filter(({ recipientId, isRead }) => recipientId === memberId && !isRead).length,
    isStartedByMember: first.senderId === memberId,
    startedAt: first.createdAt,
  };
}

/** A report of a message that becomes one to be reported; the first ones wait, later ones were decided. */
function reported(
  message: MessageRow,
  count: number,
  { chance, now, members }: { chance: Chance; now: Date; members: readonly UserRow[] },
): ReportRow {
  message.content = NUISANCE;
  const createdAt = minutesAfter(message.createdAt, 30);
  const at = createdAt < now ? createdAt : now;
  const resolvedAt = daysAfter(at, 1);
  const isWaiting = count < 2 || resolvedAt > now;
  return {
    id: chance.id(),
    messageId: message.id,
    reporterId: message.recipientId,
    reportedId: message.senderId,
    reason: chance.pick(['spam', 'scam', 'harassment'] as const),
    note: DEMO_MARK.en,
    subject: message.subject ?? null,
    content: message.content,
    sentAt: message.createdAt,
    createdAt: at,
    outcome: isWaiting ? null : chance.pick(['dismissed', 'warned'] as const),
    resolvedBy: isWaiting ? null : (members[0]?.id ?? null),
    resolvedAt: isWaiting ? null : resolvedAt,
    resolution: isWaiting ? null : 'Please write to members about the campaign alone. (Demo)',
  };
}
