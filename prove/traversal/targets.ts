import { isAbsolute, relative } from 'node:path';
import type { Chance } from '../chance.part.ts';
import type { SecretSite } from './secret-site.ts';

/** One request as it goes over the wire; its texts are bytes (latin1). */
export interface Shot {
  kind: string;
  method: string;
  target: string;
  /** Header lines beside Host and Connection. */
  headers: string[];
  /** Host header lines; the right one when there are none. */
  hosts?: string[];
  version?: string;
  body?: string;
}

/** Text as the bytes of UTF-8, in latin1. */
const utf8 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
const percent = (text: string) =>
  [...Buffer.from(text, 'utf8')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** How a dot and a slash can be written. */
interface Spelling {
  dots: readonly string[];
  slashes: readonly string[];
}

const LOOKALIKE_DOTS = ['\u2024', '\uff0e', '\u3002', '\ufe52', '\u00b7', '\u0701'];
const LOOKALIKE_SLASHES = ['\u2044', '\u2215', '\uff0f', '\u29f8', '\u2571', '\uff3c', '\ufe68'];

/** LIST of spellings of a way out, by kind. */
const SPELLINGS: Record<string, Spelling> = {
  'dots and slashes as they are': { dots: ['.'], slashes: ['/'] },
  'encoded once': { dots: ['.', '%2e', '%2E'], slashes: ['/', '%2f', '%2F'] },
  'encoded twice or more': {
    dots: ['%252e', '%252E', '%25252e', '%2%65', '%%32%65', '.'],
    slashes: ['%252f', '%252F', '%25252f', '%%32%66', '/'],
  },
  'overlong UTF-8': {
    dots: ['%c0%ae', '%C0%2e', '%e0%80%ae', '%f0%80%80%ae', '%c0%6e', '\xc0\xae', '\xe0\x80\xae'],
    slashes: ['%c0%af', '%e0%80%af', '%c1%9c', '%f0%80%80%af', '\xc0\xaf', '%c0%2f', '/'],
  },
  backslashes: { dots: ['.', '%2e'], slashes: ['\\', '%5c', '%5C', '%255c', '/\\', '\\/', '/'] },
  'NUL and control characters': {
    dots: ['.', '.%00', '%00.', '.%0a', '.%09', '.\0', '.%7f', '.\x01'],
    slashes: ['/', '%00/', '/%00', '%0d%0a/', '/\t', '/\x0b'],
  },
  'empty and odd segments': {
    dots: ['.', './.', '.;', '.%20', '.;x=y', '.%3b', '...', '.+'],
    slashes: ['/', '//', '///', '/./', '/;/', '/.;/', '/%20/', '/x/../', '/?/', '/%3f/', '/%23/'],
  },
  'Unicode lookalikes': {
    dots: ['.', '%u002e', '\\u002e', ...LOOKALIKE_DOTS.flatMap((one) => [utf8(one), percent(one)])],
    slashes: [
      '/',
      '%u002f',
      '%u2215',
      ...LOOKALIKE_SLASHES.flatMap((one) => [utf8(one), percent(one)]),
    ],
  },
};

/** LIST of beginnings of an absolute target. */
const ORIGINS = [
  'http://localhost',
  'http://localhost:3000',
  'https://localhost',
  'http://evil.example',
  'http://user:word@localhost',
  'http:',
  'http:/',
  'HTTP://LOCALHOST',
  'file://',
  'file:///',
  'gopher://localhost',
  'jar:file://',
  '//evil.example',
  '//',
];

const METHODS =
  'CONNECT TRACE TRACK PROPFIND MOVE COPY SEARCH LINK PURGE OPTIONS PATCH PUT DELETE POST HEAD get Get FROB QUERY'.split(
    ' ',
  );

const RANGES = ['bytes=0-', 'bytes=0-99', 'bytes=-200', 'bytes=5-200,300-400', 'bytes=0-0', 'x'];
const ENCODINGS = ['br', 'gzip', 'deflate', 'br;q=0, gzip', '*', 'zstd, br'];

/** LIST of headers in which a proxy says what was asked of it. */
const claimsOf = (path: string, chance: Chance): string[] =>
  [
    `X-Original-URL: ${path}`,
    `X-Rewrite-URL: ${path}`,
    `X-Accel-Redirect: ${path}`,
    `X-Sendfile: ${path}`,
    `X-Forwarded-URI: ${path}`,
    `X-Forwarded-Path: ${path}`,
    `X-Forwarded-Prefix: ${path}`,
    `X-Script-Name: ${path}`,
    `X-Forwarded-Host: evil.example${path}`,
    'X-Forwarded-Host: evil.example, localhost',
    'X-Forwarded-Proto: file',
    'X-Forwarded-Proto: https, javascript',
    'X-Forwarded-Port: 0',
    'X-Forwarded-Server: evil.example',
    'X-Forwarded-For: 127.0.0.1',
    `X-Forwarded-For: ${'127.0.0.1, '.repeat(50)}::1`,
    'X-Forwarded-For: ../../etc/passwd',
    'Forwarded: for=127.0.0.1;host=evil.example;proto=file',
    'X-Real-IP: 127.0.0.1',
    'X-HTTP-Method-Override: PUT',
    'Via: 1.1 localhost',
    `Referer: file://${path}`,
  ].filter(() => chance.in100(15));

const HOSTS = [
  ['Host: evil.example'],
  ['Host: ../../etc/passwd'],
  ['Host: localhost/../../'],
  ['Host: localhost', 'Host: evil.example'],
  ['Host: localhost', 'host: localhost'],
  ['Host:'],
  ['Host: '],
  ['Host: localhost:99999'],
  ['Host: [::1'],
  ['Host: localhost\tevil.example'],
  ['Host: local%68ost'],
  ['X: y'],
  [' Host: evil.example'],
  ['Host : evil.example'],
];

/** Makes requests for what lies outside of the public folders. */
export class Targets {
  readonly #chance: Chance;
  readonly #site: SecretSite;
  /** Addresses that a path may begin with. */
  readonly #bases: readonly string[];
  readonly #makers: Record<string, (kind: string) => Shot>;

  constructor(chance: Chance, site: SecretSite, bases: readonly string[]) {
    this.#chance = chance;
    this.#site = site;
    this.#bases = bases;
    const spelled = Object.keys(SPELLINGS).map(
      (kind) => [kind, () => this.#ask(kind, this.#wayOut(kind))] as const,
    );
    this.#makers = {
      ...Object.fromEntries(spelled),
      'several of these at once': (kind) =>
        this.#ask(
          kind,
          this.#wayOut(kind, () => chance.pick(Object.values(SPELLINGS))),
        ),
      'absolute targets': (kind) => this.#ask(kind, this.#absolute()),
      'odd methods and versions': (kind) => this.#oddly(kind),
      'very long paths': (kind) => this.#ask(kind, this.#long()),
      'links out of the public folders': (kind) => this.#throughLink(kind),
      'hosts and forwarding headers': (kind) => this.#forwarded(kind),
      'ranges and packed files': (kind) => this.#part(kind),
    };
  }

  get kinds(): string[] {
    return Object.keys(this.#makers);
  }

  make(kind: string): Shot {
    const maker = this.#makers[kind];
    if (!maker) throw new Error(`There is no kind ${kind}.`);
    return maker(kind);
  }

  #ask(kind: string, target: string): Shot {
    const headers = this.#chance.in100(50) ? ['Accept: text/html'] : [];
    if (this.#chance.in100(30)) headers.push(`Accept-Encoding: ${this.#chance.pick(ENCODINGS)}`);
    const method = this.#chance.in100(90) ? 'GET' : 'HEAD';
    return { kind, method, target: target + this.#ending(), headers };
  }

  #ending(): string {
    return this.#chance.in100(80)
      ? ''
      : this.#chance.pick([
          '?',
          '?x=/../../.env',
          '#',
          '/',
          '/.',
          '%20',
          '.',
          '.png',
          '%00.png',
          '~',
        ]);
  }

  /** A path that leads from a base to a secret, in the spelling of its kind. */
  #wayOut(kind: string, spellingOf = () => SPELLINGS[kind] as Spelling): string {
    const chance = this.#chance;
    const secret = chance.pick(this.#site.secrets);
    const base = chance.pick(this.#bases);
    const folder = base.slice(1).split('/').filter(Boolean);
    const from = `/dist/client/${folder.join('/')}`;
    const exact = relative(from, isAbsolute(secret) ? secret : `/${secret}`);
    const plain = chance.in100(50)
      ? exact
      : `${'../'.repeat(1 + chance.below(12))}${secret.replace(/^\//, '')}`;
    const spelled = [...plain].map((sign) => {
      const { dots, slashes } = spellingOf();
      if (sign === '.') return chance.pick(dots);
      return sign === '/' ? chance.pick(slashes) : sign;
    });
    return base + spelled.join('');
  }

  #absolute(): string {
    const path = this.#chance.in100(50)
      ? this.#wayOut(this.#chance.pick(Object.keys(SPELLINGS)))
      : this.#absoluteSecret();
    return this.#chance.pick(ORIGINS) + path;
  }

  #absoluteSecret(): string {
    const secret = this.#chance.pick(this.#site.secrets);
    return isAbsolute(secret) ? secret : `${this.#site.program}/${secret}`;
  }

  #oddly(kind: string): Shot {
    const shot = this.#ask(kind, this.#wayOut(this.#chance.pick(Object.keys(SPELLINGS))));
    const method = this.#chance.pick(METHODS);
    const target = this.#chance.pick([shot.target, shot.target, '*', 'localhost:80', '']);
    const version = this.#chance.pick(['1.1', '1.1', '1.1', '1.0', '2.0', '0.9', '1.10']);
    return { ...shot, method, target, version };
  }

  #long(): string {
    const chance = this.#chance;
    const piece = chance.pick(['../', '%2e%2e/', '..%2f', 'a/../', './', '/', 'a', '%00', '..\\']);
    const bytes = chance.pick([500, 2000, 8000, 15_000, 40_000]);
    const secret = chance.pick(this.#site.secrets);
    return `${chance.pick(this.#bases)}${piece.repeat(Math.ceil(bytes / piece.length))}${secret}`;
  }

  #throughLink(kind: string): Shot {
    const chance = this.#chance;
    const plain = chance.pick(this.#site.linked);
    const isSpelled = chance.in100(30);
    const target = isSpelled ? this.#spellLetters(plain) : plain;
    const shot = this.#ask(kind, '');
    const encoding = chance.in100(50) ? [`Accept-Encoding: ${chance.pick(ENCODINGS)}`] : [];
    return {
      ...shot,
      target: chance.in100(80) ? target : target + this.#ending(),
      headers: encoding,
    };
  }

  #spellLetters(path: string): string {
    return [...path]
      .map((sign) => (this.#chance.in100(20) && sign !== '/' ? percent(sign) : sign))
      .join('');
  }

  #forwarded(kind: string): Shot {
    const chance = this.#chance;
    const out = this.#wayOut(chance.pick(Object.keys(SPELLINGS)));
    const shot = this.#ask(kind, chance.pick([out, ...this.#bases]));
    // A header line cannot have these.
    const claimed = this.#absoluteSecret();
    return {
      ...shot,
      headers: [...shot.headers, ...claimsOf(chance.pick([claimed, '/api/admin/audit']), chance)],
      ...(chance.in100(50) ? { hosts: chance.pick(HOSTS) } : {}),
    };
  }

  #part(kind: string): Shot {
    const chance = this.#chance;
    const path = chance.pick([
      this.#wayOut('dots and slashes as they are'),
      this.#wayOut('encoded once'),
      chance.pick(this.#site.linked),
      chance.pick(this.#site.open),
      `${chance.pick(this.#site.open)}${chance.pick(['.map', '.br', '.gz', '~', '.bak', '/', '%2e'])}`,
    ]);
    const shot = this.#ask(kind, path);
    return {
      ...shot,
      headers: [
        `Range: ${chance.pick(RANGES)}`,
        `Accept-Encoding: ${chance.pick([...ENCODINGS, 'identity'])}`,
      ],
    };
  }
}
