// Programs from the operating system that the tests need: found, else installed on Debian, else named.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first executable file among absolute `candidates` and the PATH's `names`, or undefined. */
export function findProgram(candidates, names = []) {
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return [...candidates, ...onPath].find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // accessSync answers by throwing
  }
}

/**
 * Installs Debian packages, after saying so, when no one has to be asked: as root, or in CI with a
 * sudo that wants no password. Throws a sentence that says what to install everywhere else.
 */
export function installOnDebian(packages, purpose) {
  const isRoot = process.getuid?.() === 0;
  const isCI = ['1', 'true'].includes(process.env.CI ?? '');
  const apt = findProgram(['/usr/bin/apt-get']);
  const sudo = !isRoot && isCI ? findProgram([], ['sudo']) : undefined;
  if (!apt || !(isRoot || sudo)) {
    throw new Error(
      `${purpose} is missing. On Debian or Ubuntu: sudo apt-get install ${packages.join(' ')}`,
    );
  }
  const prefix = sudo ? [sudo, '-n'] : [];
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  console.error(`${purpose} is missing: apt-get install ${packages.join(' ')}`);
  for (const words of [
    ['update', '-q'],
    ['install', '-y', '-q', '--no-install-recommends', ...packages],
  ]) {
    const [command, ...args] = [...prefix, apt, ...words];
    // The output goes to stderr: a caller's stdout may be read by a machine.
    const { status } = spawnSync(command, args, { stdio: ['ignore', 2, 2], env: environment });
    if (status !== 0)
      throw new Error(
        `apt-get ${words[0]} failed (exit code ${status}) while installing ${packages.join(' ')}.`,
      );
  }
}
