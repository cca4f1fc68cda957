import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { dropEverything } from './backup.store.ts';
import { inTransaction, type OpenDatabase, openDatabase } from './database.ts';
import { borrowEngine } from './testing.engine.ts';

/** A database of the kind under test in which nothing is yet, not even our tables. */
export async function openNewDatabase(): Promise<{
  database: OpenDatabase;
  url?: string;
  drop(): Promise<void>;
}> {
  if (process.env.TEST_DATABASE !== 'postgres') {
    // Sooner emptied than made.
    const database = await openDatabase({ embedded: await borrowEngine() });
    await inTransaction(database.db, dropEverything);
    return { database, drop: async () => undefined };
  }
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name}`);
  const url = urlOf(name);
  return {
    url,
    database: await openDatabase({ url, isPatient: true }),
    drop: () => onServer(`drop database ${name} with (force)`),
  };
}

/** A copy of the migrated template of testing.global.ts on the server under test, and its end. */
export async function copyTemplate(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name} template template_migrated`);
  return { url: urlOf(name), drop: () => onServer(`drop database ${name} with (force)`) };
}

function serverUrl(): string {
  const url = process.env.TEST_POSTGRES_URL;
  if (!url) throw new Error('TEST_POSTGRES_URL is not set: testing.global.ts starts the server.');
  return url;
}

function urlOf(name: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  await client.query(statement);
  await client.end();
}
