// Looks for secrets, and for paths of someone's machine, in every file that git has or would add.
//
//   node scripts/secret-scan.mjs
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const patterns = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/],
  ['an AWS access key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a GitHub token', /\bgh[pousr]_[A-Za-z0-9]{36,}\b|\bgithub_pat_\w{60,}/],
  ['a Slack token', /\bxox[abprs]-[A-Za-z0-9-]{20,}/],
  ['a live payment key', /\b[sr]k_live_[A-Za-z0-9]{16,}/],
  ['a Google API key', /\bAIza[0-9A-Za-z_-]{35}\b/],
  ['an npm token', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['an API key of this site', /\boap_[\w-]{43}(?![\w-])/],
  // PayPal's client secrets are 80 characters that begin with E.
  ['a PayPal secret', /(?<![\w+/-])E[A-Za-z0-9_-]{79}(?![\w+/=-])/],
  [
    'a secret with its value',
    /(?:PAYPAL_CLIENT_SECRET|APP_SECRET|METRICS_TOKEN|ADMIN_PASSWORD)[ \t]*=[ \t]*["']?[A-Za-z0-9+/_-]{16,}/,
  ],
  // A placeholder (${PASSWORD}, <password>, password) and a database on this machine are no secrets.
  [
    'a database address with a password',
    /\bpostgres(?:ql)?:\/\/[^\s:@/$<{]+:(?!pass(?:word)?@)[^\s@/$<{]+@(?!localhost\b|127\.0\.0\.1\b|\[::1\])[\w.-]+/,
  ],
  [
    'a mail account with a password',
    /\bsmtps?:\/\/[^\s:@/$<{]+:[^\s@/$<{]+@(?!localhost\b|127\.0\.0\.1\b|\[::1\]|[\w.-]*example\b)[\w.-]+/,
  ],
  [
    "a path of somebody's machine",
    /(?<![\w.])(?:\/home\/(?!node\b)[a-z][\w-]*\/|\/Users\/[A-Za-z][\w.-]*\/|[A-Z]:\\Users\\)/,
  ],
];
const largestTextBytes = 5_000_000;

/** The secrets in `text`, each as line and name; none in binary text, which patterns cannot read. */
export function findSecrets(text) {
  if (text.includes('\0')) return [];
  return text
    .split('\n')
    .flatMap((line, index) =>
      patterns.filter(([, pattern]) => pattern.test(line)).map(([name]) => `${index + 1}: ${name}`),
    );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { encoding: 'utf8' },
  );
  const files = listed
    .split('\0')
    .filter(
      (file) =>
        file && (statSync(file, { throwIfNoEntry: false })?.size ?? Infinity) < largestTextBytes,
    );
  const faults = files.flatMap((file) =>
    findSecrets(readFileSync(file, 'utf8')).map((fault) => `${file}:${fault}`),
  );
  for (const fault of faults) console.error(fault);
  console.log(`secrets   ${files.length} files, ${faults.length} found`);
  process.exitCode = faults.length || !files.length ? 1 : 0;
}
