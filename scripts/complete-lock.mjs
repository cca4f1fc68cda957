// Completes package-lock.json so that `npm ci` accepts it.
//
// npm leaves platform packages that it could not fetch (another system's binaries) out of the lock,
// and `npm ci` then refuses that same lock: "Missing: … from lock file". Every optional dependency
// without an entry gets one here: version, cpu and os are enough for `npm ci` to skip it elsewhere.
// Such an entry has no integrity, because npm never saw the package.
//
//   node scripts/complete-lock.mjs           writes the missing entries
//   node scripts/complete-lock.mjs --check   exits 1 when the lock cannot be used as it is
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'wasi',
  'win32',
];
const processors = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];
// Names that do not say where they run.
const known = { fsevents: { os: ['darwin'] } };

/** The cpu and os that a platform package's name promises: `@x/cli-darwin-arm64` → darwin, arm64. */
function platformOf(name) {
  const parts = name.split(/[-/_]/);
  const os = systems.filter((system) => parts.includes(system) || parts.includes(`${system}eabi`));
  const cpu = processors.filter((cpu) => parts.includes(cpu));
  // wasm packages run anywhere; npm itself marks them by processor alone.
  if (cpu.includes('wasm32')) return { cpu };
  return { ...(cpu.length && { cpu }), ...(os.length && { os }), ...known[name] };
}

/** Where the dependency `name` of the package at `path` is found, by Node's own rule, or undefined. */
function lookUp(packages, path, name) {
  for (let base = path; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    const at = `${base && `${base}/`}node_modules/${name}`;
    if (packages[at]) return at;
    if (!base) return undefined;
  }
}

/** The entries that the lock lacks: `[path, entry]`. Pure; `lock` is the parsed file. */
export function missingEntries(lock) {
  const packages = { ...lock.packages };
  const missing = [];
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
    for (const [name, range] of Object.entries(optionalDependencies)) {
      const version = range.replace(/^npm:.*@/, '').replace(/^[~^=v]+/, '');
      const isExact = version === range;
      const found = lookUp(packages, path, name);
      if (found && (!isExact || packages[found].version === version)) continue;
      const at =
        found || !path ? `${path && `${path}/`}node_modules/${name}` : `node_modules/${name}`;
      const { cpu, os } = platformOf(name);
      // In the order that npm writes, so that its next run changes nothing.
      const entry = {
        version,
        ...(cpu && { cpu }),
        ...(dev && { dev }),
        optional: true,
        ...(os && { os }),
      };
      packages[at] = entry;
      missing.push([at, entry]);
    }
  }
  return missing;
}

/** The faults of a lock file's text, as sentences; an empty list means `npm ci` can use it. */
export function faultsOfLock(text) {
  const missing = missingEntries(JSON.parse(text));
  const faults = [];
  if (missing.length) {
    faults.push(
      `package-lock.json lacks ${missing.length} platform packages (${missing[0][0]} …), so "npm ci" refuses it: run "npm run lock".`,
    );
  }
  if (/"resolved": "(https?|git\+)/.test(text)) {
    faults.push(
      'package-lock.json names a registry ("resolved"): run "npm run lock", which leaves it out.',
    );
  }
  return faults;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const text = readFileSync('package-lock.json', 'utf8');
  if (process.argv.includes('--check')) {
    const faults = faultsOfLock(text);
    for (const fault of faults) console.error(fault);
    process.exit(faults.length ? 1 : 0);
  }
  const lock = JSON.parse(text);
  const missing = missingEntries(lock);
  for (const [path, entry] of missing) lock.packages[path] = entry;
  // npm's own order, so that the next `npm install` does not shuffle the file.
  lock.packages = Object.fromEntries(
    Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')),
  );
  for (const entry of Object.values(lock.packages)) {
    if (/^https?:/.test(entry.resolved ?? '')) delete entry.resolved;
  }
  writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`lock      ${missing.length} platform packages added`);
}
