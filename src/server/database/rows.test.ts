import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite, type Site } from '../testing.ts';
import { at } from './columns.store.ts';
import { rowsFor } from './rows.store.ts';

const notes = pgTable('notes_for_rows', {
  id: uuid('id').primaryKey(),
  fullName: text('full_name').notNull(),
  times: at('times').array().notNull().default([]),
  writtenAt: at('written_at'),
  seen: integer('seen').notNull().default(7),
  extra: jsonb('extra').$type<object>(),
});

let site: Site;
beforeAll(async () => {
  site = await openSite({ work: false });
  await site.db.execute(sql`create table notes_for_rows (id uuid primary key, full_name text not null,
    times timestamptz[] not null default '{}', written_at timestamptz, seen integer not null default 7, extra jsonb)`);
});
afterAll(() => site.close());

test('rows that are inserted together are those that are inserted by themselves', async () => {
  const now = new Date('2026-11-30T12:34:56.789Z');
  const rows: (typeof notes.$inferInsert)[] = [
    { id: randomUUID(), fullName: 'Awa "l’aînée" \\ \'Diop\' \n{}', extra: { a: [null, 'é', 1] } },
    { id: randomUUID(), fullName: '', times: [now, now], writtenAt: now, seen: 0, extra: null },
  ];
  await site.db.insert(notes).values(rows);
  const one = await site.db.select().from(notes).orderBy(notes.fullName);
  await site.db.delete(notes);
  await site.db.insert(notes).select(rowsFor(notes, rows));
  expect(await site.db.select().from(notes).orderBy(notes.fullName)).toEqual(one);
  expect(one.map(({ seen }) => seen)).toEqual([0, 7]);
});

test('a row without what its table needs is refused', async () => {
  const rows = [{ id: randomUUID() }] as (typeof notes.$inferInsert)[];
  await expect(site.db.insert(notes).select(rowsFor(notes, rows))).rejects.toThrow();
});
