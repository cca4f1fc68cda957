import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const file = 'sbom.cdx.json';
const dockerfile = readFileSync('Dockerfile', 'utf8');
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>;
};

interface Component {
  name: string;
  version: string;
  hashes?: unknown[];
}

/** What the image's own command lists, of the packages that are installed here. */
function listed(): Component[] {
  const [, command = ''] = new RegExp(`^RUN (npm sbom .+) > ${file}$`, 'm').exec(dockerfile) ?? [];
  expect(command).not.toBe('');
  const options = { encoding: 'utf8', maxBuffer: 32 * 1024 * 1024 } as const;
  const { stdout, stderr, status } = spawnSync('sh', ['-c', command], options);
  expect(status, stderr).toBe(0);
  return (JSON.parse(stdout) as { components: Component[] }).components;
}

test('the image lists the packages that it is made of, with their versions and hashes', () => {
  const components = listed();
  const wanted = Object.entries(dependencies).map(([name, version]) => ({ name, version }));
  for (const one of wanted)
    expect(components).toContainEqual(
      expect.objectContaining({ ...one, hashes: [expect.anything()] }),
    );
  // In what the build makes.
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['react-dom', 'react-email', 'wagmi']));
});

test('the list is in the image', () => {
  const [last] = dockerfile.split('\nFROM ').slice(-1);
  expect(last).toContain(`COPY --from=build /app/${file} ./`);
});
