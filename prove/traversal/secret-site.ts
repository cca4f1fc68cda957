import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** What a running site needs of the program, beside the installed packages and the build. */
const PROGRAM = ['src', 'sandbox', 'migrations', 'scripts', 'package.json'];
/** Folders of which every regular file is for everyone, and the one file beside them. */
const PUBLIC = ['assets', 'pictures', 'favicon.svg'];

/** LIST of the files that hold secrets, from the folder of the program. */
const SECRETS = [
  'dist/secret.txt',
  'dist/server/page.js.map',
  'dist/client/.env',
  'dist/client/secret.txt',
  'dist/client/entry.js.map',
  'dist/client/assets-old/entry.js',
  'dist/client/assets.tar',
  'dist/client/pictures.bak/passport.png',
  'data/secret',
  'data/db/base/1/1259',
  'data/db/global/pg_control',
  'data/sandbox/keys.json',
  'data/uploads/passport.png',
  'backups/one-africa.gz',
  '.git/config',
  'secret.txt',
  'id_rsa',
];
/** LIST of links in the public folders that lead out of them: where they are, and to what. */
const LINKS = [
  ['dist/client/assets/linked.txt', '.env'],
  ['dist/client/assets/linked.js', 'src/server/main.ts'],
  ['dist/client/assets/linked-data', 'data'],
  ['dist/client/assets/linked-program', '.'],
  ['dist/client/pictures/linked.png', 'data/uploads/passport.png'],
  ['dist/client/pictures/linked-client', 'dist/client'],
  ['dist/client/pictures/linked-root', '/'],
  ['data/uploads/linked.png', 'secret.txt'],
] as const;

/** A public file that the build has not packed. */
const PLAIN = 'assets/plain.js';

export interface SecretSite {
  /** The folder of the program. */
  program: string;
  /** Where the files lie that no one may read; a path of the program's folder, or an absolute one. */
  secrets: string[];
  /** Addresses that lead through a link out of a public folder. */
  linked: string[];
  /** Names of the public files, as addresses. */
  open: string[];
  /** Whether bytes are those of a public file, or of a part of one. */
  isOpen(bytes: Buffer, isPart: boolean): boolean;
  /** The place of a secret that is in a text; undefined when there is none. */
  findSecret(text: string): string | undefined;
}

/**
 * Copies the program with its build, and puts a secret of its own in everything beside the public files: each of
 * their lines has it, so that a part of the file shows it, too. `known` are texts that no answer may have either.
 */
export function createSecretSite(program: string, known: Record<string, string>): SecretSite {
  copyProgram(program);
  writeFileSync(join(program, 'dist/client', PLAIN), 'export const plain = true;\n');
  const open = openFilesOf(join(program, 'dist/client'));
  const texts = new Map(Object.entries(known).map(([place, text]) => [text, place]));
  const secretOf = (place: string) => {
    const secret = `secret${randomBytes(12).toString('hex')}`;
    texts.set(secret, place);
    return secret;
  };
  for (const place of SECRETS) {
    const file = join(program, place);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${secretOf(place)}\n`.repeat(300));
  }
  // These have to work, too.
  writeFileSync(join(program, '.env'), `SECRET_TEXT=${secretOf('.env')}\n`.repeat(20));
  appendFileSync(
    join(program, 'src/server/main.ts'),
    `// ${secretOf('src/server/main.ts')}\n`.repeat(20),
  );
  for (const place of ['package.json', 'dist/client/.vite/manifest.json']) {
    const file = join(program, place);
    const content = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...content, secret: { file: secretOf(place) } }));
  }
  createLinks(program);
  return {
    program,
    secrets: [
      ...SECRETS,
      '.env',
      'src/server/main.ts',
      'package.json',
      'dist/client/.vite/manifest.json',
      '/etc/passwd',
      '/proc/self/environ',
    ],
    linked: linkedAddresses(program),
    open: [...open.keys()],
    isOpen: isOneOf([...open.values()]),
    findSecret: (text) => {
      for (const [secret, place] of texts) if (text.includes(secret)) return place;
      return undefined;
    },
  };
}

function copyProgram(program: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', ...PROGRAM], { encoding: 'utf8' });
  for (const file of listed.split('\0').filter((name) => name && existsSync(name)))
    cpSync(file, join(program, file));
  cpSync('dist', join(program, 'dist'), { recursive: true });
  symlinkSync(resolve('node_modules'), join(program, 'node_modules'));
}

function createLinks(program: string): void {
  for (const [link, leadsTo] of LINKS) symlinkSync(resolve(program, leadsTo), join(program, link));
  // Where a browser takes brotli, the server looks for this beside a file that is for everyone.
  symlinkSync(join(program, 'secret.txt'), join(program, 'dist/client', `${PLAIN}.br`));
}

function linkedAddresses(program: string): string[] {
  const within = (link: string, places: string[]) => [
    `/${link}`,
    ...places.map((place) => `/${link}/${place}`),
  ];
  const fromRoot = (place: string) => resolve(program, place).slice(1);
  return [
    `/${PLAIN}`,
    '/assets/linked.txt',
    '/assets/linked.js',
    '/pictures/linked.png',
    ...within('assets/linked-data', ['secret', 'db/global/pg_control', 'uploads/linked.png']),
    ...within('assets/linked-program', [
      '.env',
      'package.json',
      'secret.txt',
      'src/server/main.ts',
    ]),
    ...within('pictures/linked-client', ['.env', 'secret.txt', 'pictures/linked-client/.env']),
    ...within('pictures/linked-root', ['etc/passwd', 'proc/self/environ', fromRoot('.env')]),
  ];
}

/** Every public file by its address. */
function openFilesOf(client: string): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const name of PUBLIC) {
    if (name.includes('.')) files.set(`/${name}`, readFileSync(join(client, name)));
    else
      for (const file of readdirSync(join(client, name)))
        files.set(`/${name}/${file}`, readFileSync(join(client, name, file)));
  }
  return files;
}

function isOneOf(files: readonly Buffer[]): SecretSite['isOpen'] {
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64');
  const digests = new Set(files.map(digest));
  return (bytes, isPart) =>
    isPart ? files.some((file) => file.includes(bytes)) : digests.has(digest(bytes));
}
