import type { Database } from '../../server/database/database.ts';
import type { Place } from '../../server/lists/page.store.ts';
import {
  type DataPart,
  dataPart,
  type PersonalDataSource,
  type Row,
} from '../../server/personal-data.ts';
import { shownName } from '../../shared/shown.ts';
import { words } from '../../shared/words.ts';
import { listBlocksOf } from './core/block.store.ts';
import { deleteAllFor } from './core/message.store.ts';
import { listMessagesOf } from './core/message-list.store.ts';
import { listReportsBy } from './reports/report.store.ts';

const messagesPerPage = 200;

async function* messageRows(db: Database, userId: string): AsyncIterable<Row> {
  let after: Place | undefined;
  do {
    const page = await listMessagesOf(db, userId, { after, limit: messagesPerPage });
    for (const { sender, recipient, subject, content, isRead, createdAt } of page.rows) {
      const isWritten = sender.id === userId;
      yield {
        direction: isWritten ? 'written' : 'received',
        with: shownName(isWritten ? recipient : sender) || null,
        subject,
        content,
        isRead,
        sentAt: createdAt,
      };
    }
    after = page.next;
  } while (after);
}

async function blockRows(db: Database, userId: string): Promise<Row[]> {
  const blocks = await listBlocksOf(db, userId);
  return blocks.map(({ member, blockedAt }) => ({ name: shownName(member), blockedAt }));
}

async function reportRows(db: Database, userId: string): Promise<Row[]> {
  return (await listReportsBy(db, userId)).map((report) => ({
    reason: report.reason,
    note: report.note,
    subject: report.subject,
    content: report.content,
    sentAt: report.sentAt,
    reportedAt: report.createdAt,
    resolvedAt: report.resolvedAt,
  }));
}

/**
 * A member's messages, blocks and reports. When the account is deleted, messages to the member are deleted; their
 * own messages stay with the recipients without a name.
 */
export const messagesData: PersonalDataSource = {
  isPrivate: true,
  export: (db, { id }) => (id === null ? [] : partsOf(db, id)),
  erase: async (tx, { id }) => {
    if (id !== null) await deleteAllFor(tx, id);
  },
};

function partsOf(db: Database, id: string): DataPart[] {
  return [
    {
      name: 'messages',
      heading: words('Messages'),
      isOne: false,
      rows: () => messageRows(db, id),
      labels: { direction: { written: words('Written'), received: words('Received') } },
    },
    dataPart('blocked', words('Members you have blocked'), () => blockRows(db, id)),
    dataPart('reports', words('Messages you have reported'), () => reportRows(db, id)),
  ];
}
