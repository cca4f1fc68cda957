import { and, eq } from 'drizzle-orm';
import { jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../server/database/columns.store.ts';
import type { Database } from '../../server/database/database.ts';
import {
  type ChoiceList,
  type ListChoices,
  NOTHING_CHOSEN,
  type View,
} from '../../shared/list-choices.ts';
import { users } from '../../server/user.store.ts';

/** What each administrator has chosen for a list of the dashboard. */
export const listChoices = pgTable(
  'list_choices',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    list: text('list').$type<ChoiceList>().notNull(),
    columns: jsonb('columns').$type<string[]>(),
    views: jsonb('views').$type<View[]>().notNull(),
    defaultView: text('default_view'),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.list] })],
);

export async function listChoicesOf(
  db: Database,
  userId: string,
): Promise<Partial<Record<ChoiceList, ListChoices>>> {
  const { list, columns, views, defaultView } = listChoices;
  const rows = await db
    .select({ list, columns, views, defaultView })
    .from(listChoices)
    .where(eq(listChoices.userId, userId));
  return Object.fromEntries(rows.map(({ list: name, ...choices }) => [name, choices]));
}

/** Whose choice it is, for which list, and when it is made. */
export interface Place {
  userId: string;
  list: ChoiceList;
  now: Date;
}

/** What somebody has chosen for a list; nobody else changes it until the transaction ends. */
export async function holdChoices(
  tx: Database,
  { userId, list, now }: Place,
): Promise<ListChoices> {
  // A row that is not there yet could not be held.
  await tx
    .insert(listChoices)
    .values({ userId, list, ...NOTHING_CHOSEN, updatedAt: now })
    .onConflictDoNothing();
  const { columns, views, defaultView } = listChoices;
  const [held = NOTHING_CHOSEN] = await tx
    .select({ columns, views, defaultView })
    .from(listChoices)
    .where(and(eq(listChoices.userId, userId), eq(listChoices.list, list)))
    .for('update');
  return held;
}

/** Writes over what is held. */
export async function putChoices(
  tx: Database,
  { userId, list, now }: Place,
  { columns, views, defaultView }: ListChoices,
): Promise<void> {
  const choices = { columns, views, defaultView, updatedAt: now };
  await tx
    .update(listChoices)
    .set(choices)
    .where(and(eq(listChoices.userId, userId), eq(listChoices.list, list)));
}
