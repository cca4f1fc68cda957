// Creates an administrator, or sets a new password and ends their sessions: `npm run create-admin -- --help`.
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { saveAdministrator } from '../src/features/members/administrators/first-administrator.service.ts';
import { Login } from '../src/features/members/login/login.contract.ts';
import { hasAdministratorWith } from '../src/server/user.store.ts';
import { hashPassword, weaknessOf } from '../src/features/members/password.service.ts';
import { OutdatedDatabase } from '../src/server/database/baseline.ts';
import { inTransaction, openDatabase } from '../src/server/database/database.ts';
import { FolderInUse } from '../src/server/database/folder-lock.ts';
import { migrate } from '../src/server/database/migrate.ts';
import { readSettings, SettingError } from '../src/server/settings.ts';
import { ROLES } from '../src/shared/roles.ts';
import { readArguments } from './commands.mjs';

/** The person at the keyboard can mend it: the message is shown without a stack. */
class Refusal extends Error {}

const outcomes = {
  nobody: 'The administrator was created.',
  member: 'The member is now an administrator with the new password; their sessions were ended.',
  administrator: 'The administrator has the new password; their sessions were ended.',
};

const [email, role] = readArguments('create-admin').positionals;
try {
  await createAdmin(email, role);
} catch (error) {
  const isExpected =
    error instanceof Refusal || error instanceof SettingError || error instanceof OutdatedDatabase;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
}

async function createAdmin(address = '', named = 'owner'): Promise<void> {
  const role = ROLES.find((one) => one === named);
  if (!role) throw new Refusal(`There is no role named ${named}. The roles: ${ROLES.join(', ')}.`);
  if (existsSync('.env')) process.loadEnvFile('.env');
  const settings = readSettings(process.env);
  const database = await openDatabase({
    url: settings.databaseUrl,
    dataDir: settings.dataDir,
  }).catch((error: Error) => {
    // Only one process can open the embedded database.
    if (!(error instanceof FolderInUse)) throw error;
    throw new Refusal(
      `The site is running and holds the embedded database: stop the site first. ${error.message}`,
    );
  });
  try {
    await migrate(database);
    const given = Login.safeParse({ email: address, password: await readPassword() });
    if (!given.success) throw new Refusal(given.error.issues[0]?.message);
    const { email, password } = given.data;
    const weakness = weaknessOf(password, { email, isAdmin: true }, settings);
    if (weakness) throw new Refusal(weakness);
    const account = { email, role, password: await hashPassword(password) };
    const by = { source: 'command line', now: new Date() } as const;
    const { was } = await inTransaction(database.db, async (tx) => {
      const saved = await saveAdministrator(tx, account, by);
      // Otherwise no one could give roles any more.
      if (!(await hasAdministratorWith(tx, 'users:grant')))
        throw new Refusal('The site would have no owner who can log in. Create an owner first.');
      return saved;
    });
    console.log(`${outcomes[was]} Their role: ${role}.`);
  } finally {
    await database.close();
  }
}

async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) {
    for await (const text of createInterface({ input: process.stdin })) return text;
    throw new Refusal('No password was given.');
  }
  const first = await ask('Password: ');
  if (first !== (await ask('Repeat the password: '))) throw new Refusal('The passwords differ.');
  return first;
}

/** Asks on the terminal without showing what is typed. */
async function ask(question: string): Promise<string> {
  process.stdout.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  terminal.on('SIGINT', () => process.exit(130));
  const answer = await terminal.question('');
  terminal.close();
  process.stdout.write('\n');
  return answer;
}
