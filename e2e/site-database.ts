import { cp } from 'node:fs/promises';
import pg from 'pg';

export const TEMPLATE = 'e2e_template';

/** The address of a database on the server that prepare.ts has started. */
export function urlOf(name: string): string {
  const url = new URL(String(process.env.E2E_POSTGRES_URL));
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.E2E_POSTGRES_URL });
  await client.connect();
  await client.query(statement);
  await client.end();
}

export const createDatabase = (name: string, template = 'template1') =>
  onServer(`create database ${name} template ${template}`);

/** A copy of the prepared database for a site with this data folder: the settings that name it, and its end. */
export async function copyPrepared(dataDir: string, port: number) {
  if (process.env.E2E_PREPARED) {
    await cp(process.env.E2E_PREPARED, dataDir, { recursive: true });
    return { settings: { DATABASE_URL: '', DATA_DIR: dataDir }, drop: async () => undefined };
  }
  const name = `e2e_${port}`;
  await createDatabase(name, TEMPLATE);
  return {
    settings: { DATABASE_URL: urlOf(name), DATA_DIR: dataDir },
    drop: () => onServer(`drop database ${name} with (force)`),
  };
}
